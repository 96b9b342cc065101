//! What an author is told about a broken bank. Each of these was read, and helps.

use crate::place::{Shell, fixtures, sources};
use quiz::bank::Problem;
use std::path::{Path, PathBuf};

fn broken() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(fixtures().join("broken")).expect("the fixtures");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn problems(file: &Path) -> Vec<Problem> {
    sources().load_files(&[file.to_owned()]).expect_err("the bank is broken")
}

#[test]
fn each_broken_bank_says_what_is_wrong_and_where() {
    let files = broken();
    assert!(files.len() >= 10);
    for file in files {
        let name = file.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        // How a broken scenario is worded is the kit's affair, and pinned there.
        let ours = |problem: &&Problem| problem.file.ends_with(".yaml");
        let shown: Vec<String> = problems(&file).iter().filter(ours).map(ToString::to_string).collect();
        let shown = shown.join("\n").replace(&fixtures().display().to_string(), "FIXTURES");
        // When the tests run in the crate's folder, names are relative to it.
        let shown = shown.replace("tests/fixtures", "FIXTURES");
        insta::assert_snapshot!(name, shown);
    }
}

/// The error stands where it is: in the scenario, not in the bank that names it.
#[test]
fn a_broken_scenario_is_reported_in_its_own_file() {
    let problems = problems(&fixtures().join("broken/broken-scenario.yaml"));
    let of_scenario: Vec<&Problem> = problems
        .iter()
        .filter(|problem| problem.file.ends_with("scenarios/lost-update/broken.txt"))
        .collect();
    assert_eq!(of_scenario.len(), 1);
    assert_eq!(of_scenario[0].diagnostic.place.line, 4);
}

#[test]
fn every_problem_lies_in_its_file_and_names_a_next_step() {
    for file in broken() {
        for problem in problems(&file) {
            let place = problem.diagnostic.place;
            let width = problem.source.lines().nth(place.line as usize - 1).map_or(0, |l| l.chars().count());
            assert!(place.column as usize <= width + 1, "{problem}");
            assert!(problem.diagnostic.help.is_some(), "{problem}");
        }
    }
}

/// One run shows all errors of all files, and the exit code says so.
#[test]
fn all_files_are_looked_at_in_one_run() {
    let shell = Shell::new("check-all");
    let files = broken();
    let mut arguments: Vec<std::ffi::OsString> = ["quiz", "check", "--root"].map(Into::into).to_vec();
    arguments.push(fixtures().into());
    arguments.extend(files.iter().map(|file| file.clone().into_os_string()));
    let outcome = shell.run_exactly(arguments, &mut &b""[..]);
    assert_eq!(outcome.code, 2);
    for file in files {
        let name = file.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        assert!(outcome.err.contains(&format!("/{name}:")), "{name} is missing");
    }
    assert!(outcome.err.trim_end().lines().last().is_some_and(|line| line.contains("errors in")));
}

#[test]
fn a_folder_without_banks_and_a_file_that_is_not_there() {
    let shell = Shell::new("no-banks");
    let mut sources = sources();
    sources.banks = shell.data.clone();
    let none = sources.load().expect_err("there is no bank");
    assert!(none[0].to_string().contains("there is no *.yaml here"), "{}", none[0]);
    let missing = sources.load_files(&[shell.data.join("x.yaml")]).expect_err("it is not there");
    assert!(missing[0].to_string().contains("cannot be read"), "{}", missing[0]);
    sources.concepts = shell.data.join("concepts.yaml");
    let concepts = sources.load_files(&[]).expect_err("no concepts");
    assert!(concepts[0].to_string().contains("concepts.yaml"), "{}", concepts[0]);
}

/// Two files with one id would share their readers' history.
#[test]
fn a_bank_id_belongs_to_one_file() {
    let shell = Shell::new("two-files");
    let bank = fixtures().join("banks/small.yaml");
    let copy = shell.data.join("copy.yaml");
    std::fs::copy(&bank, &copy).expect("a copy");
    let problems = sources().load_files(&[bank, copy]).expect_err("the id is taken");
    assert!(problems[0].to_string().contains("the bank id `small` is taken"), "{}", problems[0]);
}

/// A file does not contradict itself, however often and by which names it is given.
#[test]
fn a_file_that_is_named_twice_is_read_once() {
    let shell = Shell::new("named-twice");
    let bank = shell.data.join("small.yaml");
    std::fs::copy(fixtures().join("banks/small.yaml"), &bank).expect("a copy");
    let mut names = vec![bank.clone(), bank.clone(), shell.data.join("../named-twice/small.yaml")];
    #[cfg(unix)]
    {
        let link = shell.data.join("link.yaml");
        std::os::unix::fs::symlink(&bank, &link).expect("a link");
        names.push(link);
    }
    assert_eq!(sources().load_files(&names).map(|banks| banks.len()), Ok(1));
    let checked = sources().check_files(&names);
    assert!(!checked.problems.iter().any(|problem| problem.to_string().contains("taken")));
    let text = std::fs::read_to_string(&bank).expect("the bank");
    std::fs::write(&bank, text.replace("schema: 1\n", "")).expect("the bank");
    assert_eq!(sources().fixes(&names).map(|fixed| fixed.len()), Ok(1));
}

/// A word that stands for something else in a sitting can never be typed as an answer.
#[test]
fn an_answer_that_cannot_be_typed_is_refused() {
    let shell = Shell::new("reserved");
    let bank = shell.data.join("words.yaml");
    let said = |answer: &str, accept: &str| {
        let item = format!(
            "  - id: a\n    kind: short\n    level: applied\n    concepts: [lost-update]\n    prompt: P?\n    answer: {answer}\n    accept: [{accept}]\n    why: W\n"
        );
        std::fs::write(
            &bank,
            format!("schema: 1\nbank: words\ntitle: T\nchapter: lost-update\nitems:\n{item}"),
        )
        .expect("the folder is ours");
        let problems = sources().load_files(std::slice::from_ref(&bank)).err().unwrap_or_default();
        problems.iter().map(|problem| problem.diagnostic.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(said("undo log", "quitting"), [""; 0]);
    for word in ["\"?\"", "skip", "Q", "quit", "u", "UNDO", "\"! wrong\"", "really?"] {
        let expected = [format!("`{}` cannot be typed as an answer", word.trim_matches('"'))];
        assert_eq!(said(word, "another"), expected, "{word}");
        assert_eq!(said("another", word), expected, "{word}");
    }
}
