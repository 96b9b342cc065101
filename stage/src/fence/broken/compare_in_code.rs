//! Reads the mark, compares it in code, then writes: two statements, and a gap between them.

use kit::contract::fence::Debit;
use kit::sql::{Sql, SqlError};

pub(super) use crate::fence::reference::{Guard, TABLES, balance, claim};

use super::compare_in_code;
use crate::fence::{Code, reference};

pub fn code() -> Code {
    crate::fence_code!(compare_in_code)
}

// ANCHOR: debit
fn debit(db: &mut dyn Sql, guard: &Guard, paise: i64, step: i64) -> Result<Debit, SqlError> {
    let rows = db.query("SELECT last_token FROM account WHERE id = $1", &[guard.account.into()])?;
    match rows.first() {
        Some(row) if row.int(0) > guard.token => return Ok(Debit::Fenced { by: row.int(0) }),
        _ => {}
    }
    let changed = db.execute(
        "UPDATE account SET balance = balance - $2, last_step = $3
         WHERE id = $1 AND last_step < $3 AND balance >= $2",
        &[guard.account.into(), paise.into(), step.into()],
    )?;
    if changed == 1 { Ok(Debit::Applied) } else { reference::why(db, guard, step) }
}
// ANCHOR_END: debit
