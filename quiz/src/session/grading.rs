//! From right or wrong to a grade that the memory model takes. A checked answer grades itself: wrong
//! is always Again, and a guess is never more than Hard.

use super::current::{Given, is_recalled};
use super::showing::Showing;
use crate::bank::Body;
use crate::log::Grade;

/// Of a rubric's points, in hundredths: from here on an answer in sentences is Good, not Hard.
const GOOD_POINTS: u64 = 85;

/// What is known about an answer besides what it was.
#[derive(Debug, Clone, Copy)]
pub(super) struct Evidence {
    pub right: bool,
    pub guessed: bool,
    pub second_try: bool,
    pub quick: bool,
}

pub(super) fn grade(showing: &Showing<'_>, answers: &[Given], evidence: &Evidence) -> Grade {
    if !evidence.right {
        return Grade::Again;
    }
    let best = match (&showing.item.body, answers.get(showing.decides())) {
        (Body::Flash { .. } | Body::Cloze(_), Some(Given::Judged(grade))) => *grade,
        (Body::Free(free), Some(Given::Options(made))) => match free.hundredths(made) {
            GOOD_POINTS.. => Grade::Good,
            _ => Grade::Hard,
        },
        _ if evidence.quick && is_recalled(showing.item.kind()) => Grade::Easy,
        _ => Grade::Good,
    };
    if evidence.guessed || evidence.second_try { best.min(Grade::Hard) } else { best }
}
