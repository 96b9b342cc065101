//! Going through schedules from the cheapest to the dearest.
//!
//! A schedule costs one for each preemption (somebody is interrupted who could have gone on) and
//! one for each fault. A switch when the client that ran has ended or waits is free. Schedules
//! come in the order of their cost, so the first that fails is as simple as any that does.
//!
//! Each run is a beginning that is forced and a rest that runs by default. From every choice in
//! the rest, each alternative to it makes a new beginning: so every schedule has exactly one
//! place where it is made, and none comes twice.

use std::collections::{BTreeMap, VecDeque};

use crate::record::{Decision, Fault, Record, Stop};
use crate::session::{Choice, Choices};

/// How far an exploration goes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bounds {
    /// At most so many preemptions in a run; all schedules if `None`.
    pub preemptions: Option<usize>,
    /// The faults that may strike, any client and at any statement.
    pub faults: Vec<Fault>,
    /// At most so many of them in a run.
    pub faults_per_run: usize,
    /// At most so many schedules; all if `None`.
    pub schedules: Option<usize>,
}

/// Preemptions and faults together, then faults: of two that cost the same, the one with fewer
/// faults is the simpler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    all: usize,
    faults: usize,
}

/// The schedules within some bounds. Ask for the next, run it, tell what came of it:
///
/// ```ignore
/// while let Some(choices) = explorer.next() {
///     let run = stage.run_choices(clients(), &choices)?;
///     explorer.learn(&run.record);
/// }
/// ```
#[derive(Debug)]
pub struct Explorer {
    bounds: Bounds,
    waiting: BTreeMap<Cost, VecDeque<Choices>>,
    /// The beginning that is out, with its cost.
    out: Option<(Choices, Cost)>,
    handed_out: usize,
}

impl Explorer {
    pub fn new(bounds: Bounds) -> Explorer {
        let first = Cost { all: 0, faults: 0 };
        let waiting = BTreeMap::from([(first, VecDeque::from([Choices::default()]))]);
        Explorer { bounds, waiting, out: None, handed_out: 0 }
    }

    /// The next schedule, or `None` when all have been handed out or the bound is reached.
    #[expect(clippy::should_implement_trait, reason = "what comes next depends on `learn`")]
    pub fn next(&mut self) -> Option<Choices> {
        if self.bounds.schedules.is_some_and(|most| self.handed_out >= most) {
            return None;
        }
        let mut cheapest = self.waiting.first_entry()?;
        let cost = *cheapest.key();
        let choices = cheapest.get_mut().pop_front();
        if cheapest.get().is_empty() {
            cheapest.remove();
        }
        let choices = choices?;
        self.out = Some((choices.clone(), cost));
        self.handed_out += 1;
        Some(choices)
    }

    /// Takes the record of the schedule that was handed out last, and finds its alternatives.
    pub fn learn(&mut self, record: &Record) {
        let Some((Choices(forced), cost)) = self.out.take() else { return };
        if record.stops.iter().any(|stop| matches!(stop, Stop::Diverged { .. })) {
            return;
        }
        let preempted = cost.all - cost.faults;
        let mut beginning = forced;
        let decisions = record.decisions.iter().skip(beginning.len());
        for decision in decisions {
            for who in &decision.able {
                self.add(&beginning, decision, *who, None, preempted, cost.faults);
                for fault in self.bounds.faults.clone() {
                    if fault == Fault::Refuse && decision.sure.contains(who) {
                        continue;
                    }
                    self.add(&beginning, decision, *who, Some(fault), preempted, cost.faults);
                }
            }
            beginning.push(Choice { who: decision.chosen, fault: decision.fault });
        }
    }

    fn add(
        &mut self,
        beginning: &[Choice],
        decision: &Decision,
        who: usize,
        fault: Option<Fault>,
        preempted: usize,
        faults: usize,
    ) {
        let choice = Choice { who, fault };
        let taken = Choice { who: decision.chosen, fault: decision.fault };
        let preempted = preempted + usize::from(decision.current.is_some_and(|current| current != who));
        let faults = faults + usize::from(fault.is_some());
        let too_many = self.bounds.preemptions.is_some_and(|most| preempted > most)
            || faults > self.bounds.faults_per_run;
        if choice == taken || too_many {
            return;
        }
        let mut choices = Vec::with_capacity(beginning.len() + 1);
        choices.extend_from_slice(beginning);
        choices.push(choice);
        let cost = Cost { all: preempted + faults, faults };
        self.waiting.entry(cost).or_default().push_back(Choices(choices));
    }

    /// How many schedules have been handed out.
    pub fn explored(&self) -> usize {
        self.handed_out
    }

    /// Whether every schedule within the bounds has been handed out and learned from.
    pub fn is_complete(&self) -> bool {
        self.waiting.is_empty() && self.out.is_none()
    }
}
