//! Its rules, for the claims of scenario files. Nobody writes code here, so it has no parts.

use kit::contract::commit::three_phases::{Deed, ThreePhases};
use kit::contract::commit::{Outcome, Txn};
use kit::diagnostic::Diagnostic;
use kit::scenario::Scenario;
use kit::trace::Trace;
use kit::world::{Event, Fold, NodeId, Run, What};

use super::{Played, Silence, nodes};
use crate::messages::{Faults, Nodes, Portfolio, Vocabulary};
use crate::two_phase_commit::Candidate;
use grader::Settings;
use grader::exercise::{Exercise, RuleOf};
use grader::property::{Check, Finding, Property};
use grader::world::Search;

const SECTION: &str = "chapter 19, \"Does a third phase free them?\"";

/// What a learner hands in here: nothing.
#[derive(Debug, Clone, Copy)]
pub struct NoCode;

/// The code of scenario files, by its name in their heads.
const CODES: [(&str, Silence); 2] =
    [("three-phases", Silence::IsDeath), ("three-phases-that-wait", Silence::IsNothing)];

/// Runs a scenario of `two-phase-commit`: with these machines if it names them, else with the candidate's.
///
/// # Errors
/// As [`grader::scenarios::record`].
pub fn record(scenario: &Scenario, candidate: Candidate) -> Result<Trace, Diagnostic> {
    if CODES.iter().any(|(name, _)| *name == scenario.code) {
        grader::scenarios::record(scenario, NoCode)
    } else {
        grader::scenarios::record(scenario, candidate)
    }
}

/// What each bank has done to its account, in the order of its doing, with the number of the event.
pub(super) fn outcomes(run: &Run<ThreePhases>) -> Vec<(usize, NodeId, Txn, Outcome)> {
    let outcome = |(number, event): (usize, &Event<ThreePhases>)| match event.what {
        What::Applied(Deed::Commits { txn, .. }) => Some((number, event.who?, txn, Outcome::Commit)),
        What::Applied(Deed::Aborts { txn }) => Some((number, event.who?, txn, Outcome::Abort)),
        _ => None,
    };
    run.events.iter().enumerate().filter_map(outcome).collect()
}

/// The same, with what the client was told.
fn outcomes_and_answers(run: &Run<ThreePhases>) -> Vec<(usize, NodeId, Txn, Outcome)> {
    let answer = |(number, event): (usize, &Event<ThreePhases>)| match event.what {
        What::Answered { id, answer } => {
            Some((number, event.who?, run.requests.get(id.0 as usize)?.txn, answer))
        }
        _ => None,
    };
    let mut all = outcomes(run);
    all.extend(run.events.iter().enumerate().filter_map(answer));
    all.sort_unstable();
    all
}

fn all_decide_alike(seen: &Played) -> Check {
    let outcomes = outcomes_and_answers(&seen.run);
    // The last of those before it: a bank rather than the coordinator, which answers first.
    let other = |(number, who, txn, outcome): &(usize, NodeId, Txn, Outcome)| {
        let mut before = outcomes.iter().rev().skip_while(|(earlier, ..)| earlier >= number);
        before.find(|(_, _, of, is)| of == txn && is != outcome).map(|other| (*number, *who, *other))
    };
    match outcomes.iter().find_map(other) {
        Some((number, who, (_, first, _, outcome))) => {
            let (this, that) = (seen.run.name(who), seen.run.name(first));
            let (is, was) = match outcome {
                Outcome::Commit => ("aborts", "committed"),
                Outcome::Abort => ("commits", "aborted"),
            };
            Check::Broken(Finding {
                step: seen.run.step_of(number, Fold::Phases),
                observed: format!("{this} {is}"),
                required: format!("as {that}, which has {was}"),
                ..Finding::default()
            })
        }
        None if outcomes.len() > 1 => Check::Holds,
        None => Check::Silent,
    }
}

fn nobody_stays_in_doubt(seen: &Played) -> Check {
    let voted = seen.run.events.iter().any(|event| matches!(event.what, What::Applied(Deed::Locks { .. })));
    if !voted {
        return Check::Silent;
    }
    if super::nobody_in_doubt(&seen.run) {
        return Check::Holds;
    }
    Check::Broken(Finding {
        step: seen.run.step_of(seen.run.events.len().saturating_sub(1), Fold::Phases),
        observed: "a bank has voted yes and knows no outcome".to_owned(),
        required: "an outcome, once all are up and reach each other".to_owned(),
        ..Finding::default()
    })
}

pub fn rules() -> Vec<Property<Played>> {
    vec![
        Property {
            name: "all_decide_alike",
            sentence: "Of one transaction there is one outcome, for every bank and for the client.",
            section: SECTION,
            deed: "decided anything in two places",
            check: all_decide_alike,
            ends: false,
        },
        Property {
            name: "nobody_stays_in_doubt",
            sentence: "When every fault is over, and all can reach each other, no bank is in doubt for ever.",
            section: SECTION,
            deed: "been in doubt",
            check: nobody_stays_in_doubt,
            ends: false,
        },
    ]
}

impl Exercise for NoCode {
    type World = Nodes<ThreePhases>;
    type Part = ();

    const NAME: &'static str = "two-phase-commit";
    const PARTS: &'static [()] = &[];

    fn module(_: ()) -> &'static str {
        ""
    }

    fn file(_: ()) -> &'static str {
        ""
    }

    fn world(self, _: ()) -> Nodes<ThreePhases> {
        nodes(Silence::IsDeath)
    }

    fn rules() -> Vec<RuleOf<NoCode>> {
        rules()
    }

    fn search(_: (), settings: &Settings) -> Box<dyn Search<Nodes<ThreePhases>>> {
        let vocabulary = Vocabulary {
            names: super::NAMES.to_vec(),
            requests: vec!["t1: bank-a -₹30, bank-b +₹30"],
            macros: Vec::new(),
            faults: Faults { clock: false, ..Faults::ALL },
            stride: 4_000,
        };
        Box::new(Portfolio::<ThreePhases>::new(&vocabulary, Vec::new(), 0, settings))
    }

    const EXAMPLES: &'static [&'static str] = &[];

    fn example(self, _: &str, _: ()) -> Result<(), String> {
        Ok(())
    }

    const CODES: &'static [&'static str] = &[CODES[0].0, CODES[1].0];

    fn code(self, name: &str) -> Option<Nodes<ThreePhases>> {
        CODES.iter().find(|(known, _)| *known == name).map(|(_, silence)| nodes(*silence))
    }
}
