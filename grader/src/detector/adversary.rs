//! The adversary: who may do what the bound forbids has an answer to every detector. A pause that is
//! long enough makes it kill, and what makes it slower to kill makes it slower to notice a death.

use kit::Ms;
use kit::contract::detector::Make;
use kit::plan::duration;

use super::facts::Facts;
use super::{EVERYBODY, nodes};
use crate::messages::Roster;
use crate::world::{Case, World};

/// No longer pause is tried.
const LONGEST: Ms = 600_000;
/// Pauses begin here: the beat of this instant has just arrived.
const BEGIN: Ms = 20_000;

/// What was found out about a detector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The least pause that makes it declare a living pod dead.
    pub kills: Option<Ms>,
    /// The longest time for which it does not notice a death, with beats that arrive at once.
    pub unnoticed: Option<Ms>,
    /// The same if the last beat of the dead is as late as the bound allows.
    pub unnoticed_late: Option<Ms>,
}

/// Tries the detector; what panics finds nothing.
pub fn try_all(make: Make) -> Found {
    let deaths = (BEGIN..BEGIN + 10_000).step_by(500);
    let late = |died: Ms| {
        format!(
            "at 15 s\nhold Beat pod-7 -> watch\nat {died} ms\ncrash pod-7\nat 40 s\nrelease Beat pod-7 -> watch\n"
        )
    };
    Found {
        kills: least_pause(make),
        unnoticed: longest(make, deaths.clone(), |died| format!("at {died} ms\ncrash pod-7\n")),
        unnoticed_late: longest(make, deaths, late),
    }
}

impl Found {
    /// A sentence for each.
    pub fn in_words(&self) -> Vec<String> {
        let kills = match self.kills {
            Some(ms) => format!("the least pause that makes your detector kill     {}", duration(ms)),
            None => format!("no pause up to {} makes your detector kill", duration(LONGEST)),
        };
        let death = |what: &str, found: Option<Ms>| match found {
            Some(ms) => format!("{what}{}", duration(ms)),
            None => format!("{what}more than {}", duration(LONGEST)),
        };
        vec![
            kills,
            death("a death stays unnoticed, beats in time, for up to  ", self.unnoticed),
            death("the same, if the last beat is 20 s late            ", self.unnoticed_late),
        ]
    }
}

/// When it was first declared dead under this plan.
fn declared(make: Make, plan: &str) -> Option<Ms> {
    let plan = plan.parse().ok()?;
    let seen = nodes(make).run(&Case { cast: Roster::new(EVERYBODY), plan });
    Facts::of(&seen).declared.first().map(|(_, at)| *at)
}

/// The longest silence about one of these deaths; nothing if one of them is never noticed.
fn longest(make: Make, deaths: impl Iterator<Item = Ms>, plan: impl Fn(Ms) -> String) -> Option<Ms> {
    let silences: Option<Vec<Ms>> = deaths.map(|died| noticed(make, &plan(died), died)).collect();
    silences?.into_iter().max()
}

/// How long after this death it is declared.
fn noticed(make: Make, plan: &str, died: Ms) -> Option<Ms> {
    let at = declared(make, &format!("{plan}at {} ms\n", died + LONGEST))?;
    at.checked_sub(died)
}

/// A pause kills if the pod is declared dead before it has gone on.
fn kills(make: Make, pause: Ms) -> bool {
    let plan = format!("at {BEGIN} ms\npause pod-7\nat {} ms\nresume pod-7\n", BEGIN + pause);
    declared(make, &plan).is_some()
}

/// To the second first, then to the millisecond.
fn least_pause(make: Make) -> Option<Ms> {
    let coarse = (0..=LONGEST).step_by(1_000).find(|pause| kills(make, *pause))?;
    let (mut spared, mut killed) = (coarse.checked_sub(1_000)?, coarse);
    while killed - spared > 1 {
        let middle = spared + (killed - spared) / 2;
        if kills(make, middle) { killed = middle } else { spared = middle }
    }
    Some(killed)
}
