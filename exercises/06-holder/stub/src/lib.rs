//! Exercise 6, `holder`. A pod that keeps a lease while it works, notices that it lost it, and gives
//! it back.
//!
//! The contract is `kit/src/contract/holder.rs`; read it first. A way to go, with what turns green:
//!
//! 1. `asked`, `granted`, `piece_ends`, `given_back`: a job on a quiet day. `cargo test -p holder examples`
//! 2. `refused`: the second pod waits for its turn, and does not ask together with a third.
//! 3. `renewed`, and a beat: a job that is longer than a lease.
//! 4. Questions that are not answered, `stop`, `lost`, and the clock that ends your work.
//!
//! What is here is a beginning. Change all of it, but for the signature of `holder`.

use kit::Ms;
use kit::contract::holder::{
    Answer, Attempt, BEAT, Clocks, DRIFT_PERCENT, Deed, Holder, Input, Msg, Outputs, PAUSE, PIECE, Request,
    STORE, Setup, TTL, roll,
};
use kit::world::RequestId;

pub fn holder(setup: Setup) -> Box<dyn Holder> {
    Box::new(Worker { boot: setup.boot, dice: setup.dice, count: 0, job: None, state: State::Idle })
}

struct Worker {
    boot: u64,
    /// `roll(&mut self.dice, 100)` is a number from 0 to 99.
    dice: u64,
    /// How many attempts this life has made.
    count: u64,
    job: Option<Job>,
    state: State,
}

struct Job {
    client: RequestId,
    /// Pieces that are not done yet.
    left: u32,
}

/// What this pod believes. Which states are missing?
enum State {
    Idle,
    Asking { attempt: Attempt },
    Holding { attempt: Attempt, token: u64 },
}

impl Holder for Worker {
    fn step(&mut self, clocks: Clocks, input: Input, out: &mut Outputs) {
        match input {
            Input::Start | Input::Restart { .. } => {}
            Input::Request { id, request: Request::Work { pieces } } => self.asked(clocks, id, pieces, out),
            Input::Request { id, request: Request::Stop } => self.stop(id, out),
            Input::Request { request: Request::Revoke, .. } => {}
            Input::Message { msg: Msg::Granted { attempt, token }, .. } => {
                self.granted(clocks, attempt, token, out)
            }
            Input::Message { msg: Msg::Refused { attempt }, .. } => self.refused(attempt, out),
            Input::Message { msg: Msg::Renewed { attempt, token, beat }, .. } => {
                self.renewed(attempt, token, beat, out)
            }
            Input::Message { msg: Msg::Lost { attempt, token }, .. } => self.lost(attempt, token, out),
            Input::Message { msg: Msg::Released { attempt, token }, .. } => {
                self.given_back(attempt, token, out)
            }
            Input::Message { .. } => {}
            Input::Timer("piece") => self.piece_ends(clocks, out),
            Input::Timer(name) => {}
        }
    }
}

impl Worker {
    /// A client asks for so many pieces.
    fn asked(&mut self, clocks: Clocks, id: RequestId, pieces: u32, out: &mut Outputs) {
        todo!("remember the job, and send Acquire with an attempt of its own")
    }

    fn granted(&mut self, clocks: Clocks, attempt: Attempt, token: u64, out: &mut Outputs) {
        todo!("begin the first piece, if this grant is the one that you wait for")
    }

    /// Two seconds are over: `out.timer("piece", PIECE)` went off.
    fn piece_ends(&mut self, clocks: Clocks, out: &mut Outputs) {
        todo!("begin the next piece, or give the lease back")
    }

    fn given_back(&mut self, attempt: Attempt, token: u64, out: &mut Outputs) {
        todo!("answer the client")
    }

    fn refused(&mut self, attempt: Attempt, out: &mut Outputs) {
        todo!("ask again, but not now")
    }

    fn renewed(&mut self, attempt: Attempt, token: u64, beat: u64, out: &mut Outputs) {
        todo!("how long does the lease live now?")
    }

    fn lost(&mut self, attempt: Attempt, token: u64, out: &mut Outputs) {
        todo!("what may you still do, and who still waits?")
    }

    fn stop(&mut self, id: RequestId, out: &mut Outputs) {
        todo!("no further piece begins, and the lease is given back")
    }
}
