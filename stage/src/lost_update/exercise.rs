//! `lost-update` as an exercise: its parts, rules, cases, examples and codes.

use super::examples::EXAMPLES;
use super::ladder::rungs;
use super::rules::rules;
use super::{Candidate, Code, Part, broken, naive};
use crate::exercise::{Exercise, Rule, RungOf};

impl Exercise for Candidate {
    type Story = Code;
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

    fn story(self, part: Part) -> Code {
        let debit = match part {
            Part::Relative => self.relative,
            Part::Locked => self.locked,
            Part::CompareAndSet => self.compare_and_set,
        };
        Code { debit, credit: self.credit }
    }

    fn rules() -> Vec<Rule<Candidate>> {
        rules()
    }

    fn rungs(part: Part, seed: u64) -> Vec<RungOf<Candidate>> {
        rungs(part, seed)
    }

    const EXAMPLES: &'static [&'static str] = &[EXAMPLES[0].name, EXAMPLES[1].name];

    fn example(name: &str, code: Code) -> Result<(), String> {
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

    fn code(self, name: &str) -> Option<Code> {
        let debit = match name {
            "naive" => naive::debit,
            "lock-only-the-write" => broken::lock_only_the_write::debit,
            "timeout-counted-as-failure" => broken::timeout_counted_as_failure::debit,
            "relative" => self.relative,
            "locked" => self.locked,
            "compare-and-set" => self.compare_and_set,
            _ => return None,
        };
        Some(Code { debit, credit: self.credit })
    }
}
