//! The text formats: what is printed reads back, and what cannot be read is explained.

mod arbitrary;
mod documented;
mod json;
mod malformed;
mod plan_errors;
mod round_trip;
mod scenario_errors;
mod trace_errors;

use proptest::test_runner::{Config, RngSeed};

/// The same cases on every machine; `PROPTEST_CASES` asks for more of them.
fn fixed() -> Config {
    Config { rng_seed: RngSeed::Fixed(42), failure_persistence: None, ..Config::default() }
}
