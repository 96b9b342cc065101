//! The rules of `detector`: each a sentence and a check of one run.

use kit::Ms;
use kit::contract::detector::STANDSTILL;
use kit::world::{Fold, What};

use super::facts::Facts;
use super::{Seen, WATCH, seconds};
use grader::property::{Check, Finding, Property};

const TIMEOUT: &str = "chapter 7, \"Which timeout is right?\"";
const SLOW: &str = "chapter 7, \"Is it dead, or is it slow?\"";

/// All rules, in the order in which a learner should read them.
pub fn rules() -> Vec<Property<Seen>> {
    vec![
        Property {
            name: "every_step_ends",
            sentence: "Every step comes back, and the watcher goes on looking.",
            section: TIMEOUT,
            deed: "asked to look, nor declared anybody dead",
            check: every_step_ends,
            ends: true,
        },
        Property {
            name: "nobody_alive_is_declared_dead",
            sentence: "While each beat arrives at most 20 s after it was due, a pod that is alive is not declared dead.",
            section: SLOW,
            deed: "waited for a beat that was late",
            check: nobody_alive_is_declared_dead,
            ends: false,
        },
        Property {
            name: "a_death_is_noticed_in_time",
            sentence: "A pod that died is declared dead within 60 s of its death.",
            section: TIMEOUT,
            deed: "declared a dead pod dead",
            check: a_death_is_noticed_in_time,
            ends: false,
        },
        Property {
            name: "dead_is_said_once",
            sentence: "A pod is declared dead once at most: its job has been given away.",
            section: TIMEOUT,
            deed: "declared anybody dead",
            check: dead_is_said_once,
            ends: false,
        },
    ]
}

fn every_step_ends(seen: &Seen) -> Check {
    let looks = |what: &What<_>| matches!(what, What::TimerSet { .. } | What::Applied(_));
    let acted = seen.run.events.iter().any(|event| event.who == Some(WATCH) && looks(&event.what));
    if acted { Check::Holds } else { Check::Silent }
}

fn nobody_alive_is_declared_dead(seen: &Seen) -> Check {
    let facts = Facts::of(seen);
    let alive = |at| facts.died.is_none_or(|died| died > at);
    match facts.declared.first() {
        Some((event, at)) if alive(*at) && facts.within_the_bound(facts.end) => {
            let heard = facts.heard_before(*at);
            let silence = match heard {
                Some(heard) => format!("{} after its last beat arrived", seconds(at - heard)),
                None => format!("{} after it began, before any beat", seconds(*at)),
            };
            Check::Broken(Finding {
                step: seen.run.step_of(*event, Fold::Phases),
                observed: format!("declared dead at {}, {silence}", seconds(*at)),
                required: "not declared dead: it is alive, and no beat is later than promised".to_owned(),
                consequence: "pod-3 has the job now, and pod-7 has not stopped. Two of them do it."
                    .to_owned(),
                suspicion: mistaken(heard.map_or(*at, |heard| at - heard)).to_owned(),
                ..Finding::default()
            })
        }
        // Somebody was late, or there was time enough to lose patience with nobody.
        _ if facts.died.is_none() && facts.end > 30_000 && facts.within_the_bound(facts.end) => Check::Holds,
        _ => Check::Silent,
    }
}

/// What is often behind a wrong kill after so long a silence.
fn mistaken(silence: Ms) -> &'static str {
    match silence {
        0..=10_000 => {
            "Often the cause: something else is measured than the silence, such as the time of day, or how many beats \
             there should have been."
        }
        _ => {
            "Often the cause: a silence that the bound allows is taken for a death. By your clock it may be longer than \
             30 s, for two clocks are off."
        }
    }
}

fn a_death_is_noticed_in_time(seen: &Seen) -> Check {
    let facts = Facts::of(seen);
    let Some(died) = facts.died else { return Check::Silent };
    let latest = died + STANDSTILL;
    if !facts.within_the_bound(facts.end.max(latest)) {
        return Check::Silent;
    }
    match facts.declared.first() {
        Some((_, at)) if *at < died => Check::Silent,
        Some((_, at)) if *at <= latest => Check::Holds,
        Some((event, at)) => {
            unnoticed(seen, &facts, *event, died, format!("declared dead at {}", seconds(*at)))
        }
        None if facts.end < latest => Check::Silent,
        None => {
            let last = seen.run.events.len().saturating_sub(1);
            unnoticed(seen, &facts, last, died, format!("not declared dead by {}", seconds(facts.end)))
        }
    }
}

fn unnoticed(seen: &Seen, facts: &Facts, event: usize, died: Ms, observed: String) -> Check {
    let suspicion = match facts.heard_before(Ms::MAX) {
        None => "Often the cause: patience begins with the first beat, and none ever came.",
        Some(heard) if heard > died => {
            "Often the cause: patience is counted from a beat, and the last beat of a dead pod may still come 20 s \
             after its death. Or the end of that patience is seen late, at the next look."
        }
        Some(_) => "",
    };
    Check::Broken(Finding {
        step: seen.run.step_of(event, Fold::Phases),
        observed: format!("{observed}; it died at {}", seconds(died)),
        required: format!("declared dead by {}", seconds(died + STANDSTILL)),
        consequence: "The job stands still, and nobody will do it before somebody notices.".to_owned(),
        suspicion: suspicion.to_owned(),
        ..Finding::default()
    })
}

fn dead_is_said_once(seen: &Seen) -> Check {
    let facts = Facts::of(seen);
    match facts.declared.as_slice() {
        [] => Check::Silent,
        [_] => Check::Holds,
        [(_, first), (event, at), ..] => Check::Broken(Finding {
            step: seen.run.step_of(*event, Fold::Phases),
            observed: format!("declared dead again at {}", seconds(*at)),
            required: format!("nothing: it was declared dead at {}", seconds(*first)),
            consequence: "The job is given away a second time.".to_owned(),
            suspicion: "Often the cause: a beat after the end, or the next look, begins all over again."
                .to_owned(),
            ..Finding::default()
        }),
    }
}
