//! Who takes part in a run of `fence`, as lines of a scenario's head.
//!
//! ```text
//! account 42: ₹100
//! pod-7: claim 42 with 33, then debit ₹30 from 42 as step 1, then debit ₹30 from 42 as step 1
//! pod-3: claim 42 with 34, then read 42, then debit ₹30 from 42 as step 1
//! desk: close 42
//! ```
//!
//! A client that claims with one token twice is one attempt; two clients that claim with the same
//! token are two. `close` is the workbook's own: it deletes the account's row.

use kit::diagnostic::Diagnostic;
use kit::money::{parse_rupees, rupees};
use kit::scenario::Setting;

use crate::cast::{self, count, enlist, setting};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast {
    pub accounts: Vec<Account>,
    pub workers: Vec<Worker>,
}

pub type Worker = cast::Worker<Call>;

/// One that is open at the start; nobody has claimed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    pub id: i64,
    /// In paise.
    pub balance: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    pub account: i64,
    pub what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// `claim 42 with 33`
    Claim { token: i64 },
    /// `read 42`
    Read,
    /// `debit ₹30 from 42 as step 1`
    Debit { paise: i64, step: i64 },
    /// `close 42`: ours.
    Close,
}

/// ₹10 lakh crore: all calls of a cast together stay far below what an `i64` holds.
const MOST_PAISE: i64 = 1_000_000_000_000_000;

/// The attempt of a client that claims with a token.
pub fn attempt(client: &str, token: i64) -> String {
    format!("{client}:{token}")
}

impl Call {
    pub fn claim(account: i64, token: i64) -> Call {
        Call { account, what: What::Claim { token } }
    }

    pub fn read_of(account: i64) -> Call {
        Call { account, what: What::Read }
    }

    pub fn debit(account: i64, paise: i64, step: i64) -> Call {
        Call { account, what: What::Debit { paise, step } }
    }

    pub fn close(account: i64) -> Call {
        Call { account, what: What::Close }
    }
}

impl cast::Call for Call {
    const HELP: &'static str =
        "write `claim 42 with 33`, `read 42`, `debit ₹30 from 42 as step 1` or `close 42`";
    const LINE: &'static str = "pod-7: claim 42 with 33, then debit ₹30 from 42 as step 1";

    fn text(&self) -> String {
        let account = self.account;
        match self.what {
            What::Claim { token } => format!("claim {account} with {token}"),
            What::Read => format!("read {account}"),
            What::Debit { paise, step } => format!("debit {} from {account} as step {step}", rupees(paise)),
            What::Close => format!("close {account}"),
        }
    }

    fn read(text: &str) -> Option<Call> {
        let positive = |text: &str| text.parse::<i64>().ok().filter(|number| *number > 0);
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(match words.as_slice() {
            ["claim", account, "with", token] => Call::claim(positive(account)?, positive(token)?),
            ["read", account] => Call::read_of(positive(account)?),
            ["close", account] => Call::close(positive(account)?),
            ["debit", amount, "from", account, "as", "step", step] => {
                let paise = parse_rupees(amount).filter(|paise| (1..=MOST_PAISE).contains(paise))?;
                Call::debit(positive(account)?, paise, positive(step)?)
            }
            _ => return None,
        })
    }
}

impl Account {
    fn setting(&self) -> Setting {
        setting(format!("account {}", self.id), rupees(self.balance))
    }

    fn read(id: &str, balance: &str) -> Option<Account> {
        let id = id.parse().ok().filter(|id: &i64| *id > 0)?;
        let balance = parse_rupees(balance).filter(|paise| (0..=MOST_PAISE).contains(paise))?;
        Some(Account { id, balance })
    }
}

impl Cast {
    /// A cast by accounts, `(id, paise)`, and clients with their calls.
    pub fn new(accounts: &[(i64, i64)], workers: &[(&str, &[Call])]) -> Cast {
        let worker =
            |(name, calls): &(&str, &[Call])| Worker { name: (*name).to_owned(), calls: calls.to_vec() };
        Cast {
            accounts: accounts.iter().map(|&(id, balance)| Account { id, balance }).collect(),
            workers: workers.iter().map(worker).collect(),
        }
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
        let accounts = self.accounts.iter().map(Account::setting);
        accounts.chain(self.workers.iter().map(Worker::setting)).collect()
    }

    fn read(settings: &[Setting]) -> Result<Cast, Diagnostic> {
        let mut cast = Cast::new(&[], &[]);
        for setting in settings {
            let Some(id) = setting.key.strip_prefix("account ") else {
                enlist(&mut cast.workers, setting)?;
                let worker = &cast.workers[cast.workers.len() - 1];
                if let Some((message, help)) = slip(worker) {
                    return Err(Diagnostic::new(setting.value_at, message).help(help));
                }
                continue;
            };
            let Some(account) = Account::read(id.trim(), &setting.value) else {
                let message = format!("expected an account, found `{}: {}`", setting.key, setting.value);
                return Err(Diagnostic::new(setting.value_at, message).help("write `account 42: ₹100`"));
            };
            if cast.accounts.iter().any(|other| other.id == account.id) {
                let message = format!("there is an account {} already", account.id);
                return Err(Diagnostic::new(setting.key_at, message).help("keep one of the two lines"));
            }
            cast.accounts.push(account);
        }
        count(&cast.workers, settings)?;
        Ok(cast)
    }

    fn plainer(&self) -> Vec<Cast> {
        // An account that is asked for stays: without it the story would be another.
        let asked = |id: i64| self.workers.iter().flat_map(|worker| &worker.calls).any(|c| c.account == id);
        let spare = (0..self.accounts.len()).filter(|at| !asked(self.accounts[*at].id));
        let without = spare.map(|at| {
            let mut cast = self.clone();
            cast.accounts.remove(at);
            cast
        });
        without.chain(self.with_a_call_less()).collect()
    }
}

impl Cast {
    /// Leaves out one call, as far as what is left is still what a holder does.
    fn with_a_call_less(&self) -> impl Iterator<Item = Cast> + '_ {
        let calls = |worker: usize| (0..self.workers[worker].calls.len()).map(move |call| (worker, call));
        (0..self.workers.len()).flat_map(calls).filter_map(|(worker, call)| {
            let mut cast = self.clone();
            let calls = &mut cast.workers[worker].calls;
            calls.remove(call);
            let fine = !calls.is_empty() && slip(&cast.workers[worker]).is_none();
            fine.then_some(cast)
        })
    }
}

/// Where a holder stands with an account.
struct Progress {
    account: i64,
    token: i64,
    step: i64,
    paise: i64,
}

/// What the contract promises of a holder's steps: they count from 1, and what is sent again is the
/// latest one, unchanged. What is wrong with it, and what to do.
fn slip(worker: &Worker) -> Option<(String, &'static str)> {
    let mut held: Vec<Progress> = Vec::new();
    let name = &worker.name;
    for call in &worker.calls {
        let account = call.account;
        match call.what {
            // A claim that is sent again counts on.
            What::Claim { token } if held.iter().any(|one| (one.account, one.token) == (account, token)) => {}
            What::Claim { token } => {
                held.retain(|one| one.account != account);
                held.push(Progress { account, token, step: 0, paise: 0 });
            }
            What::Debit { paise, step } => {
                let Some(one) = held.iter_mut().find(|one| one.account == account) else {
                    let message = format!("{name} debits {account} before it claims it");
                    return Some((message, "begin with `claim 42 with 33`"));
                };
                if step != one.step && step != one.step + 1 {
                    let message = format!("step {step} of {name} comes after step {}", one.step);
                    return Some((message, "a holder counts its debits of an account from 1"));
                }
                if step == one.step && paise != one.paise {
                    let message = format!("step {step} of {name} comes again with another amount");
                    return Some((message, "what is sent again is the same"));
                }
                (one.step, one.paise) = (step, paise);
            }
            What::Read | What::Close => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use kit::diagnostic::Place;

    use super::*;
    use crate::cast::Cast as _;

    fn full() -> Cast {
        Cast::new(
            &[(42, 10_000), (7, 5_050)],
            &[
                ("pod-7", &[Call::claim(42, 33), Call::debit(42, 3_000, 1), Call::debit(42, 3_000, 1)]),
                ("pod-3", &[Call::claim(42, i64::MAX), Call::read_of(42), Call::debit(42, 1, 1)]),
                ("desk", &[Call::close(42)]),
            ],
        )
    }

    #[test]
    fn a_cast_reads_back() {
        let settings = full().settings();
        let lines: Vec<String> =
            settings.iter().map(|line| format!("{}: {}", line.key, line.value)).collect();
        assert_eq!(lines[0], "account 42: ₹100");
        assert_eq!(lines[2], "pod-7: claim 42 with 33, then debit ₹30 from 42 as step 1 (2 times)");
        assert_eq!(Cast::read(&settings), Ok(full()));
    }

    #[test]
    fn a_slip_is_named_where_it_stands() {
        for (line, key, value, says) in [
            (0, "account 42", "many", "expected an account"),
            (0, "account forty", "₹1", "expected an account"),
            (1, "account 42", "₹1", "an account 42 already"),
            (2, "pod-7", "claim 42", "expected a call"),
            (2, "pod-7", "claim 42 with 0", "expected a call"),
            (2, "pod-7", "claim 42 with 9223372036854775808", "expected a call"),
            (2, "pod-7", "debit ₹0 from 42 as step 1", "expected a call"),
            (2, "pod-7", "debit ₹1 from 42 as step 1", "before it claims"),
            (2, "pod-7", "claim 42 with 33, then debit ₹1 from 42 as step 2", "comes after step 0"),
            (
                2,
                "pod-7",
                "claim 42 with 33, then debit ₹1 from 42 as step 1, then debit ₹2 from 42 as step 1",
                "another amount",
            ),
        ] {
            let mut settings = full().settings();
            let place = Place { line: line as u32 + 3, column: 9 };
            settings[line] = Setting { key: key.into(), value: value.into(), key_at: place, value_at: place };
            let error = Cast::read(&settings).unwrap_err();
            assert_eq!(error.place, place, "{value}");
            assert!(error.message.contains(says), "{error}");
        }
    }

    #[test]
    fn a_claim_that_is_sent_again_counts_on() {
        let again = [Call::claim(42, 33), Call::debit(42, 3_000, 1), Call::claim(42, 33)];
        let on = [&again[..], &[Call::debit(42, 3_000, 1), Call::debit(42, 1, 2)]].concat();
        let anew = [&again[..2], &[Call::claim(42, 35), Call::debit(42, 7, 1)]].concat();
        for calls in [on, anew] {
            let cast = Cast::new(&[(42, 10_000)], &[("pod-7", &calls)]);
            assert_eq!(Cast::read(&cast.settings()), Ok(cast));
        }
    }
}
