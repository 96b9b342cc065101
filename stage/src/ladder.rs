//! Which cases are tried: rungs from one worker alone upwards, each explored from the schedule
//! with the fewest preemptions and faults, so that the first failure is the simplest.

use std::collections::VecDeque;

use grader::Settings;
use grader::world::{Case, Search, Tried, World};
use kit::plan::{Act, Extent, Phase, Plan, Who};

use crate::Choices;
use crate::explore::{Bounds, Explorer};
use crate::play::{Play, Story};
use crate::record::Fault;

/// A cast with a way to try it.
#[derive(Debug, Clone)]
pub enum Rung<C> {
    /// All schedules within the bounds.
    Explore { cast: C, bounds: Bounds },
    /// This one.
    Follow { cast: C, plan: Plan },
}

/// The faults that may strike any statement.
pub const ANY_FAULT: [Fault; 4] = [Fault::LoseReply, Fault::LoseRequest, Fault::Refuse, Fault::Crash];

/// Longer than any call may go on.
const REFUSED: usize = 80;

impl<C> Rung<C> {
    /// Every schedule with so many preemptions (any number if `None`) and so many faults.
    pub fn explore(cast: C, preemptions: Option<usize>, faults: usize) -> Rung<C> {
        let bounds =
            Bounds { preemptions, faults: ANY_FAULT.to_vec(), faults_per_run: faults, ..Bounds::default() };
        Rung::Explore { cast, bounds }
    }

    /// Every statement of one worker is answered `Busy`, for longer than any call may go on.
    pub fn refused(cast: C, who: &str) -> Rung<C> {
        let who = Who::new(who);
        let turn =
            Phase { acts: vec![Act::Refuse(who.clone()), Act::Run { who, extent: Extent::Statements(1) }] };
        Rung::Follow { cast, plan: Plan { phases: vec![turn; REFUSED] } }
    }

    /// The reply to this statement of one worker gets lost, so many others are answered, and all that come then
    /// are refused, for longer than any call may go on.
    pub fn lost_then_refused(cast: C, who: &str, statement: u32, between: u32) -> Rung<C> {
        let run = |statements| Act::Run { who: Who::new(who), extent: Extent::Statements(statements) };
        let go_on = |statements: u32| (statements > 0).then(|| Phase { acts: vec![run(statements)] });
        let lost = Phase { acts: vec![Act::LoseReply(Who::new(who)), run(1)] };
        let refused = Phase { acts: vec![Act::Refuse(Who::new(who)), run(1)] };
        let mut phases: Vec<Phase> = go_on(statement - 1).into_iter().collect();
        phases.push(lost);
        phases.extend(go_on(between));
        phases.extend(vec![refused; REFUSED]);
        Rung::Follow { cast, plan: Plan { phases } }
    }

    /// So many times, the rival's next statement comes right before the one with this text.
    pub fn overtaken(cast: C, who: &str, before: &str, rival: &str, times: usize) -> Rung<C> {
        let run = |who: &str, extent| Act::Run { who: Who::new(who), extent };
        let round = Phase {
            acts: vec![
                run(who, Extent::Before(before.into())),
                run(rival, Extent::Statements(1)),
                run(who, Extent::Statements(1)),
            ],
        };
        Rung::Follow { cast, plan: Plan { phases: vec![round; times] } }
    }
}

/// A number below `below` for a seed, so that fresh seeds try the same stories with others.
pub fn drawn(seed: u64, below: i64) -> i64 {
    (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as i64 % below.max(1)
}

/// The search of one part.
#[derive(Debug)]
pub struct Ladder<C> {
    rungs: VecDeque<Rung<C>>,
    current: Option<(C, Explorer)>,
    /// How many cases are left, if the learner has set a number.
    left: Option<u32>,
}

enum Try<C> {
    Choices(C, Choices),
    Plan(Case<C>),
}

impl<C: Clone> Ladder<C> {
    pub fn new(mut rungs: Vec<Rung<C>>, settings: &Settings) -> Ladder<C> {
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

    /// What to try next, without trying it.
    fn draw(&mut self) -> Option<Try<C>> {
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

impl<S: Story> Search<Play<S>> for Ladder<S::Cast> {
    fn next(&mut self, world: &mut Play<S>) -> Option<Tried<Play<S>>> {
        match self.draw()? {
            Try::Plan(case) => {
                let run = world.run(&case);
                Some(Tried::of(case, run))
            }
            Try::Choices(cast, choices) => {
                let run = world.choose(&cast, &choices);
                if let Some((_, explorer)) = &mut self.current {
                    explorer.learn(&run.raw.record);
                }
                let plan = run.raw.record.plan();
                Some(Tried::of(Case { cast, plan }, run))
            }
        }
    }

    fn skip(&mut self, _: &mut Play<S>) {
        // What would follow from a run that never came back is not known, so it is not tried.
        self.draw();
    }
}
