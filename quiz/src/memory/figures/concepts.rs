//! Which ideas sit: by spaced success, never by a streak within a day.

use crate::bank::Bank;
use crate::clock::Day;
use crate::memory::{Deck, Memory};
use std::collections::BTreeSet;

/// How well an idea sits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grip {
    /// No question about it was drilled yet.
    Unseen,
    /// Begun, and not solid.
    Shaky,
    /// Two of its questions hold (the one that there is, if there is only one), one of them not
    /// answered by picking, if there is such a one; and none of those that were drilled is lost.
    /// A question holds that was known on two study days in a row, with nothing against it since. It
    /// is lost while its last drill, or a miss after that, went wrong.
    Solid,
}

/// One idea, and what is known of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Known<'a> {
    pub concept: &'a str,
    pub grip: Grip,
    /// Questions that name it, and how many of them were drilled, hold, and are due.
    pub of: usize,
    pub seen: usize,
    pub holding: usize,
    pub due: usize,
    /// The stability of its weakest question that was drilled, in days: how long the idea lasts.
    pub days: Option<f32>,
}

/// Every idea that some question of these banks names, in the order in which they name them.
pub fn concepts<'a>(banks: &'a [Bank], memory: &Memory, today: Day) -> Vec<Known<'a>> {
    let deck = Deck::of(banks);
    let mut met = BTreeSet::new();
    let items = banks.iter().flat_map(|bank| &bank.items);
    let ids = items.flat_map(|item| &item.concepts).filter(|id| met.insert(id.as_str()));
    ids.map(|id| known(id, &deck, memory, today)).collect()
}

fn known<'a>(concept: &'a str, deck: &Deck<'_>, memory: &Memory, today: Day) -> Known<'a> {
    let keys: Vec<&str> =
        deck.about(concept).iter().copied().filter(|key| !memory.is_suspended(key)).collect();
    let picked = |key: &str| deck.face(key).is_some_and(|face| face.picked);
    let cards: Vec<_> = keys.iter().filter_map(|key| Some((*key, memory.card(key)?))).collect();
    let holding: Vec<&str> = cards.iter().filter(|(_, card)| card.holds()).map(|(key, _)| *key).collect();
    let lost = cards.iter().any(|(_, card)| !card.passed || card.open.is_some());
    let recalled = holding.iter().any(|key| !picked(key)) || keys.iter().all(|key| picked(key));
    let grip = match () {
        () if cards.is_empty() => Grip::Unseen,
        () if !lost && recalled && holding.len() >= keys.len().min(2) => Grip::Solid,
        () => Grip::Shaky,
    };
    Known {
        concept,
        grip,
        of: keys.len(),
        seen: cards.len(),
        holding: holding.len(),
        due: cards.iter().filter(|(_, card)| card.due <= today).count(),
        days: cards.iter().map(|(_, card)| card.stability).min_by(f32::total_cmp),
    }
}

impl Grip {
    pub const ALL: [Grip; 3] = [Grip::Solid, Grip::Shaky, Grip::Unseen];

    pub fn name(self) -> &'static str {
        match self {
            Grip::Unseen => "unseen",
            Grip::Shaky => "shaky",
            Grip::Solid => "solid",
        }
    }
}
