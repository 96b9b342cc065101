//! A fence like the chapter's over a column that was added later and has no default: no token is
//! greater than NULL.

use kit::contract::fence::{Claim, Tables, Ticket};
use kit::sql::{Sql, SqlError};

pub(super) use crate::fence::reference::{Guard, balance, debit};

use super::null_mark;
use crate::fence::Code;

pub fn code() -> Code {
    crate::fence_code!(null_mark)
}

// ANCHOR: tables
const TABLES: Tables = "
CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL);
ALTER TABLE account ADD COLUMN last_token INTEGER;
ALTER TABLE account ADD COLUMN last_step INTEGER NOT NULL DEFAULT 0";
// ANCHOR_END: tables

fn claim(db: &mut dyn Sql, account: i64, ticket: &Ticket) -> Result<Claim<Guard>, SqlError> {
    let changed = db.execute(
        "UPDATE account SET last_token = $2, last_step = 0 WHERE id = $1 AND last_token < $2",
        &[account.into(), ticket.token.into()],
    )?;
    if changed == 1 {
        return Ok(Claim::Claimed(Guard { account, token: ticket.token }));
    }
    let rows = db.query("SELECT coalesce(last_token, 0) FROM account WHERE id = $1", &[account.into()])?;
    Ok(rows.first().map_or(Claim::NoSuchAccount, |row| Claim::Fenced { by: row.int(0) }))
}
