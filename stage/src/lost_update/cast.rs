//! Who takes part in a run of `lost-update`, as lines of a scenario's head.
//!
//! ```text
//! account 42: ₹100
//! pod-7: debit ₹30 from 42, then debit ₹30 from 42
//! desk: deposit ₹1 to 42 (40 times)
//! ```
//!
//! `debit` and `credit` call the code under test; `deposit` is the workbook's own statement, the
//! rival that always gets in the way.

use kit::diagnostic::Diagnostic;
use kit::money::{parse_rupees, rupees};
use kit::scenario::Setting;

use crate::cast::{self, count, end, enlist, setting};

/// The one account of the story.
pub const ACCOUNT: i64 = 42;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast {
    /// What account 42 holds at the start, in paise.
    pub balance: i64,
    pub workers: Vec<Worker>,
}

pub type Worker = cast::Worker<Call>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    pub kind: Kind,
    pub paise: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Debit,
    Credit,
    /// Ours: one relative UPDATE that also raises the version.
    Deposit,
}

/// ₹10 lakh crore: all calls of a cast together stay far below what an `i64` holds.
const MOST_PAISE: i64 = 1_000_000_000_000_000;

impl Call {
    /// What the call adds to the balance when it is carried out.
    pub fn adds(self) -> i64 {
        if self.kind == Kind::Debit { -self.paise } else { self.paise }
    }
}

impl cast::Call for Call {
    const HELP: &'static str =
        "write `debit ₹30 from 42`, `credit ₹20 to 42` or `deposit ₹1 to 42 (40 times)`";
    const LINE: &'static str = "pod-7: debit ₹30 from 42";

    fn text(&self) -> String {
        let amount = rupees(self.paise);
        match self.kind {
            Kind::Debit => format!("debit {amount} from {ACCOUNT}"),
            Kind::Credit => format!("credit {amount} to {ACCOUNT}"),
            Kind::Deposit => format!("deposit {amount} to {ACCOUNT}"),
        }
    }

    fn read(text: &str) -> Option<Call> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (kind, amount) = match words.as_slice() {
            ["debit", amount, "from", "42"] => (Kind::Debit, amount),
            ["credit", amount, "to", "42"] => (Kind::Credit, amount),
            ["deposit", amount, "to", "42"] => (Kind::Deposit, amount),
            _ => return None,
        };
        let paise = parse_rupees(amount)?;
        (1..=MOST_PAISE).contains(&paise).then_some(Call { kind, paise })
    }
}

impl Cast {
    /// A cast by amounts in rupees: `(name, &[(kind, rupees)])`.
    pub fn new(balance: i64, workers: &[(&str, &[(Kind, i64)])]) -> Cast {
        let call = |&(kind, rupees): &(Kind, i64)| Call { kind, paise: rupees * 100 };
        let worker = |(name, calls): &(&str, &[(Kind, i64)])| Worker {
            name: (*name).to_owned(),
            calls: calls.iter().map(call).collect(),
        };
        Cast { balance: balance * 100, workers: workers.iter().map(worker).collect() }
    }
}

impl cast::Cast for Cast {
    type Call = Call;

    fn workers(&self) -> &[Worker] {
        &self.workers
    }

    fn workers_mut(&mut self) -> &mut Vec<Worker> {
        &mut self.workers
    }

    fn settings(&self) -> Vec<Setting> {
        let account = setting(format!("account {ACCOUNT}"), rupees(self.balance));
        std::iter::once(account).chain(self.workers.iter().map(Worker::setting)).collect()
    }

    fn read(settings: &[Setting]) -> Result<Cast, Diagnostic> {
        let mut balance = None;
        let mut workers: Vec<Worker> = Vec::new();
        for setting in settings {
            if setting.key == format!("account {ACCOUNT}") {
                match parse_rupees(&setting.value) {
                    Some(paise) if (0..=MOST_PAISE).contains(&paise) => balance = Some(paise),
                    _ => {
                        let message = format!("expected an amount such as ₹100, found `{}`", setting.value);
                        return Err(Diagnostic::new(setting.value_at, message));
                    }
                }
            } else if setting.key.starts_with("account") {
                let message = format!("this story has one account, 42; found `{}`", setting.key);
                return Err(Diagnostic::new(setting.key_at, message).help("write `account 42: ₹100`"));
            } else {
                enlist(&mut workers, setting)?;
            }
        }
        let Some(balance) = balance else {
            return Err(
                Diagnostic::new(end(settings), "no balance is given").help("add a line `account 42: ₹100`")
            );
        };
        count(&workers, settings)?;
        Ok(Cast { balance, workers })
    }
}

#[cfg(test)]
mod tests {
    use kit::diagnostic::Place;

    use super::*;
    use crate::cast::Cast as _;

    #[test]
    fn a_cast_reads_back() {
        let cast = Cast::new(
            100,
            &[
                ("pod-7", &[(Kind::Debit, 30), (Kind::Debit, 30), (Kind::Credit, 5)]),
                ("desk", &[(Kind::Deposit, 1); 40]),
            ],
        );
        let settings = cast.settings();
        assert_eq!(settings[2].value, "deposit ₹1 to 42 (40 times)");
        assert_eq!(Cast::read(&settings), Ok(cast));
    }

    #[test]
    fn a_slip_is_named_where_it_stands() {
        let mut settings = Cast::new(100, &[("pod-7", &[(Kind::Debit, 30)])]).settings();
        settings[1].value = "debit 30 from 42".into();
        settings[1].value_at = Place { line: 5, column: 8 };
        let error = Cast::read(&settings).unwrap_err();
        assert_eq!(error.place, Place { line: 5, column: 8 });
        assert!(error.message.contains("found `debit 30 from 42`"), "{error}");
    }

    #[test]
    fn an_amount_that_sums_could_overflow_is_refused() {
        let settings = |held: &str, call: &str| {
            let mut settings = Cast::new(100, &[("pod-7", &[(Kind::Debit, 30)])]).settings();
            settings[0].value = held.into();
            settings[1].value = call.into();
            Cast::read(&settings)
        };
        assert!(settings("₹10000000000000", "credit ₹10000000000000 to 42").is_ok());
        assert!(settings("₹10000000000001", "credit ₹1 to 42").is_err());
        assert!(settings("₹1", "credit ₹10000000000001 to 42").is_err());
    }
}
