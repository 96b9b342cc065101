//! Banks to measure with: `bench_banks write DIR ITEMS` fills a folder that `cargo quiz check --root DIR
//! --banks DIR/banks` can check; `bench_banks parse DIR` reads the same files as plain YAML and does
//! nothing with them, which is what a check is measured beside; `bench_banks check DIR` checks them.

use quiz::bank::Sources;
use serde_yaml::Value;
use std::error::Error;
use std::path::{Path, PathBuf};

/// Questions of a bank.
const OF_A_BANK: usize = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["write", folder, items] => write(Path::new(folder), items.parse()?),
        ["parse", folder] => parse(Path::new(folder)),
        ["check", folder] => check(Path::new(folder)),
        _ => Err("bench_banks write DIR ITEMS, or bench_banks parse DIR, or bench_banks check DIR".into()),
    }
}

/// The ten kinds of the fixture over and over, each asked in words of its own.
fn write(folder: &Path, items: usize) -> Result<(), Box<dyn Error>> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("fixtures");
    let scenario = PathBuf::from("scenarios/lost-update/two-debits.txt");
    for (from, to) in [
        (fixtures.join("concepts.yaml"), folder.join("concepts.yaml")),
        (fixtures.join(&scenario), folder.join(&scenario)),
        (fixtures.join("book/text/SUMMARY.md"), folder.join("book/text/SUMMARY.md")),
        (fixtures.join("book/text/lost-update.md"), folder.join("book/text/lost-update.md")),
    ] {
        std::fs::create_dir_all(to.parent().ok_or("no folder")?)?;
        std::fs::copy(from, to)?;
    }
    let kinds = std::fs::read_to_string(fixtures.join("kinds/kinds.yaml"))?;
    let (_, kinds) = kinds.split_once("items:\n").ok_or("the fixture has no items")?;
    let count = kinds.matches("\n  - id: ").count() + 1;
    std::fs::create_dir_all(folder.join("banks"))?;
    for bank in 0..items.div_ceil(OF_A_BANK) {
        let head =
            format!("schema: 1\nbank: bench-{bank}\ntitle: Bench {bank}\nchapter: lost-update\nitems:\n");
        let copies = (0..OF_A_BANK / count).map(|copy| varied(kinds, bank, copy));
        let text = head + &copies.collect::<String>();
        std::fs::write(folder.join(format!("banks/{bank:03}.yaml")), text)?;
    }
    Ok(())
}

fn varied(kinds: &str, bank: usize, copy: usize) -> String {
    let case = format!("In case {copy} of bank {bank}, ");
    let lines = kinds.lines().map(|line| match line {
        _ if line.starts_with("  - id: ") => format!("{line}-{copy}\n"),
        _ if line.starts_with("    prompt: \"") => line.replacen('"', &format!("\"{case}"), 1) + "\n",
        _ if line.starts_with("    prompt: ") => {
            line.replacen("prompt: ", &format!("prompt: {case}"), 1) + "\n"
        }
        _ if line.starts_with("    text: \"") => line.replacen('"', &format!("\"{case}"), 1) + "\n",
        _ => format!("{line}\n"),
    });
    lines.collect()
}

fn parse(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut questions = 0;
    for entry in std::fs::read_dir(folder.join("banks"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "yaml") {
            let bank: Value = serde_yaml::from_str(&std::fs::read_to_string(path)?)?;
            questions += bank["items"].as_sequence().map_or(0, Vec::len);
        }
    }
    println!("{questions} questions");
    Ok(())
}

fn check(folder: &Path) -> Result<(), Box<dyn Error>> {
    let sources = Sources { banks: folder.join("banks"), ..Sources::of_workspace(folder) };
    let checked = sources.check();
    let questions: usize = checked.banks.iter().map(|bank| bank.items.len()).sum();
    println!("{questions} questions, {} errors", checked.problems.len());
    Ok(())
}
