//! Which questions a sitting has, and in which order: what is due longest first, then what is
//! new; siblings not back to back where that can be helped.

use crate::bank::{Bank, Item};
use crate::chance::hash;
use crate::clock::Day;
use crate::memory::Memory;
use std::collections::BTreeMap;

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

/// A drill: due cards, then new ones in the order of their banks.
pub fn drill<'a>(banks: &'a [Bank], memory: &Memory, today: Day, limit: usize, seed: u64) -> Queue<'a> {
    let mut due: Vec<(Day, u64, Task)> = Vec::new();
    let mut new: Vec<Task> = Vec::new();
    for item in banks.iter().flat_map(|bank| &bank.items) {
        let task = task(item, memory);
        match memory.card(&item.key) {
            None => new.push(task),
            Some(card) if card.due <= today => due.push((card.due, tie(seed, item), task)),
            Some(_) => {}
        }
    }
    due.sort_by_key(|(day, tie, _)| (*day, *tie));
    let (due_count, new_count) = (due.len(), new.len());
    let due = spread(due.into_iter().map(|(_, _, task)| task).take(limit).collect(), None);
    let room = limit - due.len();
    let before = due.last().map(|task| task.item.concept());
    let new = spread(new.into_iter().take(room).collect(), before);
    Queue { tasks: [due, new].concat(), due: due_count, new: new_count }
}

/// A quiz: any questions of these banks, in an order that the seed decides.
pub fn quiz<'a>(banks: &[&'a Bank], memory: &Memory, limit: usize, seed: u64) -> Vec<Task<'a>> {
    let mut tasks: Vec<(u64, Task)> =
        banks.iter().flat_map(|bank| &bank.items).map(|item| (tie(seed, item), task(item, memory))).collect();
    tasks.sort_by_key(|(tie, _)| *tie);
    spread(tasks.into_iter().map(|(_, task)| task).take(limit).collect(), None)
}

fn task<'a>(item: &'a Item, memory: &Memory) -> Task<'a> {
    Task { item, ordinal: memory.shown(&item.key), repeats: 0 }
}

fn tie(seed: u64, item: &Item) -> u64 {
    hash(&[&seed.to_string(), &item.key])
}

/// Keeps the order as far as it can, but puts no two siblings back to back if some order of these
/// questions avoids it. `before` is the concept of what came just before.
fn spread<'a>(mut tasks: Vec<Task<'a>>, before: Option<&'a str>) -> Vec<Task<'a>> {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for task in &tasks {
        *left.entry(task.item.concept()).or_default() += 1;
    }
    let mut spread = Vec::with_capacity(tasks.len());
    let mut last = before;
    while !tasks.is_empty() {
        let differs = |task: &Task<'a>| Some(task.item.concept()) != last;
        let next = (tasks.iter().position(|task| differs(task) && leaves_a_way(task, &left, tasks.len())))
            .or_else(|| most_numerous(&tasks, &left, differs))
            .unwrap_or(0);
        let task = tasks.remove(next);
        if let Some(count) = left.get_mut(task.item.concept()) {
            *count -= 1;
        }
        last = Some(task.item.concept());
        spread.push(task);
    }
    spread
}

/// Whether the rest can still be laid out without siblings back to back once `task` is next: no
/// concept may fill more than every second place that it can stand in.
fn leaves_a_way(task: &Task<'_>, left: &BTreeMap<&str, usize>, total: usize) -> bool {
    let rest = total - 1;
    left.iter().all(|(concept, count)| match *concept == task.item.concept() {
        true => count - 1 <= rest / 2,
        false => *count <= rest.div_ceil(2),
    })
}

/// When siblings cannot be kept apart, the concept with the most left goes first.
fn most_numerous<'a>(
    tasks: &[Task<'a>],
    left: &BTreeMap<&str, usize>,
    differs: impl Fn(&Task<'a>) -> bool,
) -> Option<usize> {
    let candidates = tasks.iter().enumerate().filter(|(_, task)| differs(task));
    let count = |task: &Task<'_>| left.get(task.item.concept()).copied().unwrap_or(0);
    candidates.max_by_key(|(n, task)| (count(task), usize::MAX - n)).map(|(n, _)| n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bank::{Body, Level, See};
    use proptest::prelude::*;

    fn item(key: usize, concept: u8) -> Item {
        Item {
            key: format!("b/{key}"),
            level: Level::Applied,
            concepts: vec![format!("c{concept}")],
            prompt: String::new(),
            why: None,
            see: See { chapter: "c".into(), anchor: None, title: "c".into(), heading: None },
            rev: 1,
            was: Vec::new(),
            source: None,
            allow: Vec::new(),
            body: Body::Flash { answer: String::new() },
        }
    }

    fn clashes(order: &[Task]) -> usize {
        order.windows(2).filter(|pair| pair[0].item.concept() == pair[1].item.concept()).count()
    }

    proptest! {
        #[test]
        fn siblings_stand_apart_whenever_they_can(concepts in prop::collection::vec(0u8..4, 1..14)) {
            let items: Vec<Item> = concepts.iter().enumerate().map(|(n, c)| item(n, *c)).collect();
            let tasks: Vec<Task> = items.iter().map(|item| Task { item, ordinal: 0, repeats: 0 }).collect();
            let order = spread(tasks, None);
            prop_assert_eq!(order.len(), items.len());
            let most = (0..4).map(|c| concepts.iter().filter(|x| **x == c).count()).max().unwrap_or(0);
            // The best that any order can do.
            let least = (2 * most).saturating_sub(items.len() + 1);
            prop_assert_eq!(clashes(&order), least);
        }
    }

    #[test]
    fn an_order_without_clashes_stays_as_it_is() {
        let items: Vec<Item> = [0, 1, 0, 2, 1].iter().enumerate().map(|(n, c)| item(n, *c)).collect();
        let tasks = items.iter().map(|item| Task { item, ordinal: 0, repeats: 0 }).collect();
        let keys: Vec<&str> = spread(tasks, None).iter().map(|task| task.item.key.as_str()).collect();
        assert_eq!(keys, ["b/0", "b/1", "b/2", "b/3", "b/4"]);
    }
}
