//! What a run of a scene shows, collected in one pass.

use std::collections::BTreeSet;

use kit::Ms;
use kit::contract::break_the_lock::books::Books;
use kit::contract::break_the_lock::promises::{Promise, kept};
use kit::contract::break_the_lock::scene::Scene;
use kit::contract::break_the_lock::{Answer, Deed, Msg, Request};
use kit::world::{NodeId, What};

use super::Seen;

/// By how much a pod's steady clock may be off, in millionths: the 1 % that its margin is for.
const BOUND: u32 = 10_000;

/// A pause of a pod.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pause {
    pub who: NodeId,
    pub from: Ms,
    /// Not before the end, if nobody resumed it.
    pub to: Option<Ms>,
}

/// A lease that somebody was told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told {
    /// Who granted it or renewed it last.
    pub by: NodeId,
    pub to: NodeId,
    pub token: u64,
    pub at: Ms,
    pub until: Ms,
}

#[derive(Debug, Clone)]
pub struct Facts {
    pub books: Books,
    /// The promise of a lease service that this run breaks.
    pub promise: Option<Promise>,
    /// The pods that were asked for a debit.
    pub asked: Vec<NodeId>,
    pub answers: Vec<(NodeId, Ms, Answer)>,
    pub pauses: Vec<Pause>,
    /// Grants, each with its renewals, in the order of granting.
    pub told: Vec<Told>,
    pub renewals: usize,
    /// Who sent a balance to the ledger, and when.
    pub sent: Vec<(NodeId, Ms)>,
    /// Somebody was asked to take over and serves.
    pub took_over: bool,
    /// A message waited on its way.
    pub held: bool,
    /// A message is still on its way.
    pub on_the_way: bool,
    pub crashed_pod: bool,
    /// A pod's steady clock runs faster or slower than its margin allows for.
    pub clock_off: bool,
    pub end: Ms,
}

impl Facts {
    pub fn of(scene: Scene, seen: &Seen) -> Facts {
        let run = &seen.run;
        let promise = scene.leases().iter().find_map(|services| kept(run, services).err());
        let mut facts = Facts {
            books: Books::of(run),
            promise: promise.map(|(promise, _)| promise),
            asked: Vec::new(),
            answers: Vec::new(),
            pauses: Vec::new(),
            told: Vec::new(),
            renewals: 0,
            sent: Vec::new(),
            took_over: false,
            held: false,
            on_the_way: !run.on_the_way.is_empty(),
            crashed_pod: false,
            clock_off: false,
            end: run.events.last().map_or(0, |event| event.at),
        };
        for event in &run.events {
            if let Some(who) = event.who {
                facts.take(seen, who, event.at, &event.what);
            }
        }
        facts
    }

    fn take(&mut self, seen: &Seen, who: NodeId, at: Ms, what: &What<super::BreakTheLock>) {
        let is_pod = seen.run.name(who).starts_with("pod");
        match what {
            What::Asked(id) if is_pod => {
                let debit = matches!(seen.run.requests.get(id.0 as usize), Some(Request::Debit(_)));
                if debit && !self.asked.contains(&who) {
                    self.asked.push(who);
                }
            }
            What::Answered { answer: Answer::Serving, .. } => self.took_over = true,
            What::Answered { answer, .. } => self.answers.push((who, at, answer.clone())),
            What::Paused if is_pod => self.pauses.push(Pause { who, from: at, to: None }),
            What::Resumed => {
                let open = self.pauses.iter_mut().rev().find(|pause| pause.who == who);
                open.into_iter().for_each(|pause| pause.to = Some(at));
            }
            What::Held { .. } => self.held = true,
            What::Crashed { .. } if is_pod => self.crashed_pod = true,
            What::RateSet { ppm, .. } if is_pod => self.clock_off |= ppm.unsigned_abs() > BOUND,
            What::Sent { msg: Msg::Write { .. }, .. } => self.sent.push((who, at)),
            What::Applied(deed) => self.deed(who, at, deed),
            _ => {}
        }
    }

    fn deed(&mut self, who: NodeId, at: Ms, deed: &Deed) {
        match *deed {
            Deed::Grants { to, token, until } => self.told.push(Told { by: who, to, token, at, until }),
            Deed::Renews { token, until } => {
                self.renewals += 1;
                if let Some(told) = self.last(who, token) {
                    (told.until, told.by) = (until, who);
                }
            }
            Deed::Ends { token } => {
                if let Some(told) = self.last(who, token) {
                    told.until = at;
                }
            }
            _ => {}
        }
    }

    /// The grant of this token that this service, or another for it, told of last.
    fn last(&mut self, by: NodeId, token: u64) -> Option<&mut Told> {
        let own = self.told.iter().rposition(|told| (told.by, told.token) == (by, token));
        let any = self.told.iter().rposition(|told| told.token == token);
        own.or(any).map(|place| &mut self.told[place])
    }

    pub fn answered(&self, wanted: fn(&Answer) -> bool) -> bool {
        self.answers.iter().any(|(_, _, answer)| wanted(answer))
    }

    /// Two pods hold a lease each, nobody was debited, and both are in doubt: of a scene in which
    /// whoever has both leases goes on to its work.
    pub fn wait_for_each_other(&self) -> bool {
        let live = self.told.iter().filter(|told| told.until > self.end);
        let holders: BTreeSet<NodeId> = live.map(|told| told.to).collect();
        holders.len() == 2 && self.books.writes == 0 && self.books.in_doubt.len() >= 2
    }

    /// Pauses in which a lease of the one who slept came to its end.
    fn through_an_end(&self) -> impl Iterator<Item = &Pause> {
        let over = |pause: &Pause, told: &Told| {
            told.to == pause.who && pause.from < told.until && pause.to.is_none_or(|to| to >= told.until)
        };
        self.pauses.iter().filter(move |pause| self.told.iter().any(|told| over(pause, told)))
    }

    pub fn slept_through_an_end(&self) -> bool {
        self.through_an_end().next().is_some()
    }

    /// Somebody slept so, woke, and then sent what they had meant to send before.
    pub fn wrote_after_such_a_sleep(&self) -> bool {
        let then = |pause: &Pause, (who, at): &(NodeId, Ms)| {
            *who == pause.who && pause.to.is_some_and(|to| *at >= to)
        };
        self.through_an_end().any(|pause| self.sent.iter().any(|write| then(pause, write)))
    }

    /// Two services had each told another pod that it holds the lease, and both at once.
    pub fn two_were_told(&self) -> bool {
        let both = |first: &Told, second: &Told| {
            first.by != second.by && first.to != second.to && first.at <= second.at && second.at < first.until
        };
        self.told.iter().any(|first| self.told.iter().any(|second| both(first, second)))
    }
}
