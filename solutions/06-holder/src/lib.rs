//! Exercise 6, `holder`, solved. Read it after your own version passes.
//!
//! What this pod believes is one value, [`State`], and each of its states has one message that it
//! repeats until it is answered. Everything else follows: silence changes nothing but the clock.

use kit::Ms;
use kit::contract::holder::{
    Answer, Attempt, BEAT, Clocks, DRIFT_PERCENT, Deed, Holder, Input, Msg, Outputs, PAUSE, PIECE, Request,
    STORE, Setup, TTL, roll,
};
use kit::world::RequestId;

/// How long a lease lives for us: shorter than for the store, for our clock may be slow.
const LIFE: Ms = TTL - TTL * DRIFT_PERCENT / 100;
/// How long an answer may take before the question is asked again.
const PATIENCE: Ms = 1_500;

pub fn holder(setup: Setup) -> Box<dyn Holder> {
    let Setup { boot, dice } = setup;
    Box::new(Worker { boot, dice, count: 0, job: None, state: State::Idle })
}

struct Worker {
    boot: u64,
    dice: u64,
    /// Attempts of this life.
    count: u64,
    job: Option<Job>,
    state: State,
}

struct Job {
    /// Who asked for it, and who asked to stop it.
    clients: Vec<RequestId>,
    left: u32,
    stopped: bool,
}

impl Job {
    fn is_over(&self) -> bool {
        self.left == 0 || self.stopped
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Grant {
    attempt: Attempt,
    token: u64,
}

// ANCHOR: states
enum State {
    Idle,
    /// Has asked, first at `since`.
    Asking {
        attempt: Attempt,
        since: Ms,
    },
    /// Was refused, and will ask again.
    Waiting,
    /// Works. The lease is over at `until`, by our steady clock, unless a beat is answered before.
    Holding {
        grant: Grant,
        until: Ms,
    },
    /// Gives the lease back, and works no more.
    Returning {
        grant: Grant,
        until: Ms,
    },
}
// ANCHOR_END: states

impl Holder for Worker {
    fn step(&mut self, clocks: Clocks, input: Input, out: &mut Outputs) {
        // The wall clock may be set at any time. Nothing here looks at it.
        let now = clocks.steady;
        match input {
            Input::Request { id, request } => self.asked(now, id, request, out),
            Input::Message { msg, .. } => self.hear(now, msg, out),
            Input::Timer("retry") => self.acquire(now, out),
            Input::Timer("piece") => self.piece_ends(now, out),
            Input::Timer(_) => self.no_answer(now, out),
            Input::Start | Input::Restart { .. } => {}
        }
    }
}

impl Worker {
    fn asked(&mut self, now: Ms, id: RequestId, request: Request, out: &mut Outputs) {
        match (request, &mut self.job) {
            (Request::Work { .. }, Some(_)) => out.answer(id, Answer::Busy),
            (Request::Work { pieces }, None) => {
                self.job = Some(Job { clients: vec![id], left: pieces, stopped: false });
                self.acquire(now, out);
            }
            (Request::Stop, None) => out.answer(id, Answer::Stopped),
            (Request::Stop, Some(job)) => {
                job.clients.push(id);
                job.stopped = true;
                // A piece that is under way ends first, and a question that is open is answered first:
                // the lease may be ours already.
                if matches!(self.state, State::Waiting) {
                    self.settle(out);
                }
            }
            (Request::Revoke, _) => {}
        }
    }

    /// Each try is an attempt of its own, for an answer to an older one says nothing about it.
    fn acquire(&mut self, now: Ms, out: &mut Outputs) {
        self.count += 1;
        let attempt = Attempt { boot: self.boot, count: self.count };
        self.state = State::Asking { attempt, since: now };
        out.role("waiting");
        self.say(now, out);
    }

    /// The message of this state. It is the same however often it is said, but for the number of a beat.
    // ANCHOR: say
    fn say(&mut self, now: Ms, out: &mut Outputs) {
        let msg = match self.state {
            State::Asking { attempt, .. } => Msg::Acquire { attempt },
            // The beat says when it was sent, so its answer says from when the lease lives.
            State::Holding { grant: Grant { attempt, token }, .. } => {
                Msg::Renew { attempt, token, beat: now }
            }
            State::Returning { grant: Grant { attempt, token }, .. } => Msg::Release { attempt, token },
            State::Idle | State::Waiting => return,
        };
        out.send(STORE, msg);
        out.timer("answer", PATIENCE);
    }
    // ANCHOR_END: say

    /// No answer is no answer: it may have arrived, and it may not.
    fn no_answer(&mut self, now: Ms, out: &mut Outputs) {
        match self.state {
            // Over by our own clock, and nobody had to tell us. A piece that had begun has ended before.
            State::Holding { until, .. } | State::Returning { until, .. } if now >= until => {
                out.cancel("piece");
                self.settle(out);
            }
            _ => self.say(now, out),
        }
    }

    fn hear(&mut self, now: Ms, msg: Msg, out: &mut Outputs) {
        match msg {
            Msg::Granted { attempt, token } => self.granted(now, Grant { attempt, token }, out),
            Msg::Refused { attempt } => {
                if matches!(self.state, State::Asking { attempt: asked, .. } if asked == attempt) {
                    self.settle(out);
                }
            }
            Msg::Renewed { attempt, token, beat } => {
                if let State::Holding { grant, until } = &mut self.state
                    && *grant == (Grant { attempt, token })
                    && *until < beat + LIFE
                {
                    *until = beat + LIFE;
                    out.timer("answer", (beat + BEAT).saturating_sub(now));
                }
            }
            Msg::Lost { attempt, token } | Msg::Released { attempt, token } => {
                if self.grant() == Some(Grant { attempt, token }) {
                    out.cancel("piece");
                    self.settle(out);
                }
            }
            Msg::Acquire { .. } | Msg::Renew { .. } | Msg::Release { .. } => {}
        }
    }

    fn grant(&self) -> Option<Grant> {
        match self.state {
            State::Holding { grant, .. } | State::Returning { grant, .. } => Some(grant),
            _ => None,
        }
    }

    // ANCHOR: granted
    fn granted(&mut self, now: Ms, grant: Grant, out: &mut Outputs) {
        match self.state {
            State::Asking { attempt, since } if attempt == grant.attempt => {
                // The store may have granted it when we asked first, and told us again since.
                self.state = State::Holding { grant, until: since + LIFE };
                out.role("holder");
                out.timer("answer", (since + BEAT).saturating_sub(now));
                self.work(now, out);
            }
            _ if self.grant() == Some(grant) => {}
            // Too late for us, and still in the way of all others.
            _ => out.send(STORE, Msg::Release { attempt: grant.attempt, token: grant.token }),
        }
    }
    // ANCHOR_END: granted

    // ANCHOR: work
    fn work(&mut self, now: Ms, out: &mut Outputs) {
        let (State::Holding { grant, until }, Some(job)) = (&self.state, &self.job) else { return };
        let (grant, until) = (*grant, *until);
        if !job.is_over() && now + PIECE <= until {
            out.apply(Deed::Piece { token: grant.token });
            out.timer("piece", PIECE);
        } else {
            self.state = State::Returning { grant, until };
            out.role("waiting");
            self.say(now, out);
        }
    }
    // ANCHOR_END: work

    /// A piece counts when it has ended. One that was under way when the lease got lost is done again.
    fn piece_ends(&mut self, now: Ms, out: &mut Outputs) {
        if let Some(job) = &mut self.job {
            job.left -= 1;
        }
        self.work(now, out);
    }

    /// Nothing of ours is left at the store: answer, or try again later, and not when all others do.
    fn settle(&mut self, out: &mut Outputs) {
        out.cancel("answer");
        match self.job.take_if(|job| job.is_over()) {
            Some(job) => {
                self.state = State::Idle;
                out.cancel("retry");
                out.role("idle");
                let answer = if job.left == 0 { Answer::Done } else { Answer::Stopped };
                job.clients.into_iter().for_each(|id| out.answer(id, answer));
            }
            None => {
                self.state = State::Waiting;
                out.role("waiting");
                out.timer("retry", PAUSE + roll(&mut self.dice, 2_000));
            }
        }
    }
}
