//! A pod written apart from the solution, as a heap of flags: what a learner hands in at first. It is
//! right, unless it is told to make a mistake.

use kit::Ms;
use kit::contract::holder::{
    Answer, Attempt, Clocks, Deed, Holder, Input, Msg, Outputs, PIECE, Request, STORE, Setup, TTL, roll,
};
use kit::world::RequestId;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flaw {
    CountsFromTheAnswer,
    OneBeatOnly,
    WorksInSilence,
    SilenceIsLost,
    LostIsIgnored,
    LateGrantsStay,
    ReleasesFirst,
    AllWaitAlike,
    NewAttempts,
    DoneBeforeReleased,
    WallClock,
}

pub(crate) struct Pod {
    flaw: Option<Flaw>,
    setup: Setup,
    /// What it asks for, since when, and whether that is still open.
    attempt: Attempt,
    since: Ms,
    asking: bool,
    token: Option<u64>,
    /// When the lease is over; 0 if it has none.
    end: Ms,
    sent_beat: Option<Ms>,
    piece_until: Option<Ms>,
    releasing: bool,
    work: Option<RequestId>,
    stops: Vec<RequestId>,
    todo: u32,
}

impl Pod {
    pub(crate) fn new(setup: Setup, flaw: Option<Flaw>) -> Self {
        Pod {
            flaw,
            setup,
            attempt: Attempt { boot: setup.boot, count: 0 },
            since: 0,
            asking: false,
            token: None,
            end: 0,
            sent_beat: None,
            piece_until: None,
            releasing: false,
            work: None,
            stops: Vec::new(),
            todo: 0,
        }
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    fn ask(&mut self, now: Ms, out: &mut Outputs) {
        self.attempt.count += 1;
        self.since = now;
        self.asking = true;
        self.repeat(out);
    }

    fn repeat(&self, out: &mut Outputs) {
        out.send(STORE, Msg::Acquire { attempt: self.attempt });
        out.timer("answer", 2_000);
    }

    fn later(&mut self, out: &mut Outputs) {
        let chance = if self.has(Flaw::AllWaitAlike) { 0 } else { roll(&mut self.setup.dice, 3_000) };
        out.timer("retry", 700 + chance);
    }

    /// Whatever ended the lease: the client is answered, or the pod asks again.
    fn over(&mut self, out: &mut Outputs) {
        (self.token, self.end, self.piece_until, self.releasing) = (None, 0, None, false);
        ["beat", "piece", "answer", "deadline"].iter().for_each(|timer| out.cancel(timer));
        let stopped = !self.stops.is_empty();
        if self.todo > 0 && !stopped {
            return self.later(out);
        }
        let answer = if self.todo == 0 { Answer::Done } else { Answer::Stopped };
        if let Some(id) = self.work.take() {
            out.answer(id, answer);
        }
        self.stops.drain(..).for_each(|id| out.answer(id, Answer::Stopped));
    }

    fn next(&mut self, now: Ms, out: &mut Outputs) {
        let Some(token) = self.token else { return };
        if self.piece_until.is_some_and(|until| now < until) || self.releasing {
            return;
        }
        if self.todo > 0 && self.stops.is_empty() {
            if now + PIECE <= self.end || self.has(Flaw::WorksInSilence) {
                self.piece_until = Some(now + PIECE);
                out.apply(Deed::Piece { token });
                out.timer("piece", PIECE);
            }
            return;
        }
        self.release(out);
    }

    fn release(&mut self, out: &mut Outputs) {
        let Some(token) = self.token else { return };
        self.releasing = true;
        out.send(STORE, Msg::Release { attempt: self.attempt, token });
        out.timer("answer", 2_000);
        out.cancel("beat");
        if self.has(Flaw::DoneBeforeReleased) {
            self.over(out);
        }
    }

    fn granted(&mut self, now: Ms, attempt: Attempt, token: u64, out: &mut Outputs) {
        if self.token == Some(token) {
            return;
        }
        if !self.asking || attempt != self.attempt {
            if !self.has(Flaw::LateGrantsStay) {
                out.send(STORE, Msg::Release { attempt, token });
            }
            return;
        }
        self.asking = false;
        out.cancel("answer");
        self.token = Some(token);
        let from = if self.has(Flaw::CountsFromTheAnswer) { now } else { self.since };
        self.end = from + TTL * 98 / 100;
        if now + PIECE > self.end {
            return self.release(out);
        }
        out.timer("deadline", self.end - now);
        out.timer("beat", 1.max((self.since + 8_000).saturating_sub(now)));
        self.next(now, out);
    }

    fn hear(&mut self, now: Ms, msg: Msg, out: &mut Outputs) {
        match msg {
            Msg::Granted { attempt, token } => self.granted(now, attempt, token, out),
            Msg::Refused { attempt } if self.asking && attempt == self.attempt => {
                self.asking = false;
                out.cancel("answer");
                if self.stops.is_empty() { self.later(out) } else { self.over(out) }
            }
            Msg::Renewed { token, beat, .. } if self.token == Some(token) && !self.releasing => {
                self.end = self.end.max(beat + TTL * 98 / 100);
                self.sent_beat = None;
                out.timer("deadline", self.end.saturating_sub(now));
                out.timer("beat", (beat + 8_000).saturating_sub(now));
                self.next(now, out);
            }
            Msg::Lost { .. } if self.has(Flaw::LostIsIgnored) && !self.releasing => {}
            Msg::Lost { token, .. } if self.token == Some(token) => self.over(out),
            Msg::Released { token, .. } if self.token == Some(token) => self.over(out),
            _ => {}
        }
    }

    fn timer(&mut self, now: Ms, name: &str, out: &mut Outputs) {
        match name {
            "retry" => self.ask(now, out),
            "answer" if self.asking && self.has(Flaw::NewAttempts) => self.ask(now, out),
            "answer" if self.asking => self.repeat(out),
            "answer" if self.releasing && now >= self.end => self.over(out),
            "answer" if self.releasing => self.release(out),
            "piece" => {
                self.todo -= 1;
                self.piece_until = None;
                self.next(now, out);
            }
            "beat" if now < self.end || self.has(Flaw::WorksInSilence) => {
                let Some(token) = self.token else { return };
                if self.sent_beat.is_some() && self.has(Flaw::SilenceIsLost) {
                    return self.over(out);
                }
                self.sent_beat = Some(now);
                out.send(STORE, Msg::Renew { attempt: self.attempt, token, beat: now });
                out.timer("beat", if self.has(Flaw::OneBeatOnly) { 12_000 } else { 2_500 });
            }
            "deadline" if now >= self.end && !self.has(Flaw::WorksInSilence) && self.token.is_some() => {
                self.over(out);
            }
            _ => {}
        }
    }
}

impl Holder for Pod {
    fn step(&mut self, clocks: Clocks, input: Input, out: &mut Outputs) {
        let now = if self.has(Flaw::WallClock) { clocks.wall } else { clocks.steady };
        match input {
            Input::Request { id, request: Request::Work { pieces } } => {
                if self.work.is_some() {
                    return out.answer(id, Answer::Busy);
                }
                (self.work, self.todo) = (Some(id), pieces);
                self.ask(now, out);
            }
            Input::Request { id, request: Request::Stop } => {
                if self.work.is_none() {
                    return out.answer(id, Answer::Stopped);
                }
                self.stops.push(id);
                if self.has(Flaw::ReleasesFirst) {
                    self.release(out);
                } else if !self.asking && self.token.is_none() {
                    out.cancel("retry");
                    self.over(out);
                }
            }
            Input::Message { msg, .. } => self.hear(now, msg, out),
            Input::Timer(name) => self.timer(now, name, out),
            _ => {}
        }
    }
}
