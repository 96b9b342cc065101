//! One part of `lost-update` as an exam: rules, world, search.

use grader::harness::Exam;
use grader::{Property, Settings};

use super::ladder::Ladder;
use super::play::{Play, Played};
use super::rules::rules;
use super::{Candidate, Part};

pub type PartExam = Exam<Play>;

/// The exam of one part for a candidate.
pub fn exam(part: Part, candidate: Candidate) -> PartExam {
    Exam {
        exercise: "lost-update",
        part: part.path(),
        file: part.file(),
        properties: rules(),
        world: Box::new(move || Play::new(part.code(candidate))),
        search: Box::new(move |settings: &Settings| Box::new(Ladder::new(part, settings))),
    }
}

/// The rules of the exercise by name, in the order in which they are reported.
pub fn names() -> Vec<&'static str> {
    rules().iter().map(|rule: &Property<Played>| rule.name).collect()
}
