//! `attack/one-bank.txt`: ₹30 leave one bank, or arrive at one, and the other knows nothing of it.

use std::collections::BTreeSet;

use kit::contract::commit::{COORDINATOR, Commit, Msg, OPENING, Outcome, Record, Txn};
use kit::money::rupees;
use kit::world::{Event, NodeId, Run, What};

use super::{BANKS, File, THIRTY, broken_rules, committed, file, is_over, moving};
use crate::two_phase_commit::{Played, broken, nodes};

pub fn one_bank() -> File {
    File {
        goal: "one_bank_alone_moves_thirty_rupees",
        wanted: "The coordinator tells its decision before it writes it. In the end one bank has committed the ₹30, \
                 and the other has aborted them.",
        file: "attack/one-bank.txt",
        section: "chapter 19, \"When is it committed?\"",
        code: "send-decision-before-log",
        broken: || nodes(broken::send_decision_before_log()),
        reached,
        end,
        hint: |seen| miss(seen).map_or("", hint),
        shortest: 4,
        ..file()
    }
}

/// Code that tells nothing before it is written has no part in this, and must keep every rule.
fn reached(seen: &Played) -> bool {
    let broken = broken_rules(seen);
    if !broken.contains(&"commit_is_durable_first") {
        return !broken.is_empty();
    }
    broken.contains(&"all_decide_alike") && is_over(seen) && moved_alone(&seen.run).is_some()
}

/// A transfer that one bank alone has committed.
fn moved_alone(run: &Run<Commit>) -> Option<Txn> {
    moving(run).into_iter().find(|txn| committed(run, *txn).len() == 1)
}

/// Why one bank does not stand alone: the first that fits, those of a crash from the farthest to the nearest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Miss {
    NoEnd,
    NotAsked,
    OtherTransfer,
    NoCrash,
    BankCrashed,
    /// When the coordinator died it had told nobody of a commit.
    Undecided,
    /// When it died its decision was on its disk.
    Logged,
    /// Its client had heard, and no bank.
    ClientOnly,
    /// What it had told a bank was lost.
    Lost,
    /// Both banks had heard.
    BothHeard,
    /// One had, and the other learnt it from that one.
    OtherTold,
}

fn miss(seen: &Played) -> Option<Miss> {
    let run = &seen.run;
    let crashed = |who: fn(NodeId) -> bool| {
        run.events
            .iter()
            .any(|event| matches!(event.what, What::Crashed { .. }) && event.who.is_some_and(who))
    };
    Some(match () {
        () if seen.stop.is_some() => Miss::NoEnd,
        () if run.requests.is_empty() => Miss::NotAsked,
        () if moving(run).is_empty() => Miss::OtherTransfer,
        () if crashed(|who| who == COORDINATOR) => return deaths(run).into_iter().max(),
        () if crashed(|who| who != COORDINATOR) => Miss::BankCrashed,
        () => Miss::NoCrash,
    })
}

/// What a coordinator has said and written of one transfer.
#[derive(Default)]
struct Said {
    /// The messages that told a bank to commit.
    banks: Vec<u32>,
    client: bool,
    written: bool,
    synced: bool,
}

/// How each transfer stood each time the coordinator died.
fn deaths(run: &Run<Commit>) -> Vec<Miss> {
    moving(run).into_iter().flat_map(|txn| deaths_of(run, txn)).collect()
}

fn deaths_of(run: &Run<Commit>, txn: Txn) -> Vec<Miss> {
    let arrived = |number: &u32| {
        let is = |event: &Event<Commit>| matches!(event.what, What::Delivered { message, .. } if message == *number);
        run.events.iter().any(is)
    };
    let mut said = Said::default();
    let mut deaths = Vec::new();
    for (number, event) in (0..).zip(&run.events).filter(|(_, event)| event.who == Some(COORDINATOR)) {
        match &event.what {
            What::Sent { msg: Msg::Decide { txn: of, outcome: Outcome::Commit }, .. } if *of == txn => {
                said.banks.push(number);
            }
            What::Answered { id, answer: Outcome::Commit } => {
                let request = run.requests.get(id.0 as usize);
                said.client |= request.is_some_and(|request| request.txn == txn);
            }
            What::Wrote(Record::Decided { txn: of, .. }) if *of == txn => said.written = true,
            What::Synced { .. } => said.synced |= said.written,
            What::Crashed { .. } => deaths.push(match () {
                () if said.synced => Miss::Logged,
                () if said.banks.is_empty() && said.client => Miss::ClientOnly,
                () if said.banks.is_empty() => Miss::Undecided,
                () => match said.banks.iter().filter(|number| arrived(number)).count() {
                    0 => Miss::Lost,
                    1 => Miss::OtherTold,
                    _ => Miss::BothHeard,
                },
            }),
            _ => {}
        }
    }
    deaths
}

/// How things stand at the end.
fn end(seen: &Played) -> String {
    let run = &seen.run;
    let balance = |bank: NodeId| {
        let mut counted = BTreeSet::new();
        let change: i64 = run
            .requests
            .iter()
            .map(|transfer| {
                let own =
                    transfer.changes.iter().find(|(of, _)| *of == bank).map_or(0, |(_, change)| *change);
                let counts = committed(run, transfer.txn).contains(&bank) && counted.insert(transfer.txn);
                if counts { own } else { 0 }
            })
            .sum();
        format!("{} holds {}", run.name(bank), rupees(OPENING + change))
    };
    let accounts = BANKS.map(balance).join(", ");
    match moving(run).len() as i64 {
        0 => accounts,
        many => format!("{accounts}; {} were to be moved", rupees(THIRTY * many)),
    }
}

fn hint(miss: Miss) -> &'static str {
    match miss {
        Miss::NoEnd => {
            "So much happened that the run was given up. All that has to happen fits into a few acts and no time at \
             all."
        }
        Miss::NotAsked => {
            "Nobody asked for a transfer, so there is nothing to decide. A client asks with `ask coordinator \"t1: \
             bank-a -₹30, bank-b +₹30\"`."
        }
        Miss::OtherTransfer => {
            "No transfer of ₹30 between bank-a and bank-b was asked for. Whether money is in one bank only is counted \
             by that one."
        }
        Miss::NoCrash => {
            "The coordinator never crashed. While it lives it knows what it has decided, on its disk or not, and \
             repeats it until everybody is done. When would the disk be missed?"
        }
        Miss::BankCrashed => {
            "A bank crashed. Banks of this file make no mistake: it came back with its yes on its disk, and was told \
             the outcome. Somebody else is not so careful."
        }
        Miss::Undecided => {
            "When the coordinator died it had told no one of a commit. It came back without a record, answered abort \
             to both, and so it was. At which moment does somebody know more than its disk?"
        }
        Miss::Logged => {
            "When the coordinator died its decision was on its disk, and its next life told everybody. It tells and \
             writes in one step, so between two acts both are done. How can a crash fall into the middle of a step?"
        }
        Miss::ClientOnly => {
            "The coordinator died when its client had heard of the commit, and no bank had. Both banks abort. The \
             client was told what is not true, and the money stays together. Whom does the coordinator tell next?"
        }
        Miss::Lost => {
            "The coordinator died when it had told a bank to commit, and that message never arrived. For the banks it \
             is as if nothing had been decided. What has been sent may also outlive its sender."
        }
        Miss::BothHeard => {
            "The coordinator died without a record, and both banks had been told. Nobody ever needs that record. One \
             of them has to find out what it does not say."
        }
        Miss::OtherTold => {
            "One bank was told to commit, and the other was in doubt. It asked, and learnt of the commit before it \
             met a coordinator that has forgotten it. Whose answer has to come first?"
        }
    }
}
