//! Chance that can be repeated: the same words give the same numbers on every machine.
//!
//! Question numbers and option orders depend on it, and are recorded only as a seed. Changing
//! anything here changes what an old seed means.

/// A stream of pseudo-random numbers (SplitMix64).
#[derive(Debug, Clone)]
pub struct Chance {
    state: u64,
}

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance { state: seed }
    }

    /// The stream that belongs to these words. `["ab", "c"]` and `["a", "bc"]` differ.
    pub fn of(words: &[&str]) -> Chance {
        Chance::new(hash(words))
    }

    pub fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number below `bound`; 0 when `bound` is 0. The bias is below 2⁻³² for small bounds.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.draw()) * u128::from(bound)) >> 64) as u64
    }

    /// Fisher and Yates.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for end in (1..things.len()).rev() {
            let other = self.below(end as u64 + 1) as usize;
            things.swap(end, other);
        }
    }
}

/// FNV-1a over the words, each ended by a byte that no UTF-8 text contains, then mixed.
pub fn hash(words: &[&str]) -> u64 {
    let mut state: u64 = 0xcbf2_9ce4_8422_2325;
    for word in words {
        for byte in word.bytes().chain([0xff]) {
            state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    mix(state)
}

/// [`hash`] of texts whose words stand one space apart.
pub(crate) fn hash_of_words(texts: &[String]) -> u64 {
    let mut state: u64 = 0xcbf2_9ce4_8422_2325;
    let mut take = |byte: u8| state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    for text in texts {
        for (n, word) in text.split_whitespace().enumerate() {
            if n > 0 {
                take(b' ');
            }
            word.bytes().for_each(&mut take);
        }
        take(0xff);
    }
    mix(state)
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_makes_no_difference_to_a_hash_of_words() {
        let texts = [" one\n two ".to_owned(), String::new(), "é ".to_owned()];
        assert_eq!(hash_of_words(&texts), hash(&["one two", "", "é"]));
    }

    /// A change here would give every resumed session other numbers.
    #[test]
    fn the_streams_are_what_they_always_were() {
        let mut chance = Chance::of(&["lost-update/where", "0"]);
        let drawn: Vec<u64> = (0..4).map(|_| chance.below(1000)).collect();
        assert_eq!(drawn, [352, 71, 393, 503]);
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
    }

    #[test]
    fn a_shuffle_keeps_everything_and_moves_something() {
        let mut things: Vec<u32> = (0..50).collect();
        Chance::new(7).shuffle(&mut things);
        assert_ne!(things, (0..50).collect::<Vec<_>>());
        things.sort();
        assert_eq!(things, (0..50).collect::<Vec<_>>());
        assert_eq!(Chance::new(1).below(0), 0);
    }
}
