//! What is tried: schedules for faults that chance meets too seldom, then a portfolio.

use kit::contract::fenced_job::{Job, Table};
use kit::plan::Plan;

use super::NAMES;
use crate::messages::{Faults, Portfolio, Vocabulary};
use grader::settings::Settings;

const CASES: u32 = 3_000;

/// One line a phase; `A` asks pod-7 for the night, `B` asks pod-3 for the same one, `NEXT` pod-7 for the
/// next night, `DEAR` pod-7 for one that the account cannot pay.
const SCRIPTED: &[&[&str]] = &[
    &["A"],
    &["DEAR"],
    &["A", "B", "NEXT"],
    &["DEAR", "NEXT", "B"],
    &["B; A", "NEXT"],
    &["hold Applied accounts -> pod-3; B", "A", "NEXT"],
    // What gets lost is sent again, and what was sent twice is done once.
    &["drop Applied accounts -> pod-7; A", "at 3 s"],
    &["drop Short accounts -> pod-7; DEAR", "at 3 s"],
    &["drop Granted lease -> pod-7; A", "at 3 s"],
    &["drop Claimed outbox -> pod-7; A", "at 3 s"],
    &["drop Progress postings -> pod-7; A", "at 3 s"],
    &["drop Released lease -> pod-7; A", "at 3 s", "NEXT"],
    &["hold Applied postings -> pod-7; A", "pod-7 times out again", "release Applied postings -> pod-7"],
    &["hold Applied accounts -> pod-7; A", "isolate pod-7; release Applied accounts -> pod-7; at 62 s"],
    // Answers that come twice are answered once.
    &["hold Claimed outbox -> pod-7; duplicate Claimed accounts -> pod-7; A"],
    &["duplicate Applied accounts -> pod-7; duplicate Granted lease -> pod-7; A"],
    &["duplicate Claimed accounts -> pod-7; hold Claimed outbox -> pod-7; hold Progress outbox -> pod-7; A"],
    &[
        "hold Applied outbox -> pod-7; A",
        "pause pod-7; at 31 s",
        "duplicate Progress accounts -> pod-3; B",
        "resume pod-7",
    ],
    // One comes twice, and the next one is lost.
    &["duplicate Claimed accounts -> pod-7; drop Claimed postings -> pod-7; A", "at 3 s"],
    // A second request while the first is on its way.
    &["hold Granted lease -> pod-7; A", "NEXT"],
    // The zombie is fenced wherever it wakes up, and somebody asks it again.
    &[
        "hold Claimed accounts -> pod-7; A",
        "pause pod-7; at 31 s",
        "B",
        "release Claimed accounts -> pod-7",
        "resume pod-7",
        "at 34 s",
        "NEXT",
    ],
    &[
        "hold Progress outbox -> pod-7; A",
        "pause pod-7; at 31 s",
        "B",
        "release Progress outbox -> pod-7",
        "resume pod-7",
        "at 34 s",
    ],
    &[
        "hold Applied accounts -> pod-7; A",
        "pause pod-7; at 31 s",
        "B",
        "release Applied accounts -> pod-7",
        "resume pod-7",
        "at 34 s",
    ],
    &[
        "hold Applied postings -> pod-7; A",
        "pause pod-7; at 31 s",
        "B",
        "release Applied postings -> pod-7",
        "resume pod-7",
        "at 34 s",
        "NEXT",
    ],
    &[
        "hold Applied outbox -> pod-7; A",
        "pause pod-7; at 31 s",
        "B",
        "release Applied outbox -> pod-7",
        "resume pod-7",
        "at 34 s",
    ],
    &["drop Progress accounts -> pod-7; A", "pause pod-7; at 31 s", "B", "resume pod-7", "at 34 s"],
    // It is fenced by the first table that the successor has claimed, or by a later one.
    &[
        "hold Applied postings -> pod-7; A",
        "pause pod-7; at 31 s",
        "hold Claim pod-3 -> outbox; B",
        "release Applied postings -> pod-7; resume pod-7",
        "release Claim pod-3 -> outbox",
    ],
    &[
        "hold Applied postings -> pod-7; A",
        "pause pod-7; at 31 s",
        "hold Claim pod-3 -> accounts; B",
        "release Applied postings -> pod-7; resume pod-7",
        "release Claim pod-3 -> accounts",
    ],
    // It is fenced by a table that it does not wait for: a late copy of an earlier step gets the answer.
    &[
        "hold Applied accounts -> pod-7; A",
        "hold Write pod-7 -> accounts; at 3 s",
        "hold Applied postings -> pod-7; hold Duplicate postings -> pod-7; release Applied accounts -> pod-7",
        "pause pod-7; at 31 s",
        "hold Claim pod-3 -> postings; B",
        "release Write pod-7 -> accounts",
        "release Applied postings -> pod-7; resume pod-7",
    ],
    // Its lease is over before it knows that a step is done.
    &[
        "hold Applied postings -> pod-7; hold Duplicate postings -> pod-7; A",
        "at 31 s",
        "release Applied postings -> pod-7",
    ],
    // A new life has new attempts: it neither gets what the old one was refused, nor what it was granted.
    &["A", "crash pod-7", "restart pod-7", "NEXT"],
    &["hold Applied accounts -> pod-7; A", "crash pod-7", "restart pod-7", "NEXT", "at 3 s"],
    // What was meant for an earlier life of pod-7.
    &[
        "hold Granted lease -> pod-7; A",
        "crash pod-7",
        "restart pod-7",
        "hold Refused lease -> pod-7; A",
        "release Granted lease -> pod-7",
        "at 3 s",
    ],
    &[
        "hold Applied accounts -> pod-7; A",
        "crash pod-7",
        "restart pod-7",
        "at 31 s",
        "A",
        "release Applied accounts -> pod-7",
    ],
    &[
        "hold Progress accounts -> pod-7; A",
        "crash pod-7",
        "restart pod-7",
        "at 31 s",
        "B",
        "A",
        "release Progress accounts -> pod-7",
        "at 34 s",
    ],
    &[
        "hold Claimed outbox -> pod-7; A",
        "crash pod-7",
        "restart pod-7",
        "at 31 s",
        "hold Claim pod-7 -> outbox; A",
        "release Claimed outbox -> pod-7",
        "at 34 s",
    ],
    &[
        "hold Released lease -> pod-7; A",
        "crash pod-7",
        "restart pod-7",
        "NEXT",
        "release Released lease -> pod-7",
    ],
    &[
        "hold Released lease -> pod-7; A",
        "crash pod-7",
        "restart pod-7",
        "hold Applied accounts -> pod-7; NEXT",
        "release Released lease -> pod-7",
        "at 3 s",
    ],
    &[
        "hold Applied accounts -> pod-3; B",
        "hold Refused lease -> pod-7; A",
        "crash pod-7",
        "restart pod-7",
        "at 31 s",
        "hold Granted lease -> pod-7; A",
        "release Refused lease -> pod-7",
        "at 34 s",
    ],
    &[
        "hold Short accounts -> pod-7; DEAR",
        "crash pod-7",
        "restart pod-7",
        "at 31 s",
        "hold Applied accounts -> pod-7; A",
        "release Short accounts -> pod-7",
        "at 34 s",
    ],
    // The same of an earlier job, or attempt, of the same life.
    &["hold Granted lease -> pod-7; A", "at 33 s", "release Granted lease -> pod-7", "at 36 s"],
    &[
        "hold Released lease -> pod-7; A",
        "hold Release pod-7 -> lease; at 3 s",
        "release Released lease -> pod-7",
        "hold Applied accounts -> pod-7; NEXT",
        "release Release pod-7 -> lease",
        "at 5 s",
    ],
    &[
        "hold Short accounts -> pod-7; DEAR",
        "pause pod-7; at 31 s",
        "B",
        "resume pod-7",
        "release Short accounts -> pod-7",
        "NEXT",
    ],
    // The job is over but for the lease. A late copy of what it sent is answered, and means nothing now.
    &[
        "hold Applied outbox -> pod-7; A",
        "hold Write pod-7 -> outbox; at 3 s",
        "hold Released lease -> pod-7; release Applied outbox -> pod-7",
        "B",
        "release Write pod-7 -> outbox",
    ],
    &[
        "hold Applied outbox -> pod-7; A",
        "hold Write pod-7 -> outbox; at 3 s",
        "hold Released lease -> pod-7; release Applied outbox -> pod-7",
        "release Write pod-7 -> outbox",
    ],
    &[
        "hold Short accounts -> pod-7; DEAR",
        "hold Write pod-7 -> accounts; at 3 s",
        "hold Released lease -> pod-7; release Short accounts -> pod-7",
        "release Write pod-7 -> accounts",
    ],
    &[
        "hold Short accounts -> pod-7; DEAR",
        "hold Write pod-7 -> accounts; at 3 s",
        "hold Released lease -> pod-7; release Short accounts -> pod-7",
        "B",
        "release Write pod-7 -> accounts",
        "release Released lease -> pod-7",
    ],
    &[
        "hold Granted lease -> pod-7; A",
        "hold Acquire pod-7 -> lease; at 3 s",
        "hold Released lease -> pod-7; release Granted lease -> pod-7",
        "release Acquire pod-7 -> lease",
    ],
    &[
        "hold Granted lease -> pod-7; A",
        "hold Acquire pod-7 -> lease; at 3 s",
        "hold Release pod-7 -> lease; release Granted lease -> pod-7",
        "release Acquire pod-7 -> lease",
        "at 5 s",
    ],
    // The same before the job is over, when its lease is.
    &[
        "hold Granted lease -> pod-7; A",
        "hold Acquire pod-7 -> lease; at 3 s",
        "hold Applied accounts -> pod-7; hold Duplicate accounts -> pod-7; release Granted lease -> pod-7",
        "at 31 s",
        "release Acquire pod-7 -> lease",
    ],
    // Somebody sets the clock on the wall, on and back.
    &["hold Applied accounts -> pod-7; A", "clock pod-7 +60 s; at 3 s"],
    &["clock pod-7 +600 s; drop Applied accounts -> pod-7; A", "clock pod-7 +500 ms; at 3 s"],
];

/// The same for each table `T`.
const SCRIPTED_AT_A_TABLE: &[&[&str]] = &[
    // A zombie's write is on its way to it: its successor has claimed, and writes.
    &[
        "hold Write pod-7 -> T; A",
        "pause pod-7; at 31 s",
        "hold Write pod-3 -> T; B",
        "release Write pod-7 -> T",
        "release Write pod-3 -> T",
        "resume pod-7",
    ],
    // Its successor has the lease, and its claim is on its way.
    &[
        "hold Write pod-7 -> T; A",
        "pause pod-7; at 31 s",
        "hold Claim pod-3 -> T; B",
        "release Write pod-7 -> T",
        "release Claim pod-3 -> T",
        "resume pod-7",
    ],
    // It was sent by an earlier life of the same pod.
    &["hold Write pod-7 -> T; A", "crash pod-7", "restart pod-7", "at 31 s", "A", "release Write pod-7 -> T"],
    // An answer to the write of another night comes while the pod waits for that of this night: from the
    // job before, or from the life before; the first answer, or the one to a repeat.
    &[
        "hold Applied T -> pod-7; A",
        "at 5 s",
        "hold Write pod-7 -> T; NEXT",
        "release Applied T -> pod-7",
        "at 8 s",
    ],
    &[
        "hold Applied T -> pod-7; hold Duplicate T -> pod-7; A",
        "at 3 s",
        "release Applied T -> pod-7",
        "hold Write pod-7 -> T; NEXT",
        "release Duplicate T -> pod-7",
        "at 6 s",
    ],
    &[
        "hold Applied T -> pod-7; A",
        "crash pod-7",
        "restart pod-7",
        "at 31 s",
        "hold Write pod-7 -> T; NEXT",
        "release Applied T -> pod-7",
        "at 34 s",
    ],
    &[
        "drop Applied T -> pod-7; hold Duplicate T -> pod-7; A",
        "at 3 s",
        "crash pod-7",
        "restart pod-7",
        "at 35 s",
        "hold Write pod-7 -> T; NEXT",
        "release Duplicate T -> pod-7",
        "at 38 s",
    ],
];

/// The same for each answer: `$answer` comes from `$there`, to an `$asked`.
const SCRIPTED_FOR_AN_ANSWER: &[&[&str]] = &[
    // It was for the life before, or for the job before, and the pod waits for the like of it.
    &[
        "hold $answer $there -> pod-7; A",
        "crash pod-7",
        "restart pod-7",
        "at 31 s",
        "hold $asked pod-7 -> $there; NEXT",
        "release $answer $there -> pod-7",
        "at 34 s",
    ],
    &[
        "hold $answer $there -> pod-7; A",
        "at 5 s",
        "hold $asked pod-7 -> $there; NEXT",
        "release $answer $there -> pod-7",
        "at 8 s",
    ],
    // Somebody else has done the night when it comes, or when the pod asks again.
    &[
        "hold $answer $there -> pod-7; A",
        "pause pod-7; at 31 s",
        "B",
        "release $answer $there -> pod-7; resume pod-7",
        "at 34 s",
        "NEXT",
    ],
    &["drop $answer $there -> pod-7; A", "pause pod-7; at 31 s", "B", "resume pod-7", "at 34 s", "NEXT"],
    // What the pod asked again is on its way until another one has been at work.
    &[
        "hold $answer $there -> pod-7; A",
        "hold $asked pod-7 -> $there; at 3 s",
        "release $answer $there -> pod-7",
        "at 31 s",
        "B",
        "release $asked pod-7 -> $there",
        "at 34 s",
    ],
];

/// Answers, with what they answer, and whether they come from a table.
const ANSWERS: [(&str, &str, bool); 8] = [
    ("Granted", "Acquire", false),
    ("Refused", "Acquire", false),
    ("Released", "Release", false),
    ("Claimed", "Claim", true),
    ("Progress", "Read", true),
    ("Applied", "Write", true),
    ("Duplicate", "Write", true),
    ("Fenced", "Write", true),
];

const WORDS: [(&str, &str); 4] = [
    ("A", "ask pod-7 \"run 2026-11-29: ₹30\""),
    ("B", "ask pod-3 \"run 2026-11-29: ₹30\""),
    ("NEXT", "ask pod-7 \"run 2026-11-30: ₹30\""),
    ("DEAR", "ask pod-7 \"run 2026-12-01: ₹500\""),
];

/// Messages, with how they go: to a pod or from it, and whether to the lease or to each table.
const ROUTES: &[(&str, bool, bool)] = &[
    ("Acquire", true, false),
    ("Granted", false, false),
    ("Refused", false, false),
    ("Release", true, false),
    ("Released", false, false),
    ("Claim", true, true),
    ("Claimed", false, true),
    ("Read", true, true),
    ("Progress", false, true),
    ("Write", true, true),
    ("Applied", false, true),
    ("Fenced", false, true),
];

pub(super) fn scripted() -> Vec<Plan> {
    let anywhere = SCRIPTED.iter().map(|phases| plan(phases, &[]));
    let at =
        |table: Table| SCRIPTED_AT_A_TABLE.iter().map(move |phases| plan(phases, &[("T", table.name())]));
    let anywhere = anywhere.chain(Table::ALL.into_iter().flat_map(at));
    anywhere.chain(ANSWERS.into_iter().flat_map(late)).collect()
}

fn late((answer, asked, of_a_table): (&str, &str, bool)) -> Vec<Plan> {
    let from = if of_a_table { Table::ALL.map(Table::name).to_vec() } else { vec!["lease"] };
    let slots = |there| [("$answer", answer), ("$asked", asked), ("$there", there)];
    let plans = |there| SCRIPTED_FOR_AN_ANSWER.iter().map(move |phases| plan(phases, &slots(there)));
    from.into_iter().flat_map(plans).collect()
}

fn plan(phases: &[&str], slots: &[(&str, &str)]) -> Plan {
    let filled = |act: &str| slots.iter().fold(act.to_owned(), |act, (slot, text)| act.replace(slot, text));
    let act = |act: &str| match WORDS.iter().find(|(word, _)| *word == act) {
        Some((_, text)) => (*text).to_owned(),
        None => filled(act),
    };
    let phase = |phase: &&str| phase.split("; ").map(act).collect::<Vec<_>>().join("; ");
    let text: Vec<String> = phases.iter().map(phase).collect();
    text.join("\n").parse().expect("a scripted plan is a plan")
}

pub(super) fn search(settings: &Settings) -> Portfolio<Job> {
    Portfolio::new(&vocabulary(), scripted(), CASES, settings)
}

const REQUESTS: [&str; 3] = ["run 2026-11-29: ₹30", "run 2026-11-30: ₹30", "run 2026-12-01: ₹500"];

fn vocabulary() -> Vocabulary {
    Vocabulary {
        names: NAMES.to_vec(),
        requests: REQUESTS.to_vec(),
        macros: macros(),
        // Of the clocks only those on the walls of the pods are set (a macro does it): a lease is over by
        // the clock of its service, and timers count true milliseconds.
        faults: Faults { clock: false, ..Faults::ALL },
        stride: 16_000,
    }
}

fn macros() -> Vec<Plan> {
    let mut texts: Vec<String> = Vec::new();
    for pod in ["pod-7", "pod-3"] {
        // Without work a fault meets nobody: these count for many.
        for _ in 0..12 {
            texts.extend(REQUESTS.map(|request| format!("ask {pod} \"{request}\"")));
        }
        for fault in ["pause {}", "resume {}", "crash {}\nrestart {}", "{} times out again", "clock {} +60 s"]
        {
            texts.extend((0..4).map(|_| fault.replace("{}", pod)));
        }
        for (kind, away, tables) in ROUTES {
            let others = if *tables { Table::ALL.map(Table::name).to_vec() } else { vec!["lease"] };
            for other in others {
                let (from, to) = if *away { (pod, other) } else { (other, pod) };
                for act in ["hold", "release", "drop", "duplicate"] {
                    texts.push(format!("{act} {kind} {from} -> {to}"));
                }
            }
        }
    }
    for _ in 0..12 {
        texts.extend(["at 31 s", "at 62 s", "at 93 s"].map(str::to_owned));
    }
    texts.iter().map(|text| text.parse().expect("a macro is a plan")).collect()
}
