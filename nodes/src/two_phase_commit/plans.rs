//! What is tried: schedules for what chance meets too seldom, then every schedule of a small world, then
//! a portfolio with a third bank, a second transfer, and several faults.

use std::collections::BTreeSet;

use kit::contract::commit::Commit;
use kit::plan::{Act, Plan};
use proptest::strategy::Strategy;

use super::{NAMES, Part};
use crate::messages::{Bounds, Faults, Portfolio, Roster, Series, SmallWorld, Vocabulary, plans};
use grader::settings::Settings;
use grader::world::Search;

const CASES: u32 = 3_000;

/// A coordinator and two banks.
const SMALL: &[&str] = &["coordinator", "bank-a", "bank-b"];

/// Both banks can; only bank-b can.
const VOTES: [&str; 2] = ["t1: bank-a -₹30, bank-b +₹30", "t1: bank-a -₹300, bank-b +₹30"];

const CALM: Bounds = Bounds { crashes: 0, lossy: false, firings: 0, timers: &[], on_time: false };

/// How small the world of each part is.
pub fn bounds(part: Part) -> Bounds {
    match part {
        Part::Protocol => Bounds { firings: 1, timers: &["votes"], ..CALM },
        Part::Recovery => Bounds { crashes: 1, lossy: true, ..CALM },
        Part::Termination => Bounds { crashes: 1, lossy: true, firings: 1, timers: &["doubt"], ..CALM },
    }
}

/// How many schedules the small world of each part has: those in which both banks can, and those in which
/// bank-a cannot. The chapter tells them, and a test counts.
pub const SCHEDULES: [(Part, [u32; 2]); 3] =
    [(Part::Protocol, [136, 176]), (Part::Recovery, [164, 464]), (Part::Termination, [68_321, 37_656])];

/// Every schedule of the small world of a part.
pub fn every_schedule(bounds: Bounds, most: Option<u32>) -> SmallWorld<Commit> {
    SmallWorld::new(SMALL, &VOTES, bounds, most)
}

/// So many schedules of one small world are tried at the most. Who says three times as much as need be has
/// millions, and would wait for hours.
const MOST_SCHEDULES: u32 = 300_000;

/// From the smallest world up, so that what is tried last is what is left out first.
fn worlds(part: Part) -> Vec<Bounds> {
    let smaller = match part {
        Part::Protocol | Part::Recovery => vec![CALM],
        Part::Termination => vec![CALM, bounds(Part::Recovery), Bounds { crashes: 0, ..bounds(part) }],
    };
    smaller.into_iter().chain([bounds(part)]).collect()
}

pub(super) fn search(part: Part, settings: &Settings) -> Series<Commit> {
    let small = if settings.drawn { Vec::new() } else { worlds(part) };
    let most = settings.cases.unwrap_or(MOST_SCHEDULES);
    let small = small.into_iter().map(|bounds| every_schedule(bounds, Some(most)));
    let mut searches: Vec<Box<dyn Search<_>>> = small.map(|small| Box::new(small) as _).collect();
    let drawn = plans::<Commit>(&vocabulary(part)).prop_map(move |plan| fit(part, each_once(plan))).boxed();
    searches.push(Box::new(Portfolio::of(Roster::new(NAMES), drawn, scripted(part), CASES, settings)));
    Series::new(searches)
}

/// While nobody crashes nobody is in doubt for long, so a part that puts no question to a bank lets no time
/// pass: votes and repeats time out by name.
fn fit(part: Part, mut plan: Plan) -> Plan {
    let doubts = |timer: &Option<String>| timer.as_deref().is_none_or(|timer| timer == "doubt");
    if part == Part::Protocol {
        for phase in &mut plan.phases {
            phase.acts.retain(|act| match act {
                Act::At(_) | Act::Rate { .. } => false,
                Act::TimesOut { timer, .. } => !doubts(timer),
                _ => true,
            });
        }
        plan.phases.retain(|phase| !phase.acts.is_empty());
    }
    plan
}

/// No transaction is asked for twice: the second `t1` is another one, `t11`.
fn each_once(mut plan: Plan) -> Plan {
    let mut asked = BTreeSet::new();
    for act in plan.phases.iter_mut().flat_map(|phase| &mut phase.acts) {
        let Act::Ask { request, .. } = act else { continue };
        while let Some((txn, rest)) = request.split_once(':').filter(|(txn, _)| asked.contains(*txn)) {
            *request = format!("{txn}1:{rest}");
        }
        asked.extend(request.split_once(':').map(|(txn, _)| txn.to_owned()));
    }
    plan
}

/// One line a phase. `MOVE` asks for t1 of ₹30 from bank-a to bank-b, `DEAR` for one that bank-a cannot
/// pay, `NEXT` for t2 of the same ₹30, `BACK` for t3 of ₹120 from bank-b to bank-a, which it can pay once
/// t1 has committed.
const UNDISTURBED: &[&[&str]] = &[
    &["MOVE"],
    &["DEAR"],
    &["MOVE", "NEXT", "BACK"],
    &["ask coordinator \"t1: bank-a -₹100, bank-b +₹100\""],
    &["ask coordinator \"t1: bank-a -₹30, bank-c reads\""],
    &["ask coordinator \"t1: bank-a -₹30\"", "ask coordinator \"t2: bank-a -₹80\""],
    &["ask coordinator \"t1: bank-b reads, bank-c reads\""],
    // Two at once, of other banks.
    &["MOVE; ask coordinator \"t2: bank-c -₹30\""],
    &["DEAR; ask coordinator \"t2: bank-c -₹30\""],
    // Two pay, and one of them cannot: the other has its money back.
    &[
        "ask coordinator \"t1: bank-a -₹80, bank-b -₹120, bank-c +₹200\"",
        "ask coordinator \"t2: bank-a -₹80, bank-b +₹80\"",
    ],
    &["ask coordinator \"t1: bank-a -₹30, bank-b +₹10, bank-c +₹20\""],
];

const DISTURBED: &[&[&str]] = &[
    // What gets lost.
    &["drop Prepare coordinator -> bank-b; MOVE", "coordinator times out votes"],
    &["drop Vote bank-b -> coordinator; MOVE", "coordinator times out votes"],
    &["drop Vote bank-b -> coordinator; DEAR", "coordinator times out votes"],
    &["drop Decide coordinator -> bank-b; MOVE", "coordinator times out again"],
    &["drop Done bank-a -> coordinator; MOVE", "coordinator times out again", "NEXT"],
    // What comes twice, or late.
    &["duplicate Prepare coordinator -> bank-a; MOVE", "NEXT"],
    &["duplicate Vote bank-a -> coordinator; hold Vote bank-b -> coordinator; MOVE"],
    &["duplicate Decide coordinator -> bank-a; MOVE", "NEXT"],
    &[
        "duplicate Prepare coordinator -> bank-b; hold Prepare coordinator -> bank-b; MOVE",
        "deliver Prepare coordinator -> bank-b",
        "release Prepare coordinator -> bank-b",
        "NEXT",
    ],
    &[
        "hold Prepare coordinator -> bank-b; MOVE",
        "coordinator times out votes",
        "release Prepare coordinator -> bank-b",
        "NEXT",
    ],
    &[
        "hold Vote bank-b -> coordinator; MOVE",
        "coordinator times out votes",
        "release Vote bank-b -> coordinator",
    ],
    &[
        "hold Vote bank-a -> coordinator; DEAR",
        "coordinator times out votes",
        "release Vote bank-a -> coordinator",
    ],
    &[
        "duplicate Prepare coordinator -> bank-b; hold Prepare coordinator -> bank-b; MOVE",
        "coordinator times out votes",
        "release Prepare coordinator -> bank-b",
        "NEXT",
    ],
    &[
        "hold Done bank-a -> coordinator; MOVE",
        "coordinator times out again; coordinator times out again",
        "release Done bank-a -> coordinator",
    ],
    // A single bank may decide alone, and is asked again.
    &["drop Tell bank-c -> coordinator; ask coordinator \"t1: bank-c -₹60\"", "coordinator times out votes"],
    &["duplicate Alone coordinator -> bank-c; ask coordinator \"t1: bank-c -₹30\""],
    &["hold Decide coordinator -> bank-a; MOVE", "ask coordinator \"t2: bank-a -₹30\""],
    &[
        "hold Decide coordinator -> bank-a; MOVE",
        "duplicate Alone coordinator -> bank-a; hold Alone coordinator -> bank-a; ask coordinator \"t2: bank-a -₹30\"",
        "deliver Alone coordinator -> bank-a",
        "release Decide coordinator -> bank-a",
        "release Alone coordinator -> bank-a",
    ],
    // A second transfer while the first is under way.
    &["hold Decide coordinator -> bank-a; MOVE", "NEXT"],
    &["hold Vote bank-b -> coordinator; MOVE", "NEXT", "release Vote bank-b -> coordinator"],
    &[
        "hold Vote bank-a -> coordinator; MOVE; ask coordinator \"t4: bank-b -₹10, bank-c +₹10\"",
        "release Vote bank-a -> coordinator",
    ],
];

const CRASHES: &[&[&str]] = &[
    // After everything, and in the middle of it.
    &["MOVE", "crash bank-a", "restart bank-a", "NEXT", "BACK"],
    &["MOVE", "crash bank-b", "restart bank-b", "BACK"],
    &["duplicate Decide coordinator -> bank-a; MOVE", "crash bank-a", "restart bank-a", "NEXT"],
    // It may think that it has more than it has.
    &["MOVE", "crash bank-a", "restart bank-a", "ask coordinator \"t2: bank-a -₹80, bank-b +₹80\""],
    &["MOVE", "crash coordinator", "restart coordinator", "NEXT"],
    &[
        "hold Decide coordinator -> bank-a; MOVE",
        "crash bank-a",
        "restart bank-a",
        "NEXT",
        "release Decide coordinator -> bank-a",
    ],
    &[
        "hold Decide coordinator -> bank-b; MOVE",
        "crash coordinator, losing mail in flight",
        "restart coordinator",
    ],
    &[
        "hold Vote bank-b -> coordinator; MOVE",
        "crash coordinator",
        "restart coordinator",
        "release Vote bank-b -> coordinator",
        "bank-a times out doubt",
    ],
    &[
        "hold Vote bank-a -> coordinator; hold Vote bank-b -> coordinator; MOVE",
        "crash coordinator",
        "restart coordinator",
        "release Vote bank-a -> coordinator; release Vote bank-b -> coordinator",
        "bank-a times out doubt; bank-b times out doubt",
    ],
    // They ask while nobody is there, and have to ask again.
    &[
        "hold Vote bank-a -> coordinator; hold Vote bank-b -> coordinator; MOVE",
        "crash coordinator, losing mail in flight",
        "bank-a times out doubt; bank-b times out doubt",
    ],
    &["hold Decide coordinator -> bank-a; MOVE", "bank-a times out doubt"],
    &[
        "hold Vote bank-b -> coordinator; MOVE",
        "bank-a times out doubt",
        "release Vote bank-b -> coordinator",
    ],
    &[
        "hold Prepare coordinator -> bank-b; MOVE",
        "coordinator times out votes",
        "crash bank-b",
        "restart bank-b",
        "release Prepare coordinator -> bank-b",
        "NEXT",
    ],
    &[
        "hold Done bank-a -> coordinator; MOVE",
        "crash coordinator",
        "restart coordinator",
        "release Done bank-a -> coordinator",
        "crash coordinator",
        "restart coordinator",
    ],
    &["MOVE", "crash coordinator", "restart coordinator", "crash bank-a", "restart bank-a", "NEXT"],
    &[
        "ask coordinator \"t1: bank-a -₹80, bank-b -₹120, bank-c +₹200\"",
        "crash bank-a",
        "restart bank-a",
        "ask coordinator \"t2: bank-a -₹80, bank-b +₹80\"",
    ],
    // It aborts, and nothing that a bank in doubt asks arrives.
    &[
        "hold Ask bank-a -> coordinator; hold Ask bank-a -> bank-b; hold Prepare coordinator -> bank-b; MOVE",
        "coordinator times out votes",
        "at 60 s",
    ],
    &[
        "hold Ask bank-b -> coordinator; hold Ask bank-b -> bank-a; hold Vote bank-b -> coordinator; MOVE",
        "coordinator times out votes",
        "at 60 s",
    ],
    // A commit is told, and then an abort, and neither arrives.
    &[
        "hold Decide coordinator -> bank-b; hold Ask bank-b -> coordinator; MOVE",
        "hold Vote bank-c -> coordinator; drop Decide coordinator -> bank-c; hold Ask bank-c -> coordinator; hold Ask bank-c -> bank-a; ask coordinator \"t4: bank-a -₹10, bank-c +₹10\"",
        "coordinator times out votes",
        "at 60 s",
    ],
    // What one bank confirms is about one transfer, and the newest is not the only one.
    &[
        "hold Done bank-a -> coordinator; MOVE",
        "drop Decide coordinator -> bank-a; drop Decide coordinator -> bank-a; hold Ask bank-a -> coordinator; NEXT",
        "release Done bank-a -> coordinator",
        "at 60 s",
    ],
    &[
        "drop Decide coordinator -> bank-a; hold Ask bank-a -> coordinator; MOVE",
        "ask coordinator \"t4: bank-c -₹10\"",
        "at 60 s",
    ],
    // It is told once, and nothing that it asks arrives.
    &["drop Decide coordinator -> bank-b; hold Ask bank-b -> coordinator; MOVE", "at 60 s"],
    &["hold Decide coordinator -> bank-b; hold Ask bank-b -> coordinator; MOVE", "at 60 s"],
    &[
        "hold Decide coordinator -> bank-a; hold Ask bank-a -> coordinator; MOVE",
        "crash coordinator, losing mail in flight",
        "restart coordinator",
        "at 60 s",
    ],
];

const QUESTIONS: &[&[&str]] = &[
    // The coordinator is away; one bank knows.
    &[
        "hold Decide coordinator -> bank-a; MOVE",
        "crash coordinator, losing mail in flight",
        "bank-a times out doubt",
    ],
    // One has not voted: it ends the doubt, and votes no ever after.
    &[
        "hold Prepare coordinator -> bank-b; MOVE",
        "bank-a times out doubt",
        "release Prepare coordinator -> bank-b",
    ],
    &[
        "hold Prepare coordinator -> bank-b; MOVE",
        "bank-a times out doubt",
        "crash bank-b",
        "restart bank-b",
        "release Prepare coordinator -> bank-b",
    ],
    &[
        "hold Prepare coordinator -> bank-b; hold Tell bank-b -> bank-a; MOVE",
        "bank-a times out doubt",
        "crash bank-b",
        "restart bank-b",
        "release Prepare coordinator -> bank-b",
        "release Tell bank-b -> bank-a",
    ],
    // All that can be asked are in doubt: they wait.
    &[
        "hold Decide coordinator -> bank-a; hold Decide coordinator -> bank-b; MOVE",
        "crash coordinator, losing mail in flight",
        "bank-a times out doubt; bank-b times out doubt",
        "bank-a times out doubt; bank-b times out doubt",
    ],
    // A bank that only read is asked nothing and ends no doubt.
    &[
        "hold Decide coordinator -> bank-a; ask coordinator \"t1: bank-a -₹30, bank-b +₹30, bank-c reads\"",
        "crash coordinator, losing mail in flight",
        "bank-a times out doubt",
    ],
    &[
        "hold Decide coordinator -> bank-a; hold Decide coordinator -> bank-b; ask coordinator \"t1: bank-a -₹30, bank-b +₹10, bank-c +₹20\"",
        "crash coordinator, losing mail in flight",
        "bank-a times out doubt; bank-b times out doubt",
    ],
    // What is told late.
    &[
        "hold Prepare coordinator -> bank-b; hold Tell bank-b -> bank-a; MOVE",
        "bank-a times out doubt",
        "release Prepare coordinator -> bank-b",
        "release Tell bank-b -> bank-a",
        "NEXT",
    ],
    // The answer is about another transfer.
    &[
        "hold Prepare coordinator -> bank-b; hold Tell bank-b -> bank-a; MOVE",
        "bank-a times out doubt",
        "coordinator times out votes",
        "hold Decide coordinator -> bank-a; NEXT",
        "release Tell bank-b -> bank-a",
    ],
];

const WORDS: [(&str, &str); 4] = [
    ("MOVE", "ask coordinator \"t1: bank-a -₹30, bank-b +₹30\""),
    ("DEAR", "ask coordinator \"t1: bank-a -₹300, bank-b +₹30\""),
    ("NEXT", "ask coordinator \"t2: bank-a -₹30, bank-b +₹30\""),
    ("BACK", "ask coordinator \"t3: bank-a +₹120, bank-b -₹120\""),
];

fn scripted(part: Part) -> Vec<Plan> {
    let lists: &[&[&[&str]]] = match part {
        Part::Protocol => &[UNDISTURBED, DISTURBED],
        Part::Recovery => &[UNDISTURBED, DISTURBED, CRASHES],
        Part::Termination => &[UNDISTURBED, DISTURBED, CRASHES, QUESTIONS],
    };
    lists.iter().flat_map(|list| list.iter()).map(|phases| plan(phases)).collect()
}

fn plan(phases: &[&str]) -> Plan {
    let act =
        |act: &str| WORDS.iter().find(|(word, _)| *word == act).map_or(act, |(_, text)| *text).to_owned();
    let phase = |phase: &&str| phase.split("; ").map(act).collect::<Vec<_>>().join("; ");
    let text: Vec<String> = phases.iter().map(phase).collect();
    text.join("\n").parse().expect("a scripted plan is a plan")
}

const REQUESTS: [&str; 8] = [
    "t1: bank-a -₹30, bank-b +₹30",
    "t2: bank-a -₹30, bank-b +₹30",
    "t3: bank-a +₹120, bank-b -₹120",
    "t4: bank-a -₹300, bank-b +₹300",
    "t5: bank-a -₹30, bank-b +₹10, bank-c +₹20",
    "t6: bank-a -₹30, bank-b +₹30, bank-c reads",
    "t7: bank-b -₹60, bank-c +₹60",
    "t8: bank-c -₹10",
];

fn vocabulary(part: Part) -> Vocabulary {
    let crashes = part != Part::Protocol;
    Vocabulary {
        names: NAMES.to_vec(),
        requests: REQUESTS.to_vec(),
        macros: macros(part),
        // Nobody looks at a clock here.
        faults: Faults { clock: false, crash: crashes, crash_inside: crashes, ..Faults::ALL },
        // Nobody is in doubt for long while nobody crashes.
        stride: if crashes { 4_000 } else { 300 },
    }
}

/// Messages between the coordinator and a bank, and whether they go to the bank.
const ROUTES: [(&str, bool); 6] =
    [("Prepare", true), ("Vote", false), ("Decide", true), ("Done", false), ("Ask", false), ("Tell", true)];

fn macros(part: Part) -> Vec<Plan> {
    let mut texts: Vec<String> = Vec::new();
    // A transaction is asked for once in a run, most of the time.
    for request in REQUESTS {
        texts.extend((0..6).map(|_| format!("ask coordinator \"{request}\"")));
    }
    for bank in &NAMES[1..] {
        for (kind, away) in ROUTES {
            let (from, to) = if away { ("coordinator", *bank) } else { (*bank, "coordinator") };
            let acts = ["hold", "release", "drop", "duplicate"];
            texts.extend(acts.map(|act| format!("{act} {kind} {from} -> {to}")));
        }
        if part != Part::Protocol {
            texts.extend((0..4).map(|_| format!("crash {bank}\nrestart {bank}")));
            texts.extend((0..4).map(|_| format!("{bank} times out doubt")));
        }
        if part == Part::Termination {
            for peer in NAMES[1..].iter().filter(|peer| *peer != bank) {
                texts.extend(["hold", "release", "drop"].map(|act| format!("{act} Tell {bank} -> {peer}")));
            }
        }
    }
    if part != Part::Protocol {
        texts.extend((0..6).map(|_| "crash coordinator\nrestart coordinator".to_owned()));
        texts.extend((0..6).map(|_| "crash coordinator, losing mail in flight".to_owned()));
        texts.extend((0..4).map(|_| "restart coordinator".to_owned()));
    }
    texts.extend((0..6).map(|_| "coordinator times out votes".to_owned()));
    texts.extend((0..4).map(|_| "coordinator times out again".to_owned()));
    texts.iter().map(|text| text.parse().expect("a macro is a plan")).collect()
}
