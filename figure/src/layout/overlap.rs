//! What does not fit: why a figure is refused, in words for its author.

use std::fmt;

/// A label for which no free place was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    pub label: Place,
    pub trouble: Trouble,
}

/// A text in the figure and the step that draws it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub text: String,
    /// From 1; 0 is what stands there before the first step (the names of the lanes).
    pub step: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// Wherever it may stand it covers something; this at its best place.
    Covers(Place),
    /// It is wider than the figure or the room beside its lane.
    LeavesTheFigure,
    /// An arrow carries at most [`crate::LABEL_LIMIT`] characters.
    TooLong { characters: usize },
}

impl fmt::Display for Overlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Overlap { label, trouble } = self;
        match trouble {
            Trouble::Covers(other) => write!(
                f,
                "{label} overlaps {other}; shorten one of them, leave one out, or give them different instants"
            ),
            Trouble::LeavesTheFigure => {
                write!(f, "{label} does not fit into the figure; shorten it and say the rest in the step")
            }
            Trouble::TooLong { characters } => write!(
                f,
                "{label} has {characters} characters and an arrow carries {}; say the rest in the step",
                crate::LABEL_LIMIT
            ),
        }
    }
}

impl std::error::Error for Overlap {}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { text, step } = self;
        if *step == 0 { write!(f, "`{text}` (lane)") } else { write!(f, "`{text}` (step {step})") }
    }
}
