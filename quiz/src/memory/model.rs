//! FSRS with a reader's settings. What comes out is finite and positive, whatever went in.

use crate::clock::Day;
use crate::log::Settings;
use fsrs::{DEFAULT_PARAMETERS, FSRS, FSRSItem, FSRSReview, MemoryState, current_retrievability};

/// How likely you shall still know a card on the day it comes back, unless you choose otherwise.
pub const RETENTION: f32 = 0.90;
/// The least and the most that can be chosen. Outside, the model answers nonsense.
pub const RETENTIONS: (f32, f32) = (0.70, 0.97);
/// What the model itself clamps to, in days.
const STABILITIES: (f32, f32) = (0.001, 36_500.0);

/// FSRS-6 with the parameters and the retention of one reader.
#[derive(Debug, Clone)]
pub struct Model {
    fsrs: FSRS,
    retention: f32,
    /// The last parameter: how slowly forgetting slows down.
    decay: f32,
}

impl Model {
    /// Parameters that the model does not take are replaced by its own.
    pub fn new(settings: &Settings) -> Model {
        let fitted = fsrs::check_and_fill_parameters(&settings.weights).ok();
        let weights = fitted.unwrap_or_else(|| DEFAULT_PARAMETERS.to_vec());
        let decay = weights.get(20).copied().unwrap_or(fsrs::FSRS6_DEFAULT_DECAY).clamp(0.1, 0.8);
        Model {
            fsrs: FSRS::new(&weights).unwrap_or_default(),
            retention: clamp_retention(settings.retention),
            decay,
        }
    }

    /// Strength and difficulty after these answers; `None` if there are none.
    pub(crate) fn state(&self, reviews: Vec<FSRSReview>) -> Option<MemoryState> {
        if reviews.is_empty() {
            return None;
        }
        let item = FSRSItem { reviews };
        match self.fsrs.memory_state(item.clone(), None) {
            Ok(state) => Some(sound(state)),
            // Parameters that are taken and still run into nonsense: the model's own do not.
            Err(_) => FSRS::default().memory_state(item, None).ok().map(sound),
        }
    }

    /// Strength and difficulty after each of these answers.
    pub(crate) fn states(&self, reviews: Vec<FSRSReview>) -> Vec<MemoryState> {
        let item = FSRSItem { reviews };
        let states = self.fsrs.historical_memory_states(item.clone(), None);
        let states = states.or_else(|_| FSRS::default().historical_memory_states(item, None));
        states.unwrap_or_default().into_iter().map(sound).collect()
    }

    /// How slowly forgetting slows down: the exponent of the forgetting curve, positive.
    pub(crate) fn decay(&self) -> f32 {
        self.decay
    }

    /// How likely a card shall still be known when it comes back.
    pub(crate) fn retention(&self) -> f32 {
        self.retention
    }

    /// The whole days after which a card of this stability comes back, at least one.
    pub(crate) fn days(&self, stability: f32) -> u32 {
        let days = self.fsrs.next_interval(Some(stability), self.retention, 3);
        if days.is_nan() { 1 } else { days.round().clamp(1.0, super::card::LONGEST_DAYS as f32) as u32 }
    }

    /// After one more success, so many days after the last answer.
    pub(crate) fn after_success(&self, state: MemoryState, elapsed: u32) -> MemoryState {
        match self.fsrs.next_states(Some(state), self.retention, elapsed) {
            Ok(next) => sound(next.good.memory),
            Err(_) => state,
        }
    }

    /// How likely it is that a card is still known on a day: 0 to 1.
    pub fn chance(&self, card: &super::Card, day: Day) -> f32 {
        let state = MemoryState { stability: card.stability, difficulty: card.difficulty };
        let chance = current_retrievability(state, day.since(card.last) as f32, self.decay);
        if chance.is_nan() { 0.0 } else { chance.clamp(0.0, 1.0) }
    }
}

fn sound(state: MemoryState) -> MemoryState {
    let (least, most) = STABILITIES;
    let stability = if state.stability.is_nan() { least } else { state.stability.clamp(least, most) };
    let difficulty = if state.difficulty.is_nan() { 5.0 } else { state.difficulty.clamp(1.0, 10.0) };
    MemoryState { stability, difficulty }
}

fn clamp_retention(wanted: f32) -> f32 {
    let (least, most) = RETENTIONS;
    if wanted.is_nan() { RETENTION } else { wanted.clamp(least, most) }
}
