//! The run as a numbered list: what the picture says, in words.

use kit::trace::{Step, Trace, Violation};

use crate::plain_text::{escape, plain};

/// The steps as an `<ol class="trace-steps">`: who, what, what came of it. The step that broke a
/// rule says so in words. No blank line in it, everything escaped.
pub fn steps_html(trace: &Trace) -> String {
    let mut html = String::from("<ol class=\"trace-steps\">\n");
    let count = trace.steps.len();
    for (index, step) in trace.steps.iter().enumerate() {
        let number = index + 1;
        let violation = trace.violation.as_ref().filter(|violation| violation.step as usize == number);
        html.push_str(&item(number, step, violation));
    }
    // A rule may be broken by the run as a whole.
    let of_the_run = |violation: &&Violation| !(1..=count).contains(&(violation.step as usize));
    html.push_str(&ending(trace, trace.violation.as_ref().filter(of_the_run)));
    html.push_str("</ol>");
    html
}

fn item(number: usize, step: &Step, violation: Option<&Violation>) -> String {
    let class = if violation.is_some() { " class=\"trace-violation\"" } else { "" };
    let mut parts = Vec::new();
    let who = plain(&step.who);
    if !who.is_empty() {
        parts.push(format!("<strong class=\"trace-who\">{}</strong>", escape(&who)));
    }
    // An arrow made of two signs could break across lines.
    let act = plain(&step.act).replace(" -> ", " → ");
    let tag = if is_sql(&act) { "code" } else { "span" };
    parts.push(format!("<{tag} class=\"trace-act\">{}</{tag}>", escape(&act)));
    let result = plain(&step.result);
    if !result.is_empty() {
        parts.push(format!("<span class=\"trace-result\">{}</span>", escape(&result)));
    }
    if let Some(violation) = violation {
        parts.push(must_be(&result, violation));
    }
    format!("<li data-step=\"{number}\"{class}>{}</li>\n", parts.join(" "))
}

/// What holds when the run is over; without a number, for nobody does it.
fn ending(trace: &Trace, violation: Option<&Violation>) -> String {
    let facts = facts(trace);
    if facts.is_empty() && violation.is_none() {
        return String::new();
    }
    let class = if violation.is_some() { "trace-end trace-violation" } else { "trace-end" };
    let said = if facts.is_empty() { String::new() } else { format!(": {}", escape(&facts)) };
    let must = violation.map_or(String::new(), |violation| format!(" {}", must_be(&facts, violation)));
    format!("<li class=\"{class}\"><span class=\"trace-act\">At the end{said}</span>{must}</li>\n")
}

/// `balance ₹70, journal 1 row`
pub(crate) fn facts(trace: &Trace) -> String {
    let said = trace.facts.iter().map(|(name, value)| plain(&format!("{name} {value}")));
    said.collect::<Vec<_>>().join(", ")
}

fn must_be(result: &str, violation: &Violation) -> String {
    let (observed, required) = (plain(&violation.observed), plain(&violation.required));
    let mut lines = String::new();
    if !observed.is_empty() && observed != result {
        lines.push_str(&format!("<span class=\"trace-must\">is: {}</span> ", escape(&observed)));
    }
    lines.push_str(&format!("<span class=\"trace-must\">must be: {}</span>", escape(&required)));
    lines
}

/// Whether an act is a statement and not a sentence: SQL keywords are written in capitals.
fn is_sql(act: &str) -> bool {
    const VERBS: [&str; 12] = [
        "SELECT",
        "INSERT",
        "UPDATE",
        "DELETE",
        "BEGIN",
        "COMMIT",
        "ROLLBACK",
        "WITH",
        "CREATE",
        "SAVEPOINT",
        "RELEASE",
        "PRAGMA",
    ];
    let first = act.split([' ', ';']).next().unwrap_or("");
    VERBS.contains(&first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_code() {
        assert!(is_sql("SELECT balance FROM accounts"));
        assert!(is_sql("COMMIT;"));
        assert!(!is_sql("acquire kickoff:ACH"));
        assert!(!is_sql("BEGINS to read"));
    }
}
