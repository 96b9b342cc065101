//! `lost-update` as an exercise: its parts, rules, cases, examples and codes.

use grader::exercise::{Exercise, RuleOf};
use grader::{Search, Settings};

use super::examples::EXAMPLES;
use super::ladder::rungs;
use super::rules::rules;
use super::{Candidate, Code, Part, broken, naive};
use crate::ladder::Ladder;
use crate::play::Play;

impl Exercise for Candidate {
    type World = Play<Code>;
    type Part = Part;

    const NAME: &'static str = "lost-update";
    const PARTS: &'static [Part] = &Part::ALL;

    fn module(part: Part) -> &'static str {
        match part {
            Part::Relative => "repairs::relative",
            Part::Locked => "repairs::locked",
            Part::CompareAndSet => "repairs::compare_and_set",
        }
    }

    fn file(part: Part) -> &'static str {
        match part {
            Part::Relative => "exercises/01-lost-update/src/relative.rs",
            Part::Locked => "exercises/01-lost-update/src/locked.rs",
            Part::CompareAndSet => "exercises/01-lost-update/src/compare_and_set.rs",
        }
    }

    fn world(self, part: Part) -> Play<Code> {
        Play::new(self.story(part))
    }

    fn rules() -> Vec<RuleOf<Candidate>> {
        rules()
    }

    fn search(part: Part, settings: &Settings) -> Box<dyn Search<Play<Code>>> {
        Box::new(Ladder::new(rungs(part, settings.seed), settings))
    }

    const EXAMPLES: &'static [&'static str] = &[EXAMPLES[0].name, EXAMPLES[1].name];

    fn example(self, name: &str, part: Part) -> Result<(), String> {
        let code = self.story(part);
        EXAMPLES.iter().filter(|example| example.name == name).try_for_each(|example| example.check(code))
    }

    const CODES: &'static [&'static str] = &[
        "naive",
        "lock-only-the-write",
        "timeout-counted-as-failure",
        "relative",
        "locked",
        "compare-and-set",
    ];

    fn code(self, name: &str) -> Option<Play<Code>> {
        let debit = match name {
            "naive" => naive::debit,
            "lock-only-the-write" => broken::lock_only_the_write::debit,
            "timeout-counted-as-failure" => broken::timeout_counted_as_failure::debit,
            "relative" => self.relative,
            "locked" => self.locked,
            "compare-and-set" => self.compare_and_set,
            _ => return None,
        };
        Some(Play::new(Code { debit, credit: self.credit }))
    }
}

impl Candidate {
    /// The code that this part puts to the test.
    fn story(self, part: Part) -> Code {
        let debit = match part {
            Part::Relative => self.relative,
            Part::Locked => self.locked,
            Part::CompareAndSet => self.compare_and_set,
        };
        Code { debit, credit: self.credit }
    }
}
