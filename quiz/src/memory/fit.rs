//! Parameters fitted to one reader, and what they, or another retention, would change.

use super::{Deck, Memory, Model, reviews_by_card};
use crate::clock::Day;
use crate::log::{Reviews, Settings};
use fsrs::{CombinedProgressState, ComputeParametersInput, FSRS, FSRSItem, MemoryState, compute_parameters};
use std::time::Duration;

/// Fewer answers than these say more about luck than about a reader.
pub const ENOUGH: usize = 400;
/// How often to ask how far the fit is.
const GLANCE: Duration = Duration::from_millis(100);

/// All answers from which something can be learned: to cards that had been drilled on an earlier
/// day. Each knows what came before it.
#[derive(Debug, Clone, Default)]
pub struct Past {
    items: Vec<FSRSItem>,
    /// Which card each is about.
    cards: Vec<i64>,
}

/// How far the chances that the model names are from what happened. Smaller is better.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fitness {
    pub log_loss: f32,
    /// Root of the mean square error over groups of like answers: 0.05 is five in a hundred off.
    pub rmse: f32,
}

impl Past {
    pub fn of(reviews: &Reviews, deck: &Deck<'_>, today: Day) -> Past {
        let mut all: Vec<(i64, i64, FSRSItem)> = Vec::new();
        for (card, (_, history)) in (0i64..).zip(reviews_by_card(reviews, deck, today)) {
            for (n, review) in history.reviews.iter().enumerate().skip(1) {
                if review.delta_t > 0 {
                    all.push((history.times[n], card, FSRSItem { reviews: history.reviews[..=n].to_vec() }));
                }
            }
        }
        // Later answers weigh more.
        all.sort_by_key(|(time, card, _)| (*time, *card));
        Past {
            cards: all.iter().map(|(_, card, _)| *card).collect(),
            items: all.into_iter().map(|a| a.2).collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// How well these parameters (none: the model's own) foretell the past; `None` if they cannot.
    pub fn fitness(&self, weights: &[f32]) -> Option<Fitness> {
        let model = FSRS::new(weights).ok()?;
        let found = model.evaluate_with_card_ids(self.items.clone(), self.cards.clone(), |_| true).ok()?;
        Some(Fitness { log_loss: found.log_loss, rmse: found.rmse_bins })
    }

    /// Parameters that foretell this past better; `None` if the optimiser finds none that the model
    /// takes. `progress` hears now and then how many steps of how many are done.
    pub fn fit(&self, mut progress: impl FnMut(usize, usize)) -> Option<Vec<f32>> {
        let state = CombinedProgressState::new_shared();
        let input = ComputeParametersInput {
            train_set: self.items.clone(),
            card_ids: Some(self.cards.clone()),
            progress: Some(state.clone()),
            // One answer a day: what happens within a day is not in here.
            enable_short_term: false,
            ..ComputeParametersInput::default()
        };
        let worker = std::thread::spawn(move || compute_parameters(input));
        while !worker.is_finished() {
            std::thread::sleep(GLANCE);
            if let Ok(state) = state.lock() {
                progress(state.current(), state.total());
            }
        }
        let weights = worker.join().ok()?.ok()?;
        FSRS::new(&weights).is_ok().then_some(weights)
    }
}

/// How many cards would come back on each of the coming days, today first, if each of them were
/// known each time: under these settings, and without a new one.
pub fn workload(
    reviews: &Reviews,
    deck: &Deck<'_>,
    settings: &Settings,
    today: Day,
    days: u32,
) -> Vec<usize> {
    let memory = Memory::tuned(reviews, deck, settings.clone(), today);
    let model = Model::new(settings);
    let mut work = vec![0; days as usize];
    for (key, card) in memory.cards().filter(|(key, _)| deck.face(key).is_some()) {
        if memory.is_suspended(key) {
            continue;
        }
        let mut state = MemoryState { stability: card.stability, difficulty: card.difficulty };
        let (mut last, mut due) = (card.last, card.due.max(today));
        while let Some(count) = work.get_mut(due.since(today) as usize) {
            *count += 1;
            state = model.after_success(state, due.since(last));
            let next = due.plus(model.days(state.stability));
            if next <= due {
                break;
            }
            (last, due) = (due, next);
        }
    }
    work
}
