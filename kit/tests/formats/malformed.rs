//! No text makes a parser panic, and every error says where it is and what to do.

use kit::diagnostic::Diagnostic;
use kit::plan::Plan;
use kit::scenario::Scenario;
use kit::trace::Trace;
use proptest::prelude::*;
use proptest::sample::Index;

use super::arbitrary;

/// Parses with every parser and returns the first error whose place lies outside of the text, or
/// that says nothing of what to do next.
fn misplaced(text: &str) -> Option<Diagnostic> {
    let errors = [
        text.parse::<Plan>().err(),
        Scenario::parse(text).err(),
        text.parse::<Trace>().err(),
        kit::scenario::with_recorded(text, &Trace::default()).err(),
    ];
    errors.into_iter().flatten().find(|error| {
        let (line, column) = (error.place.line as usize, error.place.column as usize);
        let length = text.lines().nth(line.wrapping_sub(1)).map_or(0, |line| line.chars().count());
        let inside = (1..=text.lines().count() + 1).contains(&line) && (1..=length + 1).contains(&column);
        !inside || error.help.is_none() || !error.render("f", text).starts_with(&format!("f:{error}"))
    })
}

/// One change that an editor or a hurried author makes.
#[derive(Debug, Clone)]
enum Edit {
    Insert(String),
    Remove(usize),
    Double,
    CutOff,
}

fn edit() -> impl Strategy<Value = (Index, Edit)> {
    let edit = prop_oneof![
        arbitrary::text().prop_map(Edit::Insert),
        proptest::sample::select(vec![
            " ",
            "\n",
            ";",
            "|",
            "\"",
            "\\",
            ":",
            "-",
            "9999999999999999999999",
            "é",
            "\u{301}"
        ])
        .prop_map(|text| Edit::Insert(text.to_owned())),
        (1..8usize).prop_map(Edit::Remove),
        Just(Edit::Double),
        Just(Edit::CutOff),
    ];
    (any::<Index>(), edit)
}

fn edited(text: &str, at: Index, edit: &Edit) -> String {
    let chars: Vec<char> = text.chars().collect();
    let at = at.index(chars.len() + 1);
    let (before, after): (String, String) = (chars[..at].iter().collect(), chars[at..].iter().collect());
    match edit {
        Edit::Insert(text) => format!("{before}{text}{after}"),
        Edit::Remove(count) => before + &after.chars().skip(*count).collect::<String>(),
        Edit::Double => format!("{before}{after}{after}"),
        Edit::CutOff => before,
    }
}

proptest! {
    #![proptest_config(super::fixed())]

    #[test]
    fn any_text_is_read_or_refused_inside_of_it(text in any::<String>(), lines in "(.{0,20}\r?\n?){0,6}") {
        prop_assert_eq!(misplaced(&text), None);
        prop_assert_eq!(misplaced(&lines), None);
    }

    #[test]
    fn a_damaged_scenario_is_read_or_refused_inside_of_it(
        scenario in arbitrary::scenario(),
        edits in proptest::collection::vec(edit(), 1..4),
        other_system in any::<bool>(),
    ) {
        let mut text = scenario.to_string();
        if other_system {
            text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        }
        for (at, edit) in edits {
            text = edited(&text, at, &edit);
        }
        prop_assert_eq!(misplaced(&text), None, "{}", text);
    }

    #[test]
    fn a_damaged_plan_or_trace_is_read_or_refused_inside_of_it(
        plan in arbitrary::plan(),
        trace in arbitrary::trace(),
        (at, edit) in edit(),
    ) {
        for text in [plan.to_string(), trace.to_string()] {
            let text = edited(&text, at, &edit);
            prop_assert_eq!(misplaced(&text), None, "{}", text);
        }
    }
}

/// An editor counts the mark although it shows nothing; here it is a dot, and the caret fits.
#[test]
fn a_byte_order_mark_is_counted_and_not_read() {
    let text = "\u{feff}rnu a";
    let error = text.parse::<Plan>().expect_err("no act is called so");
    assert!(error.render("f", text).starts_with("f:1:2: unknown act `rnu`\n  1 | ·rnu a\n    |  ^\n"));
}
