//! `attack/blocks.txt`: a bank of the correct protocol that waits for as long as the coordinator is down.

mod watch;

use std::path::Path;

use kit::contract::commit::{COORDINATOR, Commit, Deed};
use kit::plan::duration;
use kit::scenario::Scenario;
use kit::world::{Event, What};

use super::{File, broken_rules, file, is_over, moving};
use crate::two_phase_commit::{Played, broken, nodes};
use grader::attack::judge_and;
use grader::report::{WIDTH, wrap};
use grader::world::{Case, World};
use watch::{End, Trouble, Wait, waits};

/// A bank that is in doubt for so long is stuck. Whoever can be helped is helped in 3 s.
const MINUTE: kit::Ms = 60_000;

pub fn blocks() -> File {
    File {
        goal: "blocks_a_bank_for_a_minute",
        wanted: "The coordinator crashes. For a minute a bank is in doubt and its account locked, although both banks \
                 are up, reach each other, and ask. When the coordinator is back, all comes to its end, and every rule \
                 is kept.",
        file: "attack/blocks.txt",
        section: "chapter 19, \"Who is in doubt, and for how long?\"",
        code: "commit",
        // Its banks wait for nobody, so no schedule makes them wait for a minute.
        correct: || nodes(broken::timeout_aborts_alone()),
        reached: |seen| miss(seen).is_none(),
        end,
        hint: |seen| miss(seen).map_or("", hint),
        too_much: "",
        shortest: 3,
        ..file()
    }
}

/// Why nobody is stuck for a minute: the first that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Miss {
    NoEnd,
    NotAsked,
    OtherTransfer,
    CutOff,
    Asleep,
    NoCrash,
    /// A bank waits for a minute, and not for the coordinator alone.
    Beside(Trouble),
    TooShort,
    /// Nobody had promised anything.
    NobodyBound,
    /// All banks knew before the coordinator died.
    AllDecided,
    HadNotVoted,
    OtherKnew,
    /// What the dead coordinator had sent arrived later.
    Outlived,
    RuleBroken,
}

fn miss(seen: &Played) -> Option<Miss> {
    let run = &seen.run;
    let has = |is: fn(&What<Commit>) -> bool| run.events.iter().any(|event| is(&event.what));
    if seen.stop.is_some() {
        return Some(Miss::NoEnd);
    } else if run.requests.is_empty() {
        return Some(Miss::NotAsked);
    } else if moving(run).is_empty() {
        return Some(Miss::OtherTransfer);
    } else if !run.events.iter().any(is_its_crash) {
        return Some(match () {
            () if has(|what| matches!(what, What::Cut { .. })) => Miss::CutOff,
            () if has(|what| matches!(what, What::Paused)) => Miss::Asleep,
            () => Miss::NoCrash,
        });
    }
    let waits = waits(run, seen.planned);
    if waits.iter().any(|wait| wait.alone >= MINUTE) {
        let right = is_over(seen) && broken_rules(seen).is_empty();
        return (!right).then_some(Miss::RuleBroken);
    }
    Some(nearest(seen, &waits))
}

/// A bank that waits in vain for a reason of its own; else how the longest wait ended.
fn nearest(seen: &Played, waits: &[Wait]) -> Miss {
    let troubled = waits.iter().filter(|wait| wait.lasted() >= MINUTE).find_map(|wait| wait.trouble);
    if let Some(trouble) = troubled {
        return Miss::Beside(trouble);
    }
    match waits.iter().max_by_key(|wait| wait.lasted()) {
        Some(wait) => match wait.ended {
            End::Still => Miss::TooShort,
            End::ToldBy(who) if who == COORDINATOR => Miss::Outlived,
            End::ToldBy(_) if wait.by_one_unbound => Miss::HadNotVoted,
            End::ToldBy(_) => Miss::OtherKnew,
        },
        None if locked_before_the_crash(seen) => Miss::AllDecided,
        None => Miss::NobodyBound,
    }
}

fn locked_before_the_crash(seen: &Played) -> bool {
    let mut before = seen.run.events.iter().take_while(|event| !is_its_crash(event));
    before.any(|event| matches!(event.what, What::Applied(Deed::Locks { .. })))
}

fn is_its_crash(event: &Event<Commit>) -> bool {
    matches!(event.what, What::Crashed { .. }) && event.who == Some(COORDINATOR)
}

/// How things stand at the end.
fn end(seen: &Played) -> String {
    let mut said: Vec<String> = Vec::new();
    for wait in waits(&seen.run, seen.planned) {
        let (from, to) = (duration(wait.from), duration(wait.to));
        said.push(format!(
            "{} was in doubt without a coordinator from {from} to {to}",
            seen.run.name(wait.who)
        ));
    }
    if said.is_empty() {
        said.push("no bank was in doubt while the coordinator was down".to_owned());
    }
    said.join("; ")
}

/// The body of the test. It goes on to say what would have become of the accounts if the banks did not wait.
///
/// # Panics
/// When the file does not reach its goal; why has been printed.
pub fn judge(package: &str, folder: &str) {
    let attack = blocks();
    judge_and(&attack, package, folder, || {
        let text = std::fs::read_to_string(Path::new(package).join(attack.file)).unwrap_or_default();
        if_they_gave_up(&attack, &text).unwrap_or_default()
    });
}

/// The same schedule with banks that abort when they have been in doubt for 3 s.
fn if_they_gave_up(attack: &File, text: &str) -> Option<String> {
    let plan = Scenario::parse(text).ok()?.plan;
    let run = nodes(broken::timeout_aborts_alone()).run(&Case { cast: attack.cast.clone(), plan });
    let end = if broken_rules(&run).contains(&"all_decide_alike") {
        "Under your schedule they would have aborted what others commit."
    } else {
        "Under your schedule that would have been right, by luck: the coordinator had not decided to commit. \
         By what the banks have seen it might have."
    };
    let said = format!("Banks that give up after 3 s and abort would not have waited. {end}");
    Some(format!("\n{}", wrap(&said, 2, WIDTH)))
}

fn hint(miss: Miss) -> &'static str {
    match miss {
        Miss::NoEnd => {
            "So much happened that the run was given up. A minute is enough: let time go on to `at 60 s`, and not for \
             days."
        }
        Miss::NotAsked => {
            "Nobody asked for a transfer, so no bank has promised anything. A client asks with `ask coordinator \"t1: \
             bank-a -₹30, bank-b +₹30\"`."
        }
        Miss::OtherTransfer => {
            "No transfer of ₹30 between bank-a and bank-b was asked for. It takes two banks: one that has nobody to \
             ask shows nothing."
        }
        Miss::CutOff => {
            "The coordinator was cut off, and did not crash. A bank waits for it just as long; but whoever mends a \
             cable finds everything as it was. In this file it dies, and what it knows is on its disk."
        }
        Miss::Asleep => {
            "Somebody slept, and the coordinator did not crash. When a pause ends all goes on as if nothing had been. \
             In this file the coordinator dies."
        }
        Miss::NoCrash => {
            "The coordinator never crashed. Whoever is in doubt asks it after 3 s, and is told. What has to happen for \
             that question to find nobody?"
        }
        Miss::Beside(trouble) => beside(trouble),
        Miss::TooShort => {
            "A bank was in doubt, and the coordinator was back, or the schedule over, before a minute had gone by. \
             Would the bank have waited for longer? Let it show."
        }
        Miss::NobodyBound => {
            "While the coordinator was down no bank was in doubt: none had voted yes on a transfer that was still \
             open. Who has promised nothing is free. At which moment are both bound?"
        }
        Miss::AllDecided => {
            "When the coordinator died every bank had been told the outcome. Nobody needed it any more. Between a yes \
             and the outcome lies the time in which it must not die."
        }
        Miss::HadNotVoted => {
            "A bank was in doubt and asked the other one, which had not voted yet. That one aborted and said so, and \
             both were free. Which answer would have helped nobody?"
        }
        Miss::OtherKnew => {
            "A bank was in doubt and asked the other one, which knew the outcome. So both were free without the \
             coordinator. What must the other bank not know?"
        }
        Miss::Outlived => {
            "The coordinator died, and the decision that it had sent before arrived all the same. What becomes of its \
             mail when it dies, and when does it send any?"
        }
        Miss::RuleBroken => {
            "A bank waits for a minute, and the run does not end as it should: a rule is broken, or somebody is in \
             doubt to the last. The protocol of this file is correct, and has to come to its end by itself."
        }
    }
}

fn beside(trouble: Trouble) -> &'static str {
    match trouble {
        Trouble::BankDown => {
            "A bank waits, and another bank is down as well. Perhaps that one knows, or has not voted: the wait \
             may be its fault. Here both banks are up for the whole minute, and cannot help each other all the same."
        }
        Trouble::BankAsleep => {
            "A bank waits, and a bank is paused meanwhile: nobody can tell what it would have said. Here both banks \
             are awake for the whole minute, and cannot help each other all the same."
        }
        Trouble::BanksCut => {
            "A bank waits, and it is cut off from the other one. Perhaps that one knows, or has not voted. Here the \
             two talk to each other for the whole minute, and cannot help each other all the same."
        }
        Trouble::OutcomeHeld => {
            "A bank waits, and what would free it has been sent: you keep it on the way. Here the coordinator takes \
             that with it, or has sent nothing; nobody but the dead one could end the wait."
        }
        Trouble::Unanswered => {
            "A bank waits, and the other one's answer does not reach it: you have held or dropped it. Here every \
             question is answered, and the answer is that the other one does not know either."
        }
    }
}
