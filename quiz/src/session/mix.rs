//! A mixture for a checkpoint: every chapter has its share, and neighbours come from different
//! chapters, so that it has to be told apart what a question is about (PEDAGOGY R-11).

use super::order::Task;
use crate::bank::{Bank, Item};
use crate::chance::hash;
use crate::memory::Memory;
use std::collections::VecDeque;

/// `limit` questions of these banks: one of each bank in turn, as long as it has some, in an order
/// that the seed decides.
pub fn mix<'a>(banks: &[&'a Bank], memory: &Memory, limit: usize, seed: u64) -> Vec<Task<'a>> {
    let tie = |words: &[&str]| hash(&[&[seed.to_string().as_str()], words].concat());
    let mut piles: Vec<(u64, VecDeque<&Item>)> = Vec::new();
    for bank in banks {
        let mut items: Vec<&Item> =
            bank.items.iter().filter(|item| !memory.is_suspended(&item.key)).collect();
        items.sort_by_key(|item| tie(&[&item.key]));
        piles.push((tie(&[&bank.id]), items.into()));
    }
    piles.sort_by_key(|(tie, _)| *tie);
    let mut tasks = Vec::new();
    while tasks.len() < limit && piles.iter().any(|(_, pile)| !pile.is_empty()) {
        for (_, pile) in &mut piles {
            let room = tasks.len() < limit;
            tasks.extend(pile.pop_front().filter(|_| room).map(|item| Task::of(item, memory)));
        }
    }
    tasks
}
