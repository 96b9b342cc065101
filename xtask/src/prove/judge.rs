//! Whether a grader is proven: the right pass, the wrong are rejected by the rule meant for them,
//! and no rule is there for nothing.

mod green;
mod rules;
mod wrong;

pub(crate) use rules::{Rejections, rejections};
pub(crate) use wrong::Share;

use kit::diagnostic::{Diagnostic, Place};

use super::explanations::Explanations;
use super::facts::{Facts, REFERENCE};
use super::variant::{Variant, Word};

/// All that a judgement looks at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evidence<'a> {
    pub(crate) exercise: &'a str,
    /// Sorted by name.
    pub(crate) variants: &'a [Variant],
    pub(crate) explanations: &'a Explanations,
    pub(crate) facts: &'a Facts,
    /// How many fresh seeds were asked for.
    pub(crate) fresh: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// Why it is red, a paragraph each; empty when it is green.
    pub(crate) faults: Vec<String>,
    /// Of each wrong variant, in each of its parts, under fresh seeds.
    pub(crate) shares: Vec<Share>,
    /// Of each counterexample of a rule that was meant.
    pub(crate) steps: Vec<u32>,
    /// The wrong variant that was rejected last, by the rule meant for it, and in which run.
    pub(crate) rarest: Option<(u32, String)>,
}

pub(crate) fn judge(evidence: &Evidence<'_>) -> Judgement {
    let mut judgement = Judgement::default();
    if evidence.facts.all_rules().is_empty() {
        let fault = format!(
            "no rules yet: the proof of {} reported no rule for the {REFERENCE}.\n  help: write a property in the \
             stage or in `nodes`, and let proof/main.rs run it",
            evidence.exercise
        );
        judgement.faults.push(fault);
        return judgement;
    }
    green::judge_stub(evidence, &mut judgement.faults);
    green::judge_green(evidence, &mut judgement.faults);
    wrong::judge_wrong(evidence, &mut judgement);
    rules::judge_rules(evidence, &mut judgement.faults);
    judgement
}

/// What is not green of the reference and the right variants.
pub(crate) fn right_alone(evidence: &Evidence<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    green::judge_green(evidence, &mut faults);
    faults
}

/// Wrong in every exercise: to do nothing, to refuse all, to accept all, to work once.
const STANDING: [&str; 4] = ["idle", "always-no", "always-yes", "first-call-only"];

/// A fault for each standing variant that an exercise does not have.
pub(crate) fn missing_standing(variants: &[Variant], slot: &str) -> Vec<String> {
    let has =
        |name: &&str| variants.iter().any(|variant| variant.name == *name && variant.breaks().is_some());
    let missing = STANDING.iter().filter(|name| !has(name));
    missing
        .map(|name| format!("solutions/{slot}/wrong/{name}.txt is missing: every exercise has it"))
        .collect()
}

impl Evidence<'_> {
    pub(crate) fn wrong(&self) -> impl Iterator<Item = (&Variant, &Word)> {
        self.variants.iter().filter_map(|variant| Some((variant, variant.breaks()?)))
    }

    pub(crate) fn right(&self) -> impl Iterator<Item = &Variant> {
        self.variants.iter().filter(|variant| variant.breaks().is_none())
    }
}

/// A fault at a place of a file, as all diagnostics look.
fn fault_at(at: Place, file: &str, source: &str, message: String, help: &str) -> String {
    let diagnostic = Diagnostic::new(at, message);
    let diagnostic = if help.is_empty() { diagnostic } else { diagnostic.help(help) };
    diagnostic.render(file, source).trim_end().to_owned()
}

#[cfg(test)]
mod tests;
