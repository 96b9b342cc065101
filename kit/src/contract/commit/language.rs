//! How the messages of `two-phase-commit` are named, read and worded.

use super::{BANKS, Deed, Msg, Outcome, Record, Transfer, Txn, Vote};
use crate::money::{parse_rupees, rupees};
use crate::trace::ArrowKind;
use crate::world::{Lasting, NodeId, Protocol};

/// The language of `two-phase-commit`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Commit;

impl Protocol for Commit {
    type Msg = Msg;
    type Record = Record;
    type Request = Transfer;
    type Answer = Outcome;
    type Deed = Deed;

    const KINDS: &'static [&'static str] = &["Prepare", "Vote", "Decide", "Done", "Ask", "Tell", "Alone"];
    const TIMERS: &'static [&'static str] = &["votes", "again", "doubt"];

    fn kind(msg: &Msg) -> &'static str {
        match msg {
            Msg::Prepare { .. } => "Prepare",
            Msg::Vote { .. } => "Vote",
            Msg::Decide { .. } => "Decide",
            Msg::Done { .. } => "Done",
            Msg::Ask { .. } => "Ask",
            Msg::Tell { .. } => "Tell",
            Msg::Alone { .. } => "Alone",
        }
    }

    fn parse_request(text: &str) -> Result<Transfer, String> {
        transfer(text).ok_or_else(|| {
            format!(
                "expected a transfer such as `t1: bank-a -₹30, bank-b +₹30, bank-c reads`, found `{text}`"
            )
        })
    }

    fn label(msg: &Msg) -> String {
        match msg {
            Msg::Prepare { .. } => "prepare".to_owned(),
            Msg::Vote { vote, .. } => vote_word(*vote).to_owned(),
            Msg::Decide { outcome, .. } | Msg::Tell { outcome: Some(outcome), .. } => {
                word(*outcome).to_owned()
            }
            Msg::Done { .. } => "done".to_owned(),
            Msg::Ask { .. } => "outcome?".to_owned(),
            Msg::Tell { outcome: None, .. } => "unknown".to_owned(),
            Msg::Alone { .. } => "alone".to_owned(),
        }
    }

    fn prose(msg: &Msg) -> String {
        match msg {
            Msg::Prepare { txn, change: 0, .. } => format!("{}: can you commit? (only read)", name(*txn)),
            Msg::Prepare { txn, change, .. } => {
                format!("{}: can you commit {}?", name(*txn), signed(*change))
            }
            Msg::Vote { txn, vote } => format!("{}: {}", name(*txn), vote_word(*vote)),
            Msg::Decide { txn, outcome } => format!("{}: {}", name(*txn), word(*outcome)),
            Msg::Done { txn } => format!("{}: done", name(*txn)),
            Msg::Ask { txn } => format!("what became of {}?", name(*txn)),
            Msg::Tell { txn, outcome: Some(outcome) } => format!("{} is to {}", name(*txn), word(*outcome)),
            Msg::Tell { txn, outcome: None } => format!("of {} I do not know", name(*txn)),
            Msg::Alone { txn, change } => {
                format!("{}: commit {} or abort, alone", name(*txn), signed(*change))
            }
        }
    }

    fn arrow(msg: &Msg) -> ArrowKind {
        match msg {
            Msg::Prepare { .. } | Msg::Decide { .. } | Msg::Ask { .. } | Msg::Alone { .. } => {
                ArrowKind::Request
            }
            Msg::Vote { .. } | Msg::Done { .. } | Msg::Tell { .. } => ArrowKind::Reply,
        }
    }

    fn request_prose(transfer: &Transfer) -> String {
        let part = |(bank, change): &(NodeId, i64)| {
            let bank = BANKS.get(bank.index().wrapping_sub(1)).copied().unwrap_or("nobody");
            if *change == 0 { format!("{bank} reads") } else { format!("{bank} {}", signed(*change)) }
        };
        let parts: Vec<String> = transfer.changes.iter().map(part).collect();
        format!("{}: {}", name(transfer.txn), parts.join(", "))
    }

    fn answer_prose(outcome: &Outcome) -> String {
        match outcome {
            Outcome::Commit => "committed".to_owned(),
            Outcome::Abort => "aborted".to_owned(),
        }
    }

    fn deed_label(deed: &Deed) -> String {
        match deed {
            Deed::Locks { .. } => "locked".to_owned(),
            Deed::Commits { change, .. } => signed(*change),
            Deed::Aborts { .. } => "aborts".to_owned(),
        }
    }

    fn deed_prose(deed: &Deed) -> String {
        match deed {
            Deed::Locks { txn } => format!("locks its account for {}", name(*txn)),
            Deed::Commits { txn, change } => format!("commits {}: {}", name(*txn), signed(*change)),
            Deed::Aborts { txn } => format!("aborts {}", name(*txn)),
        }
    }

    fn lasting(deed: &Deed) -> Option<Lasting> {
        match deed {
            Deed::Locks { txn } => Some(Lasting::Begins(name(*txn))),
            Deed::Commits { .. } | Deed::Aborts { .. } => Some(Lasting::Ends(String::new())),
        }
    }
}

pub(super) fn name(Txn(number): Txn) -> String {
    format!("t{number}")
}

pub(super) fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Commit => "commit",
        Outcome::Abort => "abort",
    }
}

fn vote_word(vote: Vote) -> &'static str {
    match vote {
        Vote::Yes => "yes",
        Vote::No => "no",
        Vote::ReadOnly => "read only",
    }
}

/// `-₹30`, `+₹30`
pub(super) fn signed(paise: i64) -> String {
    if paise < 0 { format!("-{}", rupees(-paise)) } else { format!("+{}", rupees(paise)) }
}

fn transfer(text: &str) -> Option<Transfer> {
    let (txn, parts) = text.trim().split_once(':')?;
    let txn = Txn(txn.trim().strip_prefix('t')?.parse().ok()?);
    let changes = parts.split(',').map(change).collect::<Option<Vec<_>>>()?;
    let mut banks: Vec<NodeId> = changes.iter().map(|(bank, _)| *bank).collect();
    banks.sort();
    banks.dedup();
    (banks.len() == changes.len()).then_some(Transfer { txn, changes })
}

fn change(text: &str) -> Option<(NodeId, i64)> {
    let (bank, change) = text.trim().split_once(' ')?;
    let at = BANKS.iter().position(|name| *name == bank)?;
    let bank = NodeId(u8::try_from(at + 1).ok()?);
    let change = change.trim();
    if change == "reads" {
        return Some((bank, 0));
    }
    let amount = |text: &str| parse_rupees(text).filter(|paise| (1..=100_000_000).contains(paise));
    let paise = match change.strip_prefix('-') {
        Some(amount_out) => -amount(amount_out)?,
        None => amount(change.strip_prefix('+')?)?,
    };
    Some((bank, paise))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_reads_back_as_it_is_worded() {
        for text in ["t1: bank-a -₹30, bank-b +₹30", "t27: bank-a -₹0.05, bank-c reads", "t3: bank-b reads"]
        {
            let transfer = Commit::parse_request(text).unwrap();
            assert_eq!(Commit::request_prose(&transfer), text);
        }
    }

    #[test]
    fn what_is_no_transfer_is_named() {
        for text in [
            "",
            "t1",
            "t1:",
            "1: bank-a -₹30",
            "t1: bank-z -₹30",
            "t1: bank-a ₹30",
            "t1: bank-a -₹0",
            "t1: bank-a -₹30, bank-a +₹30",
            "t1: bank-a -₹99999999999999999999",
        ] {
            let error = Commit::parse_request(text).unwrap_err();
            assert!(error.contains("`t1: bank-a -₹30") && error.contains(text), "{error}");
        }
    }

    #[test]
    fn labels_fit_on_an_arrow() {
        let txn = Txn(1);
        for vote in [Vote::Yes, Vote::No, Vote::ReadOnly] {
            assert!(Commit::label(&Msg::Vote { txn, vote }).len() <= 9);
        }
        assert!(Commit::label(&Msg::Prepare { txn, change: 0, with: Vec::new() }).len() <= 9);
    }
}
