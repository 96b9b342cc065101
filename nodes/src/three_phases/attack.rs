//! `attack/three-phases.txt`: two outcomes, although nobody is dead.

use std::path::Path;

use kit::contract::commit::three_phases::{Deed, ThreePhases};
use kit::contract::commit::{Outcome, Txn};
use kit::plan::{Act, Plan, duration};
use kit::scenario::Scenario;
use kit::world::{Ending, NodeId, Run, What};

use super::exercise::outcomes;
use super::{Played, Silence, nodes};
use crate::messages::{Nodes, Roster, misses};
use crate::two_phase_commit::attack::{BANKS, moves_thirty, waits_under};
use grader::attack::{Attack, judge_and};
use grader::report::{WIDTH, wrap};

type File = Attack<Nodes<ThreePhases>>;

pub fn three_phases() -> File {
    File {
        exercise: "two-phase-commit",
        goal: "three_phases_end_in_two_outcomes",
        wanted: "One bank commits the ₹30, and the other aborts them. Whoever crashes comes back within the schedule: \
                 nobody is dead, and each follows the rule for when the others are.",
        folder: "exercises/19-two-phase-commit",
        file: "attack/three-phases.txt",
        section: "chapter 19, \"Does a third phase free them?\"",
        cast: Roster::new(&["coordinator", "bank-a", "bank-b"]),
        code: "three-phases",
        broken: || nodes(Silence::IsDeath),
        correct: || nodes(Silence::IsNothing),
        reached: |seen| miss(seen).is_none(),
        misses,
        end,
        hint: |seen| miss(seen).map_or("", hint),
        too_much: "Banks that wait until somebody knows disagree under your schedule as well. Then it is not the third \
                   phase that fails.",
        shortest: 4,
    }
}

/// Why there are not two outcomes: the first that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Miss {
    NoEnd,
    NotAsked,
    OtherTransfer,
    /// Two outcomes, and somebody is dead.
    DeadForGood,
    /// A bank voted no, or was not asked in time: nobody was ready.
    NobodyReady,
    /// Crashes and nothing else: what the protocol is made for.
    CrashesAlone,
    NothingLate,
    /// All were ready before anything was cut or late.
    AllReady,
    /// Whoever was behind was told in time.
    Reached,
    /// Nobody's patience came to its end.
    TooShort,
}

fn miss(seen: &Played) -> Option<Miss> {
    let run = &seen.run;
    let moving: Vec<Txn> =
        run.requests.iter().filter(|request| moves_thirty(request)).map(|request| request.txn).collect();
    if seen.stop.is_some() || !matches!(seen.ending, Some(Ending::Reached(_))) {
        return Some(Miss::NoEnd);
    } else if run.requests.is_empty() {
        return Some(Miss::NotAsked);
    } else if moving.is_empty() {
        return Some(Miss::OtherTransfer);
    }
    if moving.iter().any(|txn| disagree(run, *txn)) {
        return down_at(run, seen.planned).then_some(Miss::DeadForGood);
    }
    Some(nearest(seen, &moving))
}

fn disagree(run: &Run<ThreePhases>, txn: Txn) -> bool {
    let outcomes = outcomes(run);
    let has = |outcome: Outcome| outcomes.iter().any(|(_, _, of, is)| (*of, *is) == (txn, outcome));
    has(Outcome::Commit) && has(Outcome::Abort)
}

/// Somebody is down when the plan is over.
fn down_at(run: &Run<ThreePhases>, planned: usize) -> bool {
    let mut down: Vec<NodeId> = Vec::new();
    for event in &run.events[..planned] {
        match (&event.what, event.who) {
            (What::Crashed { .. }, Some(who)) => down.push(who),
            (What::Restarted { .. }, Some(who)) => down.retain(|of| *of != who),
            _ => {}
        }
    }
    !down.is_empty()
}

fn nearest(seen: &Played, moving: &[Txn]) -> Miss {
    let plan = &seen.run.events[..seen.planned];
    let has = |is: &dyn Fn(&What<ThreePhases>) -> bool| plan.iter().any(|event| is(&event.what));
    let ready: Vec<NodeId> = plan
        .iter()
        .filter(|event| matches!(&event.what, What::Applied(Deed::Readies { txn }) if moving.contains(txn)))
        .filter_map(|event| event.who)
        .collect();
    let disturbed =
        has(&|what| matches!(what, What::Cut { .. } | What::Held { .. } | What::Paused | What::Lost { .. }));
    let crashed = has(&|what| matches!(what, What::Crashed { .. }));
    let parted = has(&|what| matches!(what, What::Cut { .. } | What::Held { .. } | What::Paused));
    let fired = has(&|what| matches!(what, What::Fired("doubt")));
    let ended = has(&|what| matches!(what, What::Applied(Deed::Commits { .. } | Deed::Aborts { .. })));
    match () {
        () if crashed && !parted => Miss::CrashesAlone,
        () if !disturbed => Miss::NothingLate,
        () if BANKS.iter().all(|bank| ready.contains(bank)) && !fired => Miss::AllReady,
        () if !fired && !ended => Miss::TooShort,
        () if ready.is_empty() => Miss::NobodyReady,
        () => Miss::Reached,
    }
}

fn end(seen: &Played) -> String {
    let run = &seen.run;
    let done = |bank: NodeId| {
        let last = outcomes(run).into_iter().rev().find(|(_, who, ..)| *who == bank);
        let what = match last {
            Some((number, _, _, outcome)) => {
                let word = if outcome == Outcome::Commit { "commits" } else { "aborts" };
                format!("{word} at {}", duration(run.events[number].at))
            }
            None => "has decided nothing".to_owned(),
        };
        format!("{} {what}", run.name(bank))
    };
    BANKS.map(done).join("; ")
}

/// The body of the test. It goes on to say what two-phase commit does meanwhile.
///
/// # Panics
/// When the file does not reach its goal; why has been printed.
pub fn judge(package: &str, folder: &str) {
    let attack = three_phases();
    judge_and(&attack, package, folder, || {
        let text = std::fs::read_to_string(Path::new(package).join(attack.file)).unwrap_or_default();
        Scenario::parse(&text).map(|scenario| under_two_phases(&scenario.plan)).unwrap_or_default()
    });
}

/// What two-phase commit does under this schedule. Where its own protocol has another word it says that.
pub fn under_two_phases(plan: &Plan) -> String {
    let mut plan = plan.clone();
    for phase in &mut plan.phases {
        phase.acts = phase.acts.iter().filter_map(two_phase_act).collect();
    }
    plan.phases.retain(|phase| !phase.acts.is_empty());
    let said = waits_under(&plan);
    format!("\n{}", wrap(&said, 2, WIDTH))
}

/// *Get ready* is what comes before the decision in three phases; in two it is the decision that comes then.
fn two_phase_act(act: &Act) -> Option<Act> {
    let mut act = act.clone();
    match &mut act {
        Act::Hold { kind, .. }
        | Act::Release { kind, .. }
        | Act::Deliver { kind, .. }
        | Act::Drop { kind, .. }
        | Act::Duplicate { kind, .. } => {
            let word = match kind.as_str() {
                "CanCommit" => "Prepare",
                "Ready" => "Decide",
                "Readied" => "Done",
                // A second message from the coordinator is its last.
                "Decide" => return None,
                other => other,
            };
            *kind = word.to_owned();
        }
        Act::TimesOut { timer: Some(timer), .. } if !["votes", "doubt"].contains(&timer.as_str()) => {
            return None;
        }
        _ => {}
    }
    Some(act)
}

fn hint(miss: Miss) -> &'static str {
    match miss {
        Miss::NoEnd => {
            "So much happened that the run was given up. Ten seconds are enough: every patience of this protocol ends \
             within five."
        }
        Miss::NotAsked => {
            "Nobody asked for a transfer, so there is nothing to agree on. A client asks with `ask coordinator \"t1: \
             bank-a -₹30, bank-b +₹30\"`."
        }
        Miss::OtherTransfer => {
            "No transfer of ₹30 between bank-a and bank-b was asked for. The outcomes that count are those of such a \
             transfer."
        }
        Miss::DeadForGood => {
            "There are two outcomes, and somebody is still down when your schedule ends. Here nobody is dead: whoever \
             crashes comes back in time. Who else says nothing for a while?"
        }
        Miss::CrashesAlone => {
            "Somebody crashed, and whoever was silent was dead indeed. For that three-phase commit is made, and for \
             any number of crashes. Who is silent, and lives?"
        }
        Miss::NothingLate => {
            "Every message arrived at once, so nobody was silent. The protocol takes silence for death. Let somebody \
             be silent who lives."
        }
        Miss::AllReady => {
            "Both banks were ready before anybody was out of reach. From then on all roads lead to a commit. There \
             have to be two sides, and they have to know different things."
        }
        Miss::NobodyReady => {
            "Somebody was out of reach, and no bank was ready yet. So every side aborts, and they agree. What must one \
             side know that the other does not?"
        }
        Miss::Reached => {
            "Whoever was behind was told after all, by an answer to its question or by the decision itself. Then all \
             come to the same end. What must not reach it, and for how long?"
        }
        Miss::TooShort => {
            "Somebody is out of reach, and nobody has lost patience yet. When your schedule ends, so does every cut. \
             Let time go on before."
        }
    }
}
