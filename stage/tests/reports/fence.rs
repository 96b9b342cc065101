//! What a learner of `fence` reads at eighty columns, for the mistakes that are made most often.

use grader::exercise::exam;
use grader::harness::Exam;
use stage::fence::play::Play;
use stage::fence::{Candidate, Code, Part, broken};

use crate::told;

/// The report on one rule about some code.
fn report(code: Code, rule: &str) -> String {
    let exam: Exam<Play> = exam(Part::Open, Candidate { faded: code, open: code });
    told(&exam, rule)
}

/// A fence with its parts where a mistake can take their place.
mod base {
    pub(crate) use kit::contract::fence::{Claim, Debit, Read, Ticket};
    pub(crate) use kit::sql::{Sql, SqlError};

    pub(crate) const TABLES: &str = "
        CREATE TABLE account (
          id INTEGER PRIMARY KEY, balance INTEGER NOT NULL, last_token INTEGER NOT NULL DEFAULT 0,
          holder TEXT NOT NULL DEFAULT '', last_step INTEGER NOT NULL DEFAULT 0)";

    #[derive(Debug)]
    pub(crate) struct Guard {
        pub(crate) account: i64,
        pub(crate) token: i64,
    }

    pub(crate) fn claim(db: &mut dyn Sql, account: i64, ticket: &Ticket) -> Result<Claim<Guard>, SqlError> {
        let values = [account.into(), ticket.token.into(), ticket.attempt.as_str().into()];
        let changed = db.execute(
            "UPDATE account SET last_step = CASE WHEN holder = $3 THEN last_step ELSE 0 END, last_token = $2,
             holder = $3 WHERE id = $1 AND (last_token < $2 OR last_token = $2 AND holder = $3)",
            &values,
        )?;
        if changed == 1 {
            return Ok(Claim::Claimed(Guard { account, token: ticket.token }));
        }
        let rows = db.query("SELECT last_token FROM account WHERE id = $1", &values[..1])?;
        Ok(rows.first().map_or(Claim::NoSuchAccount, |row| Claim::Fenced { by: row.int(0) }))
    }

    pub(crate) fn balance(db: &mut dyn Sql, guard: &Guard) -> Result<Read, SqlError> {
        let rows =
            db.query("SELECT balance, last_token FROM account WHERE id = $1", &[guard.account.into()])?;
        Ok(match rows.first() {
            None => Read::NoSuchAccount,
            Some(row) if row.int(1) > guard.token => Read::Fenced { by: row.int(1) },
            Some(row) => Read::Is(row.int(0)),
        })
    }

    pub(crate) fn write(db: &mut dyn Sql, guard: &Guard, paise: i64, step: i64) -> Result<bool, SqlError> {
        let changed = db.execute(
            "UPDATE account SET balance = balance - $3, last_step = $4
             WHERE id = $1 AND last_token = $2 AND last_step < $4 AND balance >= $3",
            &[guard.account.into(), guard.token.into(), paise.into(), step.into()],
        )?;
        Ok(changed == 1)
    }

    /// The mark, the latest step and the balance.
    pub(crate) fn row(db: &mut dyn Sql, guard: &Guard) -> Result<Option<(i64, i64, i64)>, SqlError> {
        let rows = db.query(
            "SELECT last_token, last_step, balance FROM account WHERE id = $1",
            &[guard.account.into()],
        )?;
        Ok(rows.first().map(|row| (row.int(0), row.int(1), row.int(2))))
    }
}

#[test]
fn it_compares_in_code() {
    insta::assert_snapshot!(report(broken::compare_in_code::code(), "no_older_write_lands"));
}

#[test]
fn nobody_claims() {
    insta::assert_snapshot!(report(broken::unclaimed::code(), "no_older_write_lands"));
    insta::assert_snapshot!(report(broken::unclaimed::code(), "claim_raises_the_mark"));
}

#[test]
fn the_comparison_is_strict() {
    insta::assert_snapshot!(report(broken::strict::code(), "nth_write_of_a_holder_lands"));
    insta::assert_snapshot!(report(broken::strict::code(), "fenced_says_by_whom"));
}

#[test]
fn nothing_tells_a_step_from_its_repetition() {
    insta::assert_snapshot!(report(broken::lower_or_equal::code(), "a_step_applies_once"));
}

#[test]
fn the_mark_is_null() {
    insta::assert_snapshot!(report(broken::null_mark::code(), "a_repeated_claim_is_granted"));
}

mod zero_rows_are_a_newer_holder {
    pub(crate) use super::base::*;

    pub(crate) fn debit(db: &mut dyn Sql, guard: &Guard, paise: i64, step: i64) -> Result<Debit, SqlError> {
        if write(db, guard, paise, step)? {
            return Ok(Debit::Applied);
        }
        Ok(row(db, guard)?.map_or(Debit::NoSuchAccount, |(by, ..)| Debit::Fenced { by }))
    }
}

#[test]
fn zero_rows_mean_fenced() {
    let code = stage::fence_code!(zero_rows_are_a_newer_holder);
    insta::assert_snapshot!(report(code, "fenced_says_by_whom"));
    insta::assert_snapshot!(report(code, "short_means_short"));
}

mod money_comes_first {
    pub(crate) use super::base::*;

    pub(crate) fn debit(db: &mut dyn Sql, guard: &Guard, paise: i64, step: i64) -> Result<Debit, SqlError> {
        if write(db, guard, paise, step)? {
            return Ok(Debit::Applied);
        }
        Ok(match row(db, guard)? {
            None => Debit::NoSuchAccount,
            Some((.., held)) if held < paise => Debit::Insufficient,
            Some((by, ..)) if by != guard.token => Debit::Fenced { by },
            Some(_) => Debit::Duplicate,
        })
    }
}

#[test]
fn money_is_asked_first() {
    let code = stage::fence_code!(money_comes_first);
    insta::assert_snapshot!(report(code, "business_refusal_keeps_the_mark"));
    insta::assert_snapshot!(report(code, "short_means_short"));
}

mod shows_the_mark_of_the_row {
    pub(crate) use super::base::*;

    pub(crate) fn debit(db: &mut dyn Sql, guard: &Guard, paise: i64, step: i64) -> Result<Debit, SqlError> {
        let Some((token, last_step, _)) = row(db, guard)? else { return Ok(Debit::NoSuchAccount) };
        let guard = Guard { account: guard.account, token };
        Ok(match write(db, &guard, paise, step)? {
            true => Debit::Applied,
            false if last_step >= step => Debit::Duplicate,
            false => Debit::Insufficient,
        })
    }
}

#[test]
fn the_token_is_read_where_it_is_compared() {
    let code = stage::fence_code!(shows_the_mark_of_the_row);
    insta::assert_snapshot!(report(code, "no_older_write_lands"));
    insta::assert_snapshot!(report(code, "a_step_applies_once"));
}

mod forgets_a_try {
    pub(crate) use super::base::*;

    pub(crate) fn debit(db: &mut dyn Sql, guard: &Guard, paise: i64, step: i64) -> Result<Debit, SqlError> {
        let written = match write(db, guard, paise, step) {
            Err(SqlError::NoAnswer) => write(db, guard, paise, step)?,
            other => other?,
        };
        Ok(match row(db, guard)? {
            _ if written => Debit::Applied,
            None => Debit::NoSuchAccount,
            Some((by, ..)) if by != guard.token => Debit::Fenced { by },
            Some((_, last_step, _)) if last_step >= step => Debit::Duplicate,
            Some(_) => Debit::Insufficient,
        })
    }
}

#[test]
fn busy_is_said_of_a_step_that_stands() {
    insta::assert_snapshot!(report(stage::fence_code!(forgets_a_try), "giving_up_needs_a_reason"));
}

/// The mark has a table of its own, so nothing in the account shows it. A reader's solution.
mod claims_are_rows {
    pub(crate) use super::base::*;

    pub(crate) const TABLES: &str = "
        CREATE TABLE account (
          id INTEGER PRIMARY KEY, balance INTEGER NOT NULL, last_token INTEGER NOT NULL DEFAULT 0,
          last_step INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE claim (account INTEGER, token INTEGER, attempt TEXT, PRIMARY KEY (account, token))";

    pub(crate) fn claim(db: &mut dyn Sql, account: i64, ticket: &Ticket) -> Result<Claim<Guard>, SqlError> {
        db.execute(
            "INSERT INTO claim SELECT id, $2, $3 FROM account
             WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM claim WHERE account = $1 AND token >= $2)",
            &[account.into(), ticket.token.into(), ticket.attempt.as_str().into()],
        )?;
        let rows = db.query(
            "SELECT token, attempt FROM claim WHERE account = $1 ORDER BY token DESC LIMIT 1",
            &[account.into()],
        )?;
        Ok(match rows.first() {
            None => Claim::NoSuchAccount,
            Some(row) if row.text(1) == ticket.attempt => {
                Claim::Claimed(Guard { account, token: ticket.token })
            }
            Some(row) => Claim::Fenced { by: row.int(0) },
        })
    }

    pub(crate) fn debit(db: &mut dyn Sql, guard: &Guard, paise: i64, step: i64) -> Result<Debit, SqlError> {
        let changed = db.execute(
            "UPDATE account SET balance = balance - $3, last_step = $4
             WHERE id = $1 AND last_step < $4 AND balance >= $3
               AND $2 = (SELECT max(token) FROM claim WHERE account = $1)",
            &[guard.account.into(), guard.token.into(), paise.into(), step.into()],
        )?;
        Ok(if changed == 1 { Debit::Applied } else { Debit::Insufficient })
    }
}

#[test]
fn busy_is_said_of_a_claim_that_stands() {
    insta::assert_snapshot!(report(stage::fence_code!(claims_are_rows), "giving_up_needs_a_reason"));
}

#[test]
fn the_mark_has_no_default() {
    let code = broken::lower_or_equal::code();
    let tables =
        "CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER, last_token INTEGER NOT NULL)";
    insta::assert_snapshot!(report(Code { tables, ..code }, "every_call_ends"));
}
