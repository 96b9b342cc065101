//! What is tried: schedules for faults that chance meets too seldom, then a portfolio.

use kit::contract::fenced_job::{Job, Table};
use kit::plan::Plan;

use super::NAMES;
use crate::messages::{Faults, Portfolio, Vocabulary};
use crate::settings::Settings;

const CASES: u32 = 3_000;

/// Each begins where something is due that must not go wrong.
const SCRIPTED: &[&str] = &[
    "ask pod-7 \"run 2026-11-29: ₹30\"",
    "ask pod-7 \"run 2026-11-29: ₹30\"\nask pod-3 \"run 2026-11-29: ₹30\"\nask pod-3 \"run 2026-11-30: ₹30\"",
    "ask pod-7 \"run 2026-12-01: ₹500\"\nask pod-3 \"run 2026-11-29: ₹30\"",
    // What gets lost is sent again, and what was sent twice is done once.
    "drop Applied accounts -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"",
    "drop Short accounts -> pod-7; ask pod-7 \"run 2026-12-01: ₹500\"",
    "drop Granted lease -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"",
    "drop Claimed outbox -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"",
    "drop Progress postings -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"",
    "drop Released lease -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\nat 5 s\nask pod-7 \"run 2026-11-30: ₹30\"",
    "hold Applied postings -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\npod-7 times out again\n\
     release Applied postings -> pod-7",
    // Answers that come twice are answered once.
    "hold Claimed outbox -> pod-7; duplicate Claimed accounts -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"",
    "duplicate Applied accounts -> pod-7; duplicate Granted lease -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"",
    // A second request while the first is on its way.
    "hold Granted lease -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\nask pod-7 \"run 2026-11-30: ₹30\"",
    // A zombie's write is on its way to each of the tables while its successor works.
    "hold Write pod-7 -> accounts; ask pod-7 \"run 2026-11-29: ₹30\"\nat 31 s\nhold Write pod-3 -> accounts; \
     ask pod-3 \"run 2026-11-29: ₹30\"\nrelease Write pod-7 -> accounts\nrelease Write pod-3 -> accounts",
    "hold Write pod-7 -> postings; ask pod-7 \"run 2026-11-29: ₹30\"\nat 31 s\nhold Write pod-3 -> postings; \
     ask pod-3 \"run 2026-11-29: ₹30\"\nrelease Write pod-7 -> postings\nrelease Write pod-3 -> postings",
    "hold Write pod-7 -> outbox; ask pod-7 \"run 2026-11-29: ₹30\"\nat 31 s\nhold Write pod-3 -> outbox; \
     ask pod-3 \"run 2026-11-29: ₹30\"\nrelease Write pod-7 -> outbox\nrelease Write pod-3 -> outbox",
    // The same while the successor has the lease, and its claim of that table is on its way.
    "hold Write pod-7 -> accounts; ask pod-7 \"run 2026-11-29: ₹30\"\nat 31 s\nhold Claim pod-3 -> accounts; \
     ask pod-3 \"run 2026-11-29: ₹30\"\nrelease Write pod-7 -> accounts\nrelease Claim pod-3 -> accounts",
    "hold Write pod-7 -> postings; ask pod-7 \"run 2026-11-29: ₹30\"\nat 31 s\nhold Claim pod-3 -> postings; \
     ask pod-3 \"run 2026-11-29: ₹30\"\nrelease Write pod-7 -> postings\nrelease Claim pod-3 -> postings",
    "hold Write pod-7 -> outbox; ask pod-7 \"run 2026-11-29: ₹30\"\nat 31 s\nhold Claim pod-3 -> outbox; \
     ask pod-3 \"run 2026-11-29: ₹30\"\nrelease Write pod-7 -> outbox\nrelease Claim pod-3 -> outbox",
    // The zombie is fenced at each of its steps.
    "hold Claimed accounts -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\nat 31 s\nask pod-3 \"run 2026-11-29: ₹30\"\n\
     release Claimed accounts -> pod-7",
    "hold Progress outbox -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\nat 31 s\nask pod-3 \"run 2026-11-29: ₹30\"\n\
     release Progress outbox -> pod-7",
    "hold Applied accounts -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\nat 31 s\nask pod-3 \"run 2026-11-29: ₹30\"\n\
     release Applied accounts -> pod-7",
    "hold Applied postings -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\nat 31 s\nask pod-3 \"run 2026-11-29: ₹30\"\n\
     release Applied postings -> pod-7\nask pod-7 \"run 2026-11-30: ₹30\"",
    "hold Applied outbox -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\nat 31 s\nask pod-3 \"run 2026-11-29: ₹30\"\n\
     release Applied outbox -> pod-7",
    // The successor has the lease and has not claimed yet: the zombie goes on, and is fenced later.
    "hold Applied postings -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\nat 31 s\nhold Claim pod-3 -> outbox; \
     ask pod-3 \"run 2026-11-29: ₹30\"\nrelease Applied postings -> pod-7\nrelease Claim pod-3 -> outbox",
    // A new life has new attempts.
    "ask pod-7 \"run 2026-11-29: ₹30\"\ncrash pod-7\nrestart pod-7\nask pod-7 \"run 2026-11-30: ₹30\"",
    // What was meant for an earlier life of pod-7.
    "hold Granted lease -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\ncrash pod-7\nrestart pod-7\n\
     hold Refused lease -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\nrelease Granted lease -> pod-7",
    "hold Applied accounts -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\ncrash pod-7\nrestart pod-7\nat 31 s\n\
     ask pod-7 \"run 2026-11-29: ₹30\"\nrelease Applied accounts -> pod-7",
    "hold Write pod-7 -> outbox; ask pod-7 \"run 2026-11-29: ₹30\"\ncrash pod-7\nrestart pod-7\nat 31 s\n\
     ask pod-7 \"run 2026-11-29: ₹30\"\nrelease Write pod-7 -> outbox",
    "hold Progress accounts -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\ncrash pod-7\nrestart pod-7\nat 31 s\n\
     ask pod-3 \"run 2026-11-29: ₹30\"\nask pod-7 \"run 2026-11-29: ₹30\"\nrelease Progress accounts -> pod-7",
    "hold Claimed outbox -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\ncrash pod-7\nrestart pod-7\nat 31 s\n\
     hold Claim pod-7 -> outbox; ask pod-7 \"run 2026-11-29: ₹30\"\nrelease Claimed outbox -> pod-7",
    // The same of an earlier job of the same life.
    "hold Short accounts -> pod-7; ask pod-7 \"run 2026-12-01: ₹500\"\nat 31 s\nask pod-3 \"run 2026-11-29: ₹30\"\n\
     release Short accounts -> pod-7\nask pod-7 \"run 2026-11-30: ₹30\"",
    "hold Released lease -> pod-7; ask pod-7 \"run 2026-11-29: ₹30\"\ncrash pod-7\nrestart pod-7\n\
     ask pod-7 \"run 2026-11-30: ₹30\"\nrelease Released lease -> pod-7",
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
    SCRIPTED.iter().map(|text| text.parse().expect("a scripted plan is a plan")).collect()
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
        // Nobody here looks at a clock that could be wrong: a lease is over by the clock of its service,
        // and timers count true milliseconds.
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
        for fault in ["pause {}", "resume {}", "crash {}\nrestart {}", "{} times out again"] {
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
