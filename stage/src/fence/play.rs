//! How a case of `fence` runs on the stage.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use kit::contract::fence::{Claim, Debit, Read, Ticket};
use kit::sql::Sql;

use super::cast::{Call, Cast, What, Worker, attempt};
use super::labels::Words;
use super::run::{Answer, Run, Skip, words};
use super::{Code, Erased};
use crate::cast::Call as _;
use crate::play::Story;
use crate::record::Labels;
use crate::{Client, Setup, Stage, play};

pub type Play = play::Play<Code>;
pub type Played = play::PlayedOf<Code>;

/// The columns that we write and read ourselves: a table without one of them is refused at once.
const COLUMNS: &str = "id, balance";

/// What rules look at; what else the table has is for figures.
const PROBE: &str = "SELECT id, CAST(balance AS INTEGER) AS balance, * FROM account ORDER BY id";

impl Story for Code {
    type Cast = Cast;
    type Answer = Answer;
    type Seen = Run;

    const TABLES_ARE_THEIRS: bool = true;

    fn setup(&self) -> Setup {
        // SQLite takes a blank in a table's text for the name of a type.
        let schema = match self.tables.contains("____") {
            true => "SELECT ____".to_owned(),
            // The text may end in a comment.
            false => format!("{}\n;\nSELECT {COLUMNS} FROM account LIMIT 0", self.tables),
        };
        Setup { schema, probe: PROBE.to_owned(), ..Setup::default() }
    }

    fn prepare(&self, stage: &mut Stage, cast: &Cast) -> Vec<Client<Answer>> {
        let rows = cast.accounts.iter().map(|account| {
            format!("INSERT INTO account ({COLUMNS}) VALUES ({}, {});", account.id, account.balance)
        });
        stage.set_reset(rows.collect::<String>());
        cast.workers.iter().map(|worker| client(*self, worker)).collect()
    }

    fn seen(cast: &Cast, raw: &crate::Run<Answer>) -> Run {
        Run::new(cast, raw)
    }

    fn idle(seen: &Run) -> usize {
        seen.calls.iter().filter(|call| matches!(call.answer, Some(Answer::Skipped(_)))).count()
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
    let holder = Rc::new(RefCell::new(Holder::default()));
    for &call in &worker.calls {
        let (name, holder) = (worker.name.clone(), Rc::clone(&holder));
        client = client.call(call.text(), move |db| carry_out(code, &name, call, &holder, db));
    }
    client
}

/// What a client holds between its calls: one guard an account.
#[derive(Default)]
struct Holder {
    guards: BTreeMap<i64, Held>,
}

struct Held {
    guard: Erased,
    token: i64,
    /// The latest step that was answered.
    settled: i64,
}

fn carry_out(code: Code, name: &str, call: Call, holder: &RefCell<Holder>, db: &mut dyn Sql) -> Answer {
    let account = call.account;
    // While a statement is under way the guard is out of the holder's hands, for others run then.
    let held = holder.borrow_mut().guards.remove(&account);
    let (answer, held) = match call.what {
        What::Close => {
            let closed = db.execute("DELETE FROM account WHERE id = $1", &[account.into()]);
            (Answer::Closed(closed.map(|_| ())), held)
        }
        What::Claim { token } => {
            let ticket = Ticket { token, attempt: attempt(name, token) };
            claimed((code.claim)(db, account, &ticket), token, held)
        }
        What::Read => match held {
            None => (Answer::Skipped(Skip::NoGuard), None),
            Some(held) => {
                let read = (code.balance)(db, &held.guard);
                let fenced = matches!(read, Ok(Read::Fenced { .. }));
                (Answer::Read(read), (!fenced).then_some(held))
            }
        },
        What::Debit { paise, step } => match held {
            None => (Answer::Skipped(Skip::NoGuard), None),
            Some(held) if step > held.settled + 1 => (Answer::Skipped(Skip::Unsettled), Some(held)),
            Some(mut held) => {
                let debit = (code.debit)(db, &held.guard, paise, step);
                if debit.is_ok() {
                    held.settled = step;
                }
                let fenced = matches!(debit, Ok(Debit::Fenced { .. }));
                (Answer::Debit(debit), (!fenced).then_some(held))
            }
        },
    };
    if let Some(held) = held {
        holder.borrow_mut().guards.insert(account, held);
    }
    answer
}

/// A claim that was granted gives a guard; one that was not leaves the older one, if it is another's.
fn claimed(
    answer: Result<Claim<Erased>, kit::sql::SqlError>,
    token: i64,
    held: Option<Held>,
) -> (Answer, Option<Held>) {
    match answer {
        Ok(Claim::Claimed(guard)) => {
            let settled = held.filter(|held| held.token == token).map_or(0, |held| held.settled);
            (Answer::Claim(Ok(Claim::Claimed(()))), Some(Held { guard, token, settled }))
        }
        Ok(refused) => (Answer::Claim(Ok(refused.map(|_| ()))), None),
        Err(error) => (Answer::Claim(Err(error)), held),
    }
}
