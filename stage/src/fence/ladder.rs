//! Which cases are tried: rungs from one holder alone to three, with answers that get lost, crashes,
//! accounts that are short or closed, and tokens at the edges of what a column holds.

use grader::settings::FIXED_SEED;
use kit::plan::{Act, Extent, Phase, Plan, Who};

use super::cast::{Call, Cast};
use crate::explore::Bounds;
use crate::ladder::{ANY_FAULT, Rung, drawn};
use crate::record::Fault;

const ACCOUNT: i64 = 42;
const OTHER: i64 = 7;
/// How many turns one story may take: the cheapest schedules of long calls, all of short ones.
const TURNS: usize = 900;
/// Tokens that follow each other, where text, 32 bits, floats and 64 bits end.
const EDGES: [(i64, i64); 6] = [
    (1, 2),
    (9, 10),
    (99, 100),
    (u32::MAX as i64, u32::MAX as i64 + 1),
    (1 << 53, (1 << 53) + 1),
    (i64::MAX - 1, i64::MAX),
];
/// More paise than 32 bits hold.
const MUCH: i64 = 9_000_000_000_000;
const HOUR: u64 = 3_600_000;
const MUCH_LATER: u64 = 40_000_000_000;

/// Fresh seeds try the same stories with others.
#[derive(Debug, Clone, Copy)]
struct Numbers {
    /// The tokens of the old holder, its successor and the one after.
    old: i64,
    new: i64,
    last: i64,
    /// In paise. The account holds three times `amount` and a bit.
    amount: i64,
    small: i64,
}

impl Numbers {
    fn of(seed: u64) -> Numbers {
        if seed == FIXED_SEED {
            return Numbers { old: 33, new: 34, last: 35, amount: 3_000, small: 1_000 };
        }
        let old = 1 + drawn(seed, 5_000);
        let new = old + 1 + drawn(seed ^ 1, 3);
        let amount = 200 + drawn(seed ^ 2, 900_000);
        Numbers { old, new, last: new + 1 + drawn(seed ^ 3, 3), amount, small: 1 + amount / 3 }
    }

    /// What the account holds at the start, mostly.
    fn balance(self) -> i64 {
        3 * self.amount + self.small
    }
}

/// No faults, and at most so many preemptions and ticks together.
fn calm(cost: usize) -> Bounds {
    Bounds { cost: Some(cost), ..Bounds::default() }
}

fn faulty(cost: usize, faults: &[Fault]) -> Bounds {
    Bounds { faults: faults.to_vec(), faults_per_run: 1, ..calm(cost) }
}

fn explore(cast: Cast, bounds: Bounds) -> Rung<Cast> {
    Rung::Explore { cast, bounds }
}

/// The stories, from simple to hard.
pub fn rungs(seed: u64) -> Vec<Rung<Cast>> {
    let n = Numbers::of(seed);
    let mut rungs = Vec::new();
    rungs.extend(alone(n));
    rungs.extend(successors(n));
    rungs.extend(equals(n));
    rungs.extend(refusals(n));
    rungs.extend(accounts(n));
    rungs.extend(edges(n));
    rungs.extend(later(n));
    for rung in &mut rungs {
        if let Rung::Explore { bounds, .. } = rung {
            bounds.turns = Some(TURNS);
        }
    }
    rungs.push(Rung::refused(Cast::new(&[(ACCOUNT, n.balance())], &[("pod-7", &[claim(n.old)])]), "pod-7"));
    rungs.extend((1..=4).map(|statements| refused_later(n, statements)));
    let lost = (0..=2).flat_map(|between| (1..=12).map(move |statement| (statement, between)));
    rungs.extend(lost.map(|(statement, between)| lost_then_refused(n, statement, between)));
    rungs
}

/// The reply to this statement gets lost, so many others are answered, and what comes then meets a lock.
/// At last an older holder finds out what stands.
fn lost_then_refused(n: Numbers, statement: u32, between: u32) -> Rung<Cast> {
    let calls = [claim(n.new), debit(n.amount, 1), debit(n.amount, 1)];
    let cast = Cast::new(&[(ACCOUNT, n.balance())], &[("pod-7", &calls), ("pod-3", &[claim(n.old)])]);
    Rung::lost_then_refused(cast, "pod-7", statement, between)
}

/// After so many statements, of which most are the claim's, each one is answered `Busy`.
fn refused_later(n: Numbers, statements: u32) -> Rung<Cast> {
    let calls = [claim(n.old), debit(n.amount, 1)];
    let cast = Cast::new(&[(ACCOUNT, n.balance())], &[("pod-7", &calls)]);
    let first = Act::Run { who: Who::new("pod-7"), extent: Extent::Statements(statements) };
    let mut plan = Plan { phases: vec![Phase { acts: vec![first] }] };
    if let Rung::Follow { plan: refused, .. } = Rung::refused(cast.clone(), "pod-7") {
        plan.phases.extend(refused.phases);
    }
    Rung::Follow { cast, plan }
}

fn claim(token: i64) -> Call {
    Call::claim(ACCOUNT, token)
}

fn debit(paise: i64, step: i64) -> Call {
    Call::debit(ACCOUNT, paise, step)
}

fn read() -> Call {
    Call::read_of(ACCOUNT)
}

/// One holder: undisturbed, disturbed, and everything sent again.
fn alone(n: Numbers) -> Vec<Rung<Cast>> {
    let holds = |balance: i64, calls: &[Call]| Cast::new(&[(ACCOUNT, balance)], &[("pod-7", calls)]);
    let first = debit(n.amount, 1);
    let second = debit(n.small, 2);
    let plain = [claim(n.old), first, second, read()];
    let lost = [claim(n.old), claim(n.old), first, first, second, second, read()];
    let again = [claim(n.old), first, claim(n.old), first, first, second, claim(n.old), second, read()];
    let short = [claim(n.old), first, first, debit(n.amount, 2), debit(n.amount, 2), debit(n.small, 3)];
    let short = [&short[..], &[debit(n.small, 3), debit(1, 4), read()]].concat();
    let little = holds(n.amount + n.small, &[claim(n.old), first, debit(n.amount, 2)]);
    vec![
        // The smallest stories of all come first: what fails in one of them is read most easily.
        explore(holds(n.balance(), &[claim(n.old), claim(n.old)]), calm(0)),
        explore(holds(n.balance(), &[claim(n.old), first, first]), calm(0)),
        explore(holds(n.balance(), &[claim(n.old), first, second]), calm(0)),
        explore(little, calm(0)),
        // Two faults: the second one meets code that is already in doubt.
        Rung::explore(holds(n.balance(), &plain), None, 1),
        explore(holds(n.balance(), &lost), Bounds { faults_per_run: 2, ..faulty(2, &ANY_FAULT) }),
        explore(holds(n.balance(), &again), faulty(1, &ANY_FAULT)),
        explore(holds(n.amount + n.small, &short), faulty(1, &ANY_FAULT)),
        explore(holds(n.amount, &lost), faulty(1, &[Fault::LoseReply])),
        Rung::Follow { cast: holds(n.balance(), &many_steps()), plan: Plan::default() },
    ]
}

/// More steps than one digit counts.
fn many_steps() -> Vec<Call> {
    let steps = (1..=12).flat_map(|step| [debit(7, step), debit(7, step)]);
    std::iter::once(claim(3)).chain(steps).chain([claim(3), debit(7, 12), read()]).collect()
}

fn old_and_new(balance: i64, old: i64, new: i64, amounts: (i64, i64)) -> Cast {
    let old = [claim(old), debit(amounts.0, 1), debit(amounts.1, 2), read()];
    let new = [claim(new), read(), debit(amounts.0, 1), debit(amounts.1, 2)];
    Cast::new(&[(ACCOUNT, balance)], &[("pod-7", &old), ("pod-3", &new)])
}

/// An old holder and its successors, in every order.
fn successors(n: Numbers) -> Vec<Rung<Cast>> {
    let pair = old_and_new(n.balance(), n.old, n.new, (n.amount, n.small));
    let mut reversed = pair.clone();
    reversed.workers.reverse();
    let few = |token: i64| [claim(token), debit(n.small, 1)];
    let twice = |token: i64| [claim(token), claim(token), debit(n.small, 1), debit(n.small, 1)];
    let (old, new, last) = (few(n.old), few(n.new), few(n.last));
    let balance = [(ACCOUNT, n.balance())];
    let three = Cast::new(&balance, &[("pod-7", &old), ("pod-3", &new), ("pod-5", &last)]);
    let lossy = Cast::new(&balance, &[("pod-7", &twice(n.old)), ("pod-3", &twice(n.new))]);
    // pod-7 comes back with a new grant, and its old one is somebody else's to it.
    let anew = [&few(n.old)[..], &[claim(n.last), debit(n.small, 1), debit(n.amount, 2)]].concat();
    let back = Cast::new(&balance, &[("pod-7", &anew), ("pod-3", &new)]);
    let reads = |token: i64| [claim(token), read(), read()];
    let readers = Cast::new(&balance, &[("pod-7", &reads(n.old)), ("pod-3", &new)]);
    vec![
        explore(Cast::new(&balance, &[("pod-7", &old), ("pod-3", &new)]), calm(3)),
        explore(pair, calm(2)),
        explore(reversed, calm(2)),
        explore(readers, calm(2)),
        explore(lossy, faulty(2, &[Fault::LoseReply, Fault::Crash])),
        explore(Cast::new(&balance, &[("pod-7", &old), ("pod-3", &new[..1])]), faulty(2, &ANY_FAULT)),
        explore(three, calm(2)),
        explore(back, calm(2)),
    ]
}

/// A token that was given out twice.
fn equals(n: Numbers) -> Vec<Rung<Cast>> {
    let calls = [claim(n.new), debit(n.small, 1), claim(n.new), debit(n.small, 2)];
    let last = [claim(n.last), debit(n.small, 1)];
    let pair = [("pod-7", &calls[..]), ("pod-3", &calls[..])];
    let balance = [(ACCOUNT, n.balance())];
    vec![
        explore(Cast::new(&balance, &pair), calm(2)),
        explore(Cast::new(&balance, &pair), faulty(2, &[Fault::LoseReply])),
        explore(Cast::new(&balance, &[pair[0], pair[1], ("pod-5", &last)]), calm(1)),
    ]
}

/// What cannot be paid, while somebody older is about; and what is not there.
fn refusals(n: Numbers) -> Vec<Rung<Cast>> {
    let much = 2 * n.balance();
    let asks = |token: i64| [claim(token), debit(much, 1), debit(much, 1), debit(n.amount, 2), read()];
    let few = |token: i64| [claim(token), debit(n.amount, 1), read()];
    let balance = [(ACCOUNT, n.balance())];
    let exactly = [(ACCOUNT, n.amount)];
    let works = [claim(n.new), debit(n.amount, 1), debit(n.amount, 1), read(), debit(n.amount, 2), read()];
    let nothing =
        Cast::new(&balance, &[("pod-7", &[Call::claim(9, n.old), Call::claim(9, n.old), claim(n.old)])]);
    let closing = Cast::new(&balance, &[("pod-7", &works), ("desk", &[Call::close(ACCOUNT)])]);
    let zombie =
        [("pod-7", &few(n.old)[..]), ("pod-3", &few(n.new)[..]), ("desk", &[Call::close(ACCOUNT)][..])];
    vec![
        explore(Cast::new(&balance, &[("pod-7", &asks(n.old)), ("pod-3", &asks(n.new))]), calm(2)),
        explore(Cast::new(&balance, &[("pod-7", &few(n.old)), ("pod-3", &asks(n.new))]), calm(2)),
        explore(Cast::new(&exactly, &[("pod-7", &few(n.old)), ("pod-3", &works)]), calm(2)),
        explore(Cast::new(&exactly, &[("pod-3", &works), ("pod-7", &few(n.old))]), calm(2)),
        explore(nothing, faulty(1, &ANY_FAULT)),
        explore(closing, calm(2)),
        explore(Cast::new(&balance, &zombie), calm(2)),
    ]
}

/// Several accounts, each under a lease that counts for itself.
fn accounts(n: Numbers) -> Vec<Rung<Cast>> {
    let opened = [(ACCOUNT, n.balance()), (OTHER, n.balance()), (421, n.balance())];
    let crossed = |token: i64, other: i64| {
        let claims = [claim(token), Call::claim(OTHER, other)];
        let debits = [debit(n.small, 1), Call::debit(OTHER, n.small, 1), Call::read_of(OTHER), read()];
        [&claims[..], &debits].concat()
    };
    let (high, low) = (crossed(n.last, n.old), crossed(n.new, n.new));
    // The same attempt, and the same step, on two accounts.
    let one = [claim(n.old), debit(n.small, 1), Call::claim(OTHER, n.old), Call::debit(OTHER, n.small, 1)];
    let third = [Call::claim(421, 1), Call::debit(421, n.small, 1), Call::read_of(421)];
    vec![
        explore(Cast::new(&opened, &[("pod-7", &high), ("pod-3", &third)]), calm(1)),
        explore(Cast::new(&opened, &[("pod-7", &one), ("pod-3", &third)]), calm(1)),
        explore(Cast::new(&opened, &[("pod-7", &high), ("pod-3", &low)]), calm(2)),
    ]
}

/// Numbers at the edges of what a column, a text or a float holds.
fn edges(n: Numbers) -> Vec<Rung<Cast>> {
    let pairs = EDGES.map(|(old, new)| {
        let repeats = |token: i64| {
            [claim(token), debit(n.small, 1), debit(n.small, 1), debit(n.amount, 2), claim(token), read()]
        };
        let (old, new) = (repeats(old), repeats(new));
        explore(Cast::new(&[(ACCOUNT, n.balance())], &[("pod-7", &old), ("pod-3", &new)]), calm(1))
    });
    let rich = old_and_new(MUCH, n.old, n.new, (MUCH / 3, MUCH / 2));
    pairs.into_iter().chain([explore(rich, calm(1))]).collect()
}

/// A zombie that slept for long, while much else went on.
fn later(n: Numbers) -> Vec<Rung<Cast>> {
    let old = [claim(n.old), debit(n.small, 1)];
    let new = [claim(n.new), debit(n.amount, 1)];
    let balance = [(ACCOUNT, n.balance())];
    let slept = Bounds { ticks: vec![HOUR, MUCH_LATER], ticks_per_run: 1, ..calm(2) };
    let many: Vec<(i64, i64)> = (100..=120).map(|id| (id, n.amount)).chain(balance).collect();
    let busy: Vec<Call> = std::iter::once(claim(n.new))
        .chain((100..=120).flat_map(|id| [Call::claim(id, n.last), Call::debit(id, n.small, 1)]))
        .collect();
    vec![
        explore(Cast::new(&balance, &[("pod-3", &new), ("pod-7", &old)]), slept),
        explore(Cast::new(&many, &[("pod-7", &old), ("pod-3", &busy)]), calm(1)),
    ]
}
