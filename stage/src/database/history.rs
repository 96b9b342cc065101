//! What was committed when: a copy that lags behind shows an older state.

use kit::sql::Row;

/// The rows of every copied table, in the order of [`super::Setup::copied`].
pub(super) type Tables = Vec<Vec<Row>>;

/// States of the copied tables, each from the instant at which it was committed, in order.
#[derive(Debug, Default)]
pub(super) struct History {
    states: Vec<(i64, Tables)>,
}

impl History {
    /// Begins anew: `tables` have been there for ever.
    pub(super) fn begin(&mut self, tables: Tables) {
        self.states = vec![(i64::MIN, tables)];
    }

    pub(super) fn commit(&mut self, now: i64, tables: Tables) {
        match self.states.last_mut() {
            Some((at, last)) if *at == now => *last = tables,
            _ => self.states.push((now, tables)),
        }
    }

    /// What had been committed at this instant, with a number that is the same for the same state.
    pub(super) fn at(&self, instant: i64) -> Option<(usize, &Tables)> {
        let place = self.states.iter().rposition(|(at, _)| *at <= instant)?;
        Some((place, &self.states[place].1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::sql::Value;

    fn tables(n: i64) -> Tables {
        vec![vec![Row { columns: vec![("n".into(), Value::Int(n))] }]]
    }

    #[test]
    fn an_instant_sees_what_was_committed_by_then() {
        let mut history = History::default();
        history.begin(tables(0));
        history.commit(10, tables(1));
        history.commit(10, tables(2));
        history.commit(20, tables(3));
        let seen = |instant| history.at(instant).map(|(_, tables)| tables[0][0].int(0));
        assert_eq!([seen(-5), seen(9), seen(10), seen(19), seen(20)], [0, 0, 2, 2, 3].map(Some));
    }
}
