//! How a sitting is held: what its answers are evidence of, and what is asked beside them.

use crate::bank::{Item, Kind, Level};
use crate::log::Mode;
use std::collections::BTreeMap;

/// The manner of a sitting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manner {
    pub mode: Mode,
    /// Whether cards are judged by four grades in place of two.
    pub four_grades: bool,
    /// Whether questions are shown without the name of their chapter, so that the mixture itself has
    /// to be told apart.
    pub anonymous: bool,
    /// Whether what was missed comes again before the sitting ends.
    pub repeats: bool,
    /// Whether answers in sentences are followed up by what an interviewer asks next.
    pub probes: bool,
    /// Seconds for each answer; going over costs nothing but is told.
    pub seconds: Option<u32>,
    /// How sure the reader is, asked of every question and not of the two upper levels alone.
    pub always_confidence: bool,
    /// Answers of a kind that are right and faster than this, in milliseconds, count as easy.
    pub quick_ms: BTreeMap<Kind, u64>,
}

impl Manner {
    /// The manner of most sittings.
    pub fn plain(mode: Mode) -> Manner {
        Manner {
            mode,
            four_grades: false,
            anonymous: false,
            repeats: true,
            probes: false,
            seconds: None,
            always_confidence: false,
            quick_ms: BTreeMap::new(),
        }
    }

    /// Whether the reader is asked how sure they are. A card says that itself when it is judged.
    pub(super) fn asks_confidence(&self, item: &Item) -> bool {
        let card = matches!(item.kind(), Kind::Flash | Kind::Cloze);
        let upper = matches!(item.level, Level::Interview | Level::Staff);
        !card && (upper || self.always_confidence)
    }
}
