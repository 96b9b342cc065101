//! For break-it files of SQL exercises: a stop of the schedule that never came, or came before anything ran.

use kit::diagnostic::{Diagnostic, Place};
use kit::plan::{Act, Extent, Who};
use kit::scenario::Scenario;

use crate::Run;

/// A `run … to "…"` whose text stands in no statement of that worker ran to the end unnoticed; one whose text
/// stands in its very first statement ran nothing. `statements` says what there is to wait for.
pub fn missed<T>(scenario: &Scenario, run: &Run<T>, statements: &'static str) -> Option<Diagnostic> {
    let record = &run.record;
    for (phase, acts) in scenario.plan.phases.iter().enumerate() {
        for (act, what) in acts.acts.iter().enumerate() {
            let Act::Run { who, extent: Extent::Before(wanted) } = what else { continue };
            let theirs = record.turns.iter().filter(|turn| record.cast[turn.who] == who.word);
            let wanted = wanted.to_uppercase();
            let met: Vec<bool> = theirs
                .filter_map(|turn| turn.statement())
                .map(|statement| statement.shown().to_uppercase().contains(&wanted))
                .collect();
            let message = if !met.contains(&true) {
                format!("no statement of {} contains {wanted:?}, so it ran to its end", who.word)
            } else if met[0] && !has_run(scenario, who, phase, act) {
                format!("the first statement of {} contains {wanted:?}, and this stops before it", who.word)
            } else {
                continue;
            };
            let place = scenario.places.get(phase).and_then(|acts| acts.get(act));
            let place = place.copied().unwrap_or(Place { line: 1, column: 1 });
            return Some(Diagnostic::new(place, message).help(statements));
        }
    }
    None
}

/// Whether an act before this one lets this worker go on.
fn has_run(scenario: &Scenario, whom: &Who, phase: usize, act: usize) -> bool {
    let phases = scenario.plan.phases.iter().take(phase + 1).enumerate();
    let mut before =
        phases.flat_map(|(at, acts)| acts.acts.iter().take(if at == phase { act } else { usize::MAX }));
    before.any(|act| matches!(act, Act::Run { who, .. } if who == whom))
}
