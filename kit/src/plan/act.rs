//! The acts of a plan, without how they are written or run.

use crate::Ms;

/// Phases in order. After the last one a run heals every fault and lets all parties finish.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    pub phases: Vec<Phase>,
}

/// Acts done together, before anybody answers them. In a world of messages, everything that is
/// not held is then delivered, first in first out, until nothing moves; the clock stands still.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Phase {
    pub acts: Vec<Act>,
}

/// A party, by name (`pod-7`) or by the role that it plays at that moment (`leader`, `old leader`).
/// A name in the cast wins over a role of the same spelling.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Who {
    pub word: String,
    /// The one who played this role before the present one.
    pub old: bool,
}

impl Who {
    pub fn new(word: &str) -> Who {
        Who { word: word.to_owned(), old: false }
    }
}

/// How far a client of a database runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extent {
    /// `run pod-7` is one statement, `run pod-7 for 3` is three.
    Statements(u32),
    /// `run pod-7 to "UPDATE"`: until the next statement would contain this text.
    Before(String),
    /// `run pod-7 to end`
    End,
}

/// What a crash does to messages that the crashed party has sent and nobody has received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mail {
    Kept,
    Lost,
}

/// One act. The text of each, as it is written in a plan, stands beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// `at 31 s`, `at 250 ms`: the clock goes on to this instant; timers on the way fire.
    At(Ms),

    // Clients of a database.
    /// `run pod-7 …`
    Run { who: Who, extent: Extent },
    /// `lose the reply to pod-7`: its next statement is carried out, and the answer gets lost.
    LoseReply(Who),
    /// `lose the request of pod-7`: its next statement is not carried out; no answer comes.
    LoseRequest(Who),
    /// `refuse pod-7`: its next statement answers `busy`, as when a lock wait ends in vain.
    Refuse(Who),

    // Nodes that send messages.
    /// `ask leader "acquire kickoff:ACH"`: a client sends a request.
    Ask { who: Who, request: String },
    /// `n2 times out`, `n2 times out election`: a timer that is set fires now; the earliest, or the named.
    TimesOut { who: Who, timer: Option<String> },
    /// `crash n1`, `crash n1 after output 2 of its next step`, each with `, losing mail in flight`,
    /// `, keeping 1 unsynced write`.
    Crash { who: Who, after: Option<u32>, mail: Mail, keeping: u32 },
    /// `restart n1`
    Restart(Who),
    /// `pause n1`: it is alive and does nothing; what comes for it waits.
    Pause(Who),
    /// `resume n1`
    Resume(Who),
    /// `cut n1 n2 | n3`: nothing passes between the two sides.
    Cut { left: Vec<Who>, right: Vec<Who> },
    /// `isolate leader`
    Isolate(Who),
    /// `heal`: every cut ends.
    Heal,
    /// `hold Vote n1 -> n2`: from now on, messages of this kind wait on the way.
    Hold { kind: String, from: Who, to: Who },
    /// `release Vote n1 -> n2`: those that wait are delivered, and no more are held.
    Release { kind: String, from: Who, to: Who },
    /// `hold all`: from now on every message waits on the way, whoever sent it, until it is
    /// delivered by name or all are released.
    HoldAll,
    /// `release all`: what `hold all` holds is delivered, and nothing more is held by it.
    ReleaseAll,
    /// `deliver Vote n1 -> n2`: the oldest of those that wait arrives now; the others go on waiting.
    Deliver { kind: String, from: Who, to: Who },
    /// `drop Vote n1 -> n2`: the oldest on the way is lost; if there is none, the next one sent.
    Drop { kind: String, from: Who, to: Who },
    /// `duplicate Vote n1 -> n2`: likewise, and it arrives twice.
    Duplicate { kind: String, from: Who, to: Who },
    /// `clock n2 +500 ms`: from now on its clock is off by this much.
    Clock { who: Who, offset: i64 },
    /// `clock n2 runs 1 % fast`, `clock n2 runs 5 permille slow`, `clock n2 runs 20 ppm fast`,
    /// `clock n2 runs true`: from now on its steady clock goes so much faster or slower than true time.
    Rate {
        who: Who,
        /// Parts per million ahead of true time; behind it if negative.
        ppm: i32,
    },
}
