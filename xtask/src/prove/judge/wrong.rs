//! Every wrong variant passes the examples and fails the rule that it was written to break.

use super::{Evidence, Judgement, fault_at, green};
use crate::prove::facts::Status;
use crate::prove::variant::{ALL, Variant, Word};

/// Under how many fresh seeds a wrong variant failed the rule meant for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) variant: String,
    pub(crate) part: String,
    pub(crate) rule: String,
    pub(crate) failed: u32,
    pub(crate) tried: u32,
}

impl Share {
    /// 95 of 100: a grader that needs luck is no grader.
    fn is_enough(&self) -> bool {
        u64::from(self.failed) * 100 >= u64::from(self.tried) * 95
    }
}

pub(super) fn judge_wrong(evidence: &Evidence<'_>, judgement: &mut Judgement) {
    for (variant, breaks) in evidence.wrong() {
        if !variant.is_standing() {
            green::examples(evidence, &variant.name, &shown(variant), &mut judgement.faults);
        }
        let parts = parts_of(evidence, variant, breaks, &mut judgement.faults);
        for part in parts {
            judge_part(evidence, variant, part, &breaks.text, judgement);
        }
    }
}

/// The parts in which the variant must fail. Empty after a fault in its head.
fn parts_of<'e>(
    evidence: &Evidence<'e>,
    variant: &Variant,
    breaks: &Word,
    faults: &mut Vec<String>,
) -> Vec<&'e str> {
    let rules = evidence.facts.all_rules();
    let fault = |word: &Word, message: String, names: Vec<&str>| {
        let help = format!("there are: {}", names.join(", "));
        fault_at(word.at, &variant.file, &variant.source, message, &help)
    };
    if variant.part.text != ALL && !rules.contains_key(variant.part.text.as_str()) {
        let message = format!("no rule was reported of a part `{}`", variant.part.text);
        faults.push(fault(&variant.part, message, rules.keys().copied().collect()));
        return Vec::new();
    }
    let parts = rules.into_iter().filter(|(part, _)| variant.is_of(part));
    let (with, without): (Vec<_>, Vec<_>) =
        parts.partition(|(_, rules)| rules.contains(&breaks.text.as_str()));
    if with.is_empty() {
        let message = format!("no rule `{}` was reported of {}", breaks.text, variant.part.text);
        faults.push(fault(breaks, message, without.into_iter().flat_map(|(_, rules)| rules).collect()));
    } else {
        // A part without that rule must reject the variant by any other.
        for (part, rules) in without {
            if !rules.iter().any(|rule| evidence.facts.kills(&variant.name, part, rule)) {
                faults.push(format!("{}: no rule of {part} rejects it", shown(variant)));
            }
        }
    }
    with.into_iter().map(|(part, _)| part).collect()
}

fn judge_part(evidence: &Evidence<'_>, variant: &Variant, part: &str, rule: &str, judgement: &mut Judgement) {
    let faults = &mut judgement.faults;
    let outcomes = evidence.facts.outcomes(&variant.name, part, rule);
    match outcomes.and_then(|outcomes| outcomes.fixed) {
        Some(fixed) if fixed.status == Status::Fails => {
            judgement.steps.extend((fixed.steps > 0).then_some(fixed.steps));
            let found = (fixed.found, variant.name.clone());
            if judgement.rarest.as_ref().is_none_or(|(most, _)| *most < found.0) {
                judgement.rarest = Some(found);
            }
        }
        found => {
            let found = match found.map(|fixed| fixed.status) {
                Some(Status::Passes) => "passes",
                Some(_) => "waits for code to be written",
                None => "was not reported",
            };
            let others = others(evidence, variant, part);
            faults.push(format!("{}: {part}::{rule} must fail, and {found}; {others}", shown(variant)));
        }
    }
    if evidence.fresh == 0 {
        return;
    }
    let fresh = outcomes.into_iter().flat_map(|outcomes| outcomes.fresh.values());
    let failed = fresh.clone().filter(|status| **status == Status::Fails).count() as u32;
    let (variant_name, part, rule) = (variant.name.clone(), part.to_owned(), rule.to_owned());
    // A seed under which nothing was reported counts as one under which it passed.
    let tried = evidence.fresh.max(fresh.count() as u32);
    let share = Share { variant: variant_name, part, rule, failed, tried };
    if !share.is_enough() {
        faults.push(format!(
            "{}: {}::{} fails under {} of {} fresh seeds; at least 95 % must reject it",
            shown(variant),
            share.part,
            share.rule,
            share.failed,
            share.tried
        ));
    }
    judgement.shares.push(share);
}

fn others(evidence: &Evidence<'_>, variant: &Variant, part: &str) -> String {
    let rules = evidence.facts.all_rules().remove(part).unwrap_or_default();
    let failing: Vec<&str> =
        rules.into_iter().filter(|rule| evidence.facts.kills(&variant.name, part, rule)).collect();
    match failing[..] {
        [] => "no rule there rejects it".to_owned(),
        _ => format!("it fails {}", failing.join(", ")),
    }
}

fn shown(variant: &Variant) -> String {
    format!("wrong/{}.txt", variant.name)
}
