//! The stub fails in every part, but for those that it gives complete; the solution and its right variants fail nowhere.

use super::{Evidence, fault_at};
use crate::prove::explanations::{Explanations, Kept};
use crate::prove::facts::{REFERENCE, STUB, Status};

pub(super) fn judge_stub(evidence: &Evidence<'_>, faults: &mut Vec<String>) {
    for (part, rules) in evidence.facts.all_rules() {
        let statuses = rules.iter().filter_map(|rule| evidence.facts.fixed(STUB, part, rule));
        let mut statuses = statuses.map(|fixed| fixed.status).peekable();
        if statuses.peek().is_none() {
            faults.push(format!("{STUB}: nothing was reported of {part}"));
            continue;
        }
        let passes = statuses.all(|status| status == Status::Passes);
        match evidence.explanations.given.get(part) {
            None if passes => faults.push(format!(
                "{STUB}: passes every rule of {part}, though nothing is written there yet\n  help: a rule must demand \
                 work: that an undisturbed call succeeds; or say in explanations.txt why it is given: `given {part}: …`"
            )),
            Some(given) if !passes => {
                let message = format!("{STUB}: {part} is given complete, and does not pass");
                faults.push(at(evidence, given, message));
            }
            _ => {}
        }
    }
    for (part, given) in &evidence.explanations.given {
        if !evidence.facts.all_rules().contains_key(part.as_str()) {
            faults.push(at(evidence, given, format!("no rule was reported of a part `{part}`")));
        }
    }
}

/// A fault at its line of `explanations.txt`.
fn at(evidence: &Evidence<'_>, given: &Kept, message: String) -> String {
    let Explanations { file, source, .. } = evidence.explanations;
    fault_at(given.at, file, source, message, "")
}

pub(super) fn judge_green(evidence: &Evidence<'_>, faults: &mut Vec<String>) {
    let right =
        evidence.right().map(|variant| (variant.name.as_str(), format!("right/{}.txt", variant.name)));
    for (name, shown) in std::iter::once((REFERENCE, REFERENCE.to_owned())).chain(right) {
        examples(evidence, name, &shown, faults);
        for (part, rules) in evidence.facts.all_rules() {
            for rule in rules {
                if let Some(fault) = not_green(evidence, name, part, rule) {
                    faults.push(format!("{shown}: {fault}"));
                }
            }
        }
    }
}

/// Says which examples fail, and whether any was tried.
pub(super) fn examples(evidence: &Evidence<'_>, name: &str, shown: &str, faults: &mut Vec<String>) {
    let examples = evidence.facts.examples.get(name);
    if examples.is_none_or(|examples| examples.is_empty()) {
        faults.push(format!("{shown}: no example was reported"));
    }
    for (example, _) in examples.into_iter().flatten().filter(|(_, passes)| !**passes) {
        faults.push(format!("{shown}: fails the visible example {example}"));
    }
}

fn not_green(evidence: &Evidence<'_>, name: &str, part: &str, rule: &str) -> Option<String> {
    let Some(outcomes) = evidence.facts.outcomes(name, part, rule) else {
        return Some(format!("nothing was reported of {part}::{rule}"));
    };
    match outcomes.fixed.map(|fixed| fixed.status) {
        None => return Some(format!("{part}::{rule} was not tried under the fixed seed")),
        Some(Status::Fails) => return Some(format!("fails {part}::{rule}, but it is right")),
        Some(Status::Waits) => {
            return Some(format!("{part}::{rule} waits for code to be written, but it is right"));
        }
        Some(Status::Passes) => {}
    }
    let bad: Vec<u64> = outcomes
        .fresh
        .iter()
        .filter(|(_, status)| **status != Status::Passes)
        .map(|(seed, _)| *seed)
        .collect();
    // Where a variant is the reference, fresh seeds would only tell again what is known.
    let differs =
        evidence.right().find(|variant| variant.name == name).is_none_or(|variant| variant.is_of(part));
    let wanted = if differs { evidence.fresh } else { 0 };
    match bad[..] {
        [] if outcomes.fresh.len() as u64 >= u64::from(wanted) => None,
        [] => Some(format!(
            "{part}::{rule} was tried under {} fresh seeds, not {wanted}",
            outcomes.fresh.len(),
        )),
        [first, ..] => Some(format!(
            "fails {part}::{rule} under {} of {} fresh seeds, but it is right (GRADE_SEED={first})",
            bad.len(),
            outcomes.fresh.len()
        )),
    }
}
