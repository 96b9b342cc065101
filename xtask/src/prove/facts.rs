//! What a proof program reports: a fact a line, fields separated by tabs.
//!
//! ```text
//! examples  VARIANT  EXAMPLE  passes|fails
//! rule  VARIANT  PART  RULE  fixed|SEED  passes|fails|waits  FOUND  STEPS
//! ```

use std::collections::BTreeMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Passes,
    Fails,
    /// The code that the rule is about is not written yet.
    Waits,
}

/// What came of one rule for one variant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Outcomes {
    pub(crate) fixed: Option<Fixed>,
    /// By seed.
    pub(crate) fresh: BTreeMap<u64, Status>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fixed {
    pub(crate) status: Status,
    /// The number of the run that broke the rule, from 1; 0 when none did, or none came back.
    pub(crate) found: u32,
    /// Of the counterexample; 0 when there is none to show.
    pub(crate) steps: u32,
}

/// Outcomes by rule.
pub(crate) type Rules = BTreeMap<String, Outcomes>;

#[derive(Debug, Clone, Default)]
pub(crate) struct Facts {
    /// By variant, then by example.
    pub(crate) examples: BTreeMap<String, BTreeMap<String, bool>>,
    /// By variant, then by part.
    pub(crate) rules: BTreeMap<String, BTreeMap<String, Rules>>,
}

impl Facts {
    /// Takes a line of the report. `Ok(false)`: it is no fact, and for people to read.
    ///
    /// # Errors
    /// A line that begins as a fact and is none: the program and this one do not fit.
    pub(crate) fn line(&mut self, line: &str) -> Result<bool, String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let understood = match fields[..] {
            ["examples", variant, example, status] => self.example(variant, example, status),
            ["rule", variant, part, rule, seed, status, found, steps] => {
                self.rule([variant, part, rule], seed, status, [found, steps])
            }
            ["examples" | "rule", _, ..] => None,
            _ => return Ok(false),
        };
        understood
            .map(|()| true)
            .ok_or_else(|| format!("the proof program printed `{}`", line.replace('\t', "<TAB>")))
    }

    fn example(&mut self, variant: &str, example: &str, status: &str) -> Option<()> {
        let passes = match status {
            "passes" => true,
            "fails" => false,
            _ => return None,
        };
        self.examples.entry(variant.to_owned()).or_default().insert(example.to_owned(), passes);
        Some(())
    }

    fn rule(
        &mut self,
        [variant, part, rule]: [&str; 3],
        seed: &str,
        status: &str,
        [found, steps]: [&str; 2],
    ) -> Option<()> {
        let status = match status {
            "passes" => Status::Passes,
            "fails" => Status::Fails,
            "waits" => Status::Waits,
            _ => return None,
        };
        let (found, steps) = (found.parse().ok()?, steps.parse().ok()?);
        let parts = self.rules.entry(variant.to_owned()).or_default();
        let outcomes = parts.entry(part.to_owned()).or_default().entry(rule.to_owned()).or_default();
        match seed {
            "fixed" => outcomes.fixed = Some(Fixed { status, found, steps }),
            seed => drop(outcomes.fresh.insert(seed.parse().ok()?, status)),
        }
        Some(())
    }

    /// The rules of each part, as the solution itself was held to them.
    pub(crate) fn all_rules(&self) -> BTreeMap<&str, Vec<&str>> {
        let parts = self.rules.get(REFERENCE).into_iter().flatten();
        parts.map(|(part, rules)| (part.as_str(), rules.keys().map(String::as_str).collect())).collect()
    }

    /// How many times a variant was explored in one of its parts under one seed.
    pub(crate) fn explorations(&self) -> usize {
        let parts = self.rules.values().flat_map(BTreeMap::values);
        parts.filter_map(|rules| rules.values().next()).map(|outcomes| 1 + outcomes.fresh.len()).sum()
    }

    pub(crate) fn outcomes(&self, variant: &str, part: &str, rule: &str) -> Option<&Outcomes> {
        self.rules.get(variant)?.get(part)?.get(rule)
    }

    pub(crate) fn fixed(&self, variant: &str, part: &str, rule: &str) -> Option<Fixed> {
        self.outcomes(variant, part, rule)?.fixed
    }

    pub(crate) fn kills(&self, variant: &str, part: &str, rule: &str) -> bool {
        self.fixed(variant, part, rule).is_some_and(|fixed| fixed.status == Status::Fails)
    }
}

/// The solution, unchanged.
pub(crate) const REFERENCE: &str = "reference";
/// What a learner begins with.
pub(crate) const STUB: &str = "stub";
