//! What a learner sees when a rule is broken. The product's face: eighty columns, one run, one
//! marked step, and three ways on. It says nothing of seeds, cases, structs or our line numbers.

mod stopped;
mod wrap;

use kit::pulse::Line;
use kit::scenario::Scenario;
use kit::trace::{Step, Trace};

use crate::property::Finding;
use crate::verdict::Judgement;
use crate::world::Stop;

pub use wrap::wrap;

/// Columns of a report.
pub const WIDTH: usize = 80;

/// Which rule of which part is spoken of.
#[derive(Debug, Clone, Copy)]
pub struct Heading<'a> {
    pub exercise: &'a str,
    /// `repairs::relative`
    pub part: &'a str,
    pub property: &'a str,
    pub sentence: &'a str,
    pub section: &'a str,
    pub deed: &'a str,
    /// What a learner edits; may be empty.
    pub file: &'a str,
}

/// The report of a verdict; empty for one that passes.
pub fn render(heading: &Heading<'_>, judgement: &Judgement, runs: u32) -> String {
    match judgement {
        Judgement::Passes => String::new(),
        Judgement::Broken(counterexample) => {
            broken(heading, &counterexample.scenario, &counterexample.finding, &counterexample.trace)
        }
        Judgement::Stopped { stop, trace } => stopped::render(heading, stop, trace),
        Judgement::Waits { by, stop } => waits(heading, by, stop),
        Judgement::NeverTested { by: Some(by) } => untested(heading, runs, by),
        Judgement::NeverTested { by: None } => never_tested(heading, runs),
    }
}

/// A broken rule with its smallest run; the scenario says how things stood at the start.
pub fn broken(heading: &Heading<'_>, scenario: &Scenario, finding: &Finding, trace: &Trace) -> String {
    let mut out = title(heading);
    out += &given(scenario);
    out += &figure::ascii_steps(trace, WIDTH);
    out += &facts(trace);
    out.push('\n');
    let meaning = [finding.consequence.as_str(), finding.suspicion.as_str()].join(" ");
    out += &wrap(meaning.trim(), 2, WIDTH);
    out.push('\n');
    out += &ways_on(&Heading { section: finding.section.unwrap_or(heading.section), ..*heading }, true);
    out
}

/// The cast in one line: `given account 42: ₹100; pod-7: debit ₹30 from 42`.
fn given(scenario: &Scenario) -> String {
    let cast: Vec<String> =
        scenario.cast.iter().map(|setting| format!("{}: {}", setting.key, setting.value)).collect();
    if cast.is_empty() { String::new() } else { wrap(&format!("given {}", cast.join("; ")), 7, WIDTH) }
}

/// The report of a run that ended its process, from the story that the process told before.
pub fn died(heading: &Heading<'_>, stop: &Stop, story: &[Line]) -> String {
    stopped::render(heading, stop, &told(story))
}

/// The same without a rule, for the visible examples.
pub fn story(stop: &Stop, story: &[Line]) -> String {
    stopped::story(stop, &told(story))
}

fn told(story: &[Line]) -> Trace {
    let steps = story.iter().map(|line| Step {
        who: line.who.clone(),
        act: line.act.clone(),
        result: line.result.clone(),
        events: 1,
        ..Step::default()
    });
    Trace { steps: steps.collect(), ..Trace::default() }
}

fn title(heading: &Heading<'_>) -> String {
    let left = format!("✗ {}", heading.property);
    let short = heading.part.rsplit("::").next().unwrap_or(heading.part);
    let right = format!("{} · {short}", heading.exercise);
    let gap = WIDTH.saturating_sub(left.chars().count() + right.chars().count()).max(1);
    format!("{left}{}{right}\n\n{}\n", " ".repeat(gap), wrap(heading.sentence, 2, WIDTH))
}

fn facts(trace: &Trace) -> String {
    let facts: Vec<String> = trace.facts.iter().map(|(name, value)| format!("{name} {value}")).collect();
    if facts.is_empty() {
        String::new()
    } else {
        wrap(&format!("at the end: {}", facts.join(", ")), 7, WIDTH)
    }
}

fn ways_on(heading: &Heading<'_>, kept: bool) -> String {
    let mut out = String::new();
    if !heading.file.is_empty() {
        out += &format!("  edit     {}\n", heading.file);
    }
    out += &format!("  read     {}\n", heading.section);
    if kept {
        let part = heading.part.rsplit("::").next().unwrap_or(heading.part);
        out += &format!("  replay   cargo xtask replay {} {part}::{}\n", heading.exercise, heading.property);
    }
    out
}

/// One way on more, where several rules are broken: what breaks an earlier one often breaks the later.
pub fn first(rule: &str) -> String {
    format!("  first    the report on {rule}\n")
}

fn waits(heading: &Heading<'_>, by: &str, stop: &Stop) -> String {
    match stop {
        Stop::NotWritten { what } => format!("· {} waits: {what}\n", heading.property),
        _ => format!("· {} waits: see {by}\n", heading.property),
    }
}

/// A rule that no run came near, while another rule is broken: that one is to be mended first.
fn untested(heading: &Heading<'_>, runs: u32, by: &str) -> String {
    let Heading { property, deed, .. } = heading;
    let why = format!("In none of {runs} runs has your code {deed}; see {by}.");
    format!("· {property} waits\n{}", wrap(&why, 2, WIDTH))
}

fn never_tested(heading: &Heading<'_>, runs: u32) -> String {
    let mut out = title(heading);
    let what = format!(
        "In none of {runs} runs has your code {}, so nothing shows that it keeps this rule.",
        heading.deed
    );
    out += &wrap(&what, 2, WIDTH);
    out.push('\n');
    out += &ways_on(heading, false);
    out
}
