//! Pods for figures: with a mistake, and slow enough to be drawn. They ask, work and give back, and
//! never renew.

use kit::Ms;
use kit::contract::holder::{
    Answer, Attempt, Clocks, Deed, Holder, Input, Msg, Outputs, PIECE, Request, STORE, Setup, TTL, roll,
};
use kit::world::RequestId;

/// What these pods break besides their mistake.
pub const FLAWS: &[&str] = &["every_job_gets_done"];

/// Counts its lease from when it heard of it.
pub fn counts_from_the_answer(setup: Setup) -> Box<dyn Holder> {
    Box::new(Plain { boot: setup.boot, ..Plain::default() })
}

/// Asks again seven seconds after each refusal, as all others do.
pub fn all_wait_alike(setup: Setup) -> Box<dyn Holder> {
    counts_from_the_answer(setup)
}

/// Asks again four to ten seconds after each refusal: seven in the mean.
pub fn each_waits_by_its_dice(setup: Setup) -> Box<dyn Holder> {
    Box::new(Plain { boot: setup.boot, dice: Some(setup.dice), ..Plain::default() })
}

#[derive(Debug, Default)]
struct Plain {
    boot: u64,
    dice: Option<u64>,
    count: u64,
    client: Option<RequestId>,
    left: u32,
    /// Token and end of what it holds.
    holds: Option<(u64, Ms)>,
}

impl Plain {
    fn attempt(&self) -> Attempt {
        Attempt { boot: self.boot, count: self.count }
    }

    fn pause(&mut self) -> Ms {
        self.dice.as_mut().map_or(7_000, |dice| 4_000 + roll(dice, 6_000))
    }

    fn ask(&mut self, out: &mut Outputs) {
        self.count += 1;
        out.role("waiting");
        out.send(STORE, Msg::Acquire { attempt: self.attempt() });
    }

    fn work(&mut self, now: Ms, out: &mut Outputs) {
        let Some((token, until)) = self.holds else { return };
        if self.left > 0 && now + PIECE <= until {
            self.left -= 1;
            out.apply(Deed::Piece { token });
            return out.timer("piece", PIECE);
        }
        self.holds = None;
        out.role("idle");
        out.send(STORE, Msg::Release { attempt: self.attempt(), token });
    }
}

impl Holder for Plain {
    fn step(&mut self, clocks: Clocks, input: Input, out: &mut Outputs) {
        match input {
            Input::Request { id, request: Request::Work { pieces } } => {
                (self.client, self.left) = (Some(id), pieces);
                self.ask(out);
            }
            Input::Message { msg: Msg::Granted { attempt, token }, .. } if attempt == self.attempt() => {
                self.holds = Some((token, clocks.steady + TTL));
                out.role("holder");
                self.work(clocks.steady, out);
            }
            Input::Message { msg: Msg::Refused { .. }, .. } => out.timer("retry", self.pause()),
            Input::Message { msg: Msg::Released { .. }, .. } => {
                if let Some(id) = self.client.take() {
                    out.answer(id, Answer::Done);
                }
            }
            Input::Timer("retry") => self.ask(out),
            Input::Timer("piece") => self.work(clocks.steady, out),
            _ => {}
        }
    }
}
