//! What happened in a run, told for each life of a pod and each lease of the store.
//!
//! Times are of the world, which is the store's clock. Events are numbers in the run.

mod gather;

use std::collections::BTreeMap;

use kit::Ms;
use kit::contract::holder::{Answer, Attempt, End, Keeping};
use kit::world::{NodeId, RequestId, Run, What};

pub use gather::facts;

/// A run, sorted.
#[derive(Debug)]
pub struct Facts<'r> {
    pub run: &'r Run<Keeping>,
    pub lives: Vec<Life>,
    /// By their tokens.
    pub leases: BTreeMap<u64, Lease>,
    /// Whether the plan keeps to what the contract says of clocks and timers.
    pub within: bool,
    /// When the store was down or paused: from, to.
    pub store_away: Vec<(usize, usize)>,
}

/// One life of a pod.
#[derive(Debug)]
pub struct Life {
    pub who: NodeId,
    /// The crash that ended it, if one did.
    pub crash: Option<usize>,
    /// From, to.
    pub pauses: Vec<(usize, usize)>,
    pub tries: Vec<Try>,
    pub grants: Vec<Grant>,
    pub jobs: Vec<Job>,
    pub stops: Vec<Stop>,
    /// Requests that change what there is to do: a new job, and a stop.
    pub asked: Vec<usize>,
    /// Every `Acquire` that was sent.
    pub acquires: Vec<usize>,
    pub pieces: Vec<(usize, u64)>,
    /// Every `Renew` that was sent, with what it shows.
    pub renews: Vec<(usize, Attempt, u64)>,
    /// A request that was answered a second time.
    pub twice: Option<usize>,
}

/// What a client asked when it wanted no more.
#[derive(Debug)]
pub struct Stop {
    pub id: RequestId,
    pub asked: usize,
    pub answer: Option<(usize, Answer)>,
}

/// An attempt to get the lease.
#[derive(Debug)]
pub struct Try {
    pub attempt: Attempt,
    /// The first is where a grant counts from.
    pub sends: Vec<usize>,
    pub refused: Option<usize>,
    pub granted: Option<usize>,
}

impl Try {
    pub fn first(&self) -> usize {
        self.sends[0]
    }

    pub fn answered_before(&self, event: usize) -> bool {
        [self.refused, self.granted].into_iter().flatten().any(|answer| answer < event)
    }
}

/// A grant that a life has heard of.
#[derive(Debug)]
pub struct Grant {
    pub attempt: Attempt,
    pub token: u64,
    /// When it was heard first.
    pub heard: usize,
    /// Its attempt is the last one, a job waits for it, and nobody has stopped that.
    pub wanted: bool,
    /// A pod may take it or leave it: its attempt was granted before, and that came to an end at the
    /// store; or it was refused before, and no other is under way.
    pub perhaps: bool,
    /// Questions that were answered by yes: sent, heard. The first is the `Acquire`.
    pub answers: Vec<(usize, usize)>,
    /// The first `Release`.
    pub release: Option<usize>,
    /// The second.
    pub again: Option<usize>,
    /// `Released` was heard.
    pub released: Option<usize>,
    /// `Lost` was heard.
    pub lost: Option<usize>,
}

/// What a client asked a life to do.
#[derive(Debug)]
pub struct Job {
    pub id: RequestId,
    pub pieces: u32,
    pub asked: usize,
    /// Another was under way.
    pub second: bool,
    /// When a client asked to stop it.
    pub stop: Option<usize>,
    pub answer: Option<(usize, Answer)>,
}

/// A grant as the store has it.
#[derive(Debug)]
pub struct Lease {
    pub pod: NodeId,
    pub attempt: Attempt,
    /// Since this event it is to live until this instant.
    pub until: Vec<(usize, Ms)>,
    pub ended: Option<(usize, End)>,
}

impl Lease {
    /// How long it was to live, as the store had it at this event.
    pub fn until(&self, event: usize) -> Ms {
        self.until.iter().rev().find(|(since, _)| *since <= event).map_or(0, |(_, until)| *until)
    }
}

impl Facts<'_> {
    pub fn at(&self, event: usize) -> Ms {
        self.run.events.get(event).map_or(0, |event| event.at)
    }

    pub fn end(&self) -> Ms {
        self.run.events.last().map_or(0, |event| event.at)
    }

    /// From when every pod counts this grant at this event. An answer that comes when a careful pod has
    /// given up already, `live` after its last one, may be passed over: nobody has to rise again.
    pub fn counts_from(&self, grant: &Grant, event: usize, live: Ms) -> Option<Ms> {
        let heard = grant.answers.iter().filter(|(_, heard)| *heard < event);
        heard.fold(None, |since: Option<Ms>, &(sent, heard)| match since {
            Some(since) if self.at(heard) > since + live => Some(since),
            _ => since.max(Some(self.at(sent))),
        })
    }

    pub fn name(&self, life: &Life) -> &str {
        self.run.name(life.who)
    }

    /// Whether this life could act all the time: it was neither paused nor crashed. A run that is
    /// over before does not say.
    pub fn calm(&self, life: &Life, from: usize, to: Ms) -> bool {
        let paused = life.pauses.iter().any(|&(begin, end)| end > from && self.at(begin) <= to);
        let crashed = life.crash.is_some_and(|crash| self.at(crash) <= to);
        !paused && !crashed && self.end() >= to
    }

    /// Copies of messages between this pod and the store that were lost on the way since this event,
    /// and whether anything else was in the way: held mail, a store that was away.
    pub fn trouble(&self, who: NodeId, from: usize, to: usize) -> (u32, bool) {
        let mut lost = 0;
        let mut other = self.store_away.iter().any(|&(begin, end)| end > from && begin < to);
        for event in self.run.events.get(from..to).unwrap_or_default() {
            let message = match event.what {
                What::Lost { message, .. } | What::Held { message, .. } => message,
                _ => continue,
            };
            let about = self.run.message(message).is_some_and(|(a, b, _)| a == who || b == who);
            lost += u32::from(about && matches!(event.what, What::Lost { .. }));
            other |= about && matches!(event.what, What::Held { .. });
        }
        (lost, other)
    }
}

impl Life {
    pub fn grant(&self, token: u64) -> Option<&Grant> {
        self.grants.iter().find(|grant| grant.token == token)
    }

    /// The grant of this token, if it was this attempt's: what shows another attempt shows no grant.
    pub fn held(&self, attempt: Attempt, token: u64) -> Option<&Grant> {
        self.grant(token).filter(|grant| grant.attempt == attempt)
    }

    pub fn tried(&self, attempt: Attempt) -> Option<&Try> {
        self.tries.iter().find(|tried| tried.attempt == attempt)
    }

    /// Whether a later grant was heard of before this event: then this one is over.
    pub fn has_later(&self, grant: &Grant, event: usize) -> bool {
        self.grants.iter().any(|other| other.token > grant.token && other.heard < event)
    }

    /// The job that was under way just before this event.
    pub fn job(&self, event: usize) -> Option<&Job> {
        self.jobs.iter().find(|job| {
            !job.second && job.asked < event && job.answer.is_none_or(|(answered, _)| answered > event)
        })
    }

    /// An attempt whose question is not answered at this event, first sent where `since` says yes.
    pub fn open(&self, event: usize, since: impl Fn(usize) -> bool) -> Option<&Try> {
        let mut sent = self.tries.iter().filter(|tried| tried.first() < event);
        sent.find(|tried| !tried.answered_before(event) && since(tried.first()))
    }

    /// Pieces that a job has begun before this event.
    pub fn begun(&self, job: &Job, before: usize) -> usize {
        self.pieces.iter().filter(|(piece, _)| (job.asked..before).contains(piece)).count()
    }

    /// Whether the job still has pieces to begin at this event, and nobody has stopped it.
    pub fn has_work(&self, job: &Job, event: usize) -> bool {
        job.stop.is_none_or(|stop| stop > event)
            && job.answer.is_none_or(|(answer, _)| answer > event)
            && self.begun(job, event) < job.pieces as usize
    }
}

impl Grant {
    /// The last question that was answered by yes before this event.
    pub fn answered(&self, event: usize) -> Option<(usize, usize)> {
        // Answers may come in another order than that of the questions.
        self.answers.iter().copied().filter(|&(_, heard)| heard < event).max()
    }
}
