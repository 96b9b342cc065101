//! Every kind of question as the README shows it, and what another crate reads of it.

use crate::place::{fixtures, sources, workspace};
use quiz::bank::{Banks, Body, Kind, Sources};
use std::collections::BTreeSet;

fn kinds() -> Banks {
    let sources = Sources { banks: fixtures().join("kinds"), ..sources() };
    Banks::load(&sources).unwrap_or_else(|problems| {
        let all: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{}", all.join("\n"))
    })
}

/// A reference whose examples are not read is wrong after the first change.
#[test]
fn the_readme_shows_the_examples_that_are_read() {
    let readme = std::fs::read_to_string(workspace().join("quiz/README.md")).expect("the README");
    let bank = std::fs::read_to_string(fixtures().join("kinds/kinds.yaml")).expect("the bank");
    let (_, kinds) = readme.split_once("## The ten kinds").expect("the heading");
    let (kinds, _) = kinds.split_once("\n## ").expect("the next heading");
    let examples: Vec<&str> =
        kinds.split("```yaml\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    let (_, items) = bank.split_once("items:\n").expect("the items");
    assert_eq!(examples.join("\n"), items);
}

#[test]
fn all_ten_kinds_are_read() {
    let banks = kinds();
    let kinds: BTreeSet<Kind> = banks.all()[0].items.iter().map(|item| item.kind()).collect();
    assert_eq!(kinds.len(), Kind::ALL.len());
    let body = |id: &str| &banks.item(&format!("kinds/{id}")).expect("an item").body;
    let Body::Short(short) = body("state-between") else { panic!("a short one") };
    assert!(short.is_right(" In-Doubt ") && !short.is_right("failed"));
    assert!(short.why_not("Failed").is_some_and(|why| why.contains("applied")));
    let Body::Order(order) = body("locked-debit") else { panic!("an order") };
    assert_eq!(order.broken(&[0, 2, 1, 3, 4]), []);
    assert_eq!(order.broken(&[1, 0, 2, 3, 4]), [(0, 1)]);
    let Body::Spot(spot) = body("find-the-gap") else { panic!("a spot") };
    assert!(spot.is_right(0) && spot.why_not(3).is_some());
    let Body::Cloze(cloze) = body("when-to-lock") else { panic!("a cloze") };
    assert_eq!(cloze.gaps().collect::<Vec<_>>(), ["before the read", "committed"]);
    assert_eq!(banks.item("kinds/when-to-lock").expect("it").prompt, cloze.asked());
    let Body::Trace(trace) = body("run") else { panic!("a trace") };
    assert_eq!((trace.trace.steps.len(), trace.until, trace.asks.len()), (4, 3, 2));
}

/// A page of the book shows one set of numbers, today and tomorrow.
#[test]
fn a_number_has_one_fixed_instance() {
    let banks = kinds();
    let item = banks.item("kinds/count").expect("an item");
    let shown = item.fixed_instance().expect("an instance");
    assert_eq!(Some(&shown), kinds().item("kinds/count").and_then(|item| item.fixed_instance()).as_ref());
    assert_eq!(shown.answer, (shown.numbers["k"] - 1) * shown.numbers["amount"]);
    assert_eq!(
        shown.prompt,
        format!(
            "{} workers each pay out ₹{}, and all read first. How much is missing?",
            shown.numbers["k"], shown.numbers["amount"]
        )
    );
    assert_eq!(shown.wrong[0].0, shown.numbers["k"] * shown.numbers["amount"]);
    assert!(shown.wrong[0].1.contains(&format!("₹{} is missing", shown.answer)));
    assert_eq!(banks.item("kinds/pick").and_then(|item| item.fixed_instance()), None);
    assert_eq!(banks.nearest("kinds/cuont"), Some("kinds/count"));
}
