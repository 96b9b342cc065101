//! Numbered steps in columns: number, who, what, and what came of it at the right margin.

use kit::trace::{Step, Trace, Violation};

use crate::ascii::columns::{columns, fold, padded};
use crate::plain_text::plain;
use crate::steps::facts;
use crate::wrap::shorten;

/// Where each column begins, in columns of the terminal.
struct Plan {
    /// Digits of the largest number.
    number: usize,
    /// Width of the column of actors; 0 if nobody acts.
    who: usize,
    act: usize,
    act_width: usize,
    /// `None` if results stand under their acts, because side by side both would be too narrow.
    result: Option<usize>,
    result_width: usize,
}

/// The widest actor, the widest share of a line (in tenths) that results may take, and the least
/// that is left for acts beside them.
const WIDEST_WHO: usize = 14;
const RESULT_TENTHS: usize = 4;
const LEAST_ACT: usize = 22;
/// Results are not squeezed into less than this beside an act.
const LEAST_RESULT: usize = 16;

/// The steps, and what holds when the run is over.
pub(super) fn steps_and_end(trace: &Trace, width: usize) -> String {
    let mut text = steps(trace, width);
    let facts = facts(trace);
    if !facts.is_empty() {
        let lines = fold(&format!("at the end: {facts}"), width - 4);
        text.push('\n');
        lines.iter().for_each(|line| push_line(&mut text, &format!("    {line}")));
    }
    text
}

pub(super) fn steps(trace: &Trace, width: usize) -> String {
    if trace.steps.is_empty() && trace.violation.is_none() {
        return String::new();
    }
    let plan = plan(trace, width);
    let mut text = String::new();
    for (index, step) in trace.steps.iter().enumerate() {
        let number = index + 1;
        let violation = trace.violation.as_ref().filter(|violation| violation.step as usize == number);
        row(&mut text, &plan, &number.to_string(), step, violation);
    }
    if let Some((step, violation)) = of_the_run(trace) {
        row(&mut text, &plan, "", &step, Some(violation));
    }
    text
}

/// A rule may be broken by the run as a whole: that gets a line without a number.
fn of_the_run(trace: &Trace) -> Option<(Step, &Violation)> {
    let violation = trace.violation.as_ref()?;
    let outside = !(1..=trace.steps.len()).contains(&(violation.step as usize));
    let (act, result) = ("at the end".to_owned(), violation.observed.clone());
    outside.then(|| (Step { act, result, ..Step::default() }, violation))
}

fn plan(trace: &Trace, width: usize) -> Plan {
    let number = trace.steps.len().to_string().len();
    let widest_who = trace.steps.iter().map(|step| columns(&plain(&step.who))).max().unwrap_or(0);
    let who = widest_who.min(WIDEST_WHO).min(width / 4);
    // Two spaces, the sign, a space, the number, two spaces; then who and three spaces.
    let act = 4 + number + 2 + if who > 0 { who + 3 } else { 0 };
    let of_steps =
        trace.steps.iter().enumerate().map(|(index, step)| (step.clone(), violation_of(trace, index)));
    let all = of_steps.chain(of_the_run(trace).map(|(step, violation)| (step, Some(violation))));
    let lines = all.flat_map(|(step, violation)| results(&step, violation));
    let widest_result = lines.map(|line| columns(&line)).max().unwrap_or(0);
    let room = width.saturating_sub(act);
    let share = (width * RESULT_TENTHS / 10).min(room.saturating_sub(LEAST_ACT + 2));
    let result_width = widest_result.min(share);
    if result_width == 0 || result_width < widest_result.min(LEAST_RESULT) {
        return Plan {
            number,
            who,
            act,
            act_width: room,
            result: None,
            result_width: room.saturating_sub(2),
        };
    }
    let result = Some(width - result_width);
    Plan { number, who, act, act_width: room - result_width - 2, result, result_width }
}

fn violation_of(trace: &Trace, index: usize) -> Option<&Violation> {
    trace.violation.as_ref().filter(|violation| violation.step as usize == index + 1)
}

/// What came of a step, and what should have.
fn results(step: &Step, violation: Option<&Violation>) -> Vec<String> {
    let result = plain(&step.result);
    let mut lines = Vec::new();
    if !result.is_empty() {
        lines.push(result.clone());
    }
    if let Some(violation) = violation {
        let observed = plain(&violation.observed);
        if !observed.is_empty() && observed != result {
            lines.push(format!("is: {observed}"));
        }
        lines.push(format!("must be: {}", plain(&violation.required)));
    }
    lines
}

fn row(text: &mut String, plan: &Plan, number: &str, step: &Step, violation: Option<&Violation>) {
    let sign = if violation.is_some() { '►' } else { ' ' };
    let mut head = format!("  {sign} {number:>width$}  ", width = plan.number);
    if plan.who > 0 {
        let who = shorten(&plain(&step.who), |text| columns(text) <= plan.who);
        head.push_str(&padded(&who, plan.who + 3));
    }
    let acts = fold(&plain(&step.act), plan.act_width);
    // What must be keeps its own line, and goes on under its first letter.
    let results: Vec<String> =
        results(step, violation).iter().flat_map(|line| hanging(line, plan.result_width)).collect();
    match plan.result {
        Some(column) => side_by_side(text, &head, plan, column, (&acts, &results)),
        None => stacked(text, &head, plan, (&acts, &results)),
    }
}

fn hanging(line: &str, width: usize) -> Vec<String> {
    if columns(line) <= width {
        return vec![line.to_owned()];
    }
    let mut lines = fold(line, width.saturating_sub(2));
    for later in lines.iter_mut().skip(1) {
        later.insert_str(0, "  ");
    }
    lines
}

fn side_by_side(
    text: &mut String,
    head: &str,
    plan: &Plan,
    column: usize,
    (acts, results): (&[String], &[String]),
) {
    for line in 0..acts.len().max(results.len()) {
        let start = if line == 0 { head.to_owned() } else { " ".repeat(plan.act) };
        let act = acts.get(line).map_or("", String::as_str);
        let whole = match results.get(line) {
            Some(result) => format!("{}{result}", padded(&format!("{start}{act}"), column)),
            None => format!("{start}{act}"),
        };
        push_line(text, &whole);
    }
}

fn stacked(text: &mut String, head: &str, plan: &Plan, (acts, results): (&[String], &[String])) {
    for (line, act) in acts.iter().enumerate() {
        let start = if line == 0 { head.to_owned() } else { " ".repeat(plan.act) };
        push_line(text, &format!("{start}{act}"));
    }
    for result in results {
        push_line(text, &format!("{}{result}", " ".repeat(plan.act + 2)));
    }
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}
