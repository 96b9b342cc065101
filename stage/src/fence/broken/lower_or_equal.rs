//! Claims, and then compares with `<=`: the holder's second write lands, and so does its first one
//! when it comes again.

use kit::contract::fence::{Claim, Debit, Ticket};
use kit::sql::{Sql, SqlError};

pub(super) use crate::fence::reference::{Guard, TABLES, balance};

use super::{fenced, lower_or_equal};
use crate::fence::Code;

pub fn code() -> Code {
    crate::fence_code!(lower_or_equal)
}

fn claim(db: &mut dyn Sql, account: i64, ticket: &Ticket) -> Result<Claim<Guard>, SqlError> {
    let guard = Guard { account, token: ticket.token };
    let changed = db.execute(
        "UPDATE account SET last_token = $2 WHERE id = $1 AND last_token <= $2",
        &[account.into(), ticket.token.into()],
    )?;
    if changed == 1 {
        return Ok(Claim::Claimed(guard));
    }
    Ok(match fenced(db, &guard)? {
        Debit::Fenced { by } => Claim::Fenced { by },
        _ => Claim::NoSuchAccount,
    })
}

// ANCHOR: write
const WRITE: &str = "
UPDATE account SET balance = balance - $3, last_token = $2
WHERE id = $1 AND last_token <= $2";
// ANCHOR_END: write

fn debit(db: &mut dyn Sql, guard: &Guard, paise: i64, _step: i64) -> Result<Debit, SqlError> {
    let changed = db.execute(WRITE, &[guard.account.into(), guard.token.into(), paise.into()])?;
    if changed == 1 { Ok(Debit::Applied) } else { fenced(db, guard) }
}
