//! Which cases are tried: rungs from one worker alone to three, each explored from the schedule
//! with the fewest preemptions and faults upwards, so that the first failure is the simplest.

use std::collections::VecDeque;

use grader::Settings;
use grader::settings::FIXED_SEED;
use grader::world::{Case, Search, Tried, World};
use kit::plan::{Act, Extent, Phase, Plan, Who};

use super::Part;
use super::cast::{Cast, Kind};
use super::play::{Play, Played};
use crate::explore::{Bounds, Explorer};
use crate::record::Fault;

/// A cast with a way to try it.
#[derive(Debug)]
enum Rung {
    Explore { cast: Cast, bounds: Bounds },
    Follow { cast: Cast, plan: Plan },
}

/// The search of one part.
#[derive(Debug)]
pub struct Ladder {
    rungs: VecDeque<Rung>,
    current: Option<(Cast, Explorer)>,
    /// How many cases are left, if the learner has set a number.
    left: Option<u32>,
}

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
        let held = 40 + (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as i64 % 400;
        Amounts { held, small: held * 3 / 10, large: held * 6 / 10 }
    }
}

impl Ladder {
    pub fn new(part: Part, settings: &Settings) -> Ladder {
        let mut rungs = rungs(part, Amounts::of(settings.seed));
        let mut left = settings.cases;
        if left == Some(0) {
            // The quickest look: one schedule of each story.
            for rung in &mut rungs {
                if let Rung::Explore { bounds, .. } = rung {
                    bounds.schedules = Some(1);
                }
            }
            left = None;
        }
        Ladder { rungs: rungs.into(), current: None, left }
    }
}

const ANY_FAULT: [Fault; 4] = [Fault::LoseReply, Fault::LoseRequest, Fault::Refuse, Fault::Crash];

fn rungs(part: Part, Amounts { held, small, large }: Amounts) -> Vec<Rung> {
    let explore = |cast: Cast, preemptions: Option<usize>, faults: usize| Rung::Explore {
        cast,
        bounds: Bounds {
            preemptions,
            faults: ANY_FAULT.to_vec(),
            faults_per_run: faults,
            ..Bounds::default()
        },
    };
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
fn overtaken(held: i64, small: i64, kind: Kind) -> Rung {
    let cast = Cast::new(held, &[("pod-7", &[(kind, small)]), ("desk", &[(Deposit, 1); OVERTAKEN])]);
    let run = |who: &str, extent| Act::Run { who: Who::new(who), extent };
    let round = Phase {
        acts: vec![
            run("pod-7", Extent::Before("UPDATE".into())),
            run("desk", Extent::Statements(1)),
            run("pod-7", Extent::Statements(1)),
        ],
    };
    Rung::Follow { cast, plan: Plan { phases: vec![round; OVERTAKEN] } }
}

/// Every statement is answered `Busy`, for longer than any call may go on.
fn refused(held: i64, small: i64, kind: Kind) -> Rung {
    let cast = Cast::new(held, &[("pod-7", &[(kind, small)])]);
    let who = Who::new("pod-7");
    let turn =
        Phase { acts: vec![Act::Refuse(who.clone()), Act::Run { who, extent: Extent::Statements(1) }] };
    Rung::Follow { cast, plan: Plan { phases: vec![turn; 80] } }
}

impl Ladder {
    /// What to try next, without trying it.
    fn draw(&mut self) -> Option<Try> {
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(1)?;
        }
        loop {
            if let Some((cast, explorer)) = &mut self.current {
                if let Some(choices) = explorer.next() {
                    return Some(Try::Choices(cast.clone(), choices));
                }
                self.current = None;
            }
            match self.rungs.pop_front()? {
                Rung::Explore { cast, bounds } => self.current = Some((cast, Explorer::new(bounds))),
                Rung::Follow { cast, plan } => return Some(Try::Plan(Case { cast, plan })),
            }
        }
    }
}

enum Try {
    Choices(Cast, crate::Choices),
    Plan(Case<Cast>),
}

impl Search<Play> for Ladder {
    fn next(&mut self, world: &mut Play) -> Option<Tried<Play>> {
        match self.draw()? {
            Try::Plan(case) => {
                let run = world.run(&case);
                Some(Tried { case, run })
            }
            Try::Choices(cast, choices) => {
                let run: Played = world.choose(&cast, &choices);
                if let Some((_, explorer)) = &mut self.current {
                    explorer.learn(&run.raw.record);
                }
                let plan = run.raw.record.plan();
                Some(Tried { case: Case { cast, plan }, run })
            }
        }
    }

    fn skip(&mut self, _: &mut Play) {
        // What would follow from a run that never came back is not known, so it is not tried.
        self.draw();
    }
}
