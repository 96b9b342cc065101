//! The published form: `last_token < :token` on every write, and no claim. A write whose answer was
//! lost is sent once more.

use kit::contract::fence::Debit;
use kit::sql::{Sql, SqlError};

pub(super) use super::look as claim;
pub(super) use crate::fence::reference::{Guard, TABLES, balance};

use super::{fenced, strict};
use crate::fence::Code;

pub fn code() -> Code {
    crate::fence_code!(strict)
}

// ANCHOR: write
const WRITE: &str = "
UPDATE account SET balance = balance - $3, last_token = $2
WHERE id = $1 AND last_token < $2";
// ANCHOR_END: write

fn debit(db: &mut dyn Sql, guard: &Guard, paise: i64, _step: i64) -> Result<Debit, SqlError> {
    let values = [guard.account.into(), guard.token.into(), paise.into()];
    let changed = match db.execute(WRITE, &values) {
        Err(SqlError::NoAnswer) => db.execute(WRITE, &values)?,
        answered => answered?,
    };
    if changed == 1 { Ok(Debit::Applied) } else { fenced(db, guard) }
}
