//! `fence` as an exercise: its parts, rules, cases, examples and codes.

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

    const NAME: &'static str = "fence";
    const PARTS: &'static [Part] = &Part::ALL;

    fn module(part: Part) -> &'static str {
        match part {
            Part::Faded => "fence::faded",
            Part::Open => "fence::open",
        }
    }

    fn file(part: Part) -> &'static str {
        match part {
            Part::Faded => "exercises/08-fence/src/faded.rs",
            Part::Open => "exercises/08-fence/src/open.rs",
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

    const CODES: &'static [&'static str] =
        &["faded", "open", "compare-in-code", "strict", "lower-or-equal", "unclaimed", "null-mark"];

    fn flaws(name: &str) -> &'static [&'static str] {
        match name {
            // Its claims raise no mark.
            "strict" | "lower-or-equal" | "unclaimed" => &["claim_raises_the_mark"],
            _ => &[],
        }
    }

    fn code(self, name: &str) -> Option<Play<Code>> {
        Some(Play::new(match name {
            "faded" => self.faded,
            "open" => self.open,
            "compare-in-code" => broken::compare_in_code::code(),
            "strict" => broken::strict::code(),
            "lower-or-equal" => broken::lower_or_equal::code(),
            "unclaimed" => broken::unclaimed::code(),
            "null-mark" => broken::null_mark::code(),
            _ => return None,
        }))
    }
}

impl Candidate {
    /// The code that this part puts to the test.
    fn story(self, part: Part) -> Code {
        match part {
            Part::Faded => self.faded,
            Part::Open => self.open,
        }
    }
}
