//! Every rule rejects something, or says why it is kept.

use super::{Evidence, fault_at};

/// What one rule of one part rejects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rejections<'a> {
    pub(crate) part: &'a str,
    pub(crate) rule: &'a str,
    /// The wrong variants that it rejects under the fixed seed.
    pub(crate) all: Vec<&'a str>,
    /// Those of them that no other rule of the part rejects.
    pub(crate) alone: Vec<&'a str>,
}

/// For each rule of each part, in the order of their names.
pub(crate) fn rejections<'a>(evidence: &Evidence<'a>) -> Vec<Rejections<'a>> {
    let wrong: Vec<&str> = evidence
        .variants
        .iter()
        .filter(|variant| variant.breaks().is_some())
        .map(|variant| variant.name.as_str())
        .collect();
    let mut rejections = Vec::new();
    for (part, rules) in evidence.facts.all_rules() {
        for rule in &rules {
            let kills = |variant: &&str| evidence.facts.kills(variant, part, rule);
            let all: Vec<&str> = wrong.iter().copied().filter(kills).collect();
            let only = |variant: &&str| {
                !rules.iter().any(|other| other != rule && evidence.facts.kills(variant, part, other))
            };
            let alone = all.iter().copied().filter(only).collect();
            rejections.push(Rejections { part, rule, all, alone });
        }
    }
    rejections
}

pub(super) fn judge_rules(evidence: &Evidence<'_>, faults: &mut Vec<String>) {
    let explanations = evidence.explanations;
    let all = rejections(evidence);
    for Rejections { part, rule, .. } in all.iter().filter(|rejections| rejections.all.is_empty()) {
        if !explanations.kept.contains_key(&((*part).to_owned(), (*rule).to_owned())) {
            faults.push(format!(
                "{part}::{rule}: rejects no wrong variant\n  help: write one that only it rejects, or say in \
                 explanations.txt why it is kept: `{part}::{rule}: …`"
            ));
        }
    }
    for ((part, rule), kept) in &explanations.kept {
        let message = match all.iter().find(|rejections| rejections.part == part && rejections.rule == rule) {
            None => format!("no rule `{part}::{rule}` was reported"),
            Some(Rejections { all, .. }) if !all.is_empty() => {
                format!("this rule needs no explanation: it rejects {}", all.join(", "))
            }
            Some(_) => continue,
        };
        faults.push(fault_at(
            kept.at,
            &explanations.file,
            &explanations.source,
            message,
            "take the line out",
        ));
    }
}
