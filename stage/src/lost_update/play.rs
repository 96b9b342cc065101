//! How a case of `lost-update` runs on the stage, and what its rules see of it.

use kit::contract::lost_update::Order;
use kit::sql::{Sql, SqlError, Value};

use super::Code;
use super::cast::{ACCOUNT, Call, Cast, Kind, Worker};
use super::labels::Words;
use super::run::{Answer, CallRecord, Run, Turn, words};
use crate::play::Story;
use crate::record::{CallEnd, Fault, Labels, Outcome, Record};
use crate::{Client, Setup, Stage, play};

/// The tables of the contract, and a meter of writes: one that leaves the balance as it was is
/// still a write, and often the one that loses the money, so figures must show it. An UPDATE that
/// names no account would hit another one too; it is refused, so that no rule has to look for it.
const SCHEMA: &str = "
    CREATE TABLE accounts (
      id INTEGER PRIMARY KEY, balance INTEGER NOT NULL, version INTEGER NOT NULL);
    CREATE TABLE journal (
      operation TEXT PRIMARY KEY, account INTEGER NOT NULL, paise INTEGER NOT NULL);
    CREATE TABLE meter (writes INTEGER NOT NULL);
    CREATE TRIGGER metered AFTER UPDATE OF balance ON accounts
      BEGIN UPDATE meter SET writes = writes + 1; END;
    CREATE TRIGGER guarded BEFORE UPDATE ON accounts WHEN old.id <> 42
      BEGIN SELECT RAISE(ABORT, 'account 7 belongs to somebody else'); END;";

/// Another account, which comes first when a query names none. It holds ₹10 lakh, so that no
/// condition on the balance spares it.
const BYSTANDER: &str = "(7, 100000000, 1)";

/// The stage with some code on it.
pub type Play = play::Play<Code>;
/// A run as the rules see it, and as the stage recorded it.
pub type Played = play::PlayedOf<Code>;

impl Story for Code {
    type Cast = Cast;
    type Answer = Answer;
    type Seen = Run;

    fn setup(&self) -> Setup {
        Setup {
            schema: SCHEMA.to_owned(),
            reset: String::new(),
            probe: format!(
                "SELECT id, balance, version, writes FROM accounts, meter WHERE id = {ACCOUNT} ORDER BY id"
            ),
            ..Setup::default()
        }
    }

    fn prepare(&self, stage: &mut Stage, cast: &Cast) -> Vec<Client<Answer>> {
        stage.set_reset(format!(
            "INSERT INTO meter VALUES (0); INSERT INTO accounts VALUES {BYSTANDER}, ({ACCOUNT}, {}, 1);",
            cast.balance
        ));
        cast.workers.iter().map(|worker| client(*self, worker)).collect()
    }

    fn seen(cast: &Cast, raw: &crate::Run<Answer>) -> Run {
        seen(cast, raw)
    }

    fn words(answer: &Answer) -> String {
        words(answer)
    }

    fn labels(&self) -> &dyn Labels<Answer> {
        &Words
    }
}

fn client(code: Code, worker: &Worker) -> Client<Answer> {
    let mut client = Client::new(worker.name.clone());
    for (index, call) in worker.calls.iter().enumerate() {
        let order = Order {
            account: ACCOUNT,
            paise: call.paise,
            operation: format!("{}-{}", worker.name, index + 1),
        };
        let body = match call.kind {
            Kind::Debit => code.debit,
            Kind::Credit => code.credit,
            Kind::Deposit => deposit,
        };
        client = client.call(label(*call), move |db| body(db, &order));
    }
    client
}

fn label(call: Call) -> String {
    match call.kind {
        Kind::Debit => "debit".to_owned(),
        Kind::Credit => "credit".to_owned(),
        Kind::Deposit => "deposit".to_owned(),
    }
}

/// The rival: correct, short, and it raises the version.
fn deposit(db: &mut dyn Sql, order: &Order) -> Answer {
    db.execute(
        "UPDATE accounts SET balance = balance + $1, version = version + 1 WHERE id = $2",
        &[order.paise.into(), order.account.into()],
    )?;
    Ok(kit::contract::lost_update::Outcome::Accepted)
}

fn seen(cast: &Cast, raw: &crate::Run<Answer>) -> Run {
    let (mut balance, mut version) = (cast.balance, 1);
    let record = &raw.record;
    let position = |who: usize, call: usize| {
        record.calls.iter().position(|other| other.who == who && other.index == call).unwrap_or(0)
    };
    let turns = record.turns.iter().map(|turn| {
        for change in &turn.effect {
            if let Some(row) = &change.after {
                (balance, version) = (row.int(1), row.int(2));
            }
        }
        let mut seen = Turn {
            call: position(turn.who, turn.call),
            balance,
            busy: false,
            lost: false,
            wrote: false,
            version,
            compares: false,
            begins: false,
        };
        if let Some(statement) = turn.statement() {
            let sql = statement.sql.trim_start().to_ascii_uppercase();
            (seen.compares, seen.begins) = (sql.contains("VERSION"), sql.starts_with("BEGIN"));
            seen.lost = matches!(statement.fault, Some(Fault::LoseReply | Fault::LoseRequest));
            match &statement.outcome {
                Outcome::Failed { error, .. } => seen.busy = *error == SqlError::Busy,
                Outcome::Done { changed, .. } => seen.wrote = *changed > 0,
                Outcome::Waits { .. } => {}
            }
        }
        seen
    });
    let turns = turns.collect();
    Run { cast: cast.clone(), turns, calls: calls(cast, record, raw) }
}

fn calls(cast: &Cast, record: &Record, raw: &crate::Run<Answer>) -> Vec<CallRecord> {
    let mut calls: Vec<CallRecord> = Vec::new();
    for (call, answer) in raw.calls() {
        // A call without a statement takes place right after the one before it.
        let free = calls.iter().rev().find(|other| other.worker == call.who).map_or(0, |other| other.ended);
        let began = call.first_turn.unwrap_or(free);
        calls.push(CallRecord {
            worker: call.who,
            call: cast.workers[call.who].calls[call.index],
            began,
            ended: call.last_turn.map_or(began, |turn| turn + 1).min(record.turns.len()),
            answer: answer.filter(|_| call.end == CallEnd::Returned).cloned(),
            left_open: call.left_open && call.end == CallEnd::Returned,
        });
    }
    calls
}

/// A value of a statement's parameter as an amount, if it is one.
pub(super) fn paise(value: Option<&Value>) -> Option<i64> {
    match value {
        Some(Value::Int(paise)) => Some(*paise),
        _ => None,
    }
}
