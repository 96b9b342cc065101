//! A trace tells its run, whatever the run was.

use kit::trace::{Mark, Trace};
use kit::world::{Fold, Protocol, Run};

pub(crate) fn is_well_told<P: Protocol>(run: &Run<P>) -> Result<(), String> {
    for fold in [Fold::Phases, Fold::Events] {
        let trace = run.trace(fold);
        let text = trace.to_string();
        let back: Trace = text.parse().map_err(|error| format!("{fold:?}: {error}\n{text}"))?;
        if back != trace {
            return Err(format!("{fold:?}: it reads back otherwise\n{text}"));
        }
        let mut at = 0;
        for (number, step) in trace.steps.iter().enumerate() {
            if step.at < at || step.act.is_empty() || step.events == 0 {
                return Err(format!("{fold:?}: step {}\n{text}", number + 1));
            }
            at = step.at;
            step.marks.iter().try_for_each(slanted).map_err(|error| format!("{fold:?}: {error}\n{text}"))?;
        }
        let folded = run.phases.len();
        if fold == Fold::Phases && ![folded, folded + 1].contains(&trace.steps.len()) {
            return Err(format!("{} steps for {folded} phases\n{text}", trace.steps.len()));
        }
        for event in 0..run.events.len() {
            let step = run.step_of(event, fold) as usize;
            if step > trace.steps.len().max(1) {
                return Err(format!("{fold:?}: event {event} is in step {step}\n{text}"));
            }
        }
    }
    Ok(())
}

fn slanted(mark: &Mark) -> Result<(), String> {
    match mark {
        Mark::Arrow { sent, arrives, label, .. } if sent >= arrives || label.chars().count() > 9 => {
            Err(format!("{mark:?}"))
        }
        _ => Ok(()),
    }
}
