//! How many schedules there are, in what order they come, and what two naive debits lose in them.

use std::collections::BTreeSet;

use stage::explore::Bounds;
use stage::record::{Fault, Record};

use crate::bank::{self, balance, explore, four_reads, immediate, naive, stage, two_reads};

#[test]
fn two_naive_debits_lose_thirty_rupees_in_four_of_six_interleavings() {
    let runs = explore(&mut stage(), &[naive, naive], Bounds::default());
    let balances: Vec<i64> = runs.iter().map(balance).collect();
    assert_eq!(balances.len(), 6);
    assert_eq!(balances.iter().filter(|balance| **balance == 7000).count(), 4, "{balances:?}");
    assert_eq!(balances.iter().filter(|balance| **balance == 4000).count(), 2, "{balances:?}");
}

#[test]
fn rate() {
    let mut stage = stage();
    for (name, body) in [("reads", four_reads as bank::Body), ("immediate", immediate)] {
        let t = std::time::Instant::now();
        let mut n = 0;
        for _ in 0..20 {
            n += explore(&mut stage, &[body, body], Bounds::default()).len();
        }
        println!("{name}: {n} {:.0}/s", n as f64 / t.elapsed().as_secs_f64());
    }
}
