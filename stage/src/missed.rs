//! For break-it files of SQL exercises: a stop of the schedule that never came.

use kit::diagnostic::{Diagnostic, Place};
use kit::plan::{Act, Extent};
use kit::scenario::Scenario;

use crate::Run;

/// A `run … to "…"` whose text stands in no statement of that worker ran to the end unnoticed.
/// `statements` says what there is to wait for.
pub fn missed<T>(scenario: &Scenario, run: &Run<T>, statements: &'static str) -> Option<Diagnostic> {
    let record = &run.record;
    for (phase, acts) in scenario.plan.phases.iter().enumerate() {
        for (act, what) in acts.acts.iter().enumerate() {
            let Act::Run { who, extent: Extent::Before(wanted) } = what else { continue };
            let theirs = record.turns.iter().filter(|turn| record.cast[turn.who] == who.word);
            let wanted = wanted.to_uppercase();
            let meets = theirs
                .filter_map(|turn| turn.statement())
                .any(|statement| statement.shown().to_uppercase().contains(&wanted));
            if !meets {
                let place = scenario.places.get(phase).and_then(|acts| acts.get(act));
                let message =
                    format!("no statement of {} contains {wanted:?}, so it ran to its end", who.word);
                let place = place.copied().unwrap_or(Place { line: 1, column: 1 });
                return Some(Diagnostic::new(place, message).help(statements));
            }
        }
    }
    None
}
