//! One pass over the events of a run.

use std::collections::BTreeMap;

use kit::contract::holder::{Answer, Attempt, Deed, End, Keeping, Msg, Request, STORE};
use kit::plan::Act;
use kit::world::{Event, NodeId, RequestId, Run, What};

use super::{Facts, Grant, Job, Lease, Life, Stop, Try};

/// How far a steady clock may be from the store's, in parts per million.
const MOST_PPM: u32 = 10_000;

struct Gather<'r> {
    facts: Facts<'r>,
    /// The life that each node lives now, as a place in the list.
    now: BTreeMap<NodeId, usize>,
    paused: BTreeMap<NodeId, usize>,
    /// Since when the store is down.
    down: Option<usize>,
}

/// Sorts a run.
pub fn facts(run: &Run<Keeping>) -> Facts<'_> {
    let acts = run.plan.phases.iter().flat_map(|phase| &phase.acts);
    // The rules speak of timers that go off when they are due.
    let early = acts.into_iter().any(|act| matches!(act, Act::TimesOut { .. }));
    let facts =
        Facts { run, lives: Vec::new(), leases: BTreeMap::new(), within: !early, store_away: Vec::new() };
    let mut gather = Gather { facts, now: BTreeMap::new(), paused: BTreeMap::new(), down: None };
    for (number, event) in run.events.iter().enumerate() {
        gather.event(number, event);
    }
    let paused: Vec<NodeId> = gather.paused.keys().copied().collect();
    for who in paused {
        gather.resumes(who, run.events.len());
    }
    if let Some(since) = gather.down {
        gather.facts.store_away.push((since, run.events.len()));
    }
    gather.facts
}

impl Gather<'_> {
    fn event(&mut self, number: usize, event: &Event<Keeping>) {
        let Some(who) = event.who else { return };
        match &event.what {
            What::RateSet { ppm } => {
                // The store's clock is the measure of all others.
                let most = if who == STORE { 0 } else { MOST_PPM };
                self.facts.within &= ppm.unsigned_abs() <= most;
            }
            What::Paused => _ = self.paused.insert(who, number),
            What::Resumed => self.resumes(who, number),
            What::Crashed { .. } => self.crashes(who, number),
            What::Started | What::Restarted { .. } if who != STORE => {
                self.now.insert(who, self.facts.lives.len());
                self.facts.lives.push(life(who));
            }
            What::Restarted { .. } => {
                if let Some(since) = self.down.take() {
                    self.facts.store_away.push((since, number));
                }
            }
            What::Applied(deed) if who == STORE => self.store(number, *deed),
            What::Applied(Deed::Piece { token }) => {
                if let Some(life) = self.life(who) {
                    life.pieces.push((number, *token));
                }
            }
            What::Sent { msg, .. } if who != STORE => self.says(who, number, *msg),
            What::Delivered { message, .. } if who != STORE => {
                let said = self.facts.run.message(*message).filter(|(from, ..)| *from == STORE);
                if let Some((_, _, msg)) = said {
                    self.hears(who, number, *msg);
                }
            }
            What::Asked(id) => self.asked(who, number, *id),
            What::Answered { id, answer } => self.answers(who, number, *id, *answer),
            _ => {}
        }
    }

    fn life(&mut self, who: NodeId) -> Option<&mut Life> {
        self.now.get(&who).map(|&at| &mut self.facts.lives[at])
    }

    fn resumes(&mut self, who: NodeId, number: usize) {
        let Some(since) = self.paused.remove(&who) else { return };
        if who == STORE {
            self.facts.store_away.push((since, number));
        } else if let Some(life) = self.life(who) {
            life.pauses.push((since, number));
        }
    }

    fn crashes(&mut self, who: NodeId, number: usize) {
        self.resumes(who, number);
        if who == STORE {
            self.down = Some(number);
        } else if let Some(life) = self.life(who) {
            life.crash = Some(number);
        }
    }

    fn store(&mut self, number: usize, deed: Deed) {
        let leases = &mut self.facts.leases;
        match deed {
            Deed::Grants { pod, attempt, token, until } => {
                let until = vec![(number, until)];
                leases.insert(token, Lease { pod, attempt, until, ended: None });
            }
            Deed::Renews { token, until } => {
                if let Some(lease) = leases.get_mut(&token) {
                    lease.until.push((number, until));
                }
            }
            Deed::Ends { token, how } => {
                if let Some(lease) = leases.get_mut(&token)
                    && lease.ended.is_none_or(|(_, how)| how == End::Expired)
                {
                    lease.ended = Some((number, how));
                }
            }
            Deed::Piece { .. } => {}
        }
    }

    fn says(&mut self, who: NodeId, number: usize, msg: Msg) {
        let Some(life) = self.life(who) else { return };
        match msg {
            Msg::Acquire { attempt } => {
                life.acquires.push(number);
                match life.tries.iter_mut().find(|tried| tried.attempt == attempt) {
                    Some(tried) => tried.sends.push(number),
                    None => {
                        let sends = vec![number];
                        life.tries.push(Try { attempt, sends, refused: None, granted: None });
                    }
                }
            }
            Msg::Renew { attempt, token, .. } => life.renews.push((number, attempt, token)),
            Msg::Release { attempt, token } => {
                if let Some(grant) = held(life, attempt, token) {
                    if grant.release.is_some() {
                        grant.again.get_or_insert(number);
                    }
                    grant.release.get_or_insert(number);
                }
            }
            _ => {}
        }
    }

    fn hears(&mut self, who: NodeId, number: usize, msg: Msg) {
        let run = self.facts.run;
        let Some(life) = self.life(who) else { return };
        match msg {
            Msg::Granted { attempt, token } => granted(life, number, attempt, token),
            Msg::Refused { attempt } => {
                if let Some(tried) = life.tries.iter_mut().find(|tried| tried.attempt == attempt) {
                    tried.refused.get_or_insert(number);
                }
            }
            Msg::Renewed { attempt, token, beat } => {
                let asked = |&&(sent, ..): &&(usize, Attempt, u64)| {
                    let question = Msg::Renew { attempt, token, beat };
                    run.message(sent as u32).is_some_and(|(_, _, msg)| *msg == question)
                };
                let sent = life.renews.iter().find(asked).map(|(sent, ..)| *sent);
                let grant = held(life, attempt, token);
                if let (Some(sent), Some(grant)) = (sent, grant) {
                    grant.answers.push((sent, number));
                }
            }
            Msg::Lost { attempt, token } | Msg::Released { attempt, token } => {
                if let Some(grant) = held(life, attempt, token) {
                    let lost = matches!(msg, Msg::Lost { .. });
                    let place = if lost { &mut grant.lost } else { &mut grant.released };
                    place.get_or_insert(number);
                }
            }
            _ => {}
        }
    }

    fn asked(&mut self, who: NodeId, number: usize, id: RequestId) {
        let request = self.facts.run.requests.get(id.0 as usize).copied();
        let (Some(life), Some(request)) = (self.life(who), request) else { return };
        let under_way = life.jobs.iter().rposition(|job| !job.second && job.answer.is_none());
        match request {
            Request::Work { pieces } => {
                let second = under_way.is_some();
                if !second {
                    life.asked.push(number);
                }
                life.jobs.push(Job { id, pieces, asked: number, second, stop: None, answer: None });
            }
            Request::Stop => {
                life.asked.push(number);
                life.stops.push(Stop { id, asked: number, answer: None });
                if let Some(at) = under_way {
                    life.jobs[at].stop.get_or_insert(number);
                }
            }
            Request::Revoke => {}
        }
    }

    fn answers(&mut self, who: NodeId, number: usize, id: RequestId, answer: Answer) {
        let Some(life) = self.life(who) else { return };
        if let Some(job) = life.jobs.iter_mut().find(|job| job.id == id) {
            if job.answer.is_some() {
                life.twice.get_or_insert(number);
            } else {
                job.answer = Some((number, answer));
            }
        } else if let Some(stop) = life.stops.iter_mut().find(|stop| stop.id == id) {
            if stop.answer.is_some() {
                life.twice.get_or_insert(number);
            } else {
                stop.answer = Some((number, answer));
            }
        }
    }
}

fn life(who: NodeId) -> Life {
    Life {
        who,
        crash: None,
        pauses: Vec::new(),
        tries: Vec::new(),
        grants: Vec::new(),
        jobs: Vec::new(),
        stops: Vec::new(),
        asked: Vec::new(),
        acquires: Vec::new(),
        pieces: Vec::new(),
        renews: Vec::new(),
        twice: None,
    }
}

fn held(life: &mut Life, attempt: Attempt, token: u64) -> Option<&mut Grant> {
    life.grants.iter_mut().find(|grant| (grant.attempt, grant.token) == (attempt, token))
}

/// Grants for an earlier life are none of this one.
fn granted(life: &mut Life, number: usize, attempt: Attempt, token: u64) {
    let last = life.tries.last().is_some_and(|tried| tried.attempt == attempt);
    let waits = life.job(number).is_some_and(|job| job.stop.is_none_or(|stop| stop > number));
    let Some(tried) = life.tries.iter_mut().find(|tried| tried.attempt == attempt) else { return };
    let (again, refused, fits) = (tried.granted.is_some(), tried.refused.is_some(), last && waits);
    let wanted = fits && !again && !refused;
    let perhaps = again || (fits && refused);
    tried.granted.get_or_insert(number);
    if life.grants.iter().all(|grant| grant.token != token) {
        let answers = vec![(tried.sends[0], number)];
        life.grants.push(Grant {
            attempt,
            token,
            heard: number,
            wanted,
            perhaps,
            answers,
            release: None,
            again: None,
            released: None,
            lost: None,
        });
    }
}
