//! Every write compares and raises the mark, and each step lands once; but the mark is raised by the
//! first write only, and nobody claims before it.

use kit::contract::fence::Debit;
use kit::sql::{Sql, SqlError};

pub(super) use super::look as claim;
pub(super) use crate::fence::reference::{Guard, TABLES, balance};

use super::unclaimed;
use crate::fence::{Code, reference};

pub fn code() -> Code {
    crate::fence_code!(unclaimed)
}

// ANCHOR: write
const WRITE: &str = "
UPDATE account SET balance = balance - $3, last_token = $2, last_step = $4
WHERE id = $1 AND (last_token, last_step) < ($2, $4) AND balance >= $3";
// ANCHOR_END: write

fn debit(db: &mut dyn Sql, guard: &Guard, paise: i64, step: i64) -> Result<Debit, SqlError> {
    let values = [guard.account.into(), guard.token.into(), paise.into(), step.into()];
    let changed = db.execute(WRITE, &values)?;
    if changed == 1 { Ok(Debit::Applied) } else { reference::why(db, guard, step) }
}
