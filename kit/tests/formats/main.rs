//! The text formats: what is printed reads back, and what cannot be read is explained.

mod arbitrary;
mod round_trip;

use proptest::test_runner::{Config, RngSeed};

/// The same cases on every machine; `PROPTEST_CASES` asks for more of them.
fn fixed() -> Config {
    Config { rng_seed: RngSeed::Fixed(42), failure_persistence: None, ..Config::default() }
}
