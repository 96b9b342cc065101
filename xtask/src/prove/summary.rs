//! What a proof says to people.

use super::judge::{Evidence, Judgement, Share, rejections};
use crate::say::Paint;

/// The rules with what only they reject, the shares under fresh seeds, and the faults.
pub(crate) fn details(evidence: &Evidence<'_>, judgement: &Judgement, paint: Paint) -> String {
    let mut lines = vec![];
    let rules = rejections(evidence);
    let width = rules.iter().map(|one| one.rule.chars().count()).max().unwrap_or(0);
    let mut part = "";
    for one in rules {
        if part != one.part {
            part = one.part;
            lines.push(format!("\n  {part}"));
        }
        let alone = match one.alone.is_empty() {
            true => String::new(),
            false => format!("  alone: {}", one.alone.join(", ")),
        };
        lines.push(format!("    {:width$}  rejects {:>2}{alone}", one.rule, one.all.len()));
    }
    lines.extend(shares(&judgement.shares, paint));
    for fault in &judgement.faults {
        lines.push(format!("\n{} {}", paint.red("✗"), fault.replace('\n', "\n  ")));
    }
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.join("\n")
}

/// Those that were not rejected under every seed, worst first; the others are counted.
fn shares(shares: &[Share], paint: Paint) -> Vec<String> {
    let mut some: Vec<&Share> = shares.iter().filter(|share| share.failed < share.tried).collect();
    some.sort_by_key(|share| share.failed);
    let mut lines = Vec::new();
    if !shares.is_empty() {
        lines.push("\n  rejected under fresh seeds, by the rule meant for it".to_owned());
    }
    for Share { variant, part, rule, failed, tried } in &some {
        let place = paint.dim(&format!("{part}::{rule}"));
        lines.push(format!("{:>5} %  {failed} of {tried}  {variant}  {place}", failed * 100 / tried.max(&1)));
    }
    if some.len() < shares.len() {
        let others = if some.is_empty() { "variants and parts, all of them" } else { "others" };
        lines.push(format!("  100 %  {} {others}", shares.len() - some.len()));
    }
    lines
}

/// One line: all that stands, or how much does not.
pub(crate) fn verdict(evidence: &Evidence<'_>, judgement: &Judgement, seconds: u64, paint: Paint) -> String {
    let name = evidence.exercise;
    if !judgement.faults.is_empty() {
        let count = judgement.faults.len();
        let faults = if count == 1 { "fault" } else { "faults" };
        return format!("{} {name}: {count} {faults}; {seconds} s", paint.red("✗"));
    }
    let (right, wrong) = (evidence.right().count(), evidence.wrong().count());
    let plural = |count: usize| if count == 1 { "variant" } else { "variants" };
    let seeds = match evidence.fresh {
        0 => String::new(),
        fresh => format!(" under the fixed and {fresh} fresh seeds"),
    };
    let rarest = match &judgement.rarest {
        Some((run, variant)) => format!("the last to fall is {variant}, in run {run}; "),
        None => String::new(),
    };
    format!(
        "{} {name}: 1 stub red, 1 reference and {right} right {} green, {wrong} wrong {} rejected by name{seeds}; \
         counterexamples: {}; {rarest}{seconds} s",
        paint.green("✓"),
        plural(right),
        plural(wrong),
        steps(&judgement.steps)
    )
}

/// `median 4 steps, at most 9`. Of an even number of them the greater middle one counts.
pub(crate) fn steps(steps: &[u32]) -> String {
    let mut steps = steps.to_vec();
    steps.sort_unstable();
    match steps[..] {
        [] => "none with steps".to_owned(),
        [.., most] => format!("median {} steps, at most {most}", steps[steps.len() / 2]),
    }
}
