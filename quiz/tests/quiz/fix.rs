//! `check --fix`: what it puts right, and what it leaves alone.

use crate::place::{Outcome, Shell, fixtures, folder, sources, workspace};
use proptest::prelude::*;
use quiz::bank::{Bank, Fixed, Sources};
use std::path::{Path, PathBuf};

const HEAD: &str = "bank: mend\ntitle: T\nchapter: lost-update\nitems:\n";

/// A bank in a folder of its own, with an empty lock beside it.
fn bank(name: &str, text: &str) -> PathBuf {
    let file = folder(name).join("bank.yaml");
    std::fs::write(&file, text).expect("the target folder is ours");
    file
}

fn fixed(file: &Path) -> Option<Fixed> {
    let fixed = sources().fixes(&[file.to_owned()]).expect("there is a file");
    fixed.into_iter().next()
}

fn after(file: &Path) -> String {
    fixed(file).map_or_else(|| std::fs::read_to_string(file).expect("the bank"), |fixed| fixed.after)
}

fn check(file: &Path, options: &str) -> Outcome {
    let shell = Shell::new("check-fix").wide();
    let mut arguments: Vec<std::ffi::OsString> = vec!["quiz".into(), "check".into(), file.into()];
    arguments.extend(options.split_whitespace().map(Into::into));
    arguments.extend(["--root".into(), fixtures().into(), "--banks".into(), file.with_file_name("").into()]);
    let mut outcome = shell.run_exactly(arguments, &mut &b""[..]);
    let name = file.with_file_name("").display().to_string();
    outcome.out = outcome.out.replace(&name, "");
    outcome.err = outcome.err.replace(&name, "");
    outcome
}

const SLIPS: &str = "\u{feff}# A comment stays.\r\nbank: mend   \ntitle: T\nchapter: lost-update\n\nitems:\n  - id: a   # and so does this\n    kind: chocie\n    level: foundatonal\n    concepts: [lost-update, lost-update]\n    promt: Which?\n    options:\n      - {text: yes, correct: true, why: w}\n      - {text: 4, why: w}\n    allow: [negation]\n  - id: b\n    kind: flash\n    level: foundational\n    concepts:\n      - lost-update\n      - lost-update\n    prompt: |\n      Two spaces end this line:  \n      and this one does not.\n    answer: A\n";

#[test]
fn slips_of_the_pen_are_put_right_and_nothing_else_is_touched() {
    let file = bank("slips", SLIPS);
    let dry = check(&file, "--fix --dry-run");
    assert_eq!(dry.code, 2);
    assert_eq!(std::fs::read_to_string(&file).expect("the bank"), SLIPS, "a dry run writes nothing");
    let done = check(&file, "--fix");
    insta::assert_snapshot!(format!(
        "{}=== afterwards\n{}",
        done.shown(),
        std::fs::read_to_string(&file).expect("the bank")
    ));
    assert_eq!(fixed(&file), None, "there is nothing left to do");
    let nothing = check(&file, "--fix --dry-run");
    assert_eq!((nothing.code, nothing.out.trim_end()), (0, "There is nothing mechanical to put right."));
}

#[test]
fn a_file_that_was_converted_twice_keeps_its_texts() {
    let once = SLIPS.trim_start_matches('\u{feff}');
    let twice = bank("converted-twice", &once.replace('\r', "").replace('\n', "\r\r\n"));
    let before = std::fs::read_to_string(&twice).expect("the bank");
    let after = after(&twice);
    let value = |text: &str| {
        serde_yaml::from_str::<serde_yaml::Value>(text).expect("yaml")["items"][1]["prompt"].clone()
    };
    assert_eq!(value(&after), value(&before));
    std::fs::write(&twice, &after).expect("the bank");
    assert_eq!(fixed(&twice), None, "the second time there is nothing left to do");
}

/// `wy` may be `why` or `was`; a text that goes on below may end anywhere; two tabs may stand for two
/// depths.
#[test]
fn what_could_mean_two_things_is_left_alone() {
    let item = "  - id: a\n    kind: flash\n    level: foundational\n    concepts: [lost-update]\n";
    for (n, rest) in [
        "    prompt: P\n    answer: A\n    wy: W\n",
        "    prompt: Raft: who votes?\n      And when?\n    answer: A\n",
        "    prompt: P\n    answer: A\n    accept: [\n",
        "    prompt: P\n    answer: A\n    allow: [negaton]\n",
    ]
    .into_iter()
    .enumerate()
    {
        let text = format!("schema: 1\n{HEAD}{item}{rest}");
        let file = bank(&format!("left-{n}"), &text);
        assert_eq!(after(&file), text, "{rest}");
    }
}

#[test]
fn tabs_and_colons_that_are_no_yaml_become_yaml() {
    let text = format!(
        "schema: 1\n{HEAD}  - id: a\n\t\tkind: flash\n\t\tlevel: foundational\n\t\tconcepts: [lost-update]\n    prompt: Raft: who votes?\n    answer: `vote`\n"
    );
    let file = bank("tabs", &text);
    let fixed = fixed(&file).expect("there is something to do");
    let expected = text
        .replace("\t\t", "    ")
        .replace("Raft: who votes?", "\"Raft: who votes?\"")
        .replace("`vote`", "\"`vote`\"");
    assert_eq!(fixed.after, expected);
    std::fs::write(&file, &fixed.after).expect("the bank");
    assert!(sources().load_files(&[file]).is_ok());
}

/// A question that was given another id, and asks what it asked: its history is its own.
#[test]
fn a_pure_renaming_gets_its_was() {
    let place = folder("renamed");
    let text = std::fs::read_to_string(fixtures().join("banks/small.yaml")).expect("the fixture");
    let first = text.lines().find_map(|line| line.trim().strip_prefix("- id: ")).expect("an id").to_owned();
    let file = place.join("small.yaml");
    std::fs::write(&file, text.replace(&format!("- id: {first}\n"), "- id: other-name\n")).expect("the bank");
    std::fs::copy(fixtures().join("banks/banks.lock"), place.join("banks.lock")).expect("the lock");
    let sources = Sources { banks: place, ..sources() };
    let told: Vec<String> =
        sources.check().problems.iter().map(|problem| problem.diagnostic.message.clone()).collect();
    assert_eq!(told, [format!("this is what `small/{first}` asked, which is in no bank any more [lock]")]);
    let fixed = sources.fixes(&[]).expect("there are banks");
    assert_eq!(fixed.len(), 1);
    assert_eq!(fixed[0].mends[0].to, [format!("    was: [{first}]")]);
    fixed[0].write().expect("the folder is ours");
    assert_eq!(sources.check().problems, []);
}

#[test]
fn a_file_that_changed_in_the_meantime_is_not_written() {
    let file = bank("meantime", SLIPS);
    let fixed = fixed(&file).expect("there is something to do");
    std::fs::write(&file, "schema: 1\n").expect("the bank");
    assert!(fixed.write().is_err());
    assert_eq!(std::fs::read_to_string(&file).expect("the bank"), "schema: 1\n");
}

#[test]
fn the_shipped_banks_need_no_fix() {
    let fixed = Sources::of_workspace(&workspace()).fixes(&[]).expect("there are banks");
    assert_eq!(fixed, []);
}

/// The typed bank, and what is wrong with it.
fn read(file: &Path) -> (Vec<Bank>, Vec<String>) {
    let checked = sources().check_files(&[file.to_owned()]);
    (checked.banks, checked.problems.iter().map(|problem| problem.diagnostic.message.clone()).collect())
}

/// What is wrong with the bank itself: no lock knows of it.
fn faults(file: &Path) -> Vec<String> {
    read(file).1.into_iter().filter(|message| !message.ends_with("[lock]")).collect()
}

/// Programs get what they asked for and no prose.
#[test]
fn a_dry_run_for_a_program() {
    let untidy = format!("schema: 1\n{HEAD}").replace("title: T\n", "title: T   \n") + BLOCK;
    let file = bank("dry-formats", &untidy);
    let document = |outcome: &Outcome| serde_json::from_str::<serde_json::Value>(&outcome.out).is_ok();
    for format in ["json", "short", "github"] {
        let outcome = check(&file, &format!("--fix --dry-run --format {format}"));
        let as_it_is = check(&file, &format!("--format {format}"));
        assert_eq!((outcome.code, outcome.err.as_str(), &outcome.out), (2, "", &as_it_is.out), "{format}");
        assert_eq!(document(&outcome), format == "json", "{}", outcome.out);
    }
    // Nothing to do, and nothing wrong.
    let small = fixtures().join("banks/small.yaml");
    let outcome = check(&small, "--fix --dry-run --format short");
    assert_eq!((outcome.code, outcome.out.as_str(), outcome.err.as_str()), (0, "", ""));
    let outcome = check(&small, "--fix --dry-run --format json");
    assert!(outcome.code == 0 && document(&outcome), "{}", outcome.out);
}

/// A text that keeps its spaces.
const BLOCK: &str = "  - id: block\n    kind: flash\n    level: foundational\n    concepts: [lock-purpose]\n    prompt: |\n      One line,\n      and another one.\n    answer: A\n";

/// Spaces and line ends of Windows, anywhere.
fn untidy() -> impl Strategy<Value = String> {
    let kinds = std::fs::read_to_string(fixtures().join("kinds/kinds.yaml")).expect("the fixture");
    let text = kinds + BLOCK;
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let ends = prop::collection::vec(prop::sample::select(vec!["", "", "", " ", "   ", "\r"]), lines.len());
    (ends, any::<bool>()).prop_map(move |(ends, mark)| {
        let lines: String = lines.iter().zip(ends).map(|(line, end)| format!("{line}{end}\n")).collect();
        if mark { format!("\u{feff}{lines}") } else { lines }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_fix_never_changes_what_a_bank_means(text in untidy()) {
        let file = bank("untidy", &text);
        let before = read(&file);
        let fixed = after(&file);
        std::fs::write(&file, &fixed).expect("the bank");
        prop_assert!(before.1.iter().all(|message| message.ends_with("[lock]")), "{:?}", before.1);
        prop_assert_eq!(before, read(&file));
        prop_assert_eq!(after(&file), fixed);
    }

    #[test]
    fn a_second_fix_finds_nothing(text in crate::banks::damaged()) {
        let file = bank("damaged-fix", &String::from_utf8_lossy(&text));
        let once = after(&file);
        let before = faults(&file);
        std::fs::write(&file, &once).expect("the bank");
        prop_assert_eq!(&after(&file), &once);
        if before.is_empty() {
            prop_assert_eq!(faults(&file), Vec::<String>::new());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bytes_make_a_fix_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let file = folder("bytes-fix").join("bank.yaml");
        std::fs::write(&file, bytes).expect("the target folder is ours");
        let _ = sources().fixes(&[file]);
    }

    #[test]
    fn nothing_like_yaml_makes_a_fix_panic(
        text in "((- )?(id|kind|level|concepts|promt|allow|bank|items|schema): ?(\\[|\\{|\\]|\\}|,| x|: |\"|'|\\||@|#|é|\t|choise|4)*\r?\n|\t|  ){0,20}"
    ) {
        let file = bank("yaml-like-fix", &text);
        let once = after(&file);
        std::fs::write(&file, &once).expect("the bank");
        prop_assert_eq!(after(&file), once);
    }
}
