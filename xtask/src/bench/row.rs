//! The table: what was measured, what may be, and how the two compare.

use crate::say::Paint;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Quantity {
    Seconds(f64),
    /// So many times what an empty crate costs.
    Times(f64),
    PerSecond(f64),
    Megabytes(f64),
    Steps(f64),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Bar {
    AtMost(Quantity),
    AtLeast(Quantity),
    /// Nothing to keep to: other rows are compared with this one.
    None,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    what: String,
    bar: Bar,
    /// Or why it was not measured.
    found: Result<Quantity, String>,
}

impl Row {
    pub(super) fn new(what: &str, bar: Bar, found: Result<Quantity, String>) -> Row {
        Row { what: what.to_owned(), bar, found }
    }

    /// Measured by bar, and whether that is well.
    fn ratio(&self) -> Option<(f64, bool)> {
        let found = self.found.as_ref().ok()?.number();
        match self.bar {
            Bar::AtMost(bar) => Some((found / bar.number(), found <= bar.number())),
            Bar::AtLeast(bar) => Some((found / bar.number(), found >= bar.number())),
            Bar::None => None,
        }
    }
}

impl Quantity {
    fn number(self) -> f64 {
        match self {
            Quantity::Seconds(number) | Quantity::Times(number) => number,
            Quantity::PerSecond(number) | Quantity::Steps(number) | Quantity::Megabytes(number) => number,
        }
    }

    fn shown(self) -> String {
        match self {
            Quantity::Seconds(seconds) if seconds < 0.1 => format!("{:.1} ms", seconds * 1000.0),
            Quantity::Seconds(seconds) if seconds < 10.0 => format!("{seconds:.2} s"),
            Quantity::Seconds(seconds) => format!("{seconds:.0} s"),
            Quantity::Times(times) => format!("{times:.1} ×"),
            Quantity::PerSecond(rate) if rate >= 1e6 => format!("{:.2} M/s", rate / 1e6),
            Quantity::PerSecond(rate) => format!("{rate:.0}/s"),
            Quantity::Megabytes(size) => format!("{size:.0} MB"),
            Quantity::Steps(steps) => format!("{steps:.0} steps"),
        }
    }
}

impl Bar {
    fn shown(self) -> String {
        match self {
            Bar::AtMost(bar) => format!("≤ {}", bar.shown()),
            Bar::AtLeast(bar) => format!("≥ {}", bar.shown()),
            Bar::None => String::new(),
        }
    }
}

pub(super) fn table(rows: &[Row], paint: Paint) -> String {
    let width = rows.iter().map(|row| row.what.chars().count()).max().unwrap_or(0);
    let mut text = format!("{:width$}  {:>10}  {:>12}  {:>8}\n", "", "measured", "bar", "of bar");
    for row in rows {
        let line = match &row.found {
            Err(why) => format!("{:>10}  {:>12}  {}", "–", row.bar.shown(), paint.dim(why)),
            Ok(found) => {
                let judged = match row.ratio() {
                    None => String::new(),
                    Some((ratio, true)) => format!("{ratio:>8.2}  {}", paint.green("ok")),
                    Some((ratio, false)) => format!("{ratio:>8.2}  {}", paint.red("over")),
                };
                format!("{:>10}  {:>12}  {judged}", found.shown(), row.bar.shown())
            }
        };
        text.push_str(format!("{:width$}  {line}", row.what).trim_end());
        text.push('\n');
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_must_stay_below_and_speeds_above() {
        let rows = [
            Row::new("empty", Bar::None, Ok(Quantity::Seconds(0.15))),
            Row::new("loop", Bar::AtMost(Quantity::Times(6.0)), Ok(Quantity::Times(3.0))),
            Row::new("prompt", Bar::AtMost(Quantity::Seconds(0.02)), Ok(Quantity::Seconds(0.025))),
            Row::new("stage", Bar::AtLeast(Quantity::PerSecond(3000.0)), Ok(Quantity::PerSecond(2999.0))),
            Row::new("simulator", Bar::AtLeast(Quantity::PerSecond(1.5e6)), Ok(Quantity::PerSecond(3e6))),
            Row::new("book", Bar::AtMost(Quantity::Seconds(120.0)), Err("say --cold".into())),
        ];
        assert_eq!(
            table(&rows, Paint::plain()),
            "             measured           bar    of bar\n\
             empty          0.15 s\n\
             loop            3.0 ×       ≤ 6.0 ×      0.50  ok\n\
             prompt        25.0 ms     ≤ 20.0 ms      1.25  over\n\
             stage          2999/s      ≥ 3000/s      1.00  over\n\
             simulator    3.00 M/s    ≥ 1.50 M/s      2.00  ok\n\
             book                –       ≤ 120 s  say --cold"
        );
    }
}
