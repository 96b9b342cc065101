//! `detector` as an exercise: its one part, rules, cases, examples and codes.

use kit::contract::detector::Watching;

use super::examples::EXAMPLES;
use super::plans::Plans;
use super::rules::rules;
use super::{Candidate, nodes};
use crate::messages::Nodes;
use grader::exercise::{Exercise, RuleOf};
use grader::settings::Settings;
use grader::world::Search;

impl Exercise for Candidate {
    type World = Nodes<Watching>;
    type Part = ();

    const NAME: &'static str = "detector";
    const PARTS: &'static [()] = &[()];

    fn module((): ()) -> &'static str {
        "rules::watch"
    }

    fn file((): ()) -> &'static str {
        "exercises/07-detector/src/lib.rs"
    }

    fn world(self, (): ()) -> Nodes<Watching> {
        nodes(self.make)
    }

    fn rules() -> Vec<RuleOf<Candidate>> {
        rules()
    }

    fn search((): (), settings: &Settings) -> Box<dyn Search<Nodes<Watching>>> {
        Box::new(Plans::new(settings))
    }

    const EXAMPLES: &'static [&'static str] = &[EXAMPLES[0].name, EXAMPLES[1].name];

    fn example(self, name: &str, (): ()) -> Result<(), String> {
        EXAMPLES
            .iter()
            .filter(|example| example.name == name)
            .try_for_each(|example| example.check(self.make))
    }

    const CODES: &'static [&'static str] = &["watch"];

    fn code(self, name: &str) -> Option<Nodes<Watching>> {
        (name == "watch").then(|| nodes(self.make))
    }
}
