//! The banks that the repository ships, and banks that chance has damaged.

use crate::place::{Shell, fixtures, folder, sources, workspace};
use proptest::prelude::*;
use quiz::bank::{Bank, Body, Item, Kind, Problem, Sources, load};
use quiz::numeric::Rational;
use std::collections::BTreeSet;

fn shipped() -> Vec<Bank> {
    let root = workspace();
    match load(&root.join("quiz/banks"), &root.join("scenarios")) {
        Ok(banks) => banks,
        Err(problems) => {
            let all: Vec<String> = problems.iter().map(ToString::to_string).collect();
            panic!("the repository's own banks have errors:\n{}", all.join("\n"))
        }
    }
}

fn items(banks: &[Bank]) -> impl Iterator<Item = &Item> {
    banks.iter().flat_map(|bank| &bank.items)
}

#[test]
fn the_shipped_banks_have_no_errors_and_enough_of_each_kind() {
    let banks = shipped();
    let of = |kind| items(&banks).filter(|item| item.kind() == kind).count();
    assert!(items(&banks).count() >= 15);
    for (kind, least) in [(Kind::Choice, 6), (Kind::Numeric, 3), (Kind::Flash, 4), (Kind::Trace, 5)] {
        assert!(of(kind) >= least, "{kind:?}: {}", of(kind));
    }
    let prompts: BTreeSet<&str> = items(&banks).map(|item| item.prompt.as_str()).collect();
    assert_eq!(prompts.len(), items(&banks).count(), "two questions ask the same");
}

#[test]
fn every_instance_of_a_shipped_number_has_an_answer_that_no_wrong_belief_gives() {
    for item in items(&shipped()) {
        let Body::Numeric(numeric) = &item.body else { continue };
        for seed in 0..2_000 {
            let draw = numeric.instances.draw(seed);
            let answer = numeric.answer.value(&draw).ok().and_then(Rational::whole);
            assert!(answer.is_some(), "{} has no answer for {draw:?}", item.key);
            for wrong in &numeric.wrong {
                let value = wrong.when.value(&draw).ok().and_then(Rational::whole);
                assert_ne!(value, answer, "{} {draw:?}", item.key);
            }
        }
    }
}

/// For each trace question of the repository and each of its answers: another answer is refused,
/// and the message has the recorded one.
#[test]
fn a_flipped_trace_answer_is_refused() {
    let root = workspace();
    let sources = Sources::of_workspace(&root);
    let place = folder("flipped");
    let mut flipped = 0;
    for bank in shipped() {
        let text = std::fs::read_to_string(sources.banks.join(bank.file.rsplit('/').next().unwrap_or("")))
            .expect("the bank was just read");
        for (key, ask) in bank
            .items
            .iter()
            .filter_map(|item| match &item.body {
                Body::Trace(trace) => Some((&item.key, &trace.asks)),
                _ => None,
            })
            .flat_map(|(key, asks)| asks.iter().map(move |ask| (key, ask)))
        {
            let id = key.split('/').nth(1).unwrap_or("");
            let start = text.find(&format!("- id: {id}\n")).expect("the item stands in its file");
            let (before, rest) = text.split_at(start);
            let answer = answer_of(rest, &ask.fact, &ask.answer);
            let answer = answer.unwrap_or_else(|| panic!("{key}: write the answer right above its fact"));
            let (start, end) = (answer.start, answer.end);
            let text = format!("{before}{}something else{}", &rest[..start], &rest[end..]);
            let file = place.join(format!("{flipped}.yaml"));
            std::fs::write(&file, text).expect("a file");
            let problems = sources.load_files(&[file]).expect_err("the answer is false");
            let all: Vec<String> = problems.iter().map(ToString::to_string).collect();
            let expected =
                format!("`{}` was recorded as `{}`, not as `something else`", ask.fact, ask.answer);
            assert!(all.join("\n").contains(&expected), "{}", all.join("\n"));
            flipped += 1;
        }
    }
    assert!(flipped >= 6);
}

/// Where an answer stands whose fact is on the next line. It may be quoted, or folded over lines.
fn answer_of(text: &str, fact: &str, answer: &str) -> Option<std::ops::Range<usize>> {
    let fact = format!("\n        fact: {fact}\n");
    text.match_indices(&fact).find_map(|(end, _)| {
        let start = text[..end].rfind("answer: ")? + "answer: ".len();
        let words: Vec<&str> = text[start..end].trim_start_matches(">-").split_whitespace().collect();
        (words.join(" ").trim_matches('"') == answer).then_some(start..end)
    })
}

/// The shipped banks, damaged: a line lost, doubled, moved in or out, a piece of text in a wrong
/// place.
pub(crate) fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let read = |path: &str| std::fs::read_to_string(workspace().join(path)).expect("the bank");
    // The second one has all kinds.
    let banks = ["quiz/banks/01-lost-update.yaml", "quiz/tests/fixtures/kinds/kinds.yaml"].map(read);
    prop::sample::select(banks.to_vec()).prop_flat_map(|bank| wounded(&bank))
}

fn wounded(bank: &str) -> impl Strategy<Value = Vec<u8>> + use<> {
    let lines: Vec<String> = bank.lines().map(str::to_owned).collect();
    let wound =
        (0..lines.len(), 0..7u8, "[-: {}\\[\\]\"'#&*!|>%@`\t\r\u{85}\u{2028}a-z₹\u{0}]{0,6}", 0..40usize);
    prop::collection::vec(wound, 1..4).prop_map(move |wounds| {
        let mut lines = lines.clone();
        for (at, how, text, column) in wounds {
            let line = lines[at].clone();
            let column = line.char_indices().map(|(byte, _)| byte).nth(column).unwrap_or(line.len());
            lines[at] = match how {
                0 => String::new(),
                1 => format!("{line}\n{line}"),
                2 => format!("  {line}"),
                3 => line.strip_prefix("  ").unwrap_or(&line).to_owned(),
                4 => format!("{text}{line}"),
                5 => line[..column].to_owned(),
                _ => format!("{}{text}{}", &line[..column], &line[column..]),
            };
        }
        lines.join("\n").into_bytes()
    })
}

fn every_error_lies_inside(bytes: &[u8], name: &str) -> Result<(), TestCaseError> {
    let root = workspace();
    let place = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&place, bytes).expect("the target folder is ours");
    let checked = Sources::of_workspace(&root).check_files(&[place]);
    for problem in checked.problems {
        inside(&problem)?;
    }
    Ok(())
}

fn inside(problem: &Problem) -> Result<(), TestCaseError> {
    let lines: Vec<&str> = problem.source.lines().collect();
    let at = problem.diagnostic.place;
    prop_assert!(at.line >= 1 && at.line as usize <= lines.len().max(1), "{}", problem);
    let width = lines.get(at.line as usize - 1).map_or(0, |line| line.chars().count());
    prop_assert!(at.column >= 1 && at.column as usize <= width + 1, "{}", problem);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_damaged_bank_is_read_or_refused_inside_itself(bytes in damaged()) {
        every_error_lies_inside(&bytes, "damaged.yaml")?;
    }

    #[test]
    fn arbitrary_bytes_are_refused_inside_themselves(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        every_error_lies_inside(&bytes, "arbitrary.yaml")?;
    }

    #[test]
    fn what_looks_like_yaml_is_refused_inside_itself(
        text in "([ ]{0,4}(- |items:|id: |kind: |vars: |[a-z]: |\\[|\\{|\\}|\\]|,|&a |\\*a|!t |\\? |: |\"|'|\\||> |\n|é|---|\\.\\.\\.)){0,30}"
    ) {
        every_error_lies_inside(text.as_bytes(), "yaml-like.yaml")?;
    }
}

proptest! {
    /// Whatever stands beside the banks: the lock, the concepts, the book.
    #[test]
    fn what_stands_beside_the_banks_may_be_anything(
        lock in "((b/[a-z]|#|<<<<<<<|small/pick) ?(1|retired|[0-9a-f]{16}|é)? ?([0-9a-f]{16})? ?([0-9a-f]{16})?\n){0,6}",
        concepts in "(- id: ([a-c]|lost-update)\n  title: t\n  chapter: (lost-update|x)\n(  central: (true|7|no)\n)?){0,4}",
        page in "(#{0,7} ?[a-c`*\\[\\](){}#é ]{0,8}\n|```\n|<!-- concepts: a, b -->\n){0,8}",
        summary in "(- \\[(é|`a`|\\[)?\\]\\((page\\.md|lost-update\\.md|)\\)?\n){0,3}",
    ) {
        let place = folder("beside");
        let sources = Sources {
            banks: place.clone(),
            concepts: place.join("concepts.yaml"),
            book: place.clone(),
            ..sources()
        };
        std::fs::copy(fixtures().join("banks/small.yaml"), place.join("small.yaml")).expect("a copy");
        for (name, text) in
            [("banks.lock", &lock), ("concepts.yaml", &concepts), ("page.md", &page), ("lost-update.md", &page), ("SUMMARY.md", &summary)]
        {
            std::fs::write(place.join(name), text).expect("the target folder is ours");
        }
        for problem in sources.check().problems {
            inside(&problem)?;
        }
        let _ = sources.accept(true);
    }
}

#[test]
fn the_fixture_bank_is_fine() {
    let banks = sources().load().expect("the fixture has no errors");
    assert_eq!(banks[0].items.len(), 4);
    let shell = Shell::new("check-fine");
    let outcome = shell.run("check", "");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    insta::assert_snapshot!(outcome.out.replace("tests/fixtures", "FIXTURES"));
}

/// What was read before is read as it was, and nothing that was kept can change that.
#[test]
fn a_remembered_bank_is_the_bank() {
    use quiz::bank::Remembered;
    let folder = crate::place::folder("remembered");
    let remembered = Remembered::at(&folder.join("kept"));
    let place = folder.join("banks");
    std::fs::create_dir(&place).expect("the target folder is ours");
    let text = std::fs::read_to_string(fixtures().join("kinds/kinds.yaml")).expect("the fixture");
    std::fs::write(place.join("kinds.yaml"), &text).expect("a file");
    let sources = Sources { banks: place.clone(), ..sources() };
    let kept = || std::fs::read_dir(folder.join("kept")).map_or(0, Iterator::count);
    let plain = sources.load().expect("no errors");
    for _ in 0..2 {
        assert_eq!(sources.load_remembered(&remembered).expect("no errors"), plain);
        assert_eq!(kept(), 1);
    }
    // Another text is another reading, and what is broken is told with its place each time.
    let broken = text.replace("Where", "Whence").replace("level: foundational", "level: fundamental");
    std::fs::write(place.join("kinds.yaml"), broken).expect("a file");
    let told =
        |problems: Vec<quiz::bank::Problem>| problems.iter().map(ToString::to_string).collect::<Vec<_>>();
    let problems = told(sources.load().expect_err("it is broken"));
    for _ in 0..2 {
        assert_eq!(told(sources.load_remembered(&remembered).expect_err("it is broken")), problems);
    }
    // Whatever stands in the file.
    std::fs::write(place.join("kinds.yaml"), &text).expect("a file");
    for garbage in ["", "{}", "not json", "{\"header\":{},\"items\":7}"] {
        for entry in std::fs::read_dir(folder.join("kept")).expect("the folder").flatten() {
            std::fs::write(entry.path(), garbage).expect("a file");
        }
        assert_eq!(sources.load_remembered(&remembered).expect("no errors"), plain, "{garbage}");
    }
}

/// The README says how many questions each chapter has: what it says is so.
#[test]
fn the_readme_counts_the_questions() {
    let readme = std::fs::read_to_string(crate::place::workspace().join("README.md")).expect("the README");
    let row = |line: &str| -> Option<(String, usize)> {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let number = cells.first()?.split(' ').next()?;
        Some((format!("{number:0>2}"), cells.get(2)?.parse().ok()?))
    };
    let said: Vec<(String, usize)> =
        readme.lines().filter(|line| line.starts_with("| ")).filter_map(row).collect();
    let banks = Sources::of_workspace(&crate::place::workspace()).load().expect("no errors");
    let number =
        |file: &str| file.rsplit('/').next().and_then(|name| name.split('-').next()).map(str::to_owned);
    let are: Vec<(String, usize)> =
        banks.iter().map(|bank| (number(&bank.file).unwrap_or_default(), bank.items.len())).collect();
    assert_eq!(said, are);
}
