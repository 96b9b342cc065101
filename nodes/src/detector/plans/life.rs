//! The life of a pod as a plan: when it beats is known beforehand, so that each beat can be as late as
//! the bound allows, to the millisecond.

use kit::Ms;
use kit::contract::detector::BOUND;

use super::CLOCKS;

/// As late as a living pod's beat is made: less than a slow clock rounds, so that nobody is judged by
/// what is rounded.
pub(super) const LATEST: Ms = BOUND - 2;

/// Between two beats in true time, for each of [`CLOCKS`]: exact, slow, slow, fast, fast.
const BEATS: [Ms; 5] = [10_000, 10_102, 10_102, 9_901, 9_901];

/// How the last beat of the dead comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Alone,
    Twice,
    /// The one before it is as late, so that the two come in the distance in which they were sent.
    AfterAnother,
}

#[derive(Debug)]
pub(super) struct Life {
    text: String,
    beat: Ms,
    /// How far the plan's clock has come.
    now: Ms,
    /// When the last beat was sent.
    sent: Ms,
}

impl Life {
    /// With clocks that run like these of [`CLOCKS`].
    pub(super) fn new(clocks: usize) -> Life {
        let clocks = clocks % CLOCKS.len();
        Life { text: CLOCKS[clocks].to_owned(), beat: BEATS[clocks], now: 0, sent: 0 }
    }

    fn at(&mut self, to: Ms) {
        if to > self.now {
            self.text += &format!("at {to} ms\n");
            self.now = to;
        }
    }

    fn act(&mut self, act: &str) {
        self.text += act;
        self.text += "\n";
    }

    fn due(&self) -> Ms {
        self.sent + self.beat
    }

    /// So many beats in time.
    pub(super) fn beats(&mut self, count: u64) {
        self.sent += count * self.beat;
    }

    /// Sleeps when its next beat is due, which is so late as it is sent.
    pub(super) fn sleeps(&mut self, late: Ms) {
        let due = self.due();
        if late == 0 {
            return self.beats(1);
        }
        self.at(due - 1);
        self.act("pause pod-7");
        self.at(due + late);
        self.act("resume pod-7");
        self.sent = due + late;
    }

    /// The next beat is so late on its way. What is sent in the meantime comes with it.
    pub(super) fn waits(&mut self, late: Ms) {
        self.hold();
        self.release(late);
    }

    /// The next two beats are so late on their way, each by itself.
    pub(super) fn both_wait(&mut self, first: Ms, second: Ms) {
        let arrives = self.due() + first;
        self.hold();
        self.sent = self.due();
        // What was sent first arrives first.
        let then = (self.due() + second).max(arrives + 1);
        if self.due() <= arrives {
            self.at(arrives);
            self.act("deliver Beat pod-7 -> watch");
            self.release(then - self.due());
        } else {
            self.at(arrives);
            self.act("release Beat pod-7 -> watch");
        }
    }

    /// The next beat comes twice.
    pub(super) fn comes_twice(&mut self) {
        self.at(self.due() - 1);
        self.act("duplicate Beat pod-7 -> watch");
        self.beats(1);
    }

    fn hold(&mut self) {
        self.at(self.due() - 1);
        self.act("hold Beat pod-7 -> watch");
    }

    fn release(&mut self, late: Ms) {
        let arrives = self.due() + late;
        self.at(arrives);
        self.act("release Beat pod-7 -> watch");
        while self.due() <= arrives {
            self.sent = self.due();
        }
    }

    /// The plan of a pod that lives for so long after all that.
    pub(super) fn goes_on(mut self, ms: Ms) -> String {
        self.at(self.sent.max(self.now) + ms);
        self.text
    }

    /// The plan of a pod that dies so long after its last beat, but before it sends another.
    pub(super) fn dies_after(mut self, ms: Ms) -> String {
        let dies = (self.sent + ms.min(self.beat - 1)).max(self.now);
        self.at(dies);
        self.act("crash pod-7");
        self.at(dies + 61_000);
        self.text
    }

    /// The plan of a pod each of whose beats is later by a step than the one before, until they are as
    /// late as they may be: no silence is long, and in the last one the pod has been dead for 20 s.
    pub(super) fn falls_behind(mut self, step: Ms) -> String {
        let beats = BOUND.div_ceil(step.max(1)) + 3;
        let arrives =
            |number: u64| (number * self.beat + (number * step).min(BOUND), "deliver Beat pod-7 -> watch");
        let dies = beats * self.beat + 1;
        let mut acts: Vec<(Ms, &str)> = (1..=beats).map(arrives).collect();
        acts.push((dies, "crash pod-7"));
        acts.sort_unstable();
        self.act("hold Beat pod-7 -> watch");
        for (at, act) in acts {
            self.at(at);
            self.act(act);
        }
        self.at(dies + 61_000);
        self.text
    }

    /// The plan of a pod that sends one more beat and dies so long afterwards; the beat arrives as late
    /// as it may.
    pub(super) fn dies_unheard(mut self, ms: Ms, last: Last) -> String {
        let first = self.due();
        self.hold();
        match last {
            Last::Alone => {}
            Last::Twice => self.act("duplicate Beat pod-7 -> watch"),
            Last::AfterAnother => self.sent = first,
        }
        let due = self.due();
        self.at(due + ms);
        self.act("crash pod-7");
        if last == Last::AfterAnother {
            self.at(first + BOUND);
            self.act("deliver Beat pod-7 -> watch");
        }
        self.at(due + BOUND);
        self.act("release Beat pod-7 -> watch");
        self.at(due + ms + 61_000);
        self.text
    }
}
