//! What happened in a run: beats with how late they were, deaths, declarations, and whether what a
//! detector is promised was kept.

use kit::Ms;
use kit::contract::detector::{BOUND, DRIFT_PERCENT, Deed, Msg};
use kit::plan::Act;
use kit::world::What;

use super::{POD, Seen, WATCH};

/// A beat, in true time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beat {
    pub due: Ms,
    pub sent: Option<Ms>,
    pub arrived: Option<Ms>,
    /// The event that sent it.
    number: Option<u32>,
}

#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// In the order of sending; the last may not have been sent.
    pub beats: Vec<Beat>,
    /// Event and time.
    pub declared: Vec<(usize, Ms)>,
    pub died: Option<Ms>,
    /// pod-7 came back, somebody did something to the watcher, or a clock was too far off: what is
    /// promised says nothing of this run.
    pub beyond: bool,
    /// How far the clock has come.
    pub end: Ms,
}

impl Facts {
    pub fn of(seen: &Seen) -> Facts {
        let mut facts = Facts::default();
        for (number, event) in seen.run.events.iter().enumerate() {
            facts.end = facts.end.max(event.at);
            match event.who {
                Some(POD) => facts.pod(number, event.at, &event.what),
                Some(WATCH) => facts.watch(number, event.at, &event.what),
                _ => {}
            }
        }
        let acts = seen.run.plan.phases.iter().flat_map(|phase| &phase.acts);
        let times = acts.filter_map(|act| if let Act::At(to) = act { Some(*to) } else { None });
        facts.end = facts.end.max(times.max().unwrap_or(0));
        facts
    }

    fn pod(&mut self, number: usize, at: Ms, what: &What<super::Watching>) {
        match what {
            What::TimerSet { due, .. } => {
                self.beats.push(Beat { due: *due, sent: None, arrived: None, number: None });
            }
            What::Sent { msg: Msg::Beat { .. }, .. } => {
                if let Some(beat) = self.beats.last_mut() {
                    (beat.sent, beat.number) = (Some(at), Some(number as u32));
                }
            }
            What::Crashed { .. } => self.died = self.died.or(Some(at)),
            What::Restarted { .. } => self.beyond = true,
            What::RateSet { ppm } => self.rate(at, *ppm),
            _ => {}
        }
    }

    fn watch(&mut self, number: usize, at: Ms, what: &What<super::Watching>) {
        match what {
            What::Delivered { message, .. } => {
                let beat = self.beats.iter_mut().find(|beat| beat.number == Some(*message));
                if let Some(beat) = beat {
                    beat.arrived = beat.arrived.or(Some(at));
                }
            }
            What::Applied(Deed::Declares) => self.declared.push((number, at)),
            What::Paused | What::Crashed { .. } => self.beyond = true,
            What::RateSet { ppm } => self.rate(at, *ppm),
            _ => {}
        }
    }

    /// A clock has its rate from the beginning; one that changes later is nobody's business here.
    fn rate(&mut self, at: Ms, ppm: i32) {
        self.beyond |= at > 0 || u64::from(ppm.unsigned_abs()) > DRIFT_PERCENT * 10_000;
    }

    /// Whether the bound held for every beat as far as it could be seen by then. A beat that a pod
    /// did not live to send is nobody's.
    pub fn within_the_bound(&self, until: Ms) -> bool {
        let late = |beat: &Beat| {
            let by = beat.due.saturating_add(BOUND);
            let owed = beat.sent.is_some() || self.died.is_none_or(|died| died > by);
            owed && by < until && beat.arrived.is_none_or(|arrived| arrived > by)
        };
        !self.beyond && !self.beats.iter().any(late)
    }

    /// When the last beat before that instant arrived.
    pub fn heard_before(&self, at: Ms) -> Option<Ms> {
        self.beats.iter().filter_map(|beat| beat.arrived).filter(|arrived| *arrived <= at).max()
    }

    /// pod-7 sends a beat although it was declared dead.
    pub fn beats_after_death(&self) -> bool {
        let first = self.declared.first().map(|(_, at)| *at);
        first.is_some_and(|first| self.beats.iter().any(|beat| beat.sent.is_some_and(|sent| sent > first)))
    }
}
