//! `lease-keeper` as an exercise: its parts, rules, cases, examples and codes.

use grader::exercise::{Exercise, RuleOf};
use grader::{Search, Settings};

use super::examples::EXAMPLES;
use super::ladder::rungs;
use super::rules::rules;
use super::{Candidate, Code, Part, broken};
use crate::ladder::Ladder;
use crate::play::Play;

impl Exercise for Candidate {
    type World = Play<Code>;
    type Part = Part;

    const NAME: &'static str = "lease-keeper";
    const PARTS: &'static [Part] = &Part::ALL;

    fn module(part: Part) -> &'static str {
        match part {
            Part::Faded => "keeper::faded",
            Part::Open => "keeper::open",
        }
    }

    fn file(part: Part) -> &'static str {
        match part {
            Part::Faded => "exercises/06-lease-keeper/src/faded.rs",
            Part::Open => "exercises/06-lease-keeper/src/open.rs",
        }
    }

    fn world(self, part: Part) -> Play<Code> {
        Play::new(self.story(part))
    }

    fn rules() -> Vec<RuleOf<Candidate>> {
        rules()
    }

    fn search(_: Part, settings: &Settings) -> Box<dyn Search<Play<Code>>> {
        Box::new(Ladder::new(rungs(settings.seed), settings))
    }

    const EXAMPLES: &'static [&'static str] = &[EXAMPLES[0].name, EXAMPLES[1].name];

    fn example(self, name: &str, part: Part) -> Result<(), String> {
        let code = self.story(part);
        EXAMPLES.iter().filter(|example| example.name == name).try_for_each(|example| example.check(code))
    }

    const CODES: &'static [&'static str] = &[
        "faded",
        "open",
        "heartbeat",
        "delete-on-release",
        "unlock-ignores-owner",
        "check-then-delete",
        "renews-by-name",
        "renews-what-is-over",
        "time-that-was",
    ];

    fn flaws(name: &str) -> &'static [&'static str] {
        match name {
            // It writes the row anew.
            "heartbeat" => &["renewal_keeps_the_token"],
            _ => &[],
        }
    }

    fn code(self, name: &str) -> Option<Play<Code>> {
        Some(Play::new(match name {
            "faded" => self.faded.beside_the_given(),
            "open" => self.open.beside_the_given(),
            "heartbeat" => broken::heartbeat::CODE,
            "delete-on-release" => broken::delete_on_release::CODE,
            "unlock-ignores-owner" => broken::unlock_ignores_owner::CODE,
            "check-then-delete" => broken::check_then_delete::CODE,
            "renews-by-name" => broken::renews_by_name::CODE,
            "renews-what-is-over" => broken::renews_what_is_over::CODE,
            "time-that-was" => broken::time_that_was::CODE,
            _ => return None,
        }))
    }
}

impl Candidate {
    /// The code that this part puts to the test.
    fn story(self, part: Part) -> Code {
        match part {
            Part::Faded => self.faded.beside_the_given(),
            Part::Open => self.open.beside_the_given(),
        }
    }
}
