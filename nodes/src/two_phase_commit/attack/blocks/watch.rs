//! How long a bank is in doubt while the coordinator is down, and whether anything but that keeps it there.

use kit::Ms;
use kit::contract::commit::{COORDINATOR, Commit, Deed, Msg, Txn};
use kit::world::{Event, NodeId, Run, What};

use crate::two_phase_commit::attack::BANKS;

/// What else stands between a bank in doubt and its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    BankDown,
    BankAsleep,
    BanksCut,
    /// The other bank was asked, and no answer came.
    Unanswered,
    /// The coordinator has decided and sent it, and the schedule keeps that on the way.
    OutcomeHeld,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// In doubt to the last.
    Still,
    ToldBy(NodeId),
}

/// A bank in doubt with no coordinator.
#[derive(Debug, Clone)]
pub(super) struct Wait {
    pub(super) who: NodeId,
    txn: Txn,
    pub(super) from: Ms,
    pub(super) to: Ms,
    /// The longest time in which nothing but the coordinator was missing, and the other bank said that it
    /// does not know.
    pub(super) alone: Ms,
    pub(super) trouble: Option<Trouble>,
    pub(super) ended: End,
    /// Whoever told it had never voted yes.
    pub(super) by_one_unbound: bool,
    clear_since: Option<Ms>,
    heard: bool,
}

impl Wait {
    pub(super) fn lasted(&self) -> Ms {
        self.to - self.from
    }
}

/// Every such wait up to the end of the plan.
pub(super) fn waits(run: &Run<Commit>, planned: usize) -> Vec<Wait> {
    let mut watch = Watch {
        run,
        down: 0,
        asleep: 0,
        cuts: Vec::new(),
        held: Vec::new(),
        doubts: Vec::new(),
        bound: Vec::new(),
        open: Vec::new(),
        over: Vec::new(),
    };
    for event in &run.events[..planned] {
        watch.time(event.at);
        watch.take(event);
    }
    let end = run.events.get(planned).or(run.events.last());
    watch.time(end.map_or(0, |event| event.at));
    watch.over.extend(watch.open);
    watch.over
}

struct Watch<'a> {
    run: &'a Run<Commit>,
    /// Bits of nodes.
    down: u32,
    asleep: u32,
    cuts: Vec<(u32, u32)>,
    /// Messages with an outcome, from the coordinator.
    held: Vec<u32>,
    doubts: Vec<(NodeId, Txn)>,
    /// Everybody who has ever been in doubt.
    bound: Vec<(NodeId, Txn)>,
    open: Vec<Wait>,
    over: Vec<Wait>,
}

fn bit(who: NodeId) -> u32 {
    1 << who.0
}

impl Watch<'_> {
    fn time(&mut self, now: Ms) {
        for wait in &mut self.open {
            wait.to = now;
            match wait.clear_since {
                Some(since) if wait.heard => wait.alone = wait.alone.max(now - since),
                Some(since) if now > since => wait.trouble = Some(Trouble::Unanswered),
                _ => {}
            }
        }
    }

    fn take(&mut self, event: &Event<Commit>) {
        let bits = event.who.map_or(0, bit);
        match &event.what {
            What::Crashed { .. } => (self.down, self.asleep) = (self.down | bits, self.asleep & !bits),
            What::Restarted { .. } => self.down &= !bits,
            What::Paused => self.asleep |= bits,
            What::Resumed => self.asleep &= !bits,
            What::Cut { left, right } => self.cuts.push((*left, *right)),
            What::Healed => self.cuts.clear(),
            What::Delivered { message, .. } => {
                self.held.retain(|held| held != message);
                self.hear(event.who, *message);
            }
            What::Lost { message, .. } => self.held.retain(|held| held != message),
            What::Held { message, .. } if self.is_outcome(*message) => self.held.push(*message),
            What::Applied(Deed::Locks { txn }) => self.doubt(event.who, *txn),
            What::Applied(Deed::Commits { txn, .. } | Deed::Aborts { txn }) => self.decide(event, *txn),
            _ => {}
        }
        self.look(event.at);
    }

    fn is_outcome(&self, message: u32) -> bool {
        matches!(
            self.run.message(message),
            Some((COORDINATOR, _, Msg::Decide { .. } | Msg::Tell { outcome: Some(_), .. }))
        )
    }

    fn doubt(&mut self, who: Option<NodeId>, txn: Txn) {
        let Some(who) = who.filter(|who| !self.doubts.contains(&(*who, txn))) else { return };
        self.doubts.push((who, txn));
        self.bound.push((who, txn));
    }

    fn hear(&mut self, who: Option<NodeId>, message: u32) {
        let Some((from, _, Msg::Tell { txn, outcome: None })) = self.run.message(message) else { return };
        let hears = |wait: &&mut Wait| Some(wait.who) == who && wait.txn == *txn && from != COORDINATOR;
        self.open.iter_mut().filter(hears).for_each(|wait| wait.heard = true);
    }

    fn decide(&mut self, event: &Event<Commit>, txn: Txn) {
        let Some(who) = event.who else { return };
        self.doubts.retain(|doubt| *doubt != (who, txn));
        let Some(at) = self.open.iter().position(|wait| (wait.who, wait.txn) == (who, txn)) else { return };
        let mut wait = self.open.remove(at);
        let cause = event.cause.and_then(|cause| self.run.events.get(cause as usize));
        if let Some(What::Delivered { message, .. }) = cause.map(|cause| &cause.what)
            && let Some((from, ..)) = self.run.message(*message)
        {
            wait.ended = End::ToldBy(from);
            wait.by_one_unbound = !self.bound.contains(&(from, txn));
        }
        self.over.push(wait);
    }

    /// Begins and ends waits, and sees what stands in the way of those that go on.
    fn look(&mut self, now: Ms) {
        if self.down & bit(COORDINATOR) == 0 {
            self.over.append(&mut self.open);
            return;
        }
        for &(who, txn) in &self.doubts {
            if self.open.iter().all(|wait| (wait.who, wait.txn) != (who, txn)) {
                self.open.push(Wait {
                    who,
                    txn,
                    from: now,
                    to: now,
                    alone: 0,
                    trouble: None,
                    ended: End::Still,
                    by_one_unbound: false,
                    clear_since: None,
                    heard: false,
                });
            }
        }
        let trouble = self.trouble();
        for wait in &mut self.open {
            // Whoever is not in doubt itself could help, and does as soon as it is asked.
            let lost = |bank: &NodeId| self.doubts.contains(&(*bank, wait.txn));
            let helped = if BANKS.iter().all(lost) { None } else { Some(Trouble::Unanswered) };
            match trouble.or(helped) {
                trouble @ Some(_) => (wait.trouble, wait.clear_since, wait.heard) = (trouble, None, false),
                None => _ = wait.clear_since.get_or_insert(now),
            }
        }
    }

    fn trouble(&self) -> Option<Trouble> {
        let banks = BANKS.map(bit);
        let both = banks[0] | banks[1];
        let parted = |(left, right): &(u32, u32)| {
            (left & banks[0] != 0 && right & banks[1] != 0) || (left & banks[1] != 0 && right & banks[0] != 0)
        };
        if self.down & both != 0 {
            Some(Trouble::BankDown)
        } else if self.asleep & both != 0 {
            Some(Trouble::BankAsleep)
        } else if self.cuts.iter().any(parted) {
            Some(Trouble::BanksCut)
        } else {
            (!self.held.is_empty()).then_some(Trouble::OutcomeHeld)
        }
    }
}
