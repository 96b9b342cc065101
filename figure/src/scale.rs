//! From instants to heights.
//!
//! Virtual time is drawn to scale: twice as long is twice as high, without a break. The scale is
//! chosen so that the closest two instants stay apart, unless the figure would grow beyond its
//! greatest height; then the whole run shrinks, and what no longer fits fails the layout. Where
//! `at` only counts instants, each gets a row of the same height.

use std::collections::{BTreeMap, BTreeSet};

use kit::Ms;
use kit::trace::Clock;

use crate::scene::{Moment, Scene};

/// Height of a row where `at` counts instants.
const ROW: f64 = 32.0;
/// How much of its row an arrow falls that is sent and arrives in one instant.
const FALL: f64 = 0.55;
/// What the closest two instants keep between them if the greatest height allows.
const APART: f64 = 22.0;
/// Between two hairlines.
const TICKS_APART: f64 = 72.0;

pub(crate) struct Scale {
    kind: Kind,
    top: f64,
    bottom: f64,
}

enum Kind {
    /// The first row of each instant.
    Rows(BTreeMap<Ms, u32>),
    Linear {
        first: Ms,
        last: Ms,
        per_ms: f64,
    },
}

/// A hairline and what stands at its left.
pub(crate) struct Tick {
    pub(crate) y: f64,
    pub(crate) text: String,
}

impl Scale {
    /// Time begins at `top`; a run in milliseconds takes at most `max_height` below it.
    pub(crate) fn of(scene: &Scene, top: f64, max_height: f64) -> Scale {
        match scene.clock {
            Clock::Instants => Scale::rows(scene, top),
            Clock::Milliseconds => Scale::linear(scene, top, max_height),
        }
    }

    fn rows(scene: &Scene, top: f64) -> Scale {
        let mut needed: BTreeMap<Ms, u32> = BTreeMap::new();
        for moment in scene.moments() {
            let rows = needed.entry(moment.at).or_insert(1);
            *rows = (*rows).max(moment.nth + u32::from(moment.starts));
        }
        let mut next = 0;
        let mut first_rows = BTreeMap::new();
        for (at, rows) in needed {
            first_rows.insert(at, next);
            next += rows;
        }
        let mut scale = Scale { kind: Kind::Rows(first_rows), top, bottom: top };
        scale.bottom = scene.moments().map(|moment| scale.y(moment)).fold(top, f64::max);
        scale
    }

    fn linear(scene: &Scene, top: f64, max_height: f64) -> Scale {
        let instants: BTreeSet<Ms> = scene.moments().map(|moment| moment.at).collect();
        let earliest = instants.first().copied().unwrap_or(0);
        let last = instants.last().copied().unwrap_or(0);
        // A run that begins almost at zero begins at zero.
        let first = if earliest <= (last - earliest) / 10 { 0 } else { earliest };
        let closest = instants.iter().zip(instants.iter().skip(1)).map(|(a, b)| b - a).min().unwrap_or(1);
        let span = (last - first) as f64;
        let wished = span * APART / closest as f64;
        let height = wished.min(max_height);
        let per_ms = if span > 0.0 { height / span } else { 0.0 };
        Scale { kind: Kind::Linear { first, last, per_ms }, top, bottom: top + height }
    }

    pub(crate) fn y(&self, moment: Moment) -> f64 {
        match &self.kind {
            Kind::Rows(first_rows) => {
                let row = first_rows.get(&moment.at).copied().unwrap_or(0);
                let within = match (moment.starts, moment.nth) {
                    (true, nth) => f64::from(nth),
                    (false, 0) => 0.0,
                    (false, nth) => f64::from(nth - 1) + FALL,
                };
                self.top + (f64::from(row) + within) * ROW
            }
            Kind::Linear { first, per_ms, .. } => self.top + moment.at.saturating_sub(*first) as f64 * per_ms,
        }
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.bottom
    }

    /// Hairlines at round times; none where time has no length.
    pub(crate) fn ticks(&self) -> Vec<Tick> {
        let Kind::Linear { first, last, per_ms } = self.kind else {
            return Vec::new();
        };
        let far_enough = |every: &Ms| *every as f64 * per_ms >= TICKS_APART;
        // A run too short for two hairlines has one at most, in seconds.
        let (every, unit) = round_times().find(far_enough).map_or((Ms::MAX, 1_000), |every| (every, every));
        let mut ticks = Vec::new();
        let mut at = first.div_ceil(every).saturating_mul(every);
        while at <= last && at >= first {
            let y = self.top + (at - first) as f64 * per_ms;
            ticks.push(Tick { y, text: tick_text(at, unit, ticks.is_empty()) });
            let Some(next) = at.checked_add(every) else { break };
            at = next;
        }
        ticks
    }
}

fn round_times() -> impl Iterator<Item = Ms> {
    let thousands = [1, 10, 100, 1_000].into_iter().flat_map(|unit| [unit, 2 * unit, 5 * unit]);
    let seconds = [10_000, 20_000, 30_000];
    let minutes = [1, 2, 5, 10, 20, 30].map(|minutes| minutes * 60_000);
    let hours = [1, 2, 6, 12, 24, 240, 2_400, 24_000].map(|hours| hours * 3_600_000);
    thousands.chain(seconds).chain(minutes).chain(hours)
}

fn tick_text(at: Ms, every: Ms, with_unit: bool) -> String {
    let (unit, name) = match every {
        3_600_000.. => (3_600_000, "h"),
        60_000.. => (60_000, "min"),
        100.. => (1_000, "s"),
        _ => (1, "ms"),
    };
    let number = decimal(at, unit);
    if with_unit { format!("{number} {name}") } else { number }
}

/// How long something took: `350 ms`, `12 s`, `1.5 s`, `about 29 s`, `2 min 5 s`, `3 h 20 min`.
pub(crate) fn duration(ms: Ms) -> String {
    let two = |big: Ms, big_name: &str, small: Ms, small_name: &str| {
        if small == 0 {
            format!("{big} {big_name}")
        } else {
            format!("{big} {big_name} {small} {small_name}")
        }
    };
    match ms {
        0..1_000 => format!("{ms} ms"),
        10_000..120_000 if !ms.is_multiple_of(1_000) => format!("about {} s", (ms + 500) / 1_000),
        1_000..120_000 => format!("{} s", decimal(ms, 1_000)),
        120_000..7_200_000 => two(ms / 60_000, "min", ms / 1_000 % 60, "s"),
        _ => two(ms / 3_600_000, "h", ms / 60_000 % 60, "min"),
    }
}

/// `at` in units, with as many decimals (at most three) as it needs.
pub(crate) fn decimal(at: Ms, unit: Ms) -> String {
    let rest = u128::from(at % unit) * 1_000 / u128::from(unit);
    let text = format!("{}.{rest:03}", at / unit);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_as_people_say_them() {
        let said = [0, 350, 1_500, 12_000, 29_475, 125_000, 120_000, 12_000_000].map(duration);
        let wanted = ["0 ms", "350 ms", "1.5 s", "12 s", "about 29 s", "2 min 5 s", "2 min", "3 h 20 min"];
        assert_eq!(said, wanted);
    }

    #[test]
    fn the_first_tick_names_the_unit() {
        assert_eq!(tick_text(0, 5_000, true), "0 s");
        assert_eq!(tick_text(5_000, 5_000, false), "5");
        assert_eq!(tick_text(1_200, 200, false), "1.2");
        assert_eq!(tick_text(20, 20, true), "20 ms");
    }
}
