//! The adversary: who may do what the bound forbids has an answer to every detector. A pause that is
//! long enough makes it kill, and what makes it slower to kill makes it slower to notice a death.

use kit::Ms;
use kit::contract::detector::Make;

use super::facts::Facts;
use super::{EVERYBODY, nodes, seconds};
use crate::messages::Roster;
use grader::world::{Case, World};

/// No longer pause is tried.
const LONGEST: Ms = 600_000;
/// Deaths begin here: the beat of this instant has just arrived.
const BEGIN: Ms = 20_000;
/// When pauses begin: just after a beat, between two, just before the next is due. The last is the worst.
const ASLEEP: [Ms; 3] = [BEGIN, BEGIN + 5_000, BEGIN + 9_999];

/// How long a death stays unnoticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Silence {
    For(Ms),
    /// Longer than anybody waited.
    Ever,
    /// It was called dead while it lived.
    Killed,
}

/// What was found out about a detector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The longest pause after which a living pod was not declared dead; none if all were tried in vain.
    pub forgives: Option<Ms>,
    /// The longest silence about a death, with beats that arrive at once.
    pub unnoticed: Silence,
    /// The same if the last beat of the dead is as late as the bound allows.
    pub unnoticed_late: Silence,
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
        forgives: ASLEEP.iter().filter_map(|from| longest_pause(make, *from)).min(),
        unnoticed: longest(make, deaths.clone(), |died| format!("at {died} ms\ncrash pod-7\n")),
        unnoticed_late: longest(make, deaths, late),
    }
}

impl Found {
    /// A sentence for each.
    pub fn in_words(&self) -> Vec<String> {
        let kills = match self.forgives {
            Some(ms) => format!("a pause makes it kill once it is longer than        {}", seconds(ms)),
            None => format!("no pause up to {} makes it kill", seconds(LONGEST)),
        };
        let death = |what: &str, found: Silence| match found {
            Silence::For(ms) => format!("{what}{}", seconds(ms)),
            Silence::Ever => format!("{what}more than {}", seconds(LONGEST)),
            Silence::Killed => format!("{what}it is called dead before"),
        };
        vec![
            kills,
            death("a death stays unnoticed, beats in time, for up to   ", self.unnoticed),
            death("the same, if the last beat is 20 s late             ", self.unnoticed_late),
        ]
    }
}

/// The longest silence about one of these deaths.
fn longest(make: Make, deaths: impl Iterator<Item = Ms>, plan: impl Fn(Ms) -> String) -> Silence {
    let silences = deaths.map(|died| silence(make, &plan(died), died));
    silences.max().unwrap_or(Silence::Ever)
}

fn silence(make: Make, plan: &str, died: Ms) -> Silence {
    match declared(make, &format!("{plan}at {} ms\n", died + LONGEST)) {
        None => Silence::Ever,
        Some(at) => at.checked_sub(died).map_or(Silence::Killed, Silence::For),
    }
}

/// When it was first declared dead under this plan.
fn declared(make: Make, plan: &str) -> Option<Ms> {
    let plan = plan.parse().ok()?;
    let seen = nodes(make).run(&Case { cast: Roster::new(EVERYBODY), plan });
    Facts::of(&seen).declared.first().map(|(_, at)| *at)
}

/// A pause kills if the pod is declared dead before it has gone on.
fn kills(make: Make, from: Ms, pause: Ms) -> bool {
    let plan = format!("at {from} ms\npause pod-7\nat {} ms\nresume pod-7\n", from + pause);
    declared(make, &plan).is_some()
}

/// To the second first, then to the millisecond.
fn longest_pause(make: Make, from: Ms) -> Option<Ms> {
    let coarse = (0..=LONGEST).step_by(1_000).find(|pause| kills(make, from, *pause))?;
    let (mut spared, mut killed) = (coarse.saturating_sub(1_000), coarse);
    while killed - spared > 1 {
        let middle = spared + (killed - spared) / 2;
        if kills(make, from, middle) { killed = middle } else { spared = middle }
    }
    Some(spared)
}
