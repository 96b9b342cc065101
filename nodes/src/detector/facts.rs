//! What happened in a run: beats with how late they were, deaths, declarations, and whether what a
//! detector is promised was kept.

use kit::Ms;
use kit::contract::detector::{BEAT, BOUND, DRIFT_PERCENT, Deed, Msg};
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
    /// The event in which a beat arrived last, for the first time or again.
    last_heard: Option<usize>,
    /// Event and time.
    pub declared: Vec<(usize, Ms)>,
    pub died: Option<Ms>,
    /// pod-7 came back, somebody did something to the watcher, a timer was forced, or a clock was too
    /// far off: what is promised says nothing of this run.
    pub beyond: bool,
    /// The watcher was made to look before its time.
    pub forced: bool,
    /// How far the clock has come.
    pub end: Ms,
}

impl Facts {
    pub fn of(seen: &Seen) -> Facts {
        let mut facts = Facts::default();
        for (number, event) in seen.run.events.iter().enumerate() {
            facts.end = facts.end.max(event.at);
            // Promised is each clock's own time: a timer that an act lets go off is beyond that.
            let cause = event.cause.and_then(|cause| seen.run.events.get(cause as usize));
            let forced = matches!(event.what, What::Fired(_))
                && cause.is_some_and(|cause| matches!(cause.what, What::Act(_)));
            facts.beyond |= forced;
            facts.forced |= forced && event.who == Some(WATCH);
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
            What::RateSet { ppm } => {
                self.rate(at, *ppm);
                // It had begun before, by a clock that ran true; and has counted nothing yet.
                if let (0, Some(beat)) = (at, self.beats.last_mut()) {
                    let pace = 1_000_000_u64.saturating_add_signed((*ppm).into()).max(1);
                    beat.due = (BEAT * 1_000_000).div_ceil(pace);
                }
            }
            _ => {}
        }
    }

    fn watch(&mut self, number: usize, at: Ms, what: &What<super::Watching>) {
        match what {
            What::Delivered { message, .. } => {
                self.last_heard = Some(number);
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
        let sent =
            |first: usize| self.beats.iter().any(|beat| beat.number.is_some_and(|n| n as usize > first));
        self.declared.first().is_some_and(|(first, _)| sent(*first))
    }

    /// A beat arrives although its pod was declared dead.
    pub fn heard_after_death(&self) -> bool {
        self.declared.first().is_some_and(|(first, _)| self.last_heard.is_some_and(|heard| heard > *first))
    }
}
