//! The books of a run: what lies on each disk, what each life has done, who has heard what. Rules look
//! at one moment after the other, before the moment has changed the books.
//!
//! Worlds here are tiny (three banks, a transaction or two) and looked at by the hundred thousand, so
//! the books are short lists that are searched from the front.

use kit::contract::commit::{COORDINATOR, Commit, Deed, Msg, Outcome, Record, Transfer, Txn, Vote};
use kit::world::{Event, Fold, NodeId, RequestId, Run, What};

use super::Played;
use grader::property::{Check, Finding};

/// What is known of one node.
#[derive(Debug, Default)]
pub(super) struct Node<'a> {
    /// Everything that is or may be on its disk, in the order of writing.
    journal: Vec<&'a Record>,
    synced: usize,
    pub(super) down: bool,
    life: Life,
    /// Outcomes that it has heard, in all its lives.
    heard: Vec<(Txn, Outcome)>,
    /// Votes that it has sent, in all its lives.
    votes: Vec<(Txn, Vote)>,
    /// Aborts that it has told somebody, in all its lives: by `Tell`, by `Decide`, by an answer.
    told: Vec<(Txn, Outcome)>,
}

/// What dies with a crash.
#[derive(Debug, Default)]
struct Life {
    locked: Vec<Txn>,
    ended: Vec<(Txn, Outcome)>,
    /// What a coordinator was asked for, and not answered yet.
    asked: Vec<(RequestId, Txn)>,
    /// Votes that a coordinator has heard.
    ballots: Vec<(Txn, NodeId, Vote)>,
}

/// What a bank has on its disk about a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Safe<T> {
    pub(super) is: T,
    pub(super) synced: bool,
}

impl<'a> Node<'a> {
    fn find<T>(&self, mut of: impl FnMut(&'a Record) -> Option<T>) -> Option<Safe<T>> {
        let found = self.journal.iter().enumerate().find_map(|(at, record)| Some((at, of(record)?)));
        found.map(|(at, is)| Safe { is, synced: at < self.synced })
    }

    /// By how much the account changes, and with whom, if it has prepared.
    pub(super) fn prepared(&self, txn: Txn) -> Option<Safe<(i64, &'a [NodeId])>> {
        self.find(|record| match record {
            Record::Prepared { txn: of, change, with } if *of == txn => Some((*change, with.as_slice())),
            _ => None,
        })
    }

    pub(super) fn decided(&self, txn: Txn) -> Option<Safe<Outcome>> {
        self.find(|record| match record {
            Record::Decided { txn: of, outcome, .. } if *of == txn => Some(*outcome),
            _ => None,
        })
    }

    /// It has a yes on its disk, safe, and no outcome: it is bound.
    pub(super) fn in_doubt(&self, txn: Txn) -> bool {
        self.prepared(txn).is_some_and(|yes| yes.synced) && self.decided(txn).is_none()
    }

    /// Every transaction of which its disk has a yes.
    pub(super) fn promised(&self) -> impl Iterator<Item = Txn> + '_ {
        self.journal.iter().filter_map(|record| match record {
            Record::Prepared { txn, .. } => Some(*txn),
            _ => None,
        })
    }

    pub(super) fn heard(&self, txn: Txn, outcome: Outcome) -> bool {
        self.heard.contains(&(txn, outcome))
    }

    pub(super) fn voted(&self, txn: Txn, vote: Vote) -> bool {
        self.votes.contains(&(txn, vote))
    }

    pub(super) fn told(&self, txn: Txn, outcome: Outcome) -> bool {
        self.told.contains(&(txn, outcome))
    }

    /// In this life the account is locked for it, and not free again.
    pub(super) fn locked(&self, txn: Txn) -> bool {
        self.life.locked.contains(&txn)
    }

    /// What else the account is locked for in this life.
    pub(super) fn locked_for_another(&self, txn: Txn) -> Option<Txn> {
        self.life.locked.iter().copied().find(|of| *of != txn)
    }

    /// In this life the account was changed by it, or freed from it.
    pub(super) fn ended(&self, txn: Txn) -> Option<Outcome> {
        self.life.ended.iter().find(|(of, _)| *of == txn).map(|(_, outcome)| *outcome)
    }

    /// What the account holds by this life's own deeds and its disk: what is committed there counts.
    pub(super) fn paise(&self, opening: i64) -> i64 {
        let committed = |txn: &Txn| self.decided(*txn).is_some_and(|decided| decided.is == Outcome::Commit);
        // A yes that was written twice is one.
        let first = |(at, txn): &(usize, Txn)| self.promised().take(*at).all(|before| before != *txn);
        let txns = self.promised().enumerate().filter(first).map(|(_, txn)| txn).filter(committed);
        opening + txns.filter_map(|txn| self.prepared(txn)).map(|yes| yes.is.0).sum::<i64>()
    }

    /// The last vote of this bank that this life of the coordinator has heard.
    pub(super) fn ballot(&self, txn: Txn, bank: NodeId) -> Option<Vote> {
        self.life
            .ballots
            .iter()
            .rev()
            .find(|(of, from, _)| (*of, *from) == (txn, bank))
            .map(|(.., vote)| *vote)
    }

    /// A no of anybody that this life of the coordinator has heard.
    pub(super) fn refused(&self, txn: Txn) -> bool {
        self.life.ballots.iter().any(|(of, _, vote)| *of == txn && *vote == Vote::No)
    }

    /// This life of the coordinator was asked for it and has not told the client.
    pub(super) fn owes(&self, txn: Txn) -> bool {
        self.life.asked.iter().any(|(_, of)| *of == txn)
    }

    pub(super) fn owed(&self) -> &[(RequestId, Txn)] {
        &self.life.asked
    }
}

/// The books of all nodes.
#[derive(Debug)]
pub(super) struct Books<'a> {
    nodes: Vec<Node<'a>>,
    pub(super) transfers: Vec<&'a Transfer>,
}

/// What a node does or meets.
#[derive(Debug, Clone, Copy)]
pub(super) enum Doing<'a> {
    Asked(RequestId),
    Hears {
        from: NodeId,
        msg: &'a Msg,
    },
    Fires(&'static str),
    Wakes,
    Writes(&'a Record),
    Sends {
        to: NodeId,
        msg: &'a Msg,
    },
    Answers {
        id: RequestId,
        outcome: Outcome,
    },
    Does(Deed),
    /// The run is over; once for each node.
    Ends,
}

/// A moment of a run, before it has changed the books.
#[derive(Debug)]
pub(super) struct Moment<'a, 'b> {
    pub(super) run: &'a Run<Commit>,
    pub(super) event: usize,
    pub(super) who: NodeId,
    pub(super) books: &'b Books<'a>,
    pub(super) doing: Doing<'a>,
}

impl<'a, 'b> Moment<'a, 'b> {
    pub(super) fn name(&self) -> &'a str {
        self.run.name(self.who)
    }

    pub(super) fn node(&self) -> &'b Node<'a> {
        &self.books.nodes[self.who.index()]
    }

    pub(super) fn is_bank(&self) -> bool {
        self.who != COORDINATOR
    }

    /// The input by which the node took this step.
    pub(super) fn cause(&self) -> Option<&'a What<Commit>> {
        let cause = self.run.events.get(self.event)?.cause?;
        self.run.events.get(cause as usize).map(|event| &event.what)
    }

    /// Who told this outcome by the message that is being worked on.
    pub(super) fn teller(&self, txn: Txn, outcome: Outcome) -> Option<&'a str> {
        let Some(What::Delivered { message, .. }) = self.cause() else { return None };
        match self.run.message(*message)? {
            (from, _, Msg::Tell { txn: of, outcome: Some(is) } | Msg::Decide { txn: of, outcome: is })
                if (*of, *is) == (txn, outcome) =>
            {
                Some(self.run.name(from))
            }
            _ => None,
        }
    }

    pub(super) fn cause_is_timer(&self) -> bool {
        matches!(self.cause(), Some(What::Fired(_)))
    }

    /// What the node says from this input on, to the end of the step.
    pub(super) fn said(&self) -> impl Iterator<Item = &'a What<Commit>> + 'a {
        self.step().filter(|event| event.what.is_output()).map(|event| &event.what)
    }

    /// Whether a crash ended the step that begins here.
    pub(super) fn is_cut_short(&self) -> bool {
        self.step().any(|event| matches!(event.what, What::Crashed { .. }))
    }

    /// What happens to the node up to the next input of anybody.
    fn step(&self) -> impl Iterator<Item = &'a Event<Commit>> + 'a {
        let who = self.who;
        let rest = self.run.events.get(self.event + 1..).unwrap_or_default();
        let over = |what: &What<Commit>| what.is_input() || matches!(what, What::Act(_) | What::Finish);
        rest.iter().take_while(move |event| !over(&event.what)).filter(move |event| event.who == Some(who))
    }
}

impl<'a> Books<'a> {
    /// `None` for a bank that takes part in a transfer, and is not in a smaller cast.
    pub(super) fn node(&self, node: NodeId) -> Option<&Node<'a>> {
        self.nodes.get(node.index())
    }

    pub(super) fn coordinator(&self) -> &Node<'a> {
        &self.nodes[COORDINATOR.index()]
    }

    pub(super) fn all_are_up(&self) -> bool {
        self.nodes.iter().all(|node| !node.down)
    }

    pub(super) fn transfer(&self, txn: Txn) -> Option<&'a Transfer> {
        self.transfers.iter().find(|transfer| transfer.txn == txn).copied()
    }

    /// Somebody has voted that it only reads.
    pub(super) fn reads_only(&self, txn: Txn) -> bool {
        self.nodes.iter().any(|node| node.voted(txn, Vote::ReadOnly))
    }

    /// By how many paise the account of this bank changes; `None` if it takes no part.
    pub(super) fn change(&self, txn: Txn, bank: NodeId) -> Option<i64> {
        self.transfer(txn)?.changes.iter().find(|(of, _)| *of == bank).map(|(_, change)| *change)
    }

    fn take(&mut self, run: &'a Run<Commit>, event: &'a Event<Commit>) {
        let Some(who) = event.who else { return };
        // What is sent to nobody is lost at a place that the cast does not have.
        let Some(node) = self.nodes.get_mut(who.index()) else { return };
        match &event.what {
            What::Crashed { forgot } => node.crash(*forgot as usize),
            What::Restarted { .. } => node.down = false,
            What::Asked(id) => {
                let Some(transfer) = run.requests.get(id.0 as usize) else { return };
                node.life.asked.push((*id, transfer.txn));
                self.transfers.push(transfer);
            }
            What::Delivered { message, .. } => {
                if let Some((from, _, msg)) = run.message(*message) {
                    node.hear(from, msg);
                }
            }
            What::Wrote(record) => node.journal.push(record),
            What::Synced { .. } => node.synced = node.journal.len(),
            What::Sent { msg, .. } => node.say(msg),
            What::Answered { id, answer } => {
                let asked = node.life.asked.iter().position(|(of, _)| of == id);
                if let Some((_, txn)) = asked.map(|at| node.life.asked.remove(at)) {
                    node.told.push((txn, *answer));
                }
            }
            What::Applied(deed) => node.act(*deed),
            _ => {}
        }
    }
}

impl<'a> Node<'a> {
    fn crash(&mut self, forgot: usize) {
        self.journal.truncate(self.journal.len() - forgot.min(self.journal.len()));
        self.synced = self.journal.len();
        self.down = true;
        self.life = Life::default();
    }

    fn hear(&mut self, from: NodeId, msg: &Msg) {
        match msg {
            Msg::Decide { txn, outcome } | Msg::Tell { txn, outcome: Some(outcome) } => {
                self.heard.push((*txn, *outcome));
            }
            Msg::Vote { txn, vote } => self.life.ballots.push((*txn, from, *vote)),
            _ => {}
        }
    }

    fn say(&mut self, msg: &Msg) {
        match msg {
            Msg::Vote { txn, vote } => self.votes.push((*txn, *vote)),
            Msg::Decide { txn, outcome } | Msg::Tell { txn, outcome: Some(outcome) } => {
                self.told.push((*txn, *outcome));
            }
            _ => {}
        }
    }

    fn act(&mut self, deed: Deed) {
        match deed {
            Deed::Locks { txn } => self.life.locked.push(txn),
            Deed::Commits { txn, .. } => self.end(txn, Outcome::Commit),
            Deed::Aborts { txn } => self.end(txn, Outcome::Abort),
        }
    }

    fn end(&mut self, txn: Txn, outcome: Outcome) {
        self.life.locked.retain(|of| *of != txn);
        self.life.ended.push((txn, outcome));
    }
}

/// Shows every moment of the run, in order.
fn walk<'a>(run: &'a Run<Commit>, see: &mut dyn FnMut(&Moment<'a, '_>)) {
    let mut books = Books { nodes: Vec::new(), transfers: Vec::new() };
    books.nodes.resize_with(run.cast.len(), Node::default);
    for (number, event) in run.events.iter().enumerate() {
        if let (Some(who), Some(doing)) = (event.who, doing(run, event)) {
            see(&Moment { run, event: number, who, books: &books, doing });
        }
        books.take(run, event);
    }
    for at in 0..run.cast.len() {
        let event = run.events.len().saturating_sub(1);
        see(&Moment { run, event, who: NodeId(at as u8), books: &books, doing: Doing::Ends });
    }
}

fn doing<'a>(run: &'a Run<Commit>, event: &'a Event<Commit>) -> Option<Doing<'a>> {
    Some(match &event.what {
        What::Asked(id) => Doing::Asked(*id),
        What::Delivered { message, .. } => {
            let (from, _, msg) = run.message(*message)?;
            Doing::Hears { from, msg }
        }
        What::Fired(timer) => Doing::Fires(timer),
        What::Restarted { .. } => Doing::Wakes,
        What::Wrote(record) => Doing::Writes(record),
        What::Sent { to, msg } => Doing::Sends { to: *to, msg },
        What::Answered { id, answer } => Doing::Answers { id: *id, outcome: *answer },
        What::Applied(deed) => Doing::Does(*deed),
        _ => return None,
    })
}

/// A rule while it looks at one run, moment after moment.
pub(super) type Eye<'a> = Box<dyn FnMut(&Moment<'a, '_>) -> Check + 'a>;

pub(super) fn watch<'a>(rule: impl FnMut(&Moment<'a, '_>) -> Check + 'a) -> Eye<'a> {
    Box::new(rule)
}

/// Lets all rules look at every moment, each up to the first that breaks it. One walk for all of them,
/// for keeping the books costs more than a look at them.
pub(super) fn judge<'a>(seen: &'a Played, rules: impl Iterator<Item = Eye<'a>>) -> Vec<Check> {
    let mut watching: Vec<(Eye<'a>, Check)> = rules.map(|eye| (eye, Check::Silent)).collect();
    walk(&seen.run, &mut |moment| {
        for (eye, said) in &mut watching {
            if matches!(said, Check::Broken(_)) {
                continue;
            }
            match eye(moment) {
                Check::Silent => {}
                Check::Holds => *said = Check::Holds,
                Check::Broken(finding) => {
                    let step = Some(finding.step).filter(|step| *step > 0);
                    let step = step.unwrap_or_else(|| moment.run.step_of(moment.event, Fold::Phases));
                    *said = Check::Broken(Finding { step, ..finding });
                }
            }
        }
    });
    watching.into_iter().map(|(_, said)| said).collect()
}

/// What the fair final phase waits for: no client waits for a coordinator that lives, and no bank is
/// in doubt. It is asked at each instant, so it keeps no more books than that takes.
pub(super) fn all_is_over(run: &Run<Commit>) -> bool {
    let mut owed: Vec<RequestId> = Vec::new();
    let mut journal: Vec<(NodeId, Txn, bool)> = Vec::new();
    for event in &run.events {
        let Some(who) = event.who else { continue };
        match &event.what {
            // A bank has no clients: what is asked there is never answered.
            What::Asked(id) if who == COORDINATOR => owed.push(*id),
            What::Answered { id, .. } => owed.retain(|of| of != id),
            What::Wrote(record) => {
                let decided = matches!(record, Record::Decided { .. });
                let (Record::Began { txn, .. }
                | Record::Prepared { txn, .. }
                | Record::Decided { txn, .. }
                | Record::Ended { txn }) = record;
                journal.push((who, *txn, decided));
            }
            What::Crashed { forgot } => {
                if who == COORDINATOR {
                    owed.clear();
                }
                for _ in 0..*forgot {
                    if let Some(last) = journal.iter().rposition(|(of, ..)| *of == who) {
                        journal.remove(last);
                    }
                }
            }
            _ => {}
        }
    }
    let open = |who: NodeId, txn: Txn| !journal.contains(&(who, txn, true));
    owed.is_empty() && !journal.iter().any(|(who, txn, _)| *who != COORDINATOR && open(*who, *txn))
}
