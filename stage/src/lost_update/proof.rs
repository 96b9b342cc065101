//! The proof of this exercise's grader: the body of `solutions/01-lost-update/proof`.

use std::process::ExitCode;

use grader::proof::{Part as ProvedPart, Subject, run};

use super::exam::exam;
use super::{Candidate, Part, examples};

/// Puts every variant to every rule. `all` is made by `cargo xtask prove`.
pub fn prove(all: fn() -> Vec<(&'static str, Candidate)>) -> ExitCode {
    let names: Vec<&'static str> = all().iter().map(|(name, _)| *name).collect();
    run(&names, &move |variant| {
        let (name, candidate) = all().into_iter().find(|(name, _)| *name == variant)?;
        let part = |part: &Part| Box::new(exam(*part, candidate)) as Box<dyn ProvedPart>;
        Some(Subject {
            variant: name,
            parts: Part::ALL.iter().map(part).collect(),
            examples: Box::new(move || examples::all(candidate)),
        })
    })
}
