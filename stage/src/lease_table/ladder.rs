//! Which cases are tried: rungs from one pod alone to three, with time, crashes and clocks that are off.

use grader::settings::FIXED_SEED;
use kit::plan::{Act, Extent, Phase, Plan, Who};

use super::cast::Cast;
use crate::explore::Bounds;
use crate::ladder::{ANY_FAULT, Rung, drawn};
use crate::record::Fault;

const ACH: &str = "kickoff:ACH";
const CARD: &str = "recon:card";
/// Names that a careless comparison takes for [`ACH`]: a pattern of it, one that it begins, another case.
const ALIKE: [&str; 3] = ["kickoff_ACH", "kickoff:ACH-2", "kickoff:ach"];
/// Two nights of one job: a name that is cut off loses the difference.
const NIGHTS: [&str; 2] = ["recon:card:settlement:2026-11-29", "recon:card:settlement:2026-11-30"];
/// A count that 32 bits do not hold.
const HIGH: i64 = 5_000_000_000;
/// How many turns one story may take: the cheapest schedules of long calls, all of short ones.
const TURNS: usize = 500;
/// One that ends in it.
const LONGER: &str = "eu.kickoff:ACH";
/// More ms than 32 bits hold: a month.
const LONG: i64 = 3_000_000_000;
/// Two hours and a bit, in ms.
const HOURS: i64 = 8_000_000;
/// More than a year, in ms.
const MUCH_LATER: i64 = 40_000_000_000;

/// Times in ms. Fresh seeds try the same stories with others.
#[derive(Debug, Clone, Copy)]
struct Times {
    /// What most ask for.
    ttl: i64,
    /// What one asks for who comes after somebody with `ttl`: no whole seconds, and less than the copy lags.
    short: i64,
    /// A month or more.
    long: i64,
}

impl Times {
    fn of(seed: u64) -> Times {
        if seed == FIXED_SEED {
            return Times { ttl: 30_000, short: 250, long: LONG };
        }
        let ttl = 5_000 + drawn(seed, 60_000);
        Times { ttl, short: 1 + ttl / 150, long: LONG + ttl }
    }
}

/// Every schedule in which the clock goes at most so often to one of these instants.
fn with_time(cast: Cast, ticks: &[i64], per_run: usize, bounds: Bounds) -> Rung<Cast> {
    let ticks = ticks.iter().map(|tick| tick.unsigned_abs()).collect();
    Rung::Explore { cast, bounds: Bounds { ticks, ticks_per_run: per_run, ..bounds } }
}

/// No faults, and at most so many preemptions and ticks together.
fn calm(cost: usize) -> Bounds {
    Bounds { cost: Some(cost), ..Bounds::default() }
}

fn faulty(cost: usize, faults: &[Fault]) -> Bounds {
    Bounds { faults: faults.to_vec(), faults_per_run: 1, ..calm(cost) }
}

/// Each takes over what the one before it has left, at once or after a long while.
fn one_after_the_other(pods: [&str; 3], ttl: i64, every: i64) -> Rung<Cast> {
    let phase = |act: Act| Phase { acts: vec![act] };
    let phases = pods.iter().zip(0..).flat_map(|(pod, turn)| {
        let run = Act::Run { who: Who::new(pod), extent: Extent::End };
        [phase(Act::At(turn * every.unsigned_abs())), phase(run)]
    });
    let calls = [(ACH, ttl)];
    let cast = Cast::new(&pods.map(|pod| (pod, &calls[..])));
    Rung::Follow { cast, plan: Plan { phases: phases.collect() } }
}

/// The stories, from simple to hard.
pub fn rungs(seed: u64) -> Vec<Rung<Cast>> {
    let times = Times::of(seed);
    let mut rungs = Vec::new();
    rungs.extend(contenders(times));
    rungs.extend(ends(times));
    rungs.extend(names(times));
    rungs.extend(clocks(times));
    rungs.extend(histories(times));
    for rung in &mut rungs {
        if let Rung::Explore { bounds, .. } = rung {
            bounds.turns = Some(TURNS);
        }
    }
    let alone = Cast::new(&[("pod-7", &[(ACH, times.ttl)])]);
    rungs.push(Rung::refused(alone.clone(), "pod-7"));
    let lost = (0..=2).flat_map(|between| (1..=6).map(move |statement| (statement, between)));
    rungs.extend(
        lost.map(|(statement, between)| Rung::lost_then_refused(alone.clone(), "pod-7", statement, between)),
    );
    rungs
}

fn two(ttl: i64) -> Cast {
    Cast::new(&[("pod-7", &[(ACH, ttl)]), ("pod-3", &[(ACH, ttl)])])
}

/// Threads of one pod share its name and its own database.
fn threads(ttl: i64) -> Cast {
    Cast::new(&[("pod-7", &[(ACH, ttl)]), ("pod-7.b", &[(ACH, ttl)])])
}

/// Who asks for a free lease, alone and at once, undisturbed and disturbed.
fn contenders(Times { ttl, .. }: Times) -> Vec<Rung<Cast>> {
    let three = Cast::new(&[("pod-7", &[(ACH, ttl)]), ("pod-3", &[(ACH, ttl)]), ("pod-5", &[(ACH, ttl)])]);
    vec![
        // Two faults: the second one meets code that is already in doubt.
        Rung::explore(Cast::new(&[("pod-7", &[(ACH, ttl)])]), None, 2),
        // The same pod once more: long after the end, too early, on the boundary, after a crash.
        with_time(
            Cast::new(&[("pod-7", &[(ACH, ttl), (ACH, ttl)])]),
            &[2 * ttl, ttl - 1, ttl],
            1,
            faulty(2, &[Fault::Crash, Fault::LoseReply]),
        ),
        Rung::explore(two(ttl), Some(3), 0),
        with_time(two(ttl), &[ttl], 1, faulty(2, &ANY_FAULT)),
        // In doubt until the lease has gone to another thread, and after others had it.
        with_time(
            threads(ttl).with_lease(ACH, HIGH, 0),
            &[ttl],
            1,
            Bounds { preemptions: Some(1), ..faulty(3, &[Fault::LoseReply]) },
        ),
        Rung::explore(three, Some(2), 0),
    ]
}

/// What is so at which instant of a lease, and after it.
fn ends(Times { ttl, short, long }: Times) -> Vec<Rung<Cast>> {
    let asks =
        |first: i64, second: i64| Cast::new(&[("pod-7", &[(ACH, first)]), ("pod-3", &[(ACH, second)])]);
    let during = [ttl / 4, ttl / 2, 3 * ttl / 4, ttl - 1_000, ttl - 2];
    let after = [3 * ttl, 10 * ttl, MUCH_LATER];
    vec![
        with_time(two(ttl), &[2 * ttl, ttl - 1, ttl], 1, calm(3)),
        with_time(threads(ttl), &[ttl], 1, calm(3)),
        with_time(two(ttl), &during, 1, calm(1)),
        with_time(threads(ttl), &during, 1, calm(1)),
        with_time(two(ttl), &after, 1, calm(1)),
        // Each asks for a time of its own.
        with_time(asks(ttl, short), &[short, ttl - 1, ttl], 1, calm(2)),
        with_time(asks(short, long), &[short, ttl], 1, calm(2)),
        with_time(asks(long, ttl), &[4 * ttl, HOURS, long - 1], 1, calm(1)),
        // Rows that others have left, with tokens far above what a clock shows.
        with_time(
            two(ttl).with_lease(ACH, HIGH, ttl).with_lease(CARD, 88, 4 * ttl),
            &[2 * ttl, ttl - 1, ttl],
            1,
            calm(2),
        ),
    ]
}

/// Names do not meet, however alike they are.
fn names(Times { ttl, .. }: Times) -> Vec<Rung<Cast>> {
    let crossed = [("pod-7", &[(ACH, ttl), (CARD, ttl)]), ("pod-3", &[(CARD, ttl), (ACH, ttl)])];
    let alike = Cast::new(&[
        ("pod-7", &[(ACH, ttl), (ALIKE[0], ttl)]),
        ("pod-3", &[(ALIKE[1], ttl), (ACH, ttl)]),
        ("pod-5", &[(ALIKE[2], ttl)]),
    ]);
    let nights = [("pod-7", &[(NIGHTS[0], ttl)]), ("pod-3", &[(NIGHTS[1], ttl)])];
    vec![
        with_time(Cast::new(&crossed.map(|(pod, calls)| (pod, &calls[..]))), &[ttl], 1, calm(2)),
        with_time(alike.with_lease(LONGER, 7, 0), &[ttl], 1, calm(1)),
        with_time(Cast::new(&nights.map(|(pod, calls)| (pod, &calls[..]))), &[ttl], 1, calm(1)),
    ]
}

/// Clocks of pods that are ahead and behind.
fn clocks(Times { ttl, .. }: Times) -> Vec<Rung<Cast>> {
    let instants = [ttl / 2, ttl - 1, ttl];
    vec![
        with_time(two(ttl).with_clock("pod-3", 2 * ttl), &instants, 1, calm(1)),
        with_time(two(ttl).with_clock("pod-7", -2 * ttl), &instants, 1, calm(1)),
    ]
}

/// Granted, expired, taken over, expired, taken over.
fn histories(Times { ttl, .. }: Times) -> Vec<Rung<Cast>> {
    let twice = |pods: [&str; 2]| {
        let calls = [(ACH, ttl); 2];
        Cast::new(&pods.map(|pod| (pod, &calls[..])))
    };
    vec![
        one_after_the_other(["pod-7", "pod-3", "pod-5"], ttl, ttl),
        one_after_the_other(["pod-7", "pod-3", "pod-7.b"], ttl, MUCH_LATER),
        with_time(twice(["pod-7", "pod-3"]), &[ttl, 2 * ttl], 2, faulty(2, &[Fault::Crash])),
        with_time(twice(["pod-7", "pod-7.b"]), &[ttl, 2 * ttl], 2, calm(2)),
    ]
}
