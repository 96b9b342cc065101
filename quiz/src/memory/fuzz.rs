//! Moves an interval a little, so that cards learned together part. By whole numbers and by a hash
//! of words: the same on every machine, and each time that the log is read.

use crate::chance::Chance;

/// Of the days between the first two numbers, so many hundredths are play. (Anki's bands.)
const BANDS: [(u32, u32, u32); 3] = [(2, 7, 15), (7, 20, 10), (20, u32::MAX, 5)];
/// A card of so many days comes on its day.
const EXACT_DAYS: u32 = 2;

/// Days near `days`, at most `most`. `ordinal` is how many answers made this interval.
pub(super) fn fuzzed(days: u32, most: u32, key: &str, ordinal: u32) -> u32 {
    let days = days.min(most);
    if days <= EXACT_DAYS {
        return days;
    }
    let play = play(days);
    let (least, most) = ((days - play).max(EXACT_DAYS), days.saturating_add(play).min(most));
    let mut chance = Chance::of(&["interval", key, &ordinal.to_string()]);
    least + chance.below(u64::from(most - least) + 1) as u32
}

/// Days by which it may move, to either side: one, and what the bands give.
fn play(days: u32) -> u32 {
    let hundredths =
        BANDS.iter().map(|(from, to, of)| (days.min(*to).saturating_sub(*from)).saturating_mul(*of));
    // Rounded to the nearest day.
    1 + (hundredths.fold(0, u32::saturating_add).saturating_add(50)) / 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Changing any of these would move cards of readers who did nothing.
    #[test]
    fn the_bands_are_what_they_always_were() {
        let plays: Vec<u32> = [3, 7, 10, 20, 40, 60, 100, 365].map(play).to_vec();
        assert_eq!(plays, [1, 2, 2, 3, 4, 5, 7, 20]);
        assert_eq!((1..=4).map(|n| fuzzed(40, 3650, "a/b", n)).collect::<Vec<_>>(), [43, 37, 38, 44]);
    }

    #[test]
    fn cards_learned_together_part() {
        let days: BTreeSet<u32> = (0..40).map(|n| fuzzed(30, 3650, &format!("bank/{n}"), 3)).collect();
        assert!(days.len() >= 6, "{days:?}");
    }

    proptest! {
        #[test]
        fn it_stays_near_and_never_moves_what_is_short(
            days in 0u32..40_000, most in 1u32..4000, key in "[a-z]{1,8}", ordinal in any::<u32>(),
        ) {
            let fuzzed = fuzzed(days, most, &key, ordinal);
            let wanted = days.min(most);
            prop_assert!(fuzzed <= most);
            prop_assert!(wanted.abs_diff(fuzzed) <= 1 + wanted / 6, "{} {}", wanted, fuzzed);
            if wanted <= EXACT_DAYS {
                prop_assert_eq!(fuzzed, wanted);
            } else {
                prop_assert!(fuzzed >= EXACT_DAYS);
            }
        }

        #[test]
        fn a_longer_interval_never_comes_sooner(days in 0u32..5000, key in "[a-z]{1,8}", ordinal in 0u32..50) {
            prop_assert!(fuzzed(days, 3650, &key, ordinal) <= fuzzed(days + 1, 3650, &key, ordinal));
        }
    }
}
