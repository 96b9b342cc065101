//! The acts of a plan, done to the world. An act that cannot apply changes nothing and says why.

use super::mail::{Parcel, Place, Rule};
use super::node::{NodeId, Protocol};
use super::run::{Loss, What, Why};
use super::{Armed, World};
use crate::Ms;
use crate::plan::{self, Act, Who};

/// No clock is set beyond this (30,000 years), so that a node can add to what its clock shows.
const FAR: Ms = 1_000_000_000_000_000;

/// No steady clock is further from true time than by half of it, so that none stands still.
const MOST_PPM: u32 = 500_000;

/// Where an act stands in the plan, from 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    pub(super) phase: u32,
    pub(super) act: u32,
}

impl<P: Protocol> World<P> {
    pub(super) fn act(&mut self, spot: Spot, act: &Act) -> Result<(), Why> {
        match act {
            Act::At(to) => self.at(spot, *to),
            Act::Ask { who, request } => self.ask(spot, who, request),
            Act::TimesOut { who, timer } => self.time_out(spot, who, timer.as_deref()),
            Act::Crash { who, after, mail, keeping } => self.crash_act(spot, who, *after, *mail, *keeping),
            Act::Restart(who) => self.restart_act(spot, who),
            Act::Pause(who) => self.pause(spot, who),
            Act::Resume(who) => self.resume(spot, who),
            Act::Cut { left, right } => {
                let (left, right) = (self.side(left)?, self.side(right)?);
                self.cut(spot, left, right)
            }
            Act::Isolate(who) => {
                let alone = 1 << self.resolve(who)?.0;
                self.cut(spot, alone, self.everybody() & !alone)
            }
            Act::Heal => self.heal(spot),
            Act::Hold { kind, from, to } => {
                let rule = self.rule(spot, kind, from, to)?;
                self.hold(spot, rule)
            }
            Act::Release { kind, from, to } => {
                let rule = self.rule(spot, kind, from, to)?;
                self.release(spot, &rule)
            }
            Act::HoldAll => self.hold_all(spot),
            Act::ReleaseAll => self.release_all(spot),
            Act::Deliver { kind, from, to } => {
                let rule = self.rule(spot, kind, from, to)?;
                self.deliver(spot, &rule)
            }
            Act::Drop { kind, from, to } => {
                let rule = self.rule(spot, kind, from, to)?;
                self.drop_one(spot, rule)
            }
            Act::Duplicate { kind, from, to } => {
                let rule = self.rule(spot, kind, from, to)?;
                self.duplicate(spot, rule)
            }
            Act::Clock { who, offset } => self.set_clock(spot, who, *offset),
            Act::Rate { who, ppm } => self.set_rate(spot, who, *ppm),
            Act::Run { .. } | Act::LoseReply(_) | Act::LoseRequest(_) | Act::Refuse(_) => {
                Err(Why::NotOfThisWorld)
            }
        }
    }

    /// From here on the act counts as done.
    fn begin(&mut self, spot: Spot) -> u32 {
        self.record(None, None, What::Act(spot.act))
    }

    fn resolve(&self, who: &Who) -> Result<NodeId, Why> {
        let Who { word, old } = who;
        if !old && let Some(at) = self.run.cast.iter().position(|name| name == word) {
            return Ok(NodeId(at as u8));
        }
        if !P::ROLES.contains(&word.as_str()) {
            return Err(Why::NoSuchParty(word.clone()));
        }
        let plays = |node: NodeId| self.nodes[node.index()].role == Some(word.as_str());
        let found = if *old { self.roles.old(word, plays) } else { self.roles.now(word, plays) };
        found.ok_or_else(|| Why::NobodyPlays(if *old { format!("the old {word}") } else { word.clone() }))
    }

    fn resolve_up(&self, who: &Who) -> Result<NodeId, Why> {
        let node = self.resolve(who)?;
        if self.nodes[node.index()].machine.is_some() { Ok(node) } else { Err(Why::Down) }
    }

    fn side(&self, side: &[Who]) -> Result<u32, Why> {
        side.iter().try_fold(0, |bits, who| Ok(bits | 1 << self.resolve(who)?.0))
    }

    fn everybody(&self) -> u32 {
        (0..self.nodes.len()).fold(0, |bits, node| bits | 1 << node)
    }

    fn at(&mut self, spot: Spot, to: Ms) -> Result<(), Why> {
        if to > FAR {
            return Err(Why::TooFar);
        }
        let due = self.next_due().is_some_and(|(due, ..)| due <= to);
        if to < self.now || (to == self.now && !due) {
            return Err(Why::Past);
        }
        self.begin(spot);
        self.advance(to);
        Ok(())
    }

    fn ask(&mut self, spot: Spot, who: &Who, request: &str) -> Result<(), Why> {
        let parsed = P::parse_request(request).map_err(Why::BadRequest)?;
        let to = self.resolve_up(who)?;
        let cause = self.begin(spot);
        self.run.requests.push(parsed);
        self.ask_now(to, self.run.requests.len() as u32 - 1, cause);
        Ok(())
    }

    fn time_out(&mut self, spot: Spot, who: &Who, timer: Option<&str>) -> Result<(), Why> {
        if let Some(name) = timer
            && !P::TIMERS.contains(&name)
        {
            return Err(Why::NoSuchTimer(name.to_owned()));
        }
        let who = self.resolve_up(who)?;
        let timer = self.nodes[who.index()].timers.next(timer).ok_or(Why::NoTimerSet)?;
        let cause = self.begin(spot);
        self.fire(who, timer.seq, cause);
        Ok(())
    }

    fn crash_act(
        &mut self,
        spot: Spot,
        who: &Who,
        after: Option<u32>,
        mail: plan::Mail,
        keeping: u32,
    ) -> Result<(), Why> {
        let who = self.resolve_up(who)?;
        let cause = self.begin(spot);
        match after {
            None => {
                if let Some(armed) = self.nodes[who.index()].armed.take() {
                    self.skip(armed.spot, Why::NeverCame);
                }
                self.crash(who, cause, mail, keeping);
            }
            Some(after) => {
                let armed = Armed { after, mail, keeping, cause, spot };
                if let Some(before) = self.nodes[who.index()].armed.replace(armed) {
                    self.skip(before.spot, Why::Replaced);
                }
            }
        }
        Ok(())
    }

    fn restart_act(&mut self, spot: Spot, who: &Who) -> Result<(), Why> {
        let who = self.resolve(who)?;
        if self.nodes[who.index()].machine.is_some() {
            return Err(Why::Up);
        }
        let cause = self.begin(spot);
        self.restart(who, cause);
        Ok(())
    }

    fn pause(&mut self, spot: Spot, who: &Who) -> Result<(), Why> {
        let who = self.resolve_up(who)?;
        if self.nodes[who.index()].paused {
            return Err(Why::Paused);
        }
        let cause = self.begin(spot);
        self.nodes[who.index()].paused = true;
        self.record(Some(who), Some(cause), What::Paused);
        Ok(())
    }

    fn resume(&mut self, spot: Spot, who: &Who) -> Result<(), Why> {
        let who = self.resolve_up(who)?;
        if !self.nodes[who.index()].paused {
            return Err(Why::NotPaused);
        }
        let cause = self.begin(spot);
        self.resume_now(who, cause);
        Ok(())
    }

    /// What waited for the node comes before everything else, in the order in which it came.
    pub(super) fn resume_now(&mut self, who: NodeId, cause: u32) {
        let node = &mut self.nodes[who.index()];
        node.paused = false;
        for errand in node.parked.drain(..).rev() {
            self.mail.queue.push_front(errand);
        }
        self.record(Some(who), Some(cause), What::Resumed);
    }

    fn cut(&mut self, spot: Spot, left: u32, right: u32) -> Result<(), Why> {
        if !self.mail.cut(left, right) {
            return Err(Why::AlreadyCut);
        }
        let cause = self.begin(spot);
        self.record(None, Some(cause), What::Cut { left, right });
        Ok(())
    }

    fn heal(&mut self, spot: Spot) -> Result<(), Why> {
        if !self.mail.heal() {
            return Err(Why::NothingCut);
        }
        let cause = self.begin(spot);
        self.record(None, Some(cause), What::Healed);
        Ok(())
    }

    /// The rule of an act; its cause is filled in once the act is sure to apply.
    fn rule(&self, spot: Spot, kind: &str, from: &Who, to: &Who) -> Result<Rule, Why> {
        let known = P::KINDS.iter().find(|known| **known == kind);
        let kind = known.ok_or_else(|| Why::NoSuchKind(kind.to_owned()))?;
        let (from, to) = (self.resolve(from)?, self.resolve(to)?);
        Ok(Rule { kind, from, to, cause: 0, spot })
    }

    fn hold(&mut self, spot: Spot, rule: Rule) -> Result<(), Why> {
        let Rule { kind, from, to, .. } = rule;
        if self.mail.holds.iter().any(|known| known.names(kind, from, to)) {
            return Err(Why::AlreadyHeld);
        }
        let cause = self.begin(spot);
        self.mail.holds.push(Rule { cause, ..rule });
        Ok(())
    }

    fn release(&mut self, spot: Spot, rule: &Rule) -> Result<(), Why> {
        let Rule { kind, from, to, .. } = *rule;
        let known = self.mail.holds.iter().position(|known| known.names(kind, from, to));
        let hold = self.mail.holds.remove(known.ok_or(Why::NotHeld)?).cause;
        self.begin(spot);
        self.mail.let_go(hold);
        Ok(())
    }

    fn hold_all(&mut self, spot: Spot) -> Result<(), Why> {
        if self.mail.hold_all.is_some() {
            return Err(Why::AlreadyHeld);
        }
        let cause = self.begin(spot);
        self.mail.hold_all = Some(cause);
        Ok(())
    }

    fn release_all(&mut self, spot: Spot) -> Result<(), Why> {
        let hold = self.mail.hold_all.take().ok_or(Why::NotHeld)?;
        self.begin(spot);
        self.mail.let_go(hold);
        Ok(())
    }

    /// One message arrives, past whatever holds it; a cut or a receiver that is down still stops it.
    fn deliver(&mut self, spot: Spot, rule: &Rule) -> Result<(), Why> {
        let held = self.oldest(rule).filter(|place| matches!(place, Place::Held(_)));
        let parcel = held.and_then(|place| self.mail.remove(place)).ok_or(Why::NothingWaits)?;
        self.begin(spot);
        if self.mail.passes(parcel.from, parcel.to) {
            self.arrive(parcel);
        } else {
            self.lose(parcel, parcel.message, Loss::Cut);
        }
        Ok(())
    }

    fn drop_one(&mut self, spot: Spot, rule: Rule) -> Result<(), Why> {
        let place = self.oldest(&rule);
        let cause = self.begin(spot);
        match place.and_then(|place| self.mail.remove(place)) {
            Some(parcel) => self.lose(parcel, cause, Loss::Dropped),
            None => self.mail.drops.push(Rule { cause, ..rule }),
        }
        Ok(())
    }

    fn duplicate(&mut self, spot: Spot, rule: Rule) -> Result<(), Why> {
        let place = self.oldest(&rule);
        let cause = self.begin(spot);
        let found = place.and_then(|place| Some((place, self.mail.see(place)?)));
        let Some((place, parcel)) = found else {
            self.mail.duplicates.push(Rule { cause, ..rule });
            return Ok(());
        };
        let message = parcel.message;
        let made = |what: &What<P>| matches!(what, What::Duplicated { message: m, .. } if *m == message);
        let since = &self.run.events[message as usize..];
        let copy = 1 + since.iter().filter(|event| made(&event.what)).count() as u8;
        self.mail.add_copy(place, Parcel { copy, ..parcel });
        self.record(Some(parcel.to), Some(cause), What::Duplicated { message, copy });
        Ok(())
    }

    fn oldest(&self, rule: &Rule) -> Option<Place> {
        self.mail.oldest(|parcel| {
            (parcel.from, parcel.to) == (rule.from, rule.to) && self.kind_of(parcel) == Some(rule.kind)
        })
    }

    fn set_clock(&mut self, spot: Spot, who: &Who, offset: i64) -> Result<(), Why> {
        if offset.unsigned_abs() > FAR {
            return Err(Why::TooFar);
        }
        let who = self.resolve(who)?;
        if self.nodes[who.index()].offset == offset {
            return Err(Why::SameClock);
        }
        let cause = self.begin(spot);
        self.nodes[who.index()].offset = offset;
        self.record(Some(who), Some(cause), What::ClockSet { offset });
        Ok(())
    }

    fn set_rate(&mut self, spot: Spot, who: &Who, ppm: i32) -> Result<(), Why> {
        if ppm.unsigned_abs() > MOST_PPM {
            return Err(Why::NoSuchRate);
        }
        let who = self.resolve(who)?;
        let node = &mut self.nodes[who.index()];
        if node.steady.ppm() == ppm {
            return Err(Why::SameRate);
        }
        node.steady.set_rate(self.now, ppm);
        node.timers.retime(&node.steady);
        let cause = self.begin(spot);
        self.record(Some(who), Some(cause), What::RateSet { ppm });
        Ok(())
    }
}
