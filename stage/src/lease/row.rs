//! The row of a lease: its columns by name, its instants for people, and those that are there first.

use kit::sql::{Row, Value};

use super::scene::Lease;
use crate::record;

/// The columns that every table of leases has.
pub(crate) const COLUMNS: &str = "name, owner, fence_token, acquired_at, expires_at";

/// A column of a row, by its name; SQL does not care about the case of it.
pub(crate) fn column<'r>(row: &'r Row, name: &str) -> Option<&'r Value> {
    row.columns.iter().find(|(column, _)| column.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

/// An instant of the database's clock: `30 s`. Code may report one that never was.
pub fn instant(ms: i64) -> String {
    let sign = if ms < 0 { "-" } else { "" };
    format!("{sign}{}", record::instant(ms.unsigned_abs()))
}

/// The SQL that puts leases into the table which were granted before anybody comes, to `pod-9:1`.
pub(crate) fn rows(leases: &[Lease]) -> String {
    let row = |lease: &Lease| {
        let name = Value::from(lease.name.as_str());
        // No ttl is below 1.
        let acquired_at = lease.expires_at.saturating_sub(1).min(0);
        let values = format!("{name}, 'pod-9:1', {}, {acquired_at}, {}", lease.token, lease.expires_at);
        format!("INSERT INTO lease ({COLUMNS}) VALUES ({values});")
    };
    leases.iter().map(row).collect()
}
