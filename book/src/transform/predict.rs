//! `{{#predict ID IDEA…}}`: the reader commits to an answer, runs, and compares.
//!
//! ```text
//! {{#predict six-ways lost-update}}
//! How many of the six interleavings lose money?
//!
//! - [ ] none, a database prevents this
//! - [x] four
//!
//! {{#trace lost-update/two-debits.txt}}
//!
//! ---
//! If you said none: …
//! {{/predict}}
//! ```
//!
//! Above the options stands the question; between them and `---` stands the run, which the page
//! keeps back until a prediction is recorded; below it, the explanation. Without script all of it
//! can be read, the explanation in a `<details>`.
//!
//! The ideas are those of `concepts.yaml`: the drill asks about them when the run refuted the
//! prediction (`quiz/src/predictions.rs`).

use super::{Chapter, Request, Wrong, quiz};
use crate::html::{block, escape};
use crate::markdown::{self, Line};
use kit::diagnostic::{Diagnostic, Place};

struct Choice {
    text: String,
    right: bool,
}

struct Prediction<'a> {
    question: Section<'a>,
    choices: Vec<Choice>,
    run: Section<'a>,
    explanation: Section<'a>,
}

/// A piece of the body and the number of its first line.
#[derive(Clone, Copy)]
struct Section<'a> {
    text: &'a str,
    first: u32,
}

impl Section<'_> {
    fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }
}

pub(super) fn run(chapter: &Chapter<'_>, request: Request<'_>) -> Result<String, Wrong> {
    let Request { at, mut args, body } = request;
    let (name, name_at) = args.word("a name for the prediction, such as `six-ways`")?;
    let mut asks = false;
    while let Some((idea, idea_at)) = args.optional_word() {
        if let Some(banks) = chapter.shelf.banks(chapter, at) {
            quiz::find_idea(banks, &idea, idea_at)?;
            asks = true;
        }
    }
    args.finish("a name, and the ideas that it turns on")?;
    let id = chapter.id(&name, name_at)?;
    let prediction = parse(body.text, body.first, at)?;
    // Without an idea there is nothing that the drill could ask.
    let drilled = if asks { format!(" data-prediction=\"{}/{name}\"", chapter.slug) } else { String::new() };
    Ok(html(chapter, &id, &drilled, &prediction))
}

fn parse<'a>(text: &'a str, first: u32, at: Place) -> Result<Prediction<'a>, Diagnostic> {
    let lines = markdown::lines(text, first);
    let cut = lines.iter().position(|line| line.is_prose() && line.text.trim_end() == "---");
    let before = &lines[..cut.unwrap_or(lines.len())];
    let begin = before.iter().position(|line| choice(line).is_some()).unwrap_or(before.len());
    let (choices, end) = choices(before, begin);
    let section = |from: usize, to: usize| Section {
        text: &text[offset(&lines, from, text)..offset(&lines, to, text)],
        first: first + from as u32,
    };
    let prediction = Prediction {
        question: section(0, begin),
        choices,
        run: section(end, before.len()),
        explanation: match cut {
            Some(cut) => section(cut + 1, lines.len()),
            None => Section { text: "", first },
        },
    };
    check(&prediction, at)?;
    Ok(prediction)
}

fn check(prediction: &Prediction<'_>, at: Place) -> Result<(), Diagnostic> {
    let right = prediction.choices.iter().filter(|choice| choice.right).count();
    if prediction.question.is_empty() {
        return Err(Diagnostic::new(at, "this prediction asks nothing")
            .help("write the question between `{{#predict …}}` and the first `- [ ]`"));
    }
    if prediction.choices.len() < 2 || right != 1 {
        let count = prediction.choices.len();
        return Err(Diagnostic::new(at, format!("{count} choices, {right} of them marked as what happens"))
            .help("write at least two lines `- [ ] …`, and `- [x] …` for the one that the run shows"));
    }
    if prediction.explanation.is_empty() {
        return Err(Diagnostic::new(at, "this prediction explains nothing").help(
            "after the choices (and the run) write `---`, then say which belief just died, and where",
        ));
    }
    Ok(())
}

/// The choices from line `begin` on, and the line after the last of them.
fn choices(lines: &[Line<'_>], begin: usize) -> (Vec<Choice>, usize) {
    let mut found: Vec<Choice> = Vec::new();
    let mut end = begin;
    for (index, line) in lines.iter().enumerate().skip(begin) {
        if let Some(next) = choice(line) {
            found.push(next);
        } else if line.text.trim().is_empty() {
            continue;
        } else if let (true, Some(last)) = (line.is_prose() && line.text.starts_with("  "), found.last_mut())
        {
            last.text.push(' ');
            last.text.push_str(line.text.trim());
        } else {
            break;
        }
        end = index + 1;
    }
    (found, end)
}

fn choice(line: &Line<'_>) -> Option<Choice> {
    let rest = line.text.strip_prefix("- [").filter(|_| line.is_prose())?;
    let (right, text) = match rest.split_at_checked(2)? {
        (" ]", text) => (false, text),
        ("x]" | "X]", text) => (true, text),
        _ => return None,
    };
    Some(Choice { text: text.trim().to_owned(), right })
}

fn offset(lines: &[Line<'_>], index: usize, text: &str) -> usize {
    lines.get(index).map_or(text.len(), |line| line.start)
}

fn html(chapter: &Chapter<'_>, id: &str, drilled: &str, prediction: &Prediction<'_>) -> String {
    let id = escape(id);
    let mut out = block(&format!(
        "<div class=\"predict\" id=\"{id}\"{drilled}>\n<p class=\"predict-label\">Predict before you run it</p>\n\
         <div class=\"predict-question\" id=\"{id}-question\">"
    ));
    out.push_str(&chapter.expand(prediction.question.text, prediction.question.first));
    out.push_str(&block(&format!(
        "</div>\n<form class=\"predict-form\">\n<fieldset aria-describedby=\"{id}-question\">\n\
         <legend>Your prediction</legend>"
    )));
    for (number, choice) in (1..).zip(&prediction.choices) {
        // Not a block: the text of a choice is Markdown.
        out.push_str(&format!(
            "<label class=\"predict-choice\"><input type=\"radio\" name=\"{id}\" value=\"{number}\"> \
             <span>{}</span></label>\n\n",
            choice.text
        ));
    }
    out.push_str(&block("</fieldset>\n</form>\n<div class=\"predict-run\">"));
    out.push_str(&chapter.expand(prediction.run.text, prediction.run.first));
    let right = (1..).zip(&prediction.choices).find(|(_, choice)| choice.right);
    let (number, right) = right.map_or((0, ""), |(number, choice)| (number, &choice.text));
    out.push_str(&block(&format!(
        "</div>\n<details class=\"predict-outcome\" data-right=\"{number}\">\n\
         <summary>Compare with the run. Why is it so?</summary>"
    )));
    out.push_str(&format!("<span class=\"predict-right\">What happens:</span> {right}\n\n"));
    out.push_str(&chapter.expand(prediction.explanation.text, prediction.explanation.first));
    out.push_str(&block("</details>\n</div>"));
    out
}
