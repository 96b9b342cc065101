//! All banks at once, and a question by its key: what a page of the book asks for.

use super::{Bank, Item, Problem, Sources, text};
use std::collections::BTreeMap;

/// Every bank of a folder. What [`Banks::load`] gives has no errors.
#[derive(Debug, Clone, Default)]
pub struct Banks {
    banks: Vec<Bank>,
    /// Bank and item, by key and by each key that an item had before.
    places: BTreeMap<String, (usize, usize)>,
}

impl Banks {
    /// # Errors
    /// All that is wrong with all files.
    pub fn load(sources: &Sources) -> Result<Banks, Vec<Problem>> {
        sources.load().map(Banks::new)
    }

    pub fn new(banks: Vec<Bank>) -> Banks {
        let mut places = BTreeMap::new();
        for (b, bank) in banks.iter().enumerate() {
            for (i, item) in bank.items.iter().enumerate() {
                for key in item.was.iter().chain([&item.key]) {
                    places.insert(key.clone(), (b, i));
                }
            }
        }
        Banks { banks, places }
    }

    pub fn all(&self) -> &[Bank] {
        &self.banks
    }

    /// The question of this key, `bank/id`, or of a key that it had before.
    pub fn item(&self, key: &str) -> Option<&Item> {
        let (bank, item) = self.places.get(key)?;
        self.banks.get(*bank)?.items.get(*item)
    }

    /// The bank of this id.
    pub fn bank(&self, id: &str) -> Option<&Bank> {
        self.banks.iter().find(|bank| bank.id == id)
    }

    /// Keys that questions had before, and those that they have now.
    pub fn heirs(banks: &[Bank]) -> BTreeMap<&str, &str> {
        let items = banks.iter().flat_map(|bank| &bank.items);
        items.flat_map(|item| item.was.iter().map(|old| (old.as_str(), item.key.as_str()))).collect()
    }

    /// The key that somebody probably meant.
    pub fn nearest(&self, key: &str) -> Option<&str> {
        let keys: Vec<&str> = self.places.keys().map(String::as_str).collect();
        text::nearest(key, &keys)
    }
}
