//! What comes back when.

use crate::bank::Bank;
use crate::clock::Day;
use crate::memory::Memory;
use std::collections::BTreeMap;

/// How many cards of these banks come back on which day; suspended ones rest. Days before today count
/// as today.
pub(super) fn forecast(banks: &[Bank], memory: &Memory, today: Day) -> BTreeMap<Day, usize> {
    let mut days = BTreeMap::new();
    for item in banks.iter().flat_map(|bank| &bank.items) {
        if let Some(card) = memory.card(&item.key).filter(|_| !memory.is_suspended(&item.key)) {
            *days.entry(card.due.max(today)).or_default() += 1;
        }
    }
    days
}

/// The next two days on which something comes back, as a sentence; `None` if nothing does.
pub(super) fn told(days: &BTreeMap<Day, usize>, today: Day) -> Option<String> {
    let mut next = days.iter().filter(|(day, _)| **day > today);
    let (day, count) = next.next()?;
    let cards = match count {
        1 => "1 card comes back".to_owned(),
        n => format!("{n} cards come back"),
    };
    let first = format!("{cards} {}", day.seen_from(today));
    Some(match next.next() {
        Some((day, count)) => format!("{first}, {count} {}.", day.seen_from(today)),
        None => format!("{first}."),
    })
}
