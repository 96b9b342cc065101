//! A run told as a trace: numbered steps for people, marks for figures.
//!
//! Times in the trace are for the eye. Mail takes no time in this world, and an arrow needs a slant;
//! so things at one instant are drawn in the order of cause and effect, one *hop* apart: a message
//! arrives at least one hop after it was sent, the inputs of a node are a hop apart, and a phase
//! begins a hop after all that was before it. If the clock of the run moves and there is room for
//! the hops between the instants, the trace counts milliseconds: world time plus hops, of at most a
//! fortieth of the run each. If not, it counts hops, and only the acts tell the time.

mod marks;
mod time;
pub(super) mod words;

use super::node::Protocol;
use super::run::{Run, What};
use crate::Ms;
use crate::plan::Act;
use crate::trace::{Clock, Lane, Step, Trace};

/// How much of a run goes into one step of its trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fold {
    /// A phase of the plan with everything that comes of it.
    Phases,
    /// One input of a node with what it says, or one fault.
    Events,
}

/// The events that one step folds, and the phase that they are of: from 1, 0 is the start.
#[derive(Debug, Clone, Copy)]
struct Group {
    phase: usize,
    first: usize,
    end: usize,
}

impl<P: Protocol> Run<P> {
    /// The run for people and figures. The start of the nodes is left out unless it shows.
    pub fn trace(&self, fold: Fold) -> Trace {
        let (clock, times) = self.drawn();
        let mut marks = marks::Marks::new(self, &times);
        let mut steps: Vec<Step> = Vec::new();
        for group in self.groups(fold) {
            let told = words::tell(self, group, fold);
            let mut drawn = Vec::new();
            for event in group.first..group.end {
                marks.draw(event, &mut drawn);
            }
            let events = &self.events[group.first..group.end];
            let counted = events.iter().filter(|event| event.what.counts()).count();
            steps.push(Step {
                at: self.step_at(group, clock, &times),
                who: told.who,
                act: told.act,
                result: told.result,
                marks: drawn,
                events: counted.max(1) as u32,
            });
        }
        if let (Some(livelock), Some(last)) = (&self.livelock, steps.last_mut()) {
            let joint = if last.result.is_empty() { "" } else { "; " };
            last.result.push_str(&format!("{joint}no end: {livelock}"));
        }
        let lane = |name: &String| Lane { id: name.clone(), title: name.clone() };
        Trace {
            lanes: self.cast.iter().map(lane).collect(),
            clock,
            steps,
            facts: Vec::new(),
            violation: None,
        }
    }

    /// Where nothing happens but that the clock moves, the step stands where it gets to.
    fn step_at(&self, group: Group, clock: Clock, times: &[Ms]) -> Ms {
        let first = times.get(group.first).or(times.last()).copied().unwrap_or(0);
        let alone = group.end == group.first + 1 && clock == Clock::Milliseconds;
        match self.events.get(group.first).map(|event| &event.what) {
            Some(What::Act(act)) if alone => match self.act(group.first, *act) {
                Some(Act::At(to)) => first.max(*to),
                _ => first,
            },
            _ => first,
        }
    }

    /// The number of the step, from 1, that this event is folded into; for [`Trace::violation`] and
    /// for the facts that a question rests on.
    pub fn step_of(&self, event: usize, fold: Fold) -> u32 {
        // A phase without events ends where the next one begins, and holds nothing.
        self.groups(fold).iter().take_while(|group| group.first <= event).count().max(1) as u32
    }

    /// When each event is drawn, and what that counts; for marks that an exercise adds.
    pub fn drawn(&self) -> (Clock, Vec<Ms>) {
        time::drawn(self)
    }

    fn groups(&self, fold: Fold) -> Vec<Group> {
        let end = self.events.len();
        let begin = self.phases.first().map_or(end, |&first| first as usize);
        let mut groups = Vec::new();
        let quiet =
            |what: &What<P>| matches!(what, What::TimerSet { .. } | What::Wrote(_) | What::Synced { .. });
        let shows = |what: &What<P>| what.is_output() && !quiet(what);
        if self.events[..begin].iter().any(|event| shows(&event.what)) {
            groups.push(Group { phase: 0, first: 0, end: begin });
        }
        let before = groups.len();
        let group = |phase, first| Group { phase, first, end };
        match fold {
            Fold::Phases => {
                groups
                    .extend(self.phases.iter().zip(1..).map(|(&first, phase)| group(phase, first as usize)));
            }
            Fold::Events => {
                let firsts = (begin..end).filter(|&at| self.begins(at));
                groups.extend(firsts.map(|first| group(self.phase_of(first), first)));
            }
        }
        for at in before + 1..groups.len() {
            groups[at - 1].end = groups[at].first;
        }
        groups
    }

    /// Whether the event is the first of a step of its own, when steps are not folded.
    fn begins(&self, at: usize) -> bool {
        let event = &self.events[at];
        let cause = event.cause.map(|cause| cause as usize);
        // The first effect of an act, and a message that is stopped as it is sent, follow at once.
        let follows = at > 0 && cause == Some(at - 1) && !event.what.is_input();
        let acted = at > 0 && matches!(self.events[at - 1].what, What::Act(_)) && cause == Some(at - 1);
        match event.what {
            What::Act(act) => !matches!(self.act(at, act), Some(Act::At(_))) || self.idle_until_next(at),
            What::Finish => true,
            What::Held { .. } | What::Duplicated { .. } => false,
            What::Lost { message, .. } if at > 0 && message as usize == at - 1 => false,
            _ => event.what.counts() && !follows && !acted,
        }
    }

    /// A clock that moves shows by what happens then; if nothing does, the act is a step.
    fn idle_until_next(&self, at: usize) -> bool {
        self.events.get(at + 1).is_none_or(|next| matches!(next.what, What::Act(_) | What::Finish))
    }

    /// The act that this event records.
    fn act(&self, event: usize, act: u32) -> Option<&Act> {
        let phase = self.phase_of(event).checked_sub(1)?;
        self.plan.phases.get(phase)?.acts.get(act as usize)
    }
}
