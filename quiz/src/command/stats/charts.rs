//! Pictures made of letters: bars, and a heat map. They hold no colour and no letter outside of
//! ASCII, and are as wide as they are told.

use super::super::check::counted;
use crate::clock::Day;
use std::collections::BTreeMap;

/// The longest bar of a wide window: longer ones say no more.
const LONGEST_BAR: usize = 50;
/// Half a year of weeks.
const MOST_WEEKS: usize = 26;
/// From so many answers on, a day has the letter beside it.
const HEAT: [(u32, char); 4] = [(8, '#'), (4, '+'), (1, '-'), (0, '.')];

/// What the letters of the heat map mean.
pub(super) const LEGEND: &str = ". none, - 1 to 3, + 4 to 7, # 8 or more";

/// A line for each of these: its label, its number, and a bar.
pub(super) fn bars(rows: &[(String, usize)], width: usize) -> Vec<String> {
    let label = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    let digits = rows.iter().map(|(_, n)| n.to_string().len()).max().unwrap_or(0);
    let room = width.saturating_sub(2 + label + 2 + digits + 2).min(LONGEST_BAR);
    let most = rows.iter().map(|(_, n)| *n).max().unwrap_or(0);
    let line = |(name, n): &(String, usize)| {
        // Scaled down only, and never to nothing.
        let bar = if most <= room { *n } else { (n * room).div_ceil(most.max(1)) };
        format!("  {name:<label$}  {n:>digits$}  {}", "#".repeat(bar)).trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// `today`, `tomorrow`, `Wed 2`.
pub(super) fn day_name(day: Day, today: Day) -> String {
    match i64::from(day.0) - i64::from(today.0) {
        ..=0 => "today".to_owned(),
        1 => "tomorrow".to_owned(),
        _ => format!("{} {:>2}", weekday(day), day.civil().2),
    }
}

/// A line a weekday, a column a week, the present one last; above it the months.
pub(super) fn heat_map(days: &BTreeMap<Day, u32>, today: Day, width: usize) -> Vec<String> {
    let weeks = (width.saturating_sub(6) / 2).clamp(1, MOST_WEEKS);
    let monday = Day(today.0.saturating_sub(since_monday(today)));
    let first = Day(monday.0.saturating_sub(7 * (weeks as i32 - 1)));
    let mut lines = vec![months(first, weeks)];
    for row in 0..7 {
        let mut line = format!("  {} ", weekday(Day(first.0.saturating_add(row))));
        for week in 0..weeks as i32 {
            let day = Day(first.0.saturating_add(7 * week + row));
            let count = days.get(&day).copied().unwrap_or(0);
            line.push(if day > today { ' ' } else { heat(count) });
            line.push(' ');
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The name of each month above the week in which it begins, as far as there is room.
fn months(first: Day, weeks: usize) -> String {
    const NAMES: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let mut line = " ".repeat(6);
    for week in 0..weeks {
        let column = 6 + 2 * week;
        let of_week = (0..7).map(|n| Day(first.0.saturating_add(7 * week as i32 + n)).civil());
        let begins = of_week.filter(|(_, _, day)| *day == 1).map(|(_, month, _)| month).next();
        // The name takes three of the week's and the next one's four columns.
        if let Some(month) = begins.filter(|_| week + 1 < weeks && line.len() <= column) {
            line.push_str(&" ".repeat(column - line.len()));
            line.push_str(NAMES[(month - 1) as usize]);
        }
    }
    line.trim_end().to_owned()
}

fn heat(count: u32) -> char {
    HEAT.iter().find(|(from, _)| count >= *from).map_or('.', |(_, letter)| *letter)
}

/// Day 0 was a Thursday.
fn since_monday(day: Day) -> i32 {
    (i64::from(day.0) + 3).rem_euclid(7) as i32
}

fn weekday(day: Day) -> &'static str {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][since_monday(day) as usize]
}

/// `3 days`, `5 months`, `2 years`: a length that nobody has to work out.
pub(super) fn lasting(days: f32) -> String {
    match days.round() as u32 {
        0 => "under a day".to_owned(),
        n @ 1..=90 => counted(n as usize, "day"),
        n @ 91..=729 => counted((f64::from(n) / 30.44).round() as usize, "month"),
        n => counted((f64::from(n) / 365.25).round() as usize, "year"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_picture_is_wider_than_it_may_be(
            numbers in prop::collection::vec(0usize..100_000, 1..20),
            width in 20usize..101,
            today in Day::FIRST.0..=Day::LAST.0,
        ) {
            let rows: Vec<(String, usize)> = numbers.iter().map(|n| ("tomorrow".to_owned(), *n)).collect();
            let days = BTreeMap::from([(Day(today), 9), (Day(today - 30), 2)]);
            let bars = bars(&rows, width);
            for line in bars.iter().chain(&heat_map(&days, Day(today), width)) {
                prop_assert!(line.len() <= width, "{:?}", line);
            }
            for (line, n) in bars.iter().zip(&numbers) {
                prop_assert_eq!(line.contains('#'), *n > 0, "{:?}", line);
            }
        }
    }

    #[test]
    fn the_last_column_ends_today() {
        let today = Day::parse("2026-11-29").expect("a Sunday");
        let days = BTreeMap::from([(today, 8), (Day(today.0 - 7), 3), (Day(today.0 - 1), 4)]);
        let map = heat_map(&days, today, 20);
        assert_eq!(map[7], "  Sun . . . . . - #");
        assert_eq!(map[6], "  Sat . . . . . . +");
        assert_eq!(map[0], "          Nov");
        let monday = heat_map(&days, Day(today.0 + 1), 20);
        assert_eq!(monday[1], "  Mon . . . . . . .");
        assert_eq!(monday[7], "  Sun . . . . - #");
    }

    #[test]
    fn lengths_are_said_in_the_unit_that_fits() {
        let said: Vec<String> = [0.2, 1.2, 41.0, 200.0, 3000.0].map(lasting).to_vec();
        assert_eq!(said, ["under a day", "1 day", "41 days", "7 months", "8 years"]);
    }
}
