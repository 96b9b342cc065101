//! Runs a case of `lost-update` on the stage.

use grader::world::{Case, Slip, Stop as Verdict, World};
use kit::contract::lost_update::Order;
use kit::diagnostic::Diagnostic;
use kit::plan::Act;
use kit::scenario::Setting;
use kit::sql::{Sql, SqlError, Value};
use kit::trace::Trace;

use super::Code;
use super::cast::{ACCOUNT, Call, Cast, Kind, Worker};
use super::labels::Words;
use super::run::{Answer, CallRecord, Run, Turn, words};
use crate::record::{CallEnd, Fault, Outcome, Record, Stop};
use crate::session::{Choices, moves, said};
use crate::{Client, Setup, Stage, StageError};

/// The tables of the contract, and a meter of writes: one that leaves the balance as it was is
/// still a write, and often the one that loses the money, so figures must show it. An UPDATE that
/// names no account would hit another one too; it is refused, so that no rule has to look for it.
const SCHEMA: &str = "
    CREATE TABLE accounts (
      id INTEGER PRIMARY KEY, balance INTEGER NOT NULL, version INTEGER NOT NULL);
    CREATE TABLE journal (
      operation TEXT PRIMARY KEY, account INTEGER NOT NULL, paise INTEGER NOT NULL);
    CREATE TABLE meter (writes INTEGER NOT NULL);
    INSERT INTO meter VALUES (0);
    CREATE TRIGGER metered AFTER UPDATE OF balance ON accounts
      BEGIN UPDATE meter SET writes = writes + 1; END;
    CREATE TRIGGER guarded BEFORE UPDATE ON accounts WHEN old.id <> 42
      BEGIN SELECT RAISE(ABORT, 'account 7 belongs to somebody else'); END;";

/// Another account, which comes first when a query names none. It holds ₹10 lakh, so that no
/// condition on the balance spares it.
const BYSTANDER: &str = "(7, 100000000, 1)";

/// The stage with some code on it.
#[derive(Debug)]
pub struct Play {
    stage: Stage,
    code: Code,
}

/// A run as the rules see it, and as the stage recorded it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    pub run: Run,
    pub raw: crate::Run<Answer>,
}

impl Play {
    /// # Panics
    /// When SQLite cannot open a database: a fault of the machine, not of the code under test.
    pub fn new(code: Code) -> Play {
        let setup = Setup {
            schema: SCHEMA.to_owned(),
            reset: String::new(),
            probe: format!(
                "SELECT id, balance, version, writes FROM accounts, meter WHERE id = {ACCOUNT} ORDER BY id"
            ),
            ..Setup::default()
        };
        let stage = Stage::open(setup).unwrap_or_else(|error| panic!("{error}"));
        Play { stage, code }
    }

    fn clients(&mut self, cast: &Cast) -> Vec<Client<Answer>> {
        self.stage.set_reset(format!(
            "UPDATE meter SET writes = 0; DELETE FROM accounts; DELETE FROM journal; INSERT INTO accounts VALUES {BYSTANDER}, ({ACCOUNT}, {}, 1);",
            cast.balance
        ));
        cast.workers.iter().map(|worker| self.client(worker)).collect()
    }

    fn client(&self, worker: &Worker) -> Client<Answer> {
        let mut client = Client::new(worker.name.clone());
        for (index, call) in worker.calls.iter().enumerate() {
            let order = Order {
                account: ACCOUNT,
                paise: call.paise,
                operation: format!("{}-{}", worker.name, index + 1),
            };
            let body = match call.kind {
                Kind::Debit => self.code.debit,
                Kind::Credit => self.code.credit,
                Kind::Deposit => deposit,
            };
            client = client.call(label(*call), move |db| body(db, &order));
        }
        client
    }

    /// Follows one schedule of an explorer.
    pub fn choose(&mut self, cast: &Cast, choices: &Choices) -> Played {
        let clients = self.clients(cast);
        let raw = self.stage.run_choices(clients, choices);
        Played::new(cast, raw.unwrap_or_else(|error| panic!("{error}")))
    }

    /// Follows a plan.
    ///
    /// # Errors
    /// When the plan names somebody or does something that this story does not know.
    pub fn follow(&mut self, cast: &Cast, plan: &kit::plan::Plan) -> Result<Played, StageError> {
        let clients = self.clients(cast);
        Ok(Played::new(cast, self.stage.run_plan(clients, plan)?))
    }
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

impl World for Play {
    type Cast = Cast;
    type Run = Played;

    fn run(&mut self, case: &Case<Cast>) -> Played {
        // `check` has seen every plan that did not come out of a run.
        self.follow(&case.cast, &case.plan).unwrap_or_else(|error| panic!("{error}"))
    }

    fn check(&self, case: &Case<Cast>) -> Result<(), Slip> {
        let names: Vec<&str> = case.cast.workers.iter().map(|worker| worker.name.as_str()).collect();
        moves(&case.plan, &names).map(|_| ()).map_err(|error| Slip {
            phase: error.phase,
            act: error.act,
            message: error.slip.to_string(),
        })
    }

    fn trace(&self, played: &Played) -> Trace {
        let mut trace = played.raw.trace(&Words);
        // What each worker was told belongs to the end as much as the money does.
        for (index, worker) in played.run.cast.workers.iter().enumerate() {
            let theirs = played.run.calls.iter().filter(|call| call.worker == index);
            let told = theirs.filter(|call| call.call.kind != Kind::Deposit);
            let told: Vec<String> = told.filter_map(|call| call.answer.as_ref().map(words)).collect();
            if !told.is_empty() {
                trace.facts.push((worker.name.clone(), told.join(", then ")));
            }
        }
        trace
    }

    fn events(&self, played: &Played) -> u32 {
        played.raw.record.turns.len() as u32
    }

    fn stop(&self, played: &Played) -> Option<Verdict> {
        let record = &played.raw.record;
        let slip = record.turns.iter().find_map(|turn| match &turn.statement()?.outcome {
            // A ROLLBACK after the connection was lost finds nothing to undo, and does no harm.
            Outcome::Failed { error: SqlError::Statement(error), .. }
                if error.contains("cannot rollback") =>
            {
                None
            }
            Outcome::Failed { error: SqlError::Statement(error), .. } if error.contains("____") => {
                Some(Verdict::NotWritten { what: "a statement still has a blank, ____".to_owned() })
            }
            Outcome::Failed { error: SqlError::Statement(error), .. } => {
                Some(Verdict::BadStatement { who: record.cast[turn.who].clone(), error: error.clone() })
            }
            _ => None,
        });
        record
            .stops
            .first()
            .map(|stop| match stop {
                Stop::Panicked { who, message, location, .. } => {
                    Verdict::from_panic(&record.cast[*who], message, location)
                }
                Stop::TooManyStatements { who, limit, .. } => Verdict::NeverEnds {
                    who: record.cast[*who].clone(),
                    what: format!("one call asked for more than {limit} statements, and no call may"),
                },
                Stop::RunTooLong { limit } => Verdict::NeverEnds {
                    who: "somebody".to_owned(),
                    what: format!("together the calls asked for more than {limit} statements"),
                },
                Stop::Diverged { .. } => Verdict::Random {
                    first: "one order of statements".to_owned(),
                    second: "another, under the same schedule".to_owned(),
                },
            })
            .or(slip)
    }

    fn fingerprint(&self, played: &Played) -> String {
        let record = &played.raw.record;
        let turns = record.turns.iter().map(|turn| {
            let who = &record.cast[turn.who];
            match turn.statement() {
                Some(statement) => format!("{who}: {} → {}", statement.shown(), said(&statement.outcome)),
                None => format!("{who}: {:?}", turn.what),
            }
        });
        let answers = played.run.calls.iter().enumerate().map(|(index, call)| {
            let answer = call.answer.as_ref().map_or_else(|| "nothing".to_owned(), words);
            format!("{} answers {answer}", played.run.worker(index))
        });
        turns.chain(answers).collect::<Vec<_>>().join("\n")
    }

    fn simpler(&self, case: &Case<Cast>) -> Vec<Case<Cast>> {
        simpler(case)
    }

    fn settings(&self, cast: &Cast) -> Vec<Setting> {
        cast.settings()
    }

    fn cast(&self, settings: &[Setting]) -> Result<Cast, Diagnostic> {
        Cast::read(settings)
    }
}

/// The same story with one worker or some calls fewer, from bold to timid.
fn simpler(case: &Case<Cast>) -> Vec<Case<Cast>> {
    let mut cases = Vec::new();
    let workers = case.cast.workers.len();
    for gone in (0..workers).filter(|_| workers > 1) {
        let mut smaller = case.clone();
        let name = smaller.cast.workers.remove(gone).name;
        for phase in &mut smaller.plan.phases {
            phase.acts.retain(|act| !speaks_of(act, &name));
        }
        smaller.plan.phases.retain(|phase| !phase.acts.is_empty());
        cases.push(smaller);
    }
    for worker in 0..workers {
        let calls = case.cast.workers[worker].calls.len();
        for left in [calls / 2, calls - 1] {
            if left > 0 && left < calls {
                let mut smaller = case.clone();
                smaller.cast.workers[worker].calls.truncate(left);
                cases.push(smaller);
            }
        }
    }
    cases
}

fn speaks_of(act: &Act, name: &str) -> bool {
    match act {
        Act::Run { who, .. }
        | Act::LoseReply(who)
        | Act::LoseRequest(who)
        | Act::Refuse(who)
        | Act::Crash { who, .. } => who.word == name,
        _ => false,
    }
}

impl Played {
    fn new(cast: &Cast, raw: crate::Run<Answer>) -> Played {
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
        let calls = calls(cast, record, &raw);
        Played { run: Run { cast: cast.clone(), turns, calls }, raw }
    }
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
