//! `kills.txt`: which rule rejects which wrong variant, for people and for comparison.

use std::fmt::Write;

use super::facts::Status;
use super::judge::{Evidence, Judgement, Rejections, rejections};
use super::summary::steps;
use super::variant::Variant;

/// Begins the last line, which `bench` reads.
pub(crate) const STEPS: &str = "Counterexamples: ";

/// The table, the same bytes for the same facts. Outcomes of the fixed seed alone are in it.
pub(crate) fn render(evidence: &Evidence<'_>, judgement: &Judgement) -> String {
    let mut text = format!(
        "Which rule rejects which wrong variant of {0}, under the fixed seed.\n\
         Written by `cargo xtask prove {0} --bless`; not for hands.\n\n\
         ●  the rule meant for it rejects it     ·  passes\n\
         ○  another rule rejects it as well      ~  nothing to judge     –  never reached\n",
        evidence.exercise
    );
    let all = rejections(evidence);
    for (part, rules) in evidence.facts.all_rules() {
        let of_part: Vec<&Rejections<'_>> = all.iter().filter(|one| one.part == part).collect();
        let _ = write!(text, "\n\n{part}\n\n");
        legend(&mut text, evidence, &of_part);
        text.push('\n');
        table(&mut text, evidence, part, &rules);
    }
    let _ = writeln!(text, "\n\n{STEPS}{}.", steps(&judgement.steps));
    text
}

/// `a`, `b`, … `z`, `aa`: the head of a rule's column.
fn letter(index: usize) -> String {
    let last = char::from(b'a' + (index % 26) as u8).to_string();
    if index < 26 { last } else { letter(index / 26 - 1) + &last }
}

fn legend(text: &mut String, evidence: &Evidence<'_>, rules: &[&Rejections<'_>]) {
    let width = rules.iter().map(|one| one.rule.chars().count()).max().unwrap_or(0);
    let letters = letter(rules.len().saturating_sub(1)).len();
    for (index, one) in rules.iter().enumerate() {
        let key = (one.part.to_owned(), one.rule.to_owned());
        let note = match evidence.explanations.kept.get(&key) {
            _ if !one.alone.is_empty() => format!("alone: {}", one.alone.join(", ")),
            Some(kept) => format!("kept: {}", kept.why),
            None => String::new(),
        };
        let line = format!("  {:letters$}  {:width$}  {note}", letter(index), one.rule);
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

fn table(text: &mut String, evidence: &Evidence<'_>, part: &str, rules: &[&str]) {
    let rows: Vec<&Variant> = evidence
        .wrong()
        .map(|(variant, _)| variant)
        .filter(|variant| is_row(evidence, variant, part, rules))
        .collect();
    let name = rows.iter().map(|variant| variant.name.chars().count()).max().unwrap_or(0);
    let cell = letter(rules.len().saturating_sub(1)).len();
    let heads: Vec<String> = (0..rules.len()).map(|index| format!("{:cell$}", letter(index))).collect();
    let _ = writeln!(text, "  {:name$}  {}  steps", "", heads.join(" "));
    for variant in rows {
        let meant = variant.breaks().map(|breaks| breaks.text.as_str()).filter(|_| variant.is_of(part));
        let signs: Vec<String> = rules
            .iter()
            .map(|rule| format!("{:cell$}", sign(evidence, variant, part, rule, meant)))
            .collect();
        let steps = meant.and_then(|rule| evidence.facts.fixed(&variant.name, part, rule));
        let steps = match steps.filter(|fixed| fixed.status == Status::Fails && fixed.steps > 0) {
            Some(fixed) => format!("{:>5}", fixed.steps),
            None => format!("{:>5}", '–'),
        };
        let _ = writeln!(text, "  {:name$}  {}  {steps}", variant.name, signs.join(" "));
    }
}

/// A variant has a row where it is meant to differ, and where it does though it is not meant to.
fn is_row(evidence: &Evidence<'_>, variant: &Variant, part: &str, rules: &[&str]) -> bool {
    let status = |rule: &&str| evidence.facts.fixed(&variant.name, part, rule).map(|fixed| fixed.status);
    variant.is_of(part) || rules.iter().filter_map(status).any(|status| status != Status::Passes)
}

fn sign(evidence: &Evidence<'_>, variant: &Variant, part: &str, rule: &str, meant: Option<&str>) -> char {
    match evidence.facts.fixed(&variant.name, part, rule).map(|fixed| fixed.status) {
        Some(Status::Fails) if meant == Some(rule) => '●',
        Some(Status::Fails) => '○',
        Some(Status::Passes) => '·',
        Some(Status::Waits) => '~',
        None => '–',
    }
}

#[cfg(test)]
mod tests;
