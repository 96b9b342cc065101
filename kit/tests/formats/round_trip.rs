//! What is printed reads back as the same value.

use kit::diagnostic::Diagnostic;
use kit::plan::{Act, Plan};
use kit::scenario::{Scenario, with_recorded};
use kit::trace::Trace;
use proptest::prelude::*;

use super::arbitrary;

fn read<T: std::str::FromStr<Err = Diagnostic>>(text: &str) -> Result<T, TestCaseError> {
    text.parse().map_err(|error: Diagnostic| TestCaseError::fail(error.render("printed", text)))
}

proptest! {
    #![proptest_config(super::fixed())]

    #[test]
    fn every_plan_prints_and_parses_back(plan in arbitrary::plan()) {
        let text = plan.to_string();
        prop_assert_eq!(read::<Plan>(&text)?, plan, "{}", text);
    }

    #[test]
    fn every_trace_prints_and_parses_back(trace in arbitrary::trace()) {
        let text = trace.to_string();
        prop_assert_eq!(read::<Trace>(&text)?, trace, "{}", text);
    }

    #[test]
    fn every_scenario_prints_and_parses_back(scenario in arbitrary::scenario()) {
        let text = scenario.to_string();
        let back = read::<Scenario>(&text)?;
        prop_assert!(back.same_as(&scenario), "{text}\n{back:#?}\n{scenario:#?}");
        prop_assert_eq!(back.to_string(), text);
    }

    /// Line ends of another system and a byte order mark change nothing.
    #[test]
    fn a_scenario_from_another_system_is_the_same(scenario in arbitrary::scenario()) {
        let text = format!("\u{feff}{}", scenario.to_string().replace('\n', "\r\n"));
        prop_assert!(read::<Scenario>(&text)?.same_as(&scenario));
    }

    #[test]
    fn each_act_knows_its_place(scenario in arbitrary::scenario()) {
        let text = scenario.to_string();
        let back = read::<Scenario>(&text)?;
        prop_assert_eq!(back.places.len(), back.plan.phases.len());
        for (key, at) in &back.keys {
            prop_assert!(from_place(&text, at.line, at.column).starts_with(&format!("{key}: ")), "{}", text);
            prop_assert_eq!(back.place(key), *at);
        }
        for (phase, places) in back.plan.phases.iter().zip(&back.places) {
            prop_assert_eq!(phase.acts.len(), places.len());
            for (act, place) in phase.acts.iter().zip(places) {
                let at = from_place(&text, place.line, place.column);
                prop_assert!(at.starts_with(&act.to_string()), "{act} is not at {place}: {at}");
            }
        }
        for setting in &back.cast {
            prop_assert!(from_place(&text, setting.key_at.line, setting.key_at.column).starts_with(&setting.key));
            let value = from_place(&text, setting.value_at.line, setting.value_at.column);
            prop_assert_eq!(value.trim_end(), &setting.value);
        }
    }

    /// `bless` rewrites what stands under the line, and nothing that an author wrote.
    #[test]
    fn a_new_recording_keeps_the_authors_text(
        scenario in arbitrary::scenario(),
        trace in arbitrary::trace(),
        crlf in any::<bool>(),
    ) {
        let mut source = scenario.to_string().replacen("\n\n", "\n\n\n# why this order \n\t\n", 1);
        if crlf {
            source = source.replace('\n', "\r\n");
        }
        let blessed = with_recorded(&source, &trace).map_err(|e| TestCaseError::fail(e.render("source", &source)))?;
        let kept = source.find("\n----").map_or(source.as_str(), |rule| &source[..=rule]);
        prop_assert!(blessed.starts_with(kept), "{blessed}");
        prop_assert!(blessed[kept.len()..].starts_with("----"), "{blessed}");
        let foreign = blessed.matches('\n').count() - blessed.matches("\r\n").count();
        prop_assert!(!crlf || foreign == 0, "{} lines end in another way than the author's", foreign);
        let back = read::<Scenario>(&blessed)?;
        let expected = Scenario { recorded: Some(trace.clone()), ..scenario };
        prop_assert!(back.same_as(&expected), "{}", blessed);
        prop_assert_eq!(with_recorded(&blessed, &trace).ok(), Some(blessed));
    }
}

/// The rest of the line at a place that counts from 1.
fn from_place(text: &str, line: u32, column: u32) -> String {
    let line = text.lines().nth(line as usize - 1).unwrap_or_default();
    line.chars().skip(column as usize - 1).collect()
}

#[test]
fn a_recording_that_no_longer_reads_is_replaced() {
    let source = "title: t\nfor: w\n\nrun a\n  ----  \nnonsense | from \" last year\n";
    let blessed = with_recorded(source, &Trace::default()).expect("the head and the schedule are right");
    assert_eq!(blessed, "title: t\nfor: w\n\nrun a\n  ----  \nlanes:\nclock: instants\n");
}

#[test]
fn a_file_without_a_last_line_end_gets_one_before_the_line() {
    let blessed = with_recorded("title: t\nfor: w\n\nrun a", &Trace::default()).expect("it is right");
    assert_eq!(blessed, "title: t\nfor: w\n\nrun a\n----\nlanes:\nclock: instants\n");
}

#[test]
fn a_trace_that_would_not_read_back_is_not_recorded() {
    let step = kit::trace::Step { who: "nobody".to_owned(), events: 1, ..Default::default() };
    let trace = Trace { steps: vec![step], ..Trace::default() };
    let error =
        with_recorded("title: t\nfor: w\n\nrun a\n----\n", &trace).expect_err("no lane has this name");
    assert_eq!(error.to_string(), "5:1: this trace cannot be recorded: no lane has the id \"nobody\"");
}

#[test]
fn spelling_is_free_where_it_says_nothing() {
    let plan: Plan =
        "\n  # a comment\n run  a ;crash b , keeping 1 unsynced writes, losing mail in flight\r\nhold V a->b"
            .parse()
            .expect("this is a plan");
    let printed = "run a; crash b, losing mail in flight, keeping 1 unsynced write\nhold V a -> b\n";
    assert_eq!(plan.to_string(), printed);
}

/// A kind of messages may be called `all`: what follows tells the two apart.
#[test]
fn all_is_everything_only_at_the_end_of_an_act() {
    let text = "hold all; release all\nhold all n1 -> n2; release all n1 -> n2\nrelease all\n";
    let plan: Plan = text.parse().expect("this is a plan");
    assert_eq!(plan.to_string(), text);
    let acts: Vec<&Act> = plan.phases.iter().flat_map(|phase| &phase.acts).collect();
    assert!(matches!(
        acts[..],
        [Act::HoldAll, Act::ReleaseAll, Act::Hold { .. }, Act::Release { .. }, Act::ReleaseAll]
    ));
}

#[test]
fn scenarios_are_the_same_if_all_but_their_places_is() {
    let text =
        "# p\ntitle: t\nfor: w\ncode: c\nk: v\nclaim: holds\n\nrun a\n----\nlanes: a\nclock: instants\n";
    let scenario = Scenario::parse(text).expect("it is right");
    let moved = Scenario::parse(&text.replacen("\n\n", "\n\n\n\n  ", 1).replace("k: v", " k:  v"))
        .expect("it is right");
    assert!(moved.same_as(&scenario) && moved != scenario);
    let changes =
        [("# p", "# q"), (": t", ": u"), (": w", ": x"), (": c", ": d"), ("k:", "l:"), (": v", ": w")];
    let below = [
        ("holds", "breaks p"),
        ("run", "refuse"),
        ("instants", "milliseconds"),
        ("----\nlanes: a\nclock: instants\n", ""),
    ];
    for (from, to) in changes.into_iter().chain(below) {
        let other = Scenario::parse(&text.replacen(from, to, 1)).expect("it is right");
        assert!(!other.same_as(&scenario), "{from} became {to}");
    }
}

/// Reports show an instant such as 29.999 s; what is shown can be written.
#[test]
fn a_part_of_a_second_is_an_instant() {
    let at = |text: &str| format!("at {text}\n").parse::<Plan>().map(|plan| plan.to_string());
    assert_eq!(at("29.999 s").unwrap(), "at 29999 ms\n");
    assert_eq!(at("1.5 s").unwrap(), "at 1500 ms\n");
    assert_eq!(at("2.000 s").unwrap(), "at 2 s\n");
    for wrong in ["1.5 ms", "1.2345 s", "1. s", ".5 s", "99999999999999999.5 s"] {
        assert!(at(wrong).is_err(), "{wrong}");
    }
}
