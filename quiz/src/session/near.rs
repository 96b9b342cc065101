//! Answers that are close: a slip of the finger or of the unit, which one more try may mend. What is
//! close is never silently right, and nothing of the right answer is told.

use super::current::Given;
use super::showing::Showing;
use crate::bank::{Body, is_near};

/// What to look at again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Near {
    /// One letter is too many, missing, wrong or in the wrong place.
    Spelling,
    /// The number is right in another unit: a power of ten away.
    Unit,
}

/// Whether the same amount is said in larger and in smaller units too. Ten workers are no slip for one.
fn has_scales(unit: &str) -> bool {
    ["ms", "s", "min", "h", "₹", "µs"].contains(&unit)
}

impl Near {
    pub(super) fn of(showing: &Showing<'_>, part: usize, given: &Given) -> Option<Near> {
        match (&showing.item.body, given) {
            (Body::Short(short), Given::Text(text)) => {
                let known = short.is_right(text) || short.why_not(text).is_some();
                let near = |right: &String| is_near(text, right);
                let close = near(&short.answer) || short.accept.iter().any(near);
                (!known && close).then_some(Near::Spelling)
            }
            (Body::Trace(trace), Given::Text(text)) => {
                let ask = trace.asks.get(part).filter(|ask| ask.options.is_empty())?;
                is_near(text, &ask.answer).then_some(Near::Spelling)
            }
            (Body::Numeric(numeric), Given::Number(number)) => {
                let answer = showing.right_number()?;
                let known = numeric.wrong.iter().any(|wrong| wrong.number(&showing.draw) == Some(*number));
                let slip = numeric.unit.as_deref().is_some_and(has_scales)
                    && [10, 100, 1000, 60].into_iter().any(|factor| {
                        answer != 0
                            && (answer.checked_mul(factor) == Some(*number)
                                || number.checked_mul(factor) == Some(answer))
                    });
                (!known && slip && !numeric.is_right(*number, answer)).then_some(Near::Unit)
            }
            _ => None,
        }
    }
}
