//! Reports of code that did not come to its end: said once, under the rule that demands an end.

use kit::trace::{Step, Trace};

use super::{Heading, WIDTH, title, ways_on, wrap};
use crate::world::Stop;

pub(super) fn render(heading: &Heading<'_>, stop: &Stop, trace: &Trace) -> String {
    if let Stop::NotWritten { what } = stop {
        return not_written(heading, what);
    }
    let mut out = title(heading);
    if !trace.steps.is_empty() {
        out += &figure::ascii_steps(&folded(trace), WIDTH);
        out.push('\n');
    }
    let (what, next) = told(stop, trace);
    out += &wrap(&format!("{what} {next}"), 2, WIDTH);
    out.push('\n');
    out += &ways_on(heading, false);
    out
}

/// A stop with its story, for code that no rule speaks of.
pub(super) fn story(stop: &Stop, trace: &Trace) -> String {
    let (what, next) = told(stop, trace);
    let steps = if trace.steps.is_empty() {
        String::new()
    } else {
        figure::ascii_steps(&folded(trace), WIDTH) + "\n"
    };
    steps + &wrap(&format!("{what} {next}"), 2, WIDTH)
}

fn not_written(heading: &Heading<'_>, what: &str) -> String {
    let part = heading.part.rsplit("::").next().unwrap_or(heading.part);
    format!(
        "  Not written yet: {what}.\n\n\
         {}\n  run      cargo test -p {} {part}\n  read     {}\n",
        wrap("Fill it in and run the tests of this part; the other rules of the part wait for it.", 2, WIDTH),
        heading.exercise,
        heading.section
    )
}

/// As [`words`], for a story that may have no step before it.
fn told(stop: &Stop, trace: &Trace) -> (String, String) {
    let (what, next) = words(stop);
    match what.strip_prefix("Then your ") {
        Some(rest) if trace.steps.is_empty() => (format!("Your {rest}"), next),
        _ => (what, next),
    }
}

/// What happened, and what to look at.
fn words(stop: &Stop) -> (String, String) {
    let said = |what: &str, next: &str| (what.to_owned(), next.to_owned());
    match stop {
        Stop::NotWritten { what } => said(&format!("Not written yet: {what}."), ""),
        Stop::Panicked { who, message, at } => (
            format!("{who}'s code panicked at {at}: {}.", message.trim_end_matches('.')),
            "An answer that you did not expect is still an answer: look at the last step above.".to_owned(),
        ),
        Stop::BadStatement { who, error } if who.is_empty() => (
            format!("The database does not take your TABLE: {error}."),
            "Nothing else was tried.".to_owned(),
        ),
        Stop::BadStatement { who, error } => (
            format!("The database cannot run {who}'s last statement: {error}."),
            "It is a slip in the SQL; nothing was applied.".to_owned(),
        ),
        Stop::NeverEnds { who, what } if who.is_empty() => (
            format!("Then it went on without end: {what}."),
            "Look for an answer that leads to the message which it answers, or for a timer that sets itself anew \
             at once."
                .to_owned(),
        ),
        Stop::NeverEnds { who, what } => (
            format!("{who} goes on without end: {what}."),
            "Whatever the others do, a call has to end with an answer. Look for the loop that only success leaves."
                .to_owned(),
        ),
        Stop::Loops => said(
            "Then your code was busy all the time and asked for nothing.",
            "Look for a loop that its own work never leaves.",
        ),
        Stop::Sleeps => said(
            "Then your code slept or waited, and nothing here will wake it.",
            "Time stands still while your code runs, so sleeping changes nothing. Return instead.",
        ),
        Stop::StandsStill => said(
            "Then your code neither returned nor asked for anything.",
            "It loops, or it sleeps.",
        ),
        Stop::Grows => said(
            "Then your code took more than 256 MiB of memory.",
            "Look for a list that grows in a loop, or a loop that never leaves.",
        ),
        Stop::Dies { how } => (
            format!("Then your code ended the process: {how}."),
            "Look for a function that calls itself, directly or through another.".to_owned(),
        ),
        Stop::Exits => said(
            "Then your code ended the process with an exit code.",
            "A call has to return; `std::process::exit` ends everybody's work.",
        ),
        Stop::Random { first, second } => (
            format!("The same schedule twice, and two different runs: first `{first}`, then `{second}`."),
            "Something else than the schedule decides. Look for a static, a random number, a HashMap's order, \
             or a clock."
                .to_owned(),
        ),
    }
}

/// A step that comes again and again is shown once.
fn once(trace: &Trace) -> Trace {
    let same = |a: &Step, b: &Step| (&a.who, &a.act, &a.result) == (&b.who, &b.act, &b.result);
    let mut steps = Vec::new();
    for group in trace.steps.chunk_by(same) {
        match group {
            [first, _, _, ..] => {
                steps.push(first.clone());
                let act = format!("… the same, {} times more …", group.len() - 1);
                steps.push(Step { act, events: 1, ..Step::default() });
            }
            few => steps.extend_from_slice(few),
        }
    }
    Trace { steps, ..trace.clone() }
}

/// What goes on without end is shown by how it begins and how it went on when it was stopped.
fn folded(trace: &Trace) -> Trace {
    const BEGIN: usize = 9;
    const END: usize = 3;
    let mut folded = once(trace);
    let count = folded.steps.len();
    if count > BEGIN + END + 1 {
        let act = format!("… and so on, {} steps more …", count - BEGIN - END);
        let middle = Step { act, events: 1, ..Step::default() };
        folded.steps.splice(BEGIN..count - END, [middle]);
    }
    folded
}
