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

#[cfg(test)]
mod tests {
    use super::names;

    /// A rule that the macro forgets would never be graded, and one that it invents would fail.
    #[test]
    fn the_macro_names_every_rule() {
        let source = include_str!("grade.rs");
        let (_, list) = source.split_once("$crate::lost_update_rules!(").expect("the macro lists rules");
        let (list, _) = list.split_once(");").expect("the list ends");
        let listed: Vec<&str> = list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        assert_eq!(listed, names());
    }
}
