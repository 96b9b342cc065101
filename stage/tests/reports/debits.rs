//! The product's face: what a learner reads at eighty columns, for each way to be wrong.

use grader::exercise::exam;
use grader::harness::Exam;
use kit::contract::lost_update::{Order, Outcome, Repair};
use kit::sql::{Sql, SqlError};
use stage::lost_update::play::Play;
use stage::lost_update::{Candidate, Part, broken, naive};

use crate::told;

/// The report on one rule about one repair.
fn report(debit: Repair, rule: &str) -> String {
    report_of(Part::Locked, debit, debit, rule)
}

fn report_of(part: Part, debit: Repair, credit: Repair, rule: &str) -> String {
    let candidate = Candidate { relative: debit, locked: debit, compare_and_set: debit, credit };
    let exam: Exam<Play> = exam(part, candidate);
    told(&exam, rule)
}

#[test]
fn money_is_lost() {
    insta::assert_snapshot!(report(naive::debit, "no_debit_is_lost"));
}

#[test]
fn a_lock_protects_the_write_alone() {
    let report = report(broken::lock_only_the_write::debit, "no_debit_is_lost");
    insta::assert_snapshot!(report);
    let readme =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).expect("the README");
    assert!(readme.contains(report.trim_end()), "the README shows another report than this:\n{report}");
}

#[test]
fn a_lost_answer_is_taken_for_a_no() {
    insta::assert_snapshot!(report(broken::timeout_counted_as_failure::debit, "accepted_is_applied_once"));
}

#[test]
fn a_transaction_stays_open() {
    insta::assert_snapshot!(report(broken::lock_only_the_write::debit, "every_call_ends"));
}

#[test]
fn a_loop_has_no_bound() {
    fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
        loop {
            if let Ok(outcome) = naive::debit(db, order) {
                return Ok(outcome);
            }
        }
    }
    insta::assert_snapshot!(report(debit, "every_call_ends"));
}

#[test]
fn nothing_is_ever_done() {
    fn debit(_: &mut dyn Sql, _: &Order) -> Result<Outcome, SqlError> {
        Err(SqlError::Busy)
    }
    insta::assert_snapshot!(report(debit, "accepted_is_applied_once"));
}

#[test]
#[expect(clippy::todo, reason = "this is what a stub looks like")]
fn nothing_is_written() {
    fn debit(_: &mut dyn Sql, _: &Order) -> Result<Outcome, SqlError> {
        todo!()
    }
    insta::assert_snapshot!(report(debit, "every_call_ends"));
    insta::assert_snapshot!(report(debit, "no_debit_is_lost"));
}

#[test]
fn code_panics() {
    fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
        let rows = db.query("SELECT balance FROM accounts WHERE id = $1", &[order.account.into()])?;
        Ok(if rows[0].int(1) > 0 { Outcome::Accepted } else { Outcome::Insufficient })
    }
    insta::assert_snapshot!(report(debit, "every_call_ends"));
}

#[test]
fn a_statement_has_a_slip() {
    fn debit(db: &mut dyn Sql, _: &Order) -> Result<Outcome, SqlError> {
        db.execute("UPDTE accounts SET balance = 0", &[])?;
        Ok(Outcome::Accepted)
    }
    insta::assert_snapshot!(report(debit, "every_call_ends"));
}

#[test]
fn a_statement_that_names_no_account_is_refused() {
    fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
        let less = "UPDATE accounts SET balance = balance - $1 WHERE balance >= $1";
        let changed = db.execute(less, &[order.paise.into()])?;
        Ok(if changed > 0 { Outcome::Accepted } else { Outcome::Insufficient })
    }
    let report = report(debit, "undisturbed_call_is_accepted");
    assert!(report.contains("account 7 belongs to somebody else"), "{report}");
}

#[test]
fn a_query_that_names_no_account_reads_another() {
    fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
        db.execute("BEGIN IMMEDIATE", &[])?;
        let balance = db.query("SELECT balance FROM accounts", &[])?[0].int(0);
        let less = "UPDATE accounts SET balance = $1 WHERE id = $2";
        db.execute(less, &[(balance - order.paise).into(), order.account.into()])?;
        db.execute("COMMIT", &[])?;
        Ok(Outcome::Accepted)
    }
    assert!(report(debit, "no_debit_is_lost").contains("leaves ₹999970"));
}

/// The debit compares as it should; the credit that it cannot notice is the one to blame.
#[test]
fn a_credit_leaves_the_version_as_it_was() {
    fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
        for _ in 0..4 {
            let rows =
                db.query("SELECT balance, version FROM accounts WHERE id = $1", &[order.account.into()])?;
            let (balance, version) = (rows[0].int(0), rows[0].int(1));
            if balance < order.paise {
                return Ok(Outcome::Insufficient);
            }
            let set =
                "UPDATE accounts SET balance = $1, version = version + 1 WHERE id = $2 AND version = $3";
            let left = balance - order.paise;
            if db.execute(set, &[left.into(), order.account.into(), version.into()])? == 1 {
                return Ok(Outcome::Accepted);
            }
        }
        Err(SqlError::Busy)
    }
    fn credit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
        let add = "UPDATE accounts SET balance = balance + $1 WHERE id = $2";
        db.execute(add, &[order.paise.into(), order.account.into()])?;
        Ok(Outcome::Accepted)
    }
    insta::assert_snapshot!(report_of(Part::CompareAndSet, debit, credit, "no_debit_is_lost"));
}

/// Nobody came in between, so no old balance is to blame.
#[test]
fn a_slip_in_the_arithmetic() {
    fn debit(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
        let less = "UPDATE accounts SET balance = balance - $1 - 1 WHERE id = $2 AND balance > $1";
        let changed = db.execute(less, &[order.paise.into(), order.account.into()])?;
        Ok(if changed == 1 { Outcome::Accepted } else { Outcome::Insufficient })
    }
    insta::assert_snapshot!(report(debit, "no_debit_is_lost"));
}
