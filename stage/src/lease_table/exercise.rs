//! `lease-table` as an exercise: its parts, rules, cases, examples and codes.

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

    const NAME: &'static str = "lease-table";
    const PARTS: &'static [Part] = &Part::ALL;

    fn module(part: Part) -> &'static str {
        match part {
            Part::Worked => "lease::worked",
            Part::Faded => "lease::faded",
            Part::Open => "lease::open",
        }
    }

    fn file(part: Part) -> &'static str {
        match part {
            Part::Worked => "exercises/05-lease-table/src/worked.rs",
            Part::Faded => "exercises/05-lease-table/src/faded.rs",
            Part::Open => "exercises/05-lease-table/src/open.rs",
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
        "worked",
        "faded",
        "open",
        "published",
        "check-then-set",
        "reads-the-copy",
        "table-on-each-pod",
        "insert-without-key",
        "update-leader",
    ];

    fn flaws(name: &str) -> &'static [&'static str] {
        match name {
            // Its owner is a pod.
            "published" => &["row_says_who_holds_it"],
            _ => &[],
        }
    }

    fn code(self, name: &str) -> Option<Play<Code>> {
        Some(Play::new(match name {
            "worked" => self.worked,
            "faded" => self.faded,
            "open" => self.open,
            "published" => broken::published::CODE,
            "check-then-set" => broken::check_then_set::CODE,
            "reads-the-copy" => broken::reads_the_copy::CODE,
            "table-on-each-pod" => broken::table_on_each_pod::CODE,
            "insert-without-key" => broken::insert_without_key::CODE,
            "update-leader" => broken::update_leader::CODE,
            _ => return None,
        }))
    }
}

impl Candidate {
    /// The code that this part puts to the test.
    fn story(self, part: Part) -> Code {
        match part {
            Part::Worked => self.worked,
            Part::Faded => self.faded,
            Part::Open => self.open,
        }
    }
}
