//! The right worker, with one thing changed in what it hears or says.

use kit::Ms;
use kit::contract::fenced_job::{Answer, Deed, Input, Job, Msg, Night, Outputs, Setup, Step};
use kit::world::{Machine, Output};
use nodes::fenced_job::broken;

type Boxed = Box<dyn Machine<Job>>;

/// What it does with an input, and with each output; `None` swallows it.
struct Tampered {
    inner: Boxed,
    hears: fn(Input) -> Option<Input>,
    says: fn(Output<Job>) -> Option<Output<Job>>,
}

impl Machine<Job> for Tampered {
    fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
        let Some(input) = (self.hears)(input) else { return };
        self.inner.step(now, input, out);
        let said: Vec<Output<Job>> = out.list_mut().drain(..).filter_map(self.says).collect();
        *out.list_mut() = said;
    }
}

fn deaf(setup: Setup, hears: fn(Input) -> Option<Input>) -> Boxed {
    Box::new(Tampered { inner: broken::right(setup), hears, says: Some })
}

fn lying(setup: Setup, says: fn(Output<Job>) -> Option<Output<Job>>) -> Boxed {
    Box::new(Tampered { inner: broken::right(setup), hears: Some, says })
}

pub(super) fn idle(setup: Setup) -> Boxed {
    deaf(setup, |_| None)
}

pub(super) fn does_not_hear_fenced(setup: Setup) -> Boxed {
    deaf(setup, |input| match input {
        Input::Message { msg: Msg::Fenced { .. }, .. } => None,
        input => Some(input),
    })
}

pub(super) fn reads_nothing(setup: Setup) -> Boxed {
    deaf(setup, |input| match input {
        Input::Message { from, msg: Msg::Progress { fence, .. } } => {
            Some(Input::Message { from, msg: Msg::Progress { fence, done: Vec::new() } })
        }
        input => Some(input),
    })
}

pub(super) fn never_repeats(setup: Setup) -> Boxed {
    lying(setup, |output| match output {
        Output::Timer { .. } => None,
        output => Some(output),
    })
}

pub(super) fn short_is_fenced(setup: Setup) -> Boxed {
    lying(setup, |output| match output {
        Output::Answer { id, answer: Answer::Short } => Some(Output::Answer { id, answer: Answer::Fenced }),
        output => Some(output),
    })
}

/// Whoever wants to give the lease back is told at once that it is free.
pub(super) fn keeps_the_lease(setup: Setup) -> Boxed {
    struct Keeps(Boxed);
    impl Machine<Job> for Keeps {
        fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
            self.0.step(now, input, out);
            let release = out.list().iter().find_map(|output| match output {
                Output::Send { to, msg: Msg::Release { attempt, .. } } => Some((*to, *attempt)),
                _ => None,
            });
            if let Some((from, attempt)) = release {
                out.list_mut().retain(|output| !matches!(output, Output::Send { .. }));
                self.0.step(now, Input::Message { from, msg: Msg::Released { attempt } }, out);
            }
        }
    }
    Box::new(Keeps(broken::right(setup)))
}

/// Says of each grant that it is for the attempt that was sent last.
pub(super) fn takes_any_grant(setup: Setup) -> Boxed {
    struct Takes(Boxed, Option<Msg>);
    impl Machine<Job> for Takes {
        fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
            let input = match (input, &self.1) {
                (
                    Input::Message { from, msg: Msg::Granted { token, .. } },
                    Some(Msg::Acquire { attempt }),
                ) => Input::Message { from, msg: Msg::Granted { attempt: *attempt, token } },
                (input, _) => input,
            };
            self.0.step(now, input, out);
            let asked = out.list().iter().find_map(|output| match output {
                Output::Send { msg: msg @ Msg::Acquire { .. }, .. } => Some(msg.clone()),
                _ => None,
            });
            self.1 = asked.or(self.1.take());
        }
    }
    Box::new(Takes(broken::right(setup), None))
}

/// Closes the night without its token, and takes the answer for one that bears it.
pub(super) fn closes_unfenced(setup: Setup) -> Boxed {
    struct Closes(Boxed, Option<u64>);
    impl Machine<Job> for Closes {
        fn step(&mut self, now: Ms, input: Input, out: &mut Outputs) {
            let input = match input {
                Input::Message { from, msg: Msg::Applied { fence: None, step } } => {
                    Input::Message { from, msg: Msg::Applied { fence: self.1, step } }
                }
                input => input,
            };
            self.0.step(now, input, out);
            for output in out.list_mut() {
                if let Output::Send { msg: Msg::Write { fence, step: Step::Close, .. }, .. } = output {
                    self.1 = fence.take();
                }
            }
        }
    }
    Box::new(Closes(broken::right(setup), None))
}

/// Answers Done at once, and does the deeds of the tables in their place.
pub(super) fn says_that_it_is_done(_: Setup) -> Boxed {
    struct Says;
    impl Machine<Job> for Says {
        fn step(&mut self, _: Ms, input: Input, out: &mut Outputs) {
            let Input::Request { id, request } = input else { return };
            let Night(night) = request.night;
            for step in Step::ALL {
                let night = Night(night);
                out.apply(Deed::Applies { fence: Some(33), night, step, paise: request.paise });
            }
            out.answer(id, Answer::Done);
        }
    }
    Box::new(Says)
}
