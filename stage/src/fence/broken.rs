//! Fences with a hole, for attacks and the figures of the chapter. Broken on purpose.

pub mod compare_in_code;
pub mod lower_or_equal;
pub mod null_mark;
pub mod strict;
pub mod unclaimed;

use kit::contract::fence::{Claim, Debit, Ticket};
use kit::sql::{Sql, SqlError};

use super::reference::Guard;

/// A claim that only looks: nothing tells the account that a new holder has come.
fn look(db: &mut dyn Sql, account: i64, ticket: &Ticket) -> Result<Claim<Guard>, SqlError> {
    let rows = db.query("SELECT last_token FROM account WHERE id = $1", &[account.into()])?;
    Ok(match rows.first() {
        None => Claim::NoSuchAccount,
        Some(row) if row.int(0) > ticket.token => Claim::Fenced { by: row.int(0) },
        Some(_) => Claim::Claimed(Guard { account, token: ticket.token }),
    })
}

/// What is said where zero rows count as a newer holder.
fn fenced(db: &mut dyn Sql, guard: &Guard) -> Result<Debit, SqlError> {
    let rows = db.query("SELECT last_token FROM account WHERE id = $1", &[guard.account.into()])?;
    Ok(rows.first().map_or(Debit::NoSuchAccount, |row| Debit::Fenced { by: row.int(0) }))
}
