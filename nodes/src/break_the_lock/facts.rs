//! What a run of a scene shows, collected in one pass.

use std::collections::BTreeSet;

use kit::Ms;
use kit::contract::break_the_lock::books::Books;
use kit::contract::break_the_lock::promises::{Promise, kept};
use kit::contract::break_the_lock::scene::Scene;
use kit::contract::break_the_lock::{Answer, Deed, Msg, Request, Run};
use kit::world::{Loss, NodeId, What};

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

/// A write that the ledger took, with where it came from, by the numbers of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Landed {
    pub who: NodeId,
    /// When the ledger said the balance that this write goes back to.
    pub read: u32,
    pub sent: u32,
    pub sent_at: Ms,
    pub landed: u32,
}

/// A lease that somebody was told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told {
    /// Who granted it or renewed it last.
    pub by: NodeId,
    pub to: NodeId,
    pub token: u64,
    /// The event of the grant.
    pub granted: u32,
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
    pub landed: Vec<Landed>,
    /// Somebody was asked for another amount than the ₹30 that every file speaks of.
    pub other_amount: bool,
    /// Somebody was asked to take over and serves.
    pub took_over: bool,
    /// A message waited on its way.
    pub held: bool,
    /// The plan dropped a message, or cut its way.
    pub lost: bool,
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
            landed: landed(&seen.run),
            other_amount: seen
                .run
                .requests
                .iter()
                .any(|request| !matches!(request, Request::TakeOver | Request::Debit(DEBIT))),
            took_over: false,
            held: false,
            lost: false,
            on_the_way: !run.on_the_way.is_empty(),
            crashed_pod: false,
            clock_off: false,
            end: run.events.last().map_or(0, |event| event.at),
        };
        for (number, event) in (0..).zip(&run.events) {
            if let Some(who) = event.who {
                facts.take(seen, who, (number, event.at), &event.what);
            }
        }
        facts
    }

    fn take(&mut self, seen: &Seen, who: NodeId, (number, at): (u32, Ms), what: &What<super::BreakTheLock>) {
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
            What::Lost { why: Loss::Dropped | Loss::Cut, .. } => self.lost = true,
            What::Crashed { .. } if is_pod => self.crashed_pod = true,
            What::RateSet { ppm, .. } if is_pod => self.clock_off |= ppm.unsigned_abs() > BOUND,
            What::Applied(deed) => self.deed(who, (number, at), deed),
            _ => {}
        }
    }

    fn deed(&mut self, who: NodeId, (granted, at): (u32, Ms), deed: &Deed) {
        match *deed {
            Deed::Grants { to, token, until } => {
                self.told.push(Told { by: who, to, token, granted, at, until });
            }
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

    /// The grant under which this was written: the last before it was sent.
    fn grant_of(&self, write: &Landed) -> Option<&Told> {
        self.told.iter().rev().find(|told| told.to == write.who && told.granted < write.sent)
    }

    /// The writes that undo another or are undone by it, since their sender acted late: when it sent
    /// them, somebody with a later grant had read the balance, and has written as well.
    fn acted_late(&self) -> impl Iterator<Item = (&Landed, &Told)> {
        let over = |told: &Told, write: &Landed, other: &Landed| {
            let later = self.grant_of(other).is_some_and(|grant| grant.granted > told.granted);
            later && other.who != write.who && other.read < write.sent
        };
        self.landed.iter().filter_map(move |write| {
            let told = self.grant_of(write)?;
            self.landed.iter().any(|other| over(told, write, other)).then_some((write, told))
        })
    }

    pub fn somebody_acted_late(&self) -> bool {
        self.acted_late().next().is_some()
    }

    /// What somebody sent after the lease of this very debit had ended in its sleep is what undoes another.
    pub fn acted_late_after_such_a_sleep(&self) -> bool {
        let slept = |(write, told): (&Landed, &Told)| {
            self.pauses.iter().any(|pause| {
                let woke = pause.to.is_some_and(|to| to >= told.until && to <= write.sent_at);
                pause.who == write.who && pause.from < told.until && woke
            })
        };
        self.acted_late().any(slept)
    }

    /// Two services had each told another pod that it holds the lease, and both at once.
    pub fn two_were_told(&self) -> bool {
        let both = |first: &Told, second: &Told| {
            first.by != second.by && first.to != second.to && first.at <= second.at && second.at < first.until
        };
        self.told.iter().any(|first| self.told.iter().any(|second| both(first, second)))
    }
}

/// What every client of the five files asks for, in paise.
const DEBIT: i64 = 3_000;

/// The writes that the ledger took, in their order.
fn landed(run: &Run) -> Vec<Landed> {
    let mut landed = Vec::new();
    for (number, event) in (0..).zip(&run.events) {
        if !matches!(event.what, What::Applied(Deed::Sets { .. })) {
            continue;
        }
        let arrived = event.cause.and_then(|cause| run.events.get(cause as usize));
        let Some(What::Delivered { message: sent, .. }) = arrived.map(|event| &event.what) else { continue };
        let Some((who, _, Msg::Write { attempt, .. })) = run.message(*sent) else { continue };
        let reads = |event: &kit::world::Event<super::BreakTheLock>| matches!(&event.what, What::Sent { to, msg: Msg::Balance { attempt: of, .. } } if (*to, of) == (who, attempt));
        let read = run.events[..*sent as usize].iter().rposition(reads);
        let Some(read) = read.and_then(|read| u32::try_from(read).ok()) else { continue };
        let sent_at = run.events[*sent as usize].at;
        landed.push(Landed { who, read, sent: *sent, sent_at, landed: number });
    }
    landed
}
