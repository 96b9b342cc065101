//! What is carried out: which questions, and what is known of each.

use super::identity::{deck_id, guid, note_ids};
use super::sides::sides;
use crate::bank::{Bank, Item};
use crate::clock::Moment;
use crate::log::{Record, Reviews, Standing};
use crate::memory::{Card, Memory};
use std::collections::BTreeSet;

/// The deck above those of the banks.
pub(super) const DECK: &str = "Who Holds the Lock?";

/// Everything that an export may need.
#[derive(Debug, Clone, Copy)]
pub struct Freight<'a> {
    /// All banks, whichever of their questions are wanted.
    pub banks: &'a [Bank],
    pub memory: &'a Memory,
    /// Under the keys that questions have now.
    pub reviews: &'a Reviews,
    pub standing: &'a Standing,
    pub only: &'a Only,
    pub now: Moment,
}

/// Which questions are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Only {
    /// Ids of banks; `None` for all.
    banks: Option<BTreeSet<String>>,
}

/// A question as another program takes it.
#[derive(Debug, Clone)]
pub(super) struct Note<'a> {
    pub item: &'a Item,
    pub bank: &'a Bank,
    pub guid: String,
    /// Of its note and of its card.
    pub id: i64,
    /// Without spaces, which separate them.
    pub tags: Vec<String>,
    pub front: String,
    pub back: String,
    /// `None` for a new card.
    pub card: Option<&'a Card>,
    pub suspended: bool,
}

impl Only {
    /// The banks of these ids; all if there are none to name.
    pub fn new(banks: Option<BTreeSet<String>>) -> Only {
        Only { banks }
    }

    /// Whether everything is wanted.
    pub fn is_all(&self) -> bool {
        self.banks.is_none()
    }

    pub(super) fn wants(&self, bank: &Bank) -> bool {
        self.banks.as_ref().is_none_or(|banks| banks.contains(&bank.id))
    }
}

impl<'a> Freight<'a> {
    /// The banks that are wanted.
    pub fn banks(&self) -> impl Iterator<Item = &'a Bank> {
        self.banks.iter().filter(|bank| self.only.wants(bank))
    }

    /// The questions that are wanted.
    pub fn items(&self) -> impl Iterator<Item = &'a Item> {
        self.banks().flat_map(|bank| &bank.items)
    }

    /// The answers to them that count, in the order of time.
    pub fn answers(&self) -> impl Iterator<Item = &'a Record> {
        let freight = *self;
        self.reviews.records.iter().filter(move |record| freight.wants_key(&record.key))
    }

    pub(super) fn notes(&self) -> Vec<Note<'a>> {
        let ids = note_ids(self.banks);
        let of_bank = |bank: &'a Bank| bank.items.iter().map(move |item| (bank, item));
        let wanted = self.banks().flat_map(of_bank);
        let note = |(bank, item): (&'a Bank, &'a Item)| {
            let sides = sides(item);
            let suspended = self.standing.suspended.contains(&item.key);
            Note {
                item,
                bank,
                guid: guid(item),
                id: ids.get(item.key.as_str()).copied().unwrap_or_default(),
                tags: tags(bank, item, suspended),
                front: sides.front,
                back: sides.back,
                card: self.memory.card(&item.key),
                suspended,
            }
        };
        wanted.map(note).collect()
    }

    /// Whether an answer to this question, or a note about it, is wanted.
    pub(super) fn wants_key(&self, key: &str) -> bool {
        self.only.is_all() || self.banks().any(|bank| key.split('/').next() == Some(bank.id.as_str()))
    }
}

impl Note<'_> {
    /// A deck for each bank, under its id: titles change, ids do not.
    pub(super) fn deck(&self) -> String {
        format!("{DECK}::{}", safe(&self.bank.id))
    }

    pub(super) fn deck_id(&self) -> i64 {
        deck_id(&self.bank.id)
    }
}

fn tags(bank: &Bank, item: &Item, suspended: bool) -> Vec<String> {
    let mut tags = vec![
        format!("chapter::{}", safe(&bank.chapter)),
        format!("kind::{}", item.kind().name()),
        format!("level::{}", item.level.name()),
    ];
    tags.extend(item.concepts.iter().map(|concept| format!("concept::{}", safe(concept))));
    if suspended {
        tags.push("suspended".to_owned());
    }
    tags
}

/// A word that can stand in a tag or in a deck's name: no spaces, no quotes, no `::`.
fn safe(word: &str) -> String {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    let word: String = word.chars().map(|c| if fits(c) { c } else { '_' }).collect();
    if word.is_empty() { "_".to_owned() } else { word }
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn a_tag_is_one_word() {
        assert_eq!(safe("lost-update"), "lost-update");
        assert_eq!(safe("a b\"c::d\u{1f}"), "a_b_c__d_");
        assert_eq!(safe(""), "_");
    }
}
