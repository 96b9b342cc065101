//! A scenario whose run is not what its author says is refused, with a place and a next step.

use kit::scenario::Scenario;
use kit::trace::Trace;
use stage::lost_update::{Candidate, naive};
use stage::scenarios::record;

const TEXT: &str = r#"title: T
for: lost-update
code: naive
account 42: ₹100
pod-7: debit ₹30 from 42
pod-3: debit ₹30 from 42
claim: breaks no_debit_is_lost

run pod-7 to "UPDATE"
run pod-3 to end
run pod-7 to end
"#;

fn recorded(text: &str) -> Result<Trace, String> {
    let debit = naive::debit;
    let candidate = Candidate { relative: debit, locked: debit, compare_and_set: debit, credit: debit };
    let scenario = Scenario::parse(text).expect("a scenario");
    record(&scenario, candidate).map_err(|error| error.render("a.txt", text))
}

#[test]
fn a_run_that_is_not_what_its_author_says_has_a_place_and_a_next_step() {
    assert!(recorded(TEXT).is_ok_and(|trace| trace.violation.is_some()));
    for (from, to, message, help) in [
        (
            "breaks no_debit_is_lost",
            "holds",
            "7:1: the run does not hold: it breaks no_debit_is_lost, ",
            "change",
        ),
        (
            "run pod-7 to \"UPDATE\"",
            "run pod-7 to end",
            "7:1: the run does not break `no_debit_is_lost`; it breaks none",
            "change",
        ),
        (
            "is_lost",
            "is_last",
            "7:1: no rule is called `no_debit_is_last`",
            "did you mean `no_debit_is_lost`?",
        ),
        ("naive", "naiv", "3:1: no code is called `naiv`", "did you mean `naive`?"),
        ("naive", "mine", "3:1: no code is called `mine`", "there is naive, lock-only-the-write, "),
    ] {
        let said = recorded(&TEXT.replace(from, to)).unwrap_err();
        assert!(said.starts_with(&format!("a.txt:{message}")), "{said}");
        assert!(said.contains(&format!("help: {help}")), "{said}");
    }
}
