//! Going through schedules from the cheapest to the dearest.
//!
//! A schedule costs one for each preemption (somebody is interrupted who could have gone on), one
//! for each fault, and one whenever the clock goes on. A switch when the client that ran has ended or waits is free. Schedules
//! come in the order of their cost, so the first that fails is as simple as any that does.
//!
//! Each run is a beginning that is forced and a rest that runs by default. From every choice in
//! the rest, each alternative to it makes a new beginning: so every schedule has exactly one
//! place where it is made, and none comes twice.

use std::collections::{BTreeMap, VecDeque};

use kit::Ms;

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
    /// Instants to which the clock may go before any choice, in ms.
    pub ticks: Vec<Ms>,
    /// At most so often in a run.
    pub ticks_per_run: usize,
    /// Preemptions, faults and ticks together; any number if `None`.
    pub cost: Option<usize>,
    /// At most so many schedules; all if `None`.
    pub schedules: Option<usize>,
    /// No more schedules once so many turns have been taken; any number if `None`. The same search
    /// goes far with short calls, and does not take for ever with long ones.
    pub turns: Option<usize>,
}

/// All together, then faults, then ticks: of two that cost the same, the one with fewer faults is
/// the simpler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Cost {
    all: usize,
    faults: usize,
    ticks: usize,
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
    turns: usize,
}

impl Explorer {
    pub fn new(bounds: Bounds) -> Explorer {
        let waiting = BTreeMap::from([(Cost::default(), VecDeque::from([Choices::default()]))]);
        Explorer { bounds, waiting, out: None, handed_out: 0, turns: 0 }
    }

    /// The next schedule, or `None` when all have been handed out or the bound is reached.
    #[expect(clippy::should_implement_trait, reason = "what comes next depends on `learn`")]
    pub fn next(&mut self) -> Option<Choices> {
        let spent = |most: Option<usize>, so_far| most.is_some_and(|most| so_far >= most);
        if spent(self.bounds.schedules, self.handed_out) || spent(self.bounds.turns, self.turns) {
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
        self.turns += record.turns.len();
        let Some((Choices(forced), cost)) = self.out.take() else { return };
        if record.stops.iter().any(|stop| matches!(stop, Stop::Diverged { .. })) {
            return;
        }
        let mut beginning = forced;
        let decisions = record.decisions.iter().skip(beginning.len());
        for decision in decisions {
            for choice in self.alternatives(decision) {
                self.add(&beginning, decision, choice, cost);
            }
            beginning.push(decision.choice());
        }
    }

    /// What else could have been chosen, whatever it costs.
    fn alternatives(&self, decision: &Decision) -> Vec<Choice> {
        let later = self.bounds.ticks.iter().filter(|tick| **tick > decision.since);
        let instants: Vec<Option<Ms>> = std::iter::once(None).chain(later.map(|tick| Some(*tick))).collect();
        let mut choices = Vec::new();
        for &who in &decision.able {
            for &at in &instants {
                choices.push(Choice { at, who, fault: None });
                for &fault in &self.bounds.faults {
                    if fault != Fault::Refuse || !decision.sure.contains(&who) {
                        choices.push(Choice { at, who, fault: Some(fault) });
                    }
                }
            }
        }
        choices.retain(|choice| *choice != decision.choice());
        choices
    }

    /// Adds `beginning`, which costs `cost`, and this choice after it, if that is within the bounds.
    fn add(&mut self, beginning: &[Choice], decision: &Decision, choice: Choice, cost: Cost) {
        let preempts = decision.current.is_some_and(|current| current != choice.who);
        let faults = cost.faults + usize::from(choice.fault.is_some());
        let ticks = cost.ticks + usize::from(choice.at.is_some());
        let preemptions = cost.all - cost.faults - cost.ticks + usize::from(preempts);
        let cost = Cost { all: preemptions + faults + ticks, faults, ticks };
        let too_many = self.bounds.preemptions.is_some_and(|most| preemptions > most)
            || self.bounds.cost.is_some_and(|most| cost.all > most)
            || faults > self.bounds.faults_per_run
            || ticks > self.bounds.ticks_per_run;
        if too_many {
            return;
        }
        let mut choices = Vec::with_capacity(beginning.len() + 1);
        choices.extend_from_slice(beginning);
        choices.push(choice);
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
