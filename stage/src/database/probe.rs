//! What a commit changed, seen from outside: the difference between two looks at the tables.

use std::collections::BTreeMap;

use kit::sql::{Row, Value};

/// One row of the probe that a commit added, removed or changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The row's first column.
    pub key: Value,
    /// `None` when the row is new.
    pub before: Option<Row>,
    /// `None` when the row is gone.
    pub after: Option<Row>,
}

/// The difference between two answers of the probe, in the order of the keys.
pub(crate) fn changes(before: &[Row], after: &[Row]) -> Vec<Change> {
    if before == after {
        return Vec::new();
    }
    let mut sides: BTreeMap<Value, (Option<&Row>, Option<&Row>)> = BTreeMap::new();
    for row in before {
        sides.entry(key(row)).or_default().0 = Some(row);
    }
    for row in after {
        sides.entry(key(row)).or_default().1 = Some(row);
    }
    let differing = sides.into_iter().filter(|(_, (before, after))| before != after);
    differing
        .map(|(key, (before, after))| Change { key, before: before.cloned(), after: after.cloned() })
        .collect()
}

fn key(row: &Row) -> Value {
    row.columns.first().map_or(Value::Null, |(_, value)| value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: i64, balance: i64) -> Row {
        Row { columns: vec![("id".into(), Value::Int(id)), ("balance".into(), Value::Int(balance))] }
    }

    #[test]
    fn added_removed_changed_and_nothing_else() {
        let found = changes(&[row(1, 10), row(2, 20), row(3, 30)], &[row(2, 20), row(3, 31), row(4, 40)]);
        let expected = [
            Change { key: Value::Int(1), before: Some(row(1, 10)), after: None },
            Change { key: Value::Int(3), before: Some(row(3, 30)), after: Some(row(3, 31)) },
            Change { key: Value::Int(4), before: None, after: Some(row(4, 40)) },
        ];
        assert_eq!(found, expected);
    }
}
