//! What an exercise says of itself, and what comes of it: the exam of each part, the proof of its
//! grader. [`grade_part!`](crate::grade_part) and its like make tests of it.

use std::fmt::Debug;
use std::process::ExitCode;

use crate::harness::Exam;
use crate::proof::{Part as ProvedPart, Subject, run};
use crate::property::Property;
use crate::settings::Settings;
use crate::world::{Search, World};

/// An exercise. Its implementor is what a learner hands in: the functions of all parts.
pub trait Exercise: Copy + Debug + 'static {
    /// Runs some code: SQL clients on the stage, or nodes that send messages.
    type World: World + 'static;
    type Part: Copy + 'static;

    /// The package: `lost-update`.
    const NAME: &'static str;
    const PARTS: &'static [Self::Part];

    /// The module of its tests: `repairs::relative`.
    fn module(part: Self::Part) -> &'static str;
    /// What a learner edits for it, from the root.
    fn file(part: Self::Part) -> &'static str;
    /// The world with the code that this part puts to the test.
    fn world(self, part: Self::Part) -> Self::World;

    /// The rules, in the order in which a learner should read them.
    fn rules() -> Vec<RuleOf<Self>>;
    /// Whether this part is put to the rule of this name; to all, unless an exercise says otherwise.
    fn applies(_part: Self::Part, _rule: &str) -> bool {
        true
    }
    /// What is tried, from simple to hard.
    fn search(part: Self::Part, settings: &Settings) -> Box<dyn Search<Self::World>>;

    /// The visible examples, by name.
    const EXAMPLES: &'static [&'static str];
    /// Tries one of [`Exercise::EXAMPLES`] on one part.
    ///
    /// # Errors
    /// What was observed and what was required, in words.
    fn example(self, name: &str, part: Self::Part) -> Result<(), String>;

    /// What `code:` of a scenario may name.
    const CODES: &'static [&'static str];
    /// Rules that the code of this name breaks in every run: a scenario that `holds` keeps all others.
    fn flaws(_name: &str) -> &'static [&'static str] {
        &[]
    }

    /// The world with the code of this name, for one of [`Exercise::CODES`].
    fn code(self, name: &str) -> Option<Self::World>;
}

/// A rule of an exercise.
pub type RuleOf<E> = Property<<<E as Exercise>::World as World>::Run>;

/// The exam of one part for a candidate.
pub fn exam<E: Exercise>(part: E::Part, candidate: E) -> Exam<E::World> {
    Exam {
        exercise: E::NAME,
        part: E::module(part),
        file: E::file(part),
        properties: E::rules().into_iter().filter(|rule| E::applies(part, rule.name)).collect(),
        world: Box::new(move || candidate.world(part)),
        search: Box::new(move |settings: &Settings| E::search(part, settings)),
    }
}

/// The rules by name, in the order in which they are reported.
pub fn names<E: Exercise>() -> Vec<&'static str> {
    E::rules().iter().map(|rule| rule.name).collect()
}

/// Tries one example, by name, on one part.
///
/// # Errors
/// As [`Exercise::example`]; also when there is no example of this name.
pub fn try_example<E: Exercise>(name: &str, part: E::Part, candidate: E) -> Result<(), String> {
    if !E::EXAMPLES.contains(&name) {
        return Err(format!("no example is called {name}"));
    }
    candidate.example(name, part)
}

/// All examples on all parts of a candidate: name and whether it passes.
fn examples<E: Exercise>(candidate: E) -> Vec<(&'static str, bool)> {
    let passes = |name: &str, part: &E::Part| try_example(name, *part, candidate).is_ok();
    E::EXAMPLES.iter().map(|name| (*name, E::PARTS.iter().all(|part| passes(name, part)))).collect()
}

/// The body of a solution's `proof/main.rs`: puts every variant to every rule. `all` is made by
/// `cargo xtask prove`.
pub fn prove<E: Exercise>(all: fn() -> Vec<(&'static str, E)>) -> ExitCode {
    let variants: Vec<&'static str> = all().iter().map(|(name, _)| *name).collect();
    run(&variants, &move |variant| {
        let (name, candidate) = all().into_iter().find(|(name, _)| *name == variant)?;
        let part = |part: &E::Part| Box::new(exam(*part, candidate)) as Box<dyn ProvedPart>;
        Some(Subject {
            variant: name,
            parts: E::PARTS.iter().map(part).collect(),
            examples: Box::new(move || examples(candidate)),
        })
    })
}
