//! A node takes a step, and the world does what it said, one by one.

use super::clock::{Timer, shown};
use super::mail::{Errand, Parcel, Rule};
use super::node::{Input, NodeId, Output, Protocol, RequestId};
use super::run::{Loss, Run, What};
use super::story::words::clause;
use super::{World, ours};
use crate::{plan, pulse};

impl<P: Protocol> World<P> {
    /// Hands one errand to the node that it is for, unless something stops it.
    pub(super) fn hand_over(&mut self, errand: Errand) {
        match errand {
            Errand::Mail(parcel) => {
                if let Some(cause) = self.hold_for(parcel) {
                    self.mail.held.push((parcel, cause));
                    let Parcel { message, copy, to, .. } = parcel;
                    self.record(Some(to), Some(cause), What::Held { message, copy });
                } else if self.mail.passes(parcel.from, parcel.to) {
                    self.arrive(parcel);
                } else {
                    self.lose(parcel, parcel.message, Loss::Cut);
                }
            }
            Errand::Arrived(parcel) => self.arrive(parcel),
            Errand::Ask { to, request, cause } => self.ask_now(to, request, cause),
            Errand::Fire { who, seq, cause } => self.fire(who, seq, cause),
        }
    }

    fn hold_for(&self, parcel: Parcel) -> Option<u32> {
        if self.mail.holds.is_empty() {
            return self.mail.hold_all;
        }
        let kind = self.kind_of(parcel)?;
        let rule = self.mail.holds.iter().find(|rule| rule.names(kind, parcel.from, parcel.to));
        rule.map(|rule| rule.cause).or(self.mail.hold_all)
    }

    pub(super) fn kind_of(&self, parcel: Parcel) -> Option<&'static str> {
        self.run.message(parcel.message).map(|(_, _, msg)| P::kind(msg))
    }

    pub(super) fn arrive(&mut self, parcel: Parcel) {
        let node = &mut self.nodes[parcel.to.index()];
        if node.machine.is_none() {
            self.lose(parcel, parcel.message, Loss::Down);
        } else if node.paused {
            node.parked.push_back(Errand::Arrived(parcel));
        } else if let Some((from, _, msg)) = self.run.message(parcel.message) {
            let input = Input::Message { from, msg: msg.clone() };
            let Parcel { message, copy, to, .. } = parcel;
            self.step(to, Some(message), What::Delivered { message, copy }, input);
        }
    }

    pub(super) fn lose(&mut self, parcel: Parcel, cause: u32, why: Loss) {
        let Parcel { message, copy, to, .. } = parcel;
        self.record(Some(to), Some(cause), What::Lost { message, copy, why });
    }

    pub(super) fn ask_now(&mut self, to: NodeId, request: u32, cause: u32) {
        let node = &mut self.nodes[to.index()];
        if node.machine.is_none() {
            return;
        }
        if node.paused {
            node.parked.push_back(Errand::Ask { to, request, cause });
            return;
        }
        let id = RequestId(request);
        let input = Input::Request { id, request: self.run.requests[request as usize].clone() };
        self.step(to, Some(cause), What::Asked(id), input);
    }

    /// A timer goes off, if it is still set.
    pub(super) fn fire(&mut self, who: NodeId, seq: u32, cause: u32) {
        let node = &mut self.nodes[who.index()];
        if node.paused {
            node.timers.park(seq);
            node.parked.push_back(Errand::Fire { who, seq, cause });
        } else if let Some(timer) = node.timers.take(seq) {
            self.step(who, Some(cause), What::Fired(timer.name), Input::Timer(timer.name));
        }
    }

    pub(super) fn step(&mut self, who: NodeId, cause: Option<u32>, what: What<P>, input: Input<P>) {
        let node = &mut self.nodes[who.index()];
        ours(node.machine.is_some() && !node.paused, "an input reached a node that is down or paused");
        let armed = node.armed.take();
        let (now, steady) = (shown(self.now, node.offset), node.steady.shown(self.now));
        // Recorded first: should the node's code panic, the record says in which step.
        let begun = self.record(Some(who), cause, what);
        let mut out = std::mem::take(&mut self.out);
        let until = armed.as_ref().map_or(usize::MAX, |armed| armed.after as usize);
        if until > 0
            && let Some(machine) = &mut self.nodes[who.index()].machine
        {
            pulse::beat();
            pulse::tell(|| line(&self.run, begun));
            machine.steady(steady);
            machine.step(now, input, &mut out);
        }
        for (done, output) in out.list_mut().drain(..).enumerate() {
            if done == until {
                break;
            }
            self.put_out(who, begun, output);
        }
        self.out = out;
        if let Some(armed) = armed {
            self.crash(who, armed.cause, armed.mail, armed.keeping);
        }
    }

    fn put_out(&mut self, who: NodeId, begun: u32, output: Output<P>) {
        let cause = Some(begun);
        match output {
            Output::Write(record) => {
                let event = self.record(Some(who), cause, What::Wrote(record));
                self.nodes[who.index()].disk.write(event);
            }
            Output::Sync => {
                let writes = self.nodes[who.index()].disk.sync();
                self.record(Some(who), cause, What::Synced { writes });
            }
            Output::Send { to, msg } => self.post(who, begun, to, msg),
            Output::Timer { name, after } => {
                let steady = self.nodes[who.index()].steady;
                let target = steady.target(self.now, after);
                let due = steady.reaches(target);
                let set = self.record(Some(who), cause, What::TimerSet { name, due });
                self.timers_set += 1;
                let timer = Timer { name, target, due, seq: self.timers_set, set, parked: false };
                self.nodes[who.index()].timers.set(timer);
            }
            Output::Cancel(name) => {
                if self.nodes[who.index()].timers.cancel(name) {
                    self.record(Some(who), cause, What::Cancelled(name));
                }
            }
            Output::Answer { id, answer } => {
                self.record(Some(who), cause, What::Answered { id, answer });
            }
            Output::Become(role) => {
                self.nodes[who.index()].role = Some(role);
                self.roles.take(role, who);
                self.record(Some(who), cause, What::Became(role));
            }
            Output::Apply(deed) => {
                self.record(Some(who), cause, What::Applied(deed));
            }
            Output::Note(text) => {
                self.record(Some(who), cause, What::Noted(text));
            }
        }
    }

    fn post(&mut self, from: NodeId, begun: u32, to: NodeId, msg: P::Msg) {
        let kind = P::kind(&msg);
        let message = self.record(Some(from), Some(begun), What::Sent { to, msg });
        let parcel = Parcel { message, copy: 0, from, to };
        if to.index() >= self.nodes.len() {
            self.lose(parcel, message, Loss::Nobody);
            return;
        }
        if let Some(rule) = take_rule(&mut self.mail.drops, kind, from, to) {
            self.lose(parcel, rule.cause, Loss::Dropped);
            return;
        }
        if !self.mail.passes(from, to) {
            self.lose(parcel, message, Loss::Cut);
            return;
        }
        self.mail.queue.push_back(Errand::Mail(parcel));
        if let Some(rule) = take_rule(&mut self.mail.duplicates, kind, from, to) {
            self.mail.queue.push_back(Errand::Mail(Parcel { copy: 1, ..parcel }));
            self.record(Some(to), Some(rule.cause), What::Duplicated { message, copy: 1 });
        }
    }

    pub(super) fn crash(&mut self, who: NodeId, cause: u32, mail: plan::Mail, keeping: u32) {
        let node = &mut self.nodes[who.index()];
        node.machine = None;
        node.paused = false;
        node.role = None;
        node.armed = None;
        node.timers.clear();
        let forgot = node.disk.crash(keeping);
        let mut parked = std::mem::take(&mut node.parked);
        let crashed = self.record(Some(who), Some(cause), What::Crashed { forgot });
        // What it had not looked at dies with it, also what a `resume` has just handed back.
        self.mail.queue.retain(|errand| match *errand {
            Errand::Mail(_) => true,
            Errand::Arrived(Parcel { to, .. }) | Errand::Ask { to, .. } | Errand::Fire { who: to, .. } => {
                if to == who {
                    parked.push_back(*errand);
                }
                to != who
            }
        });
        for errand in parked.drain(..) {
            if let Errand::Arrived(parcel) = errand {
                self.lose(parcel, crashed, Loss::Down);
            }
        }
        if mail == plan::Mail::Lost {
            let mut lost = Vec::new();
            self.mail.take_sent_by(who, &mut lost);
            for parcel in lost {
                self.lose(parcel, crashed, Loss::SenderCrashed);
            }
        }
    }

    pub(super) fn restart(&mut self, who: NodeId, cause: u32) {
        let machine = (self.make)(who);
        let node = &mut self.nodes[who.index()];
        ours(node.machine.is_none() && node.parked.is_empty(), "a restart of a node that is up");
        node.machine = Some(machine);
        node.life = node.life.saturating_add(1);
        let mut kept = Vec::with_capacity(node.disk.kept().len());
        for &write in node.disk.kept() {
            match &self.run.events[write as usize].what {
                What::Wrote(record) => kept.push(record.clone()),
                _ => ours(false, "a journal points at what was not written"),
            }
        }
        let what = What::Restarted { kept: kept.len() as u32 };
        self.step(who, Some(cause), what, Input::Restart { kept });
    }
}

/// What a watchdog tells if the node's code never comes back from this step.
fn line<P: Protocol>(run: &Run<P>, event: u32) -> pulse::Line {
    let event = &run.events[event as usize];
    let who = event.who.map_or("nobody", |who| run.name(who)).to_owned();
    pulse::Line { who, act: clause(run, event), result: String::new() }
}

/// Takes the oldest rule that waits for this message.
fn take_rule(rules: &mut Vec<Rule>, kind: &str, from: NodeId, to: NodeId) -> Option<Rule> {
    let at = rules.iter().position(|rule| rule.names(kind, from, to))?;
    Some(rules.remove(at))
}
