//! Which numbers a numeric question shows: all its possible instances, and the one of a showing.

use crate::chance::{Chance, hash};
use std::collections::BTreeMap;

/// The values that one variable can take; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Range {
    /// `from`, `from + step`, … not beyond `to`. `step` is at least 1.
    Steps {
        from: i64,
        to: i64,
        step: i64,
    },
    Pick(Vec<i64>),
}

impl Range {
    /// How many values there are.
    pub fn count(&self) -> u64 {
        match self {
            Range::Steps { from, to, step } => {
                let span = i128::from(*to) - i128::from(*from);
                u64::try_from(span / i128::from((*step).max(1)) + 1).unwrap_or(u64::MAX)
            }
            Range::Pick(values) => values.len() as u64,
        }
    }

    /// The value number `index`, which is below [`Range::count`].
    pub fn value(&self, index: u64) -> i64 {
        match self {
            Range::Steps { from, step, .. } => {
                let value = i128::from(*from) + i128::from(index) * i128::from(*step);
                value.clamp(i64::MIN.into(), i64::MAX.into()) as i64
            }
            Range::Pick(values) => values.get(index as usize).copied().unwrap_or(0),
        }
    }
}

/// What the numbers and orders of a question's showing are drawn from; `ordinal` counts its earlier
/// showings.
pub fn seed_of(key: &str, ordinal: u32) -> u32 {
    (hash(&["showing", key, &ordinal.to_string()]) >> 32) as u32
}

/// The numbers of one showing, by name.
pub type Draw = BTreeMap<String, i64>;

/// The variables of a question.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Instances {
    pub ranges: BTreeMap<String, Range>,
}

impl Instances {
    /// The numbers that this seed shows.
    pub fn draw(&self, seed: u32) -> Draw {
        let mut chance = Chance::new(seed.into());
        let pick = |range: &Range, chance: &mut Chance| range.value(chance.below(range.count()));
        self.ranges.iter().map(|(name, range)| (name.clone(), pick(range, &mut chance))).collect()
    }

    /// How many instances there are; `u64::MAX` stands for more than that.
    pub fn count(&self) -> u64 {
        self.ranges.values().fold(1u64, |all, range| all.saturating_mul(range.count()))
    }

    /// Every instance when there are at most `limit`; else `limit` of them, the same each time.
    pub fn sample(&self, limit: u32) -> Vec<Draw> {
        let mut all = Vec::new();
        self.each(limit, |draw| {
            all.push(draw.clone());
            true
        });
        all
    }

    /// Shows the same one after the other, while `go_on` says so. One draw is written over and over:
    /// every start of a drill tries all numbers of all banks.
    pub fn each(&self, limit: u32, mut go_on: impl FnMut(&Draw) -> bool) {
        let count = self.count();
        let mut draw: Draw = self.ranges.keys().map(|name| (name.clone(), 0)).collect();
        for number in 0..count.min(limit.into()) {
            let mut index = number;
            let mut chance = Chance::new(number);
            for (value, range) in draw.values_mut().zip(self.ranges.values()) {
                let at =
                    if count > limit.into() { chance.below(range.count()) } else { index % range.count() };
                *value = range.value(at);
                index /= range.count();
            }
            if !go_on(&draw) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instances() -> Instances {
        let k = Range::Steps { from: 2, to: 9, step: 3 };
        let amount = Range::Pick(vec![5, 10]);
        Instances { ranges: BTreeMap::from([("k".into(), k), ("amount".into(), amount)]) }
    }

    #[test]
    fn a_small_question_is_sampled_whole() {
        let all = instances().sample(200);
        let pairs: Vec<_> = all.iter().map(|draw| (draw["k"], draw["amount"])).collect();
        assert_eq!(pairs, [(2, 5), (2, 10), (5, 5), (5, 10), (8, 5), (8, 10)]);
    }

    #[test]
    fn a_big_one_is_sampled_and_the_same_each_time() {
        let wide = Range::Steps { from: i64::MIN, to: i64::MAX, step: 1 };
        let wide = Instances { ranges: BTreeMap::from([("n".into(), wide)]) };
        assert_eq!(wide.sample(200).len(), 200);
        assert_eq!(wide.sample(200), wide.sample(200));
        assert_eq!(Instances::default().sample(200).len(), 1);
    }

    #[test]
    fn every_draw_is_one_of_the_instances() {
        let all = instances().sample(200);
        let drawn: Vec<Draw> = (0..100).map(|seed| instances().draw(seed)).collect();
        assert!(drawn.iter().all(|draw| all.contains(draw)));
        assert!(all.iter().all(|draw| drawn.contains(draw)), "a hundred draws miss an instance");
    }
}
