//! Which cases are tried: from one holder alone to three, with time, crashes and clocks that are off.

use grader::settings::FIXED_SEED;
use kit::plan::{Act, Extent, Phase, Plan, Who};

use super::cast::{Call, Cast, acquire, release, renew};
use crate::explore::Bounds;
use crate::ladder::{ANY_FAULT, Rung, drawn};
use crate::record::Fault;

const ACH: &str = "kickoff:ACH";
const CARD: &str = "recon:card";
/// Names that a careless comparison takes for [`ACH`]: a pattern of it, one that it begins, another case.
const ALIKE: [&str; 3] = ["kickoff_ACH", "kickoff:ACH-2", "kickoff:ach"];
/// A count that 32 bits do not hold.
const HIGH: i64 = 5_000_000_000;
/// How many turns one story may take: the cheapest schedules of long calls, all of short ones.
const TURNS: usize = 500;
/// More ms than 32 bits hold: a month.
const LONG: i64 = 3_000_000_000;
/// More than a year, in ms.
const MUCH_LATER: i64 = 40_000_000_000;
/// Longer than any call may go on.
const REFUSED: usize = 80;

/// Times in ms. Fresh seeds try the same stories with others.
#[derive(Debug, Clone, Copy)]
struct Times {
    /// What most ask for.
    ttl: i64,
    /// No whole seconds, and less than the copy lags.
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

fn one(calls: &[Call]) -> Cast {
    Cast::new(&[("pod-7", calls)])
}

fn two(first: &[Call], second: &[Call]) -> Cast {
    Cast::new(&[("pod-7", first), ("pod-3", second)])
}

/// The stories, from simple to hard.
pub fn rungs(seed: u64) -> Vec<Rung<Cast>> {
    let times = Times::of(seed);
    let mut rungs = Vec::new();
    rungs.extend(alone(times));
    rungs.extend(successors(times));
    rungs.extend(older_grants(times));
    rungs.extend(instants(times));
    rungs.extend(names(times));
    rungs.extend(clocks(times));
    rungs.extend(histories(times));
    for rung in &mut rungs {
        if let Rung::Explore { bounds, .. } = rung {
            bounds.turns = Some(TURNS);
        }
    }
    rungs.extend(refused(times));
    let lost = (0..=2).flat_map(|between| (2..=6).map(move |statement| (statement, between)));
    rungs.extend(lost.flat_map(|(statement, between)| lost_then_refused(times, statement, between)));
    rungs
}

/// A holder with nobody else, undisturbed and disturbed.
fn alone(Times { ttl, .. }: Times) -> Vec<Rung<Cast>> {
    let take = acquire(ACH, ttl);
    let renews = [take.clone(), renew(ACH, ttl)];
    let gives_back = [take.clone(), release(ACH)];
    let in_doubt = faulty(2, &[Fault::LoseReply, Fault::LoseRequest]);
    vec![
        // Two faults: the second one meets code that is already in doubt. A ttl of its own shows what was
        // carried out, though the clock stands still.
        Rung::explore(one(&[take.clone(), renew(ACH, 2 * ttl)]), None, 2),
        Rung::explore(one(&gives_back), None, 2),
        // In time, on the boundary, too late; and an answer that was lost at any of these.
        with_time(one(&renews), &[ttl / 3, 2 * ttl, ttl - 1, ttl], 1, faulty(2, &ANY_FAULT)),
        with_time(one(&gives_back), &[ttl / 3, 2 * ttl, ttl - 1, ttl], 1, faulty(2, &ANY_FAULT)),
        with_time(one(&gives_back), &[ttl - 1, ttl], 2, in_doubt.clone()),
        // Given back, and taken again by the same pod.
        with_time(
            one(&[take.clone(), release(ACH), take.clone()]),
            &[ttl / 3],
            1,
            faulty(2, &[Fault::LoseReply, Fault::Crash]),
        ),
        // Twice, and in the wrong order.
        with_time(
            one(&[take.clone(), release(ACH), release(ACH)]),
            &[ttl / 3, ttl],
            1,
            faulty(2, &[Fault::LoseReply]),
        ),
        with_time(one(&[take.clone(), release(ACH), renew(ACH, ttl)]), &[ttl / 3, ttl], 1, in_doubt),
        with_time(one(&[take, renew(ACH, ttl), renew(ACH, ttl), release(ACH)]), &[ttl / 3, ttl], 2, calm(2)),
    ]
}

/// Somebody else takes over when the lease is over, or has been given back.
fn successors(Times { ttl, .. }: Times) -> Vec<Rung<Cast>> {
    let take = acquire(ACH, ttl);
    let takes = std::slice::from_ref(&take);
    let renews = [take.clone(), renew(ACH, 2 * ttl)];
    let gives_back = [take.clone(), release(ACH)];
    let doubt = [Fault::LoseReply, Fault::LoseRequest];
    let three = |last: &[Call]| {
        Cast::new(&[
            ("pod-7", &[take.clone(), release(ACH)]),
            ("pod-3", &[take.clone(), renew(ACH, ttl)]),
            ("pod-5", last),
        ])
    };
    vec![
        with_time(two(&renews, takes), &[ttl], 1, calm(3)),
        with_time(two(&gives_back, takes), &[ttl], 1, calm(3)),
        // Both are over: a renewal finds a row that nobody holds, and that is not its own.
        with_time(two(&renews, takes), &[ttl, 2 * ttl], 2, calm(3)),
        with_time(two(&gives_back, takes), &[ttl, 2 * ttl], 2, calm(3)),
        // The successor has given back: the row names nobody.
        with_time(two(&renews, &gives_back), &[ttl], 1, calm(2)),
        with_time(two(&gives_back, &gives_back), &[ttl], 1, calm(3)),
        // A row without a holder tells whoever is in doubt nothing, unless it has the same token.
        with_time(two(&gives_back, &gives_back), &[ttl], 1, faulty(3, &[Fault::LoseRequest])),
        with_time(two(&gives_back, &[take.clone(), renew(ACH, ttl)]), &[ttl, 3 * ttl / 2], 2, calm(3)),
        with_time(two(&renews, takes), &[ttl], 1, faulty(3, &doubt)),
        with_time(two(&gives_back, takes), &[ttl], 1, faulty(3, &doubt)),
        with_time(three(takes), &[ttl], 1, calm(3)),
    ]
}

/// Grants that another one has replaced: of the same process, and of another thread of the pod.
fn older_grants(Times { ttl, .. }: Times) -> Vec<Rung<Cast>> {
    let take = acquire(ACH, ttl);
    let takes = std::slice::from_ref(&take);
    let again = |last: Call| one(&[take.clone(), take.clone(), last.with_grant(1)]);
    let threads = |calls: &[Call]| Cast::new(&[("pod-7", calls), ("pod-7.b", takes)]);
    let renews = [take.clone(), renew(ACH, 2 * ttl)];
    let gives_back = [take.clone(), release(ACH)];
    vec![
        with_time(again(renew(ACH, 2 * ttl)), &[ttl, 2 * ttl], 2, calm(2)),
        with_time(again(release(ACH)), &[ttl, 2 * ttl], 2, calm(2)),
        with_time(threads(&renews), &[ttl, 2 * ttl], 2, calm(3)),
        with_time(threads(&gives_back), &[ttl, 2 * ttl], 2, calm(3)),
        // Given back, and granted anew to the same process: the first grant is still no longer one.
        Rung::explore(
            one(&[take.clone(), release(ACH), take.clone(), renew(ACH, 2 * ttl).with_grant(1)]),
            None,
            0,
        ),
        Rung::explore(one(&[take.clone(), release(ACH), take.clone(), release(ACH).with_grant(1)]), None, 0),
        // A crash: what the old process held it has forgotten, and the new one gets nothing before the end.
        with_time(
            one(&[take.clone(), renew(ACH, ttl), take.clone(), release(ACH)]),
            &[ttl],
            1,
            faulty(2, &[Fault::Crash]),
        ),
    ]
}

/// What is so at which instant of a lease, and after it; and for how long it is renewed.
fn instants(Times { ttl, short, long }: Times) -> Vec<Rung<Cast>> {
    let renews = |first: i64, second: i64| [acquire(ACH, first), renew(ACH, second)];
    let during = [1, 200, ttl / 4, ttl / 2, 3 * ttl / 4, ttl - 1_000, ttl - 2];
    let after = [ttl + 1, ttl + 400, 3 * ttl, MUCH_LATER];
    let gives_back = [acquire(ACH, ttl), release(ACH)];
    let take = acquire(ACH, ttl);
    let takes = std::slice::from_ref(&take);
    vec![
        with_time(one(&renews(ttl, ttl)), &during, 1, calm(1)),
        with_time(one(&renews(ttl, ttl)), &after, 1, calm(1)),
        with_time(one(&gives_back), &during, 1, calm(1)),
        with_time(one(&gives_back), &after, 1, calm(1)),
        with_time(one(&renews(ttl, short)), &[200, ttl - 1], 1, calm(1)),
        with_time(one(&renews(short, ttl)), &[short / 2, short - 1, short], 1, calm(1)),
        with_time(one(&renews(ttl, long)), &[ttl - 1], 1, calm(1)),
        with_time(one(&renews(long, ttl)), &[ttl, 8_000_000, long - 1], 1, calm(1)),
        with_time(two(&renews(ttl, short), takes), &[short, ttl / 2], 2, calm(3)),
        // The copy still shows the holder of a moment ago.
        with_time(two(&renews(ttl, ttl), takes), &[ttl, ttl + 400], 2, calm(3)),
        with_time(two(&gives_back, takes), &[ttl, ttl + 400], 2, calm(3)),
        // Rows that others have left, with tokens far above what a clock shows.
        with_time(
            two(&renews(ttl, ttl), &gives_back).with_lease(ACH, HIGH, 0).with_lease(CARD, 88, 4 * ttl),
            &[ttl - 1, ttl],
            1,
            calm(2),
        ),
    ]
}

/// Names do not meet, however alike they are, and tokens of two names may be the same.
fn names(Times { ttl, .. }: Times) -> Vec<Rung<Cast>> {
    let holds = |name: &str, last: Call| [acquire(name, ttl), last];
    let both = [acquire(ACH, ttl), acquire(CARD, ttl), renew(ACH, 2 * ttl), release(CARD)];
    let alike = |last: fn(&str) -> Call| {
        Cast::new(&[
            ("pod-7", &holds(ACH, last(ACH))),
            ("pod-3", &holds(ALIKE[0], last(ALIKE[0]))),
            ("pod-5", &[acquire(ALIKE[1], ttl), acquire(ALIKE[2], ttl), last(ALIKE[2])]),
        ])
    };
    vec![
        with_time(one(&both), &[ttl / 2], 1, calm(1)),
        with_time(two(&both, &holds(CARD, release(CARD))), &[ttl / 2, ttl], 1, calm(2)),
        with_time(alike(|name| renew(name, 60_000)), &[1_000], 1, calm(2)),
        with_time(alike(release), &[1_000], 1, calm(2)),
    ]
}

/// Clocks of pods that are ahead and behind.
fn clocks(Times { ttl, .. }: Times) -> Vec<Rung<Cast>> {
    let instants = [ttl / 2, ttl - 1, ttl];
    let calls = [acquire(ACH, ttl), renew(ACH, ttl), release(ACH)];
    let with = |ahead: i64| one(&calls).with_clock("pod-7", ahead);
    let take = [acquire(ACH, ttl)];
    let gives_back = |ahead: i64| two(&[calls[0].clone(), release(ACH)], &take).with_clock("pod-7", ahead);
    vec![
        with_time(with(2 * ttl), &instants, 1, calm(1)),
        with_time(with(-2 * ttl), &instants, 1, calm(1)),
        with_time(gives_back(2 * ttl), &instants, 1, calm(1)),
        with_time(gives_back(-2 * ttl), &instants, 1, calm(1)),
    ]
}

/// Kept through many beats; given back and taken again, by one after the other.
fn histories(Times { ttl, .. }: Times) -> Vec<Rung<Cast>> {
    let run = |pod: &str, at: i64, statements: u32| {
        let run = Act::Run { who: Who::new(pod), extent: Extent::Statements(statements) };
        [Phase { acts: vec![Act::At(at.unsigned_abs())] }, Phase { acts: vec![run] }]
    };
    let beats = [acquire(ACH, ttl), renew(ACH, ttl), renew(ACH, ttl), renew(ACH, ttl), release(ACH)];
    let kept = (0..4).flat_map(|beat| run("pod-7", beat * (ttl / 3), 1)).collect();
    let late = [0, ttl / 3, 4 * ttl].into_iter().flat_map(|at| run("pod-7", at, 1)).collect();
    let turn = [acquire(ACH, ttl), release(ACH)];
    let pods = Cast::new(&[("pod-7", &turn), ("pod-3", &turn), ("pod-5", &turn)]);
    vec![
        Rung::Follow { cast: one(&beats), plan: Plan { phases: kept } },
        Rung::Follow { cast: one(&beats), plan: Plan { phases: late } },
        with_time(pods, &[ttl / 3, ttl], 1, calm(2)),
        with_time(two(&[&turn[..], &turn[..]].concat(), &turn), &[ttl / 3], 1, calm(2)),
    ]
}

/// Granted; then an answer is lost, and after so many others there is a lock in the way.
fn lost_then_refused(Times { ttl, .. }: Times, statement: u32, between: u32) -> [Rung<Cast>; 2] {
    let rung =
        |last: Call| Rung::lost_then_refused(one(&[acquire(ACH, ttl), last]), "pod-7", statement, between);
    // An end of its own shows that it was carried out, though the clock stands still.
    [rung(renew(ACH, 2 * ttl)), rung(release(ACH))]
}

/// Granted, and then every statement is answered `Busy`, for longer than any call may go on.
fn refused(Times { ttl, .. }: Times) -> Vec<Rung<Cast>> {
    let who = || Who::new("pod-7");
    let run = || Act::Run { who: who(), extent: Extent::Statements(1) };
    let refused = Phase { acts: vec![Act::Refuse(who()), run()] };
    let phases: Vec<Phase> =
        std::iter::once(Phase { acts: vec![run()] }).chain(vec![refused; REFUSED]).collect();
    let rung = |last: Call| Rung::Follow {
        cast: one(&[acquire(ACH, ttl), last]),
        plan: Plan { phases: phases.clone() },
    };
    vec![rung(renew(ACH, ttl)), rung(release(ACH))]
}
