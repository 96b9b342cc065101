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

use kit::diagnostic::{Diagnostic, Place};
use kit::money::{parse_rupees, rupees};
use kit::scenario::Setting;

/// The one account of the story.
pub const ACCOUNT: i64 = 42;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast {
    /// What account 42 holds at the start, in paise.
    pub balance: i64,
    pub workers: Vec<Worker>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worker {
    pub name: String,
    /// In this order, one after the other.
    pub calls: Vec<Call>,
}

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

impl Call {
    /// What the call adds to the balance when it is carried out.
    pub fn adds(self) -> i64 {
        if self.kind == Kind::Debit { -self.paise } else { self.paise }
    }

    fn text(self) -> String {
        let amount = rupees(self.paise);
        match self.kind {
            Kind::Debit => format!("debit {amount} from {ACCOUNT}"),
            Kind::Credit => format!("credit {amount} to {ACCOUNT}"),
            Kind::Deposit => format!("deposit {amount} to {ACCOUNT}"),
        }
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

    pub fn settings(&self) -> Vec<Setting> {
        let nowhere = Place { line: 0, column: 0 };
        let setting = |key: String, value: String| Setting { key, value, key_at: nowhere, value_at: nowhere };
        let mut settings = vec![setting(format!("account {ACCOUNT}"), rupees(self.balance))];
        for worker in &self.workers {
            settings.push(setting(worker.name.clone(), calls_text(&worker.calls)));
        }
        settings
    }

    /// Reads the settings of a scenario's head.
    pub fn read(settings: &[Setting]) -> Result<Cast, Diagnostic> {
        let mut balance = None;
        let mut workers: Vec<Worker> = Vec::new();
        for setting in settings {
            let fault = |message: String| Diagnostic::new(setting.value_at, message);
            if setting.key == format!("account {ACCOUNT}") {
                match parse_rupees(&setting.value) {
                    Some(paise) if (0..=MOST_PAISE).contains(&paise) => balance = Some(paise),
                    _ => {
                        return Err(fault(format!(
                            "expected an amount such as ₹100, found `{}`",
                            setting.value
                        )));
                    }
                }
            } else if setting.key.starts_with("account") {
                let message = format!("this story has one account, 42; found `{}`", setting.key);
                return Err(Diagnostic::new(setting.key_at, message).help("write `account 42: ₹100`"));
            } else if workers.iter().any(|worker| worker.name == setting.key) {
                let message = format!("`{}` takes part already", setting.key);
                return Err(Diagnostic::new(setting.key_at, message)
                    .help("put its calls on one line, joined by `, then `"));
            } else {
                let calls = read_calls(&setting.value).map_err(|what| fault(what).help(CALL_HELP))?;
                workers.push(Worker { name: setting.key.clone(), calls });
            }
        }
        let end = settings.last().map_or(Place { line: 1, column: 1 }, |setting| setting.key_at);
        let Some(balance) = balance else {
            return Err(Diagnostic::new(end, "no balance is given").help("add a line `account 42: ₹100`"));
        };
        if workers.is_empty() || workers.len() > MOST_WORKERS {
            let message = format!("{} workers take part; 1 to {MOST_WORKERS} can", workers.len());
            return Err(Diagnostic::new(end, message).help("add a line `pod-7: debit ₹30 from 42`"));
        }
        Ok(Cast { balance, workers })
    }
}

/// More than a figure can show.
const MOST_WORKERS: usize = 4;
/// More calls than anybody writes by hand.
const MOST_CALLS: usize = 100;
/// ₹10 lakh crore: all calls of a cast together stay far below what an `i64` holds.
const MOST_PAISE: i64 = 1_000_000_000_000_000;
const CALL_HELP: &str = "write `debit ₹30 from 42`, `credit ₹20 to 42` or `deposit ₹1 to 42 (40 times)`";

/// Equal calls in a row are written once: `deposit ₹1 to 42 (40 times)`.
fn calls_text(calls: &[Call]) -> String {
    let groups = calls.chunk_by(|a, b| a == b).map(|group| match group.len() {
        1 => group[0].text(),
        count => format!("{} ({count} times)", group[0].text()),
    });
    groups.collect::<Vec<_>>().join(", then ")
}

fn read_calls(text: &str) -> Result<Vec<Call>, String> {
    let mut calls = Vec::new();
    for part in text.split(", then ") {
        let (call, times) = match part.strip_suffix(" times)").and_then(|rest| rest.rsplit_once(" (")) {
            Some((call, times)) => {
                (call, times.parse::<usize>().map_err(|_| format!("`{times}` is no number"))?)
            }
            None => (part, 1),
        };
        let call = read_call(call).ok_or_else(|| format!("expected a call, found `{part}`"))?;
        if times == 0 || calls.len() + times > MOST_CALLS {
            return Err(format!("a worker makes 1 to {MOST_CALLS} calls"));
        }
        calls.extend(std::iter::repeat_n(call, times));
    }
    Ok(calls)
}

fn read_call(text: &str) -> Option<Call> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
