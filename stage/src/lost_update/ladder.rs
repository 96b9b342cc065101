//! Which cases are tried: rungs from one worker alone to three.

use grader::settings::FIXED_SEED;

use super::Part;
use super::cast::{Cast, Kind};
use crate::ladder::{Rung, drawn};

use Kind::{Credit, Debit, Deposit};

/// Amounts in rupees. Fresh seeds try the same stories with other amounts.
#[derive(Debug, Clone, Copy)]
struct Amounts {
    /// What the account holds.
    held: i64,
    /// Fits twice, and three times, but not four.
    small: i64,
    /// Fits once, not twice.
    large: i64,
}

impl Amounts {
    fn of(seed: u64) -> Amounts {
        if seed == FIXED_SEED {
            return Amounts { held: 100, small: 30, large: 60 };
        }
        let held = 40 + drawn(seed, 400);
        Amounts { held, small: held * 3 / 10, large: held * 6 / 10 }
    }
}

/// The stories of one part, from simple to hard.
pub fn rungs(part: Part, seed: u64) -> Vec<Rung<Cast>> {
    let Amounts { held, small, large } = Amounts::of(seed);
    let explore = Rung::explore;
    let alone = |calls: &[(Kind, i64)]| Cast::new(held, &[("pod-7", calls)]);
    let both = |first: (Kind, i64), second: (Kind, i64)| {
        Cast::new(held, &[("pod-7", &[first]), ("pod-3", &[second])])
    };
    let mut rungs = vec![
        // Two faults: the second one meets code that is already in doubt.
        explore(alone(&[(Debit, small)]), None, 2),
        explore(alone(&[(Debit, small), (Debit, small)]), None, 0),
        explore(alone(&[(Debit, held), (Debit, 1)]), None, 1),
        explore(both((Debit, small), (Debit, small)), None, 0),
        explore(both((Debit, large), (Debit, large)), None, 0),
        explore(both((Debit, small), (Debit, small)), Some(2), 1),
    ];
    let three =
        [("pod-7", &[(Debit, large)][..]), ("pod-3", &[(Debit, small)]), ("pod-5", &[(Debit, small)])];
    rungs.push(explore(Cast::new(held, &three), Some(2), 0));
    rungs.push(refused(held, small, Debit));
    if part == Part::CompareAndSet {
        rungs.push(refused(held, small, Credit));
        rungs.push(explore(both((Credit, small), (Debit, small)), None, 0));
        rungs.push(explore(both((Credit, small), (Credit, small)), Some(2), 1));
        rungs.push(overtaken(held, small, Debit));
        rungs.push(overtaken(held, small, Credit));
    }
    rungs
}

/// How often the rival gets in between: more often than any bound that is worth the name.
const OVERTAKEN: usize = 40;

/// Somebody else always writes between the read and the write.
fn overtaken(held: i64, small: i64, kind: Kind) -> Rung<Cast> {
    let cast = Cast::new(held, &[("pod-7", &[(kind, small)]), ("desk", &[(Deposit, 1); OVERTAKEN])]);
    Rung::overtaken(cast, "pod-7", "UPDATE", "desk", OVERTAKEN)
}

/// Every statement is answered `Busy`.
fn refused(held: i64, small: i64, kind: Kind) -> Rung<Cast> {
    Rung::refused(Cast::new(held, &[("pod-7", &[(kind, small)])]), "pod-7")
}
