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
/// One that ends in it.
const LONGER: &str = "eu.kickoff:ACH";
/// More ms than 32 bits hold: a month.
const LONG: i64 = 3_000_000_000;
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

/// Code with a dozen statements has more schedules than anybody waits for; the cheapest come first.
const MOST: usize = 800;

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

/// Four calls have thousands of schedules; the verdict must not wait for all of them.
fn cheapest(bounds: Bounds) -> Bounds {
    Bounds { schedules: Some(200), ..bounds }
}

/// The stories, from simple to hard.
pub fn rungs(seed: u64) -> Vec<Rung<Cast>> {
    let mut rungs = stories(seed);
    for rung in &mut rungs {
        if let Rung::Explore { bounds, .. } = rung {
            bounds.schedules.get_or_insert(MOST);
        }
    }
    rungs
}

fn stories(seed: u64) -> Vec<Rung<Cast>> {
    let Times { ttl, short, long } = Times::of(seed);
    let cast = Cast::new;
    let two = || cast(&[("pod-7", &[(ACH, ttl)]), ("pod-3", &[(ACH, ttl)])]);
    let threads = || cast(&[("pod-7", &[(ACH, ttl)]), ("pod-7.b", &[(ACH, ttl)])]);
    let twice = |pods: [&str; 2]| {
        let calls = [(ACH, ttl); 2];
        cast(&[(pods[0], &calls), (pods[1], &calls)])
    };
    vec![
        // Two faults: the second one meets code that is already in doubt.
        Rung::explore(cast(&[("pod-7", &[(ACH, ttl)])]), None, 2),
        // The same pod once more: too early, on the boundary, after a crash.
        with_time(
            cast(&[("pod-7", &[(ACH, ttl), (ACH, ttl)])]),
            &[ttl - 1, ttl],
            1,
            faulty(2, &[Fault::Crash, Fault::LoseReply]),
        ),
        Rung::explore(two(), Some(3), 0),
        with_time(two(), &[ttl - 1, ttl], 1, calm(3)),
        with_time(two(), &[ttl], 1, faulty(2, &ANY_FAULT)),
        // In doubt until the lease has gone to another thread, and after others had it.
        with_time(
            threads().with_lease(ACH, 412_000, 0),
            &[ttl],
            1,
            Bounds { preemptions: Some(1), ..faulty(3, &[Fault::LoseReply]) },
        ),
        // Threads of one pod share its name and its own database.
        with_time(threads(), &[ttl], 1, calm(3)),
        // Each asks for a time of its own.
        with_time(cast(&[("pod-7", &[(ACH, ttl)]), ("pod-3", &[(ACH, short)])]), &[short, ttl], 1, calm(2)),
        with_time(cast(&[("pod-7", &[(ACH, short)]), ("pod-3", &[(ACH, long)])]), &[short, ttl], 1, calm(2)),
        // Rows that others have left, with tokens far above what a clock shows.
        with_time(
            two().with_lease(ACH, 412_000, ttl).with_lease(CARD, 88, 4 * ttl),
            &[ttl - 1, ttl],
            1,
            calm(2),
        ),
        // Names do not meet.
        with_time(
            cast(&[("pod-7", &[(ACH, ttl), (CARD, ttl)]), ("pod-3", &[(CARD, ttl), (ACH, ttl)])]),
            &[ttl],
            1,
            calm(2),
        ),
        with_time(
            cast(&[
                ("pod-7", &[(ACH, ttl), (ALIKE[0], ttl)]),
                ("pod-3", &[(ALIKE[1], ttl), (ACH, ttl)]),
                ("pod-5", &[(ALIKE[2], ttl)]),
            ])
            .with_lease(LONGER, 7, 0),
            &[ttl],
            1,
            calm(1),
        ),
        one_after_the_other(["pod-7", "pod-3", "pod-5"], ttl, ttl),
        one_after_the_other(["pod-7", "pod-3", "pod-7.b"], ttl, MUCH_LATER),
        // Clocks of pods that are ahead and behind.
        with_time(two().with_clock("pod-3", 2 * ttl), &[ttl], 1, calm(1)),
        with_time(two().with_clock("pod-7", -2 * ttl), &[ttl], 1, calm(1)),
        Rung::explore(
            cast(&[("pod-7", &[(ACH, ttl)]), ("pod-3", &[(ACH, ttl)]), ("pod-5", &[(ACH, ttl)])]),
            Some(2),
            0,
        ),
        // Granted, expired, taken over, expired, taken over: the cheapest of many.
        with_time(twice(["pod-7", "pod-3"]), &[ttl, 2 * ttl], 2, cheapest(faulty(2, &[Fault::Crash]))),
        with_time(twice(["pod-7", "pod-7.b"]), &[ttl, 2 * ttl], 2, cheapest(calm(2))),
        Rung::refused(cast(&[("pod-7", &[(ACH, ttl)])]), "pod-7"),
    ]
}
