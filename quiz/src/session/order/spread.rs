//! Siblings stand apart in a sitting, wherever some order of its questions allows that.

use super::Task;
use std::collections::BTreeMap;

/// Keeps the order as far as it can, but puts no two siblings back to back if some order of these
/// questions avoids it. `before` is the concept of what came just before.
pub(super) fn spread<'a>(mut tasks: Vec<Task<'a>>, before: Option<&'a str>) -> Vec<Task<'a>> {
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
    use crate::bank::{Body, Item, Level, See};
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
