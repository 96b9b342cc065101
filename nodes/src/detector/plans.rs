//! What is tried. First the cases that decide, from simple to hard, then many drawn within the bound.
//!
//! A plan says all of it: clocks at the beginning, then pauses, late beats, a death, and a long silence.

use kit::Ms;
use kit::contract::detector::BOUND;
use kit::plan::Plan;

use super::EVERYBODY;
use crate::messages::{Faults, Nodes, Portfolio, Vocabulary};
use grader::settings::Settings;
use grader::world::{Case, Search, Tried};
use kit::contract::detector::Watching;

mod life;

use life::{LATEST, Last, Life};

/// How many plans are drawn.
const DRAWN: u64 = 400;

/// So many places between two looks of somebody who looks every 10 s or more often.
const PLACES: u64 = 103;

/// Clocks that run true, and all that are as far off as they may be.
const CLOCKS: [&str; 5] = [
    "",
    "clock watch runs 1 % fast; clock pod-7 runs 1 % slow\n",
    "clock watch runs 1 % slow; clock pod-7 runs 1 % slow\n",
    "clock watch runs 1 % slow; clock pod-7 runs 1 % fast\n",
    "clock watch runs 1 % fast; clock pod-7 runs 1 % fast\n",
];

/// The plans that decide, with true clocks first.
fn decisive() -> Vec<String> {
    let mut plans = Vec::new();
    for clocks in CLOCKS {
        plans.extend(SIMPLE.iter().map(|plan| format!("{clocks}{plan}")));
    }
    plans.extend(OTHERS.iter().map(|plan| (*plan).to_owned()));
    plans.extend(long_lives());
    plans.extend([20_000, 10_000, 4_000, 2_000, 1_000, 500].map(|step| Life::new(2).falls_behind(step)));
    plans.extend((0..PLACES).flat_map(|place| [last_beat_is_late(place), beat_is_late(place)]));
    plans
}

/// Whoever looks now and then sees a silence only at the next look: so the last beat of the dead comes
/// at every place between two looks, after few beats and many, by a slow clock.
fn last_beat_is_late(place: u64) -> String {
    let mut life = Life::new(2 + (place % 2) as usize);
    life.sleeps(place * 97);
    life.beats(place % 26);
    life.dies_unheard(1, if place.is_multiple_of(3) { Last::AfterAnother } else { Last::Alone })
}

/// The same for a beat of the living, by a fast clock.
fn beat_is_late(place: u64) -> String {
    let mut life = Life::new(1);
    life.sleeps(place * 97);
    life.beats(place % 26);
    if place.is_multiple_of(3) {
        life.sleeps(LATEST);
    }
    life.waits(LATEST);
    life.goes_on(15_000)
}

/// Ten minutes and more, in which nothing happens but beats; one pod then dies.
fn long_lives() -> [String; 2] {
    let mut alive = Life::new(0);
    alive.beats(70);
    let mut dies = Life::new(2);
    dies.beats(110);
    [alive.goes_on(1_000), dies.dies_unheard(1, Last::Alone)]
}

const SIMPLE: [&str; 13] = [
    // Nothing happens.
    "at 100 s",
    // It dies as it begins, before its first beat, between two, and at once after one.
    "crash pod-7\nat 61 s",
    "at 5 s\ncrash pod-7\nat 66 s",
    "at 25 s\ncrash pod-7\nat 86 s",
    "at 10101 ms\ncrash pod-7\nat 71200 ms",
    // It sleeps through its first beat, and through a later one, for 20 s less a little.
    "at 9 s\npause pod-7\nat 28900 ms\nresume pod-7\nat 60 s",
    "at 29500 ms\npause pod-7\nat 48900 ms\nresume pod-7\nat 80 s",
    // A beat is 20 s late, less a little.
    "hold Beat pod-7 -> watch\nat 29850 ms\nrelease Beat pod-7 -> watch\nat 60 s",
    "at 15 s\nhold Beat pod-7 -> watch\nat 39700 ms\nrelease Beat pod-7 -> watch\nat 70 s",
    // The last beat of a dead pod is 20 s late, less a little.
    "hold Beat pod-7 -> watch\nat 10200 ms\ncrash pod-7\nat 29850 ms\nrelease Beat pod-7 -> watch\nat 72 s",
    "at 15 s\nhold Beat pod-7 -> watch\nat 20300 ms\ncrash pod-7\nat 39700 ms\nrelease Beat pod-7 -> watch\nat 82 s",
    // Four pauses of 9 s, and no beat very late: it has sent fewer than a clock would count.
    "at 11 s\npause pod-7\nat 29 s\nresume pod-7\nat 31 s\npause pod-7\nat 49 s\nresume pod-7\nat 51 s\npause pod-7\n\
     at 69 s\nresume pod-7\nat 71 s\npause pod-7\nat 89 s\nresume pod-7\nat 120 s",
    // Two beats that were late, then a death: patience has not grown.
    "at 15 s\nhold Beat pod-7 -> watch\nat 39 s\nrelease Beat pod-7 -> watch\nat 45 s\nhold Beat pod-7 -> watch\n\
     at 69 s\nrelease Beat pod-7 -> watch\nat 75 s\ncrash pod-7\nat 136 s",
];

const OTHERS: [&str; 15] = [
    // To the millisecond: the longest silence of the living, and the latest sign of the dead.
    "clock watch runs 1 % fast; clock pod-7 runs 1 % slow\nat 15 s\nhold Beat pod-7 -> watch\nat 40200 ms\n\
     release Beat pod-7 -> watch\nat 70 s",
    "clock watch runs 1 % slow\nat 15 s\nhold Beat pod-7 -> watch\nat 20 s\ncrash pod-7\nat 40 s\n\
     release Beat pod-7 -> watch\nat 82 s",
    // The time of day is set, forth and back.
    "at 15 s\nclock watch +60 s\nat 60 s",
    "at 15 s\nclock watch +3600 s\nat 17 s\ncrash pod-7\nat 80 s",
    "clock watch +3600 s\nat 15 s\nclock watch +0 s\ncrash pod-7\nat 80 s",
    // A beat comes twice, and its pod dies or lives on.
    "duplicate Beat pod-7 -> watch\nat 15 s\ncrash pod-7\nat 80 s",
    "duplicate Beat pod-7 -> watch\nat 80 s",
    // The last beat of the dead is late, and so is the one before it: they come as they were sent.
    "hold Beat pod-7 -> watch\nat 20001 ms\ncrash pod-7\nat 30 s\ndeliver Beat pod-7 -> watch\nat 40 s\n\
     release Beat pod-7 -> watch\nat 81 s",
    // The last beat of the dead is late and comes twice, or with the one before it.
    "at 15 s\nhold Beat pod-7 -> watch\nduplicate Beat pod-7 -> watch\nat 20001 ms\ncrash pod-7\nat 40 s\n\
     release Beat pod-7 -> watch\nat 81 s",
    "hold Beat pod-7 -> watch\nat 20001 ms\ncrash pod-7\nat 30 s\nrelease Beat pod-7 -> watch\nat 81 s",
    "at 15 s\nhold Beat pod-7 -> watch\nat 30001 ms\ncrash pod-7\nat 40 s\nrelease Beat pod-7 -> watch\nat 91 s",
    // Long after a death.
    "at 15 s\ncrash pod-7\nat 400 s",
    // Beyond the bound, where a pod comes back from the dead and dies once more.
    "at 15 s\npause pod-7\nat 120 s\nresume pod-7\nat 145 s\ncrash pod-7\nat 260 s",
    "hold Beat pod-7 -> watch\nat 95 s\nrelease Beat pod-7 -> watch\nat 130 s\nhold Beat pod-7 -> watch\nat 230 s",
    "at 15 s\npause pod-7\nat 100 s\nresume pod-7\nat 101 s\npause pod-7\nat 200 s\nresume pod-7\nat 220 s",
];

/// A small generator: the same seed gives the same plans on every machine.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: u64) -> u64 {
        // The multiplier and increment of Knuth's MMIX.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit.max(1)
    }

    /// A life with whatever the bound allows, then perhaps a death. Half of the lateness is all that
    /// is allowed: that is where patience is measured.
    fn plan(&mut self) -> String {
        let mut life = Life::new(self.below(5) as usize);
        for _ in 0..=self.below(4) {
            match self.below(6) {
                0 => life.beats(1 + self.below(3)),
                1 => life.beats(self.below(12)),
                2 => life.sleeps(self.late()),
                3 => life.waits(self.late()),
                4 => life.both_wait(self.late(), self.late()),
                _ => life.comes_twice(),
            }
        }
        match self.below(5) {
            0 => life.goes_on(61_000),
            1 => life.dies_after(self.below(10_000)),
            2 => life.dies_unheard(1 + self.below(400), Last::Alone),
            3 => life.dies_unheard(1 + self.below(400), Last::Twice),
            _ => life.dies_unheard(1 + self.below(400), Last::AfterAnother),
        }
    }

    fn late(&mut self) -> Ms {
        if self.below(2) == 0 { LATEST } else { self.below(BOUND) }
    }
}

/// Tries the plans in their order.
pub struct Plans {
    portfolio: Portfolio<Watching>,
}

impl std::fmt::Debug for Plans {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Plans")
    }
}

impl Plans {
    pub fn new(settings: &Settings) -> Plans {
        let mut draw = Draw(settings.seed);
        let drawn = (0..DRAWN).map(|_| draw.plan());
        let texts = decisive().into_iter().chain(drawn);
        // A plan that does not parse would be a fault of ours; a test says so.
        let plans: Vec<Plan> = texts.filter_map(|text| text.parse().ok()).collect();
        let vocabulary = Vocabulary {
            names: EVERYBODY.to_vec(),
            requests: Vec::new(),
            macros: Vec::new(),
            faults: Faults { pause: true, hold: true, duplicate: true, ..Faults::NONE },
            stride: 15_000,
        };
        Plans { portfolio: Portfolio::new(&vocabulary, plans, 0, settings) }
    }
}

type World = Nodes<Watching>;

impl Search<World> for Plans {
    fn next(&mut self, world: &mut World) -> Option<Tried<World>> {
        self.portfolio.next(world)
    }

    fn shrink(
        &mut self,
        still: &mut dyn FnMut(&Case<<World as grader::World>::Cast>) -> bool,
    ) -> Option<Case<<World as grader::World>::Cast>> {
        self.portfolio.shrink(still)
    }

    fn skip(&mut self, world: &mut World) {
        self.portfolio.skip(world);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detector::facts::Facts;
    use crate::detector::{Seen, nodes};
    use crate::messages::Roster;
    use grader::World as _;
    use kit::contract::detector::{Clocks, Detector, Outputs, Seen as Sees};

    struct Blind;

    impl Detector for Blind {
        fn step(&mut self, _: Clocks, _: Sees, _: &mut Outputs) {}
    }

    fn run(text: &str) -> Seen {
        let plan = text.parse().unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        nodes(|| Box::new(Blind)).run(&Case { cast: Roster::new(EVERYBODY), plan })
    }

    #[test]
    fn the_plans_that_decide_are_within_the_bound() {
        for text in decisive() {
            let beyond = OTHERS[12..].contains(&text.as_str());
            let seen = run(&text);
            assert!(seen.run.skipped.is_empty(), "{:?}\n{text}", seen.run.skipped);
            let facts = Facts::of(&seen);
            assert_eq!(facts.within_the_bound(facts.end), !beyond, "{text}\n{facts:?}");
        }
    }

    #[test]
    fn what_is_drawn_is_within_the_bound() {
        let mut draw = Draw(grader::settings::FIXED_SEED);
        for _ in 0..DRAWN {
            let text = draw.plan();
            let seen = run(&text);
            assert!(seen.run.skipped.is_empty(), "{:?}\n{text}", seen.run.skipped);
            let facts = Facts::of(&seen);
            assert!(facts.within_the_bound(facts.end), "{text}\n{facts:?}");
        }
    }
}
