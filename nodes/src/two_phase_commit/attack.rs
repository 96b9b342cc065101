//! The break-it part: two schedules against two-phase commit. The third, against three phases, has machines
//! of its own: see [`crate::three_phases`].
//!
//! * [`one_bank`]: a coordinator that tells its decision before it writes it.
//! * [`blocks`]: a bank of the correct protocol that waits for as long as the coordinator is down.

mod blocks;
mod one_bank;

use kit::Ms;
use kit::contract::commit::{Commit, Deed, Transfer, Txn};
use kit::plan::{Plan, duration};
use kit::world::{Ending, Event, NodeId, Run, What};

use super::rules::rules;
use super::{Played, broken, nodes};
use crate::messages::{Nodes, Roster, misses};
use grader::attack::Attack;
use grader::property::Check;
use grader::world::{Case, World};

pub use blocks::{blocks, judge as judge_blocks};
pub use one_bank::one_bank;

type File = Attack<Nodes<Commit>>;

const CAST: &[&str] = &["coordinator", "bank-a", "bank-b"];

/// The two banks of that cast.
pub(crate) const BANKS: [NodeId; 2] = [NodeId(1), NodeId(2)];

/// What the files move.
const THIRTY: i64 = 3_000;

/// What both have in common.
fn file() -> File {
    File {
        exercise: "two-phase-commit",
        goal: "",
        wanted: "",
        folder: "exercises/19-two-phase-commit",
        file: "",
        section: "",
        cast: Roster::new(CAST),
        code: "",
        broken: || nodes(broken::right()),
        correct: || nodes(broken::right()),
        reached: |_| false,
        misses,
        end: |_| String::new(),
        hint: |_| "",
        too_much: "What you do to the nodes breaks a correct coordinator as well, so it is your schedule, and not \
                   the code, that fails.",
        shortest: 0,
    }
}

/// The rules that the run breaks, by name.
fn broken_rules(seen: &Played) -> Vec<&'static str> {
    let broken = rules().into_iter().filter(|rule| matches!((rule.check)(seen), Check::Broken(_)));
    broken.map(|rule| rule.name).collect()
}

/// Every fault has ended, and nobody is in doubt any more.
fn is_over(seen: &Played) -> bool {
    seen.stop.is_none() && matches!(seen.ending, Some(Ending::Reached(_)))
}

/// ₹30 from one of the two banks to the other, and nobody else.
pub(crate) fn moves_thirty(transfer: &Transfer) -> bool {
    let mut changes = transfer.changes.clone();
    changes.sort();
    let banks = changes.iter().map(|(bank, _)| *bank).eq(BANKS);
    banks && changes[0].1 == -changes[1].1 && changes[0].1.abs() == THIRTY
}

fn moving(run: &Run<Commit>) -> Vec<Txn> {
    run.requests.iter().filter(|transfer| moves_thirty(transfer)).map(|transfer| transfer.txn).collect()
}

/// The banks whose account was changed by it.
fn committed(run: &Run<Commit>, txn: Txn) -> Vec<NodeId> {
    let commits = |bank: NodeId| {
        run.events.iter().any(|event| {
            let commits = matches!(event.what, What::Applied(Deed::Commits { txn: of, .. }) if of == txn);
            commits && event.who == Some(bank)
        })
    };
    BANKS.into_iter().filter(|bank| commits(*bank)).collect()
}

/// What the correct protocol does under this plan, in words: who waits, for how long, and how it ends.
pub(crate) fn waits_under(plan: &Plan) -> String {
    let seen = nodes(broken::right()).run(&Case { cast: Roster::new(CAST), plan: plan.clone() });
    let run = &seen.run;
    let mut said: Vec<String> = Vec::new();
    for bank in BANKS {
        let of = |event: &&Event<Commit>| event.who == Some(bank);
        let mut doubt = None;
        for event in run.events.iter().filter(of) {
            match event.what {
                What::Applied(Deed::Locks { .. }) => doubt = doubt.or(Some(event.at)),
                What::Applied(deed @ (Deed::Commits { .. } | Deed::Aborts { .. })) => {
                    // A new life does again what an earlier one has done.
                    let Some(since) = doubt.take() else { continue };
                    said.push(format!("{} {}", run.name(bank), ends(deed, since, event.at)));
                }
                _ => {}
            }
        }
    }
    if said.is_empty() {
        said.push("no bank votes yes".to_owned());
    }
    format!(
        "Two-phase commit under the same schedule, its decision held where yours holds *get ready*: {}.",
        said.join("; ")
    )
}

fn ends(deed: Deed, since: Ms, at: Ms) -> String {
    let word = if matches!(deed, Deed::Commits { .. }) { "commits" } else { "aborts" };
    if since == at {
        return word.to_owned();
    }
    format!("waits in doubt from {} to {}, and then {word}", duration(since), duration(at))
}
