//! `fence` as an exercise: its parts, rules, cases, examples and codes.

use super::examples::EXAMPLES;
use super::ladder::rungs;
use super::rules::rules;
use super::{Candidate, Code, Part, broken};
use crate::exercise::{Exercise, Rule, RungOf};

impl Exercise for Candidate {
    type Story = Code;
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

    fn story(self, part: Part) -> Code {
        match part {
            Part::Faded => self.faded,
            Part::Open => self.open,
        }
    }

    fn rules() -> Vec<Rule<Candidate>> {
        rules()
    }

    fn rungs(_: Part, seed: u64) -> Vec<RungOf<Candidate>> {
        rungs(seed)
    }

    const EXAMPLES: &'static [&'static str] = &[EXAMPLES[0].name, EXAMPLES[1].name];

    fn example(name: &str, code: Code) -> Result<(), String> {
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

    fn code(self, name: &str) -> Option<Code> {
        Some(match name {
            "faded" => self.faded,
            "open" => self.open,
            "compare-in-code" => broken::compare_in_code::code(),
            "strict" => broken::strict::code(),
            "lower-or-equal" => broken::lower_or_equal::code(),
            "unclaimed" => broken::unclaimed::code(),
            "null-mark" => broken::null_mark::code(),
            _ => return None,
        })
    }
}
