//! What exercises showed: which rules the reader's code breaks, and of which ideas they speak.
//!
//! The grader leaves its verdicts below the target folder, and beside them the counterexamples that
//! it found. Both are its own; here they are only read, and what cannot be read is passed over: a
//! drill never fails because of an exercise.

mod map;
mod verdicts;

pub use map::{ALL_PARTS, Map};
pub use verdicts::{Broken, broken, target_folder};

use crate::misses::Shown;
use std::path::Path;

/// The rules that exercises of this workspace break now, with the ideas of which they speak.
pub fn shown(root: &Path) -> Vec<Shown> {
    let map = Map::of_workspace(root);
    let broken = broken(&target_folder(root), map.exercises());
    let ideas = |broken: &Broken| map.concepts(&broken.exercise, &broken.part, &broken.rule);
    let shown = |broken: Broken| Shown {
        from: broken.to_string(),
        concepts: ideas(&broken).into_iter().map(str::to_owned).collect(),
        at_ms: None,
    };
    broken.into_iter().map(shown).collect()
}
