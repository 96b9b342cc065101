//! What the log says about what you still know: FSRS, replayed from the first answer on.
//!
//! Nothing of this is stored, so that another version of the model, or another retention, is
//! only another way to read the same log. No I/O and no clock in here: whoever asks says what
//! day it is.
//!
//! * [`Deck`]: what memory has to know of the questions.
//! * [`Memory`]: each card's strength, and the day on which it comes back.
//! * [`Model`]: FSRS with a reader's settings, kept away from numbers that are none.
//! * [`fit`]: parameters fitted to a reader, and what they would change.
//! * [`figures`]: what `stats` shows.

mod card;
mod deck;
pub mod figures;
pub mod fit;
mod fuzz;
mod history;
mod model;

pub use card::{Card, Cause};
pub use deck::{Deck, Face};
pub use history::Counted;
pub use model::{Model, RETENTION, RETENTIONS};

use crate::bank::Bank;
use crate::clock::Day;
use crate::log::{Grade, Mode, Record, Reviews, Settings, What};
use history::History;
use std::collections::{BTreeMap, BTreeSet};

/// An answer of a day that has not come yet was given by a clock that was wrong. One day more is a
/// journey across the date line.
const AHEAD_DAYS: u32 = 1;

/// All cards, by key.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Memory {
    cards: BTreeMap<String, Card>,
    /// How many records each key has, whatever their mode: the ordinal of its next showing.
    shown: BTreeMap<String, u32>,
    /// Questions never drilled whose answer, or whose idea, turned out to be missing.
    wanted: BTreeMap<String, Cause>,
    suspended: BTreeSet<String>,
    settings: Settings,
}

impl Memory {
    /// What is known on the study day `today`, by all that counts in the log. The keys of `reviews`
    /// are those that the questions have now ([`Reviews::under`]).
    pub fn of(reviews: &Reviews, banks: &[Bank], today: Day) -> Memory {
        Memory::from(reviews, &Deck::of(banks), today)
    }

    /// The same for a deck that is at hand.
    pub fn from(reviews: &Reviews, deck: &Deck<'_>, today: Day) -> Memory {
        Memory::tuned(reviews, deck, reviews.standing().settings, today)
    }

    /// The same as it would be with other settings.
    pub fn tuned(reviews: &Reviews, deck: &Deck<'_>, settings: Settings, today: Day) -> Memory {
        let walk = Walk::through(reviews, deck, today, |_, _| {});
        Memory { suspended: reviews.standing().suspended, ..walk.memory(deck, settings) }
    }

    /// A question that was drilled at least once, in its present revision.
    pub fn card(&self, key: &str) -> Option<&Card> {
        self.cards.get(key)
    }

    pub fn cards(&self) -> impl Iterator<Item = (&str, &Card)> {
        self.cards.iter().map(|(key, card)| (key.as_str(), card))
    }

    /// How often the question has been answered: the ordinal of its next showing.
    pub fn shown(&self, key: &str) -> u32 {
        self.shown.get(key).copied().unwrap_or(0)
    }

    /// Why a question that was never drilled should come before other new ones.
    pub fn wanted(&self, key: &str) -> Option<Cause> {
        self.wanted.get(key).copied()
    }

    /// Whether its reader has put the question aside.
    pub fn is_suspended(&self, key: &str) -> bool {
        self.suspended.contains(key)
    }

    /// The settings that are in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}

/// Shows each answer of a log together with what it counts for: `None` for one that moves no
/// schedule. In the order of time; answers that are not to be counted yet are left out.
pub fn walk(reviews: &Reviews, deck: &Deck<'_>, today: Day, each: impl FnMut(&Record, Option<Counted>)) {
    Walk::through(reviews, deck, today, each);
}

/// The reviews of each card that was drilled, by key, and when they were given.
pub(crate) fn reviews_by_card<'a>(
    reviews: &'a Reviews,
    deck: &Deck<'_>,
    today: Day,
) -> Vec<(&'a str, History)> {
    let walk = Walk::through(reviews, deck, today, |_, _| {});
    let histories = walk.tracks.into_iter().map(|(key, track)| (key, track.history));
    histories.filter(|(_, history)| history.is_seen()).collect()
}

/// Ideas that were missed outside of drills and quizzes up to a day: instant, study day and concept, in
/// the order of time.
fn misses(reviews: &Reviews, horizon: Day) -> Vec<(i64, Day, &str)> {
    let notes = reviews.notes.iter().filter(|note| note.day <= horizon);
    let mut misses: Vec<(i64, Day, &str)> = notes
        .filter_map(|note| match &note.what {
            What::Missed { concept, .. } => Some((note.done_ms(), note.day, concept.as_str())),
            _ => None,
        })
        .collect();
    misses.sort();
    misses
}

/// A replay under way: `'a` is the log's, `'d` the deck's.
struct Walk<'a, 'd> {
    tracks: BTreeMap<&'a str, Track<'d>>,
    /// Concepts of which a card that has to be recalled was passed.
    recalled: BTreeSet<&'d str>,
    /// Concepts that were missed outside of drills and quizzes.
    missed: BTreeSet<&'a str>,
    /// Questions that a quiz missed, before they were ever drilled.
    lost: BTreeMap<&'a str, Cause>,
}

/// One question on the way. A record looks it up once.
struct Track<'d> {
    face: Option<Face<'d>>,
    shown: u32,
    /// Whether it has said so much of its concepts as a pass can say.
    recalled: bool,
    history: History,
}

impl<'a, 'd> Walk<'a, 'd> {
    fn through(
        reviews: &'a Reviews,
        deck: &Deck<'d>,
        today: Day,
        mut each: impl FnMut(&Record, Option<Counted>),
    ) -> Walk<'a, 'd> {
        let mut walk = Walk {
            tracks: BTreeMap::new(),
            recalled: BTreeSet::new(),
            missed: BTreeSet::new(),
            lost: BTreeMap::new(),
        };
        let horizon = today.plus(AHEAD_DAYS);
        let mut misses = misses(reviews, horizon).into_iter().peekable();
        for record in &reviews.records {
            while let Some((_, day, concept)) = misses.next_if(|(at, ..)| *at <= record.at.utc_ms) {
                walk.miss(concept, day, deck);
            }
            if let Some(counted) = walk.answer(record, deck, horizon) {
                each(record, counted);
            }
        }
        misses.for_each(|(_, day, concept)| walk.miss(concept, day, deck));
        walk
    }

    /// `None` for an answer that is not to be counted, now or ever.
    fn answer(&mut self, record: &'a Record, deck: &Deck<'d>, horizon: Day) -> Option<Option<Counted>> {
        let Walk { tracks, recalled, lost, .. } = self;
        let track = tracks.entry(&record.key).or_insert_with(|| Track {
            face: deck.face(&record.key).copied(),
            shown: 0,
            recalled: false,
            history: History::default(),
        });
        track.shown = track.shown.saturating_add(1);
        if record.day > horizon || track.face.is_some_and(|face| face.rev != record.rev) {
            return None;
        }
        // An answer without a day would be days, or years, of a card's memory.
        if record.is_timeless(horizon) {
            return Some(None);
        }
        if let Some(face) = track.face.filter(|face| !face.picked && !track.recalled)
            && record.grade.passed()
            && record.mode != Mode::Relearn
        {
            track.recalled = true;
            recalled.extend(face.concepts.iter().map(String::as_str));
        }
        if !track.history.is_seen() && record.mode == Mode::Quiz {
            match record.grade {
                Grade::Again => lost.insert(&record.key, Cause::of(record)),
                _ => lost.remove(record.key.as_str()),
            };
        }
        Some(track.history.take(record))
    }

    fn miss(&mut self, concept: &'a str, day: Day, deck: &Deck<'_>) {
        self.missed.insert(concept);
        for key in deck.about(concept) {
            if let Some(track) = self.tracks.get_mut(*key) {
                track.history.miss(day, Cause::Elsewhere);
            }
        }
    }

    fn memory(self, deck: &Deck<'_>, settings: Settings) -> Memory {
        let model = Model::new(&settings);
        let mut memory = Memory { settings, ..Memory::default() };
        for (key, Track { face, shown, history, .. }) in self.tracks {
            memory.shown.insert(key.to_owned(), shown);
            let most = match face {
                Some(face) if face.picked && !self.recalled.contains(face.concept()) => card::PICKED_DAYS,
                _ => card::LONGEST_DAYS,
            };
            if let Some(card) = history.card(key, &model, most) {
                memory.cards.insert(key.to_owned(), card);
            }
        }
        let missed = self.missed.iter().flat_map(|concept| deck.about(concept));
        for (key, cause) in missed.map(|key| (*key, Cause::Elsewhere)).chain(self.lost) {
            if !memory.cards.contains_key(key) {
                let graver = memory.wanted.entry(key.to_owned()).or_insert(cause);
                *graver = cause.min(*graver);
            }
        }
        memory
    }
}
