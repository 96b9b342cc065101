//! All figures of one call, before anything is shown.

use crate::bank::{Bank, Item};
use crate::clock::Day;
use crate::command::forecast::forecast;
use crate::log::Reviews;
use crate::memory::figures::{Figures, Grip, Known, concepts};
use crate::memory::{Card, Deck, Memory, Model};
use std::collections::BTreeMap;

/// Days of the forecast.
pub(super) const AHEAD: usize = 14;

pub(super) struct Gathered<'a> {
    pub today: Day,
    pub figures: Figures,
    /// What you asked for: 0.9 of the cards.
    pub wanted: f32,
    /// Cards that come back on the next days, today first; and those after that.
    pub coming: [usize; AHEAD],
    pub later: usize,
    /// How many cards there are, and how many of them you would know now.
    pub seen: usize,
    pub known_now: f32,
    /// By chapter, in the order of the banks.
    pub chapters: Vec<Chapter<'a>>,
    /// What is forgotten again and again, the worst first.
    pub leeches: Vec<(&'a Item, Card)>,
}

/// The ideas that a chapter's questions name; each with the first chapter that does.
pub(super) struct Chapter<'a> {
    pub name: &'a str,
    pub concepts: Vec<Known<'a>>,
}

impl<'a> Gathered<'a> {
    /// Memory looks at all banks, for an answer in one says something about another; what is shown is
    /// about `chosen`.
    pub(super) fn of(banks: &[Bank], chosen: &'a [Bank], reviews: &Reviews, today: Day) -> Gathered<'a> {
        let memory = Memory::from(reviews, &Deck::of(banks), today);
        let model = Model::new(memory.settings());
        let days = forecast(chosen, &memory, today);
        let mut coming = [0; AHEAD];
        let mut later = 0;
        for (day, count) in days {
            match coming.get_mut(day.since(today) as usize) {
                Some(of_day) => *of_day += count,
                None => later += count,
            }
        }
        let items = chosen.iter().flat_map(|bank| &bank.items);
        let cards: Vec<(&Item, Card)> = items
            .filter(|item| !memory.is_suspended(&item.key))
            .filter_map(|item| Some((item, *memory.card(&item.key)?)))
            .collect();
        Gathered {
            today,
            figures: Figures::of(reviews, &Deck::of(chosen), today),
            wanted: memory.settings().retention,
            coming,
            later,
            seen: cards.len(),
            known_now: cards.iter().map(|(_, card)| model.chance(card, today)).sum(),
            chapters: chapters(chosen, &memory, today),
            leeches: leeches(cards),
        }
    }

    /// How many ideas sit how well.
    pub(super) fn grips(&self) -> BTreeMap<Grip, usize> {
        let mut grips = BTreeMap::new();
        for known in self.chapters.iter().flat_map(|chapter| &chapter.concepts) {
            *grips.entry(known.grip).or_default() += 1;
        }
        grips
    }
}

fn leeches(mut cards: Vec<(&Item, Card)>) -> Vec<(&Item, Card)> {
    cards.retain(|(_, card)| card.is_leech());
    cards.sort_by(|(a, x), (b, y)| (y.lapses, &a.key).cmp(&(x.lapses, &b.key)));
    cards
}

fn chapters<'a>(banks: &'a [Bank], memory: &Memory, today: Day) -> Vec<Chapter<'a>> {
    let mut left = concepts(banks, memory, today);
    let mut chapters: Vec<Chapter<'_>> = Vec::new();
    for bank in banks {
        let names = |known: &Known<'_>| {
            bank.items.iter().any(|item| item.concepts.iter().any(|concept| concept == known.concept))
        };
        let (own, others) = left.into_iter().partition(names);
        left = others;
        match chapters.iter_mut().find(|chapter| chapter.name == bank.chapter) {
            Some(chapter) => chapter.concepts.extend::<Vec<_>>(own),
            None => chapters.push(Chapter { name: &bank.chapter, concepts: own }),
        }
    }
    chapters.retain(|chapter| !chapter.concepts.is_empty());
    chapters
}
