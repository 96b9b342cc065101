//! Which questions a sitting has, and in which order: what a sure reader got wrong, what else was
//! missed, what is due longest, then what is new. Siblings stand apart, and ideas that are easily
//! taken for one another stand side by side.

mod contrast;
mod spread;

use crate::bank::{Bank, Item};
use crate::chance::hash;
use crate::clock::Day;
use crate::memory::{Cause, Memory};
pub use contrast::PAIRS as ALIKE;
use spread::spread;
use std::collections::BTreeMap;

/// So many questions of one concept a study day, as long as there are new ones of others: who meets
/// the third sibling within minutes remembers the second.
const SIBLINGS: usize = 2;

/// A question in a sitting.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a> {
    pub(super) item: &'a Item,
    /// How often it was answered before.
    pub(super) ordinal: u32,
    /// How often it has come again in this sitting.
    pub(super) repeats: u32,
}

impl<'a> Task<'a> {
    /// The showing of a question that was answered so often before.
    pub fn new(item: &'a Item, ordinal: u32) -> Task<'a> {
        Task { item, ordinal, repeats: 0 }
    }
}

/// What there is to do.
#[derive(Debug, Clone)]
pub struct Queue<'a> {
    /// Today's sitting, in order, no longer than was asked for.
    pub tasks: Vec<Task<'a>>,
    /// How many are due in all, and how many are new.
    pub due: usize,
    pub new: usize,
}

/// A drill: due cards, then new ones in the order of their banks. Suspended questions rest.
pub fn drill<'a>(banks: &'a [Bank], memory: &Memory, today: Day, limit: usize, seed: u64) -> Queue<'a> {
    let mut due: Vec<(Option<Cause>, Day, u64, Task)> = Vec::new();
    let mut new: Vec<Task> = Vec::new();
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut due_count, mut new_count) = (0, 0);
    for item in banks.iter().flat_map(|bank| &bank.items) {
        let task = Task::of(item, memory);
        let Some(card) = memory.card(&item.key) else {
            if memory.is_suspended(&item.key) {
                continue;
            }
            new_count += 1;
            match memory.wanted(&item.key) {
                // What a reader was sure of and got wrong comes before all else, met in a drill or not.
                Some(Cause::Confident) => due.push((Some(Cause::Confident), today, tie(seed, item), task)),
                _ => new.push(task),
            }
            continue;
        };
        *met.entry(item.concept()).or_default() += usize::from(card.last == today);
        if card.due <= today && !memory.is_suspended(&item.key) {
            due_count += 1;
            due.push((card.open, card.due, tie(seed, item), task));
        }
    }
    due.sort_by_key(|(open, day, tie, _)| (rank(*open), *day, *tie));
    let due = due.into_iter().map(|(.., task)| task).collect();
    let due = contrast::side_by_side(due, limit - kept_for_new(limit, due_count, new.len()));
    let due = spread(due, None);
    for task in &due {
        *met.entry(task.item.concept()).or_default() += 1;
    }
    let room = limit - due.len();
    let before = due.last().map(|task| task.item.concept());
    let new = spread(rationed(new, memory, met, room), before);
    Queue { tasks: [due, new].concat(), due: due_count, new: new_count }
}

/// So many places of a sitting are kept for new questions: a quarter, so that who is never done with
/// what is due still gets on. With more due than four sittings hold, none: that comes first.
fn kept_for_new(limit: usize, due: usize, new: usize) -> usize {
    if due / 4 >= limit { 0 } else { (limit / 4).min(new) }
}

/// A quiz: any questions of these banks, in an order that the seed decides.
pub fn quiz<'a>(banks: &[&'a Bank], memory: &Memory, limit: usize, seed: u64) -> Vec<Task<'a>> {
    let items = banks.iter().flat_map(|bank| &bank.items).filter(|item| !memory.is_suspended(&item.key));
    let mut tasks: Vec<(u64, Task)> = items.map(|item| (tie(seed, item), Task::of(item, memory))).collect();
    tasks.sort_by_key(|(tie, _)| *tie);
    spread(tasks.into_iter().map(|(_, task)| task).take(limit).collect(), None)
}

/// Of the new ones, as many as there is room for: first those that a miss asks for, and no third
/// sibling before all others are through.
fn rationed<'a>(
    mut new: Vec<Task<'a>>,
    memory: &Memory,
    mut met: BTreeMap<&'a str, usize>,
    room: usize,
) -> Vec<Task<'a>> {
    new.sort_by_key(|task| rank(memory.wanted(&task.item.key)));
    let (mut now, later): (Vec<Task>, Vec<Task>) = new.into_iter().partition(|task| {
        let met = met.entry(task.item.concept()).or_default();
        *met += 1;
        *met <= SIBLINGS
    });
    now.extend(later);
    now.truncate(room);
    now
}

/// Graver causes first, no cause last.
fn rank(cause: Option<Cause>) -> (bool, Option<Cause>) {
    (cause.is_none(), cause)
}

impl<'a> Task<'a> {
    /// The question as it is to be shown next.
    pub fn of(item: &'a Item, memory: &Memory) -> Task<'a> {
        Task { item, ordinal: memory.shown(&item.key), repeats: 0 }
    }
}

fn tie(seed: u64, item: &Item) -> u64 {
    hash(&[&seed.to_string(), &item.key])
}
