//! `{{#quiz BANK ITEM}}`: a question of a bank, answered on the page; `{{#quiz BANK}}`: all of them.
//!
//! The banks are those of `cargo quiz`. A question is a native form whose answer and reasons stand
//! in a `<details>`, so that without script everything can be read. With it (`theme/quiz.js`) an
//! answer is compared and kept under the question's key and its `rev`. On paper the question stands
//! in its place and the answers at the end of the chapter.
//!
//! * [`Shelf`]: the banks, read once a build.
//! * `options`, `typed`, `lines`, `run`, `said`: the ten kinds, by how they are answered.
//! * `prose`: a bank's light Markdown as HTML.

mod lines;
mod options;
mod prose;
mod run;
mod said;
mod shelf;
mod typed;

pub use shelf::Shelf;
pub(super) use shelf::find_idea;

use super::{Chapter, Request, Wrong};
use crate::html::{block, escape};
use kit::diagnostic::Place;
use quiz::bank::{Bank, Body, Item};

/// A question as HTML. No piece of it is Markdown any more.
struct Shown {
    /// What stands before the form: the question, and what it is about.
    prompt: String,
    /// What is filled in.
    parts: String,
    /// The answer and the reasons.
    key: String,
    /// The same for the end of the chapter, where nothing is filled in; often equal to `key`.
    paper: String,
}

/// One use of the directive for one question.
struct Asked<'a> {
    item: &'a Item,
    /// Begins every id of the question.
    id: String,
    /// Where the chapter asks for it.
    at: Place,
    name_at: Place,
}

pub(super) fn run(chapter: &Chapter<'_>, request: Request<'_>) -> Result<String, Wrong> {
    let Request { at, mut args, .. } = request;
    let (bank_id, bank_at) = args.word("the id of a bank, such as `lost-update`")?;
    let item = args.optional_word();
    args.finish("a bank and one of its items")?;
    let Some(banks) = chapter.shelf.banks(chapter, at) else { return Ok(String::new()) };
    let bank = shelf::find_bank(banks, &bank_id, bank_at)?;
    let (items, name_at) = match &item {
        Some((item, item_at)) => (vec![shelf::find_item(banks, bank, item, *item_at)?], *item_at),
        None => (bank.items.iter().collect(), bank_at),
    };
    let mut out = String::new();
    for item in items {
        let id = chapter.id(&format!("quiz-{}-{}", bank.id, item.id()), name_at)?;
        let asked = Asked { item, id: escape(&id), at, name_at };
        let shown = show(chapter, &asked)?;
        out.push_str(&html(chapter, bank, &asked, &shown));
    }
    Ok(out)
}

fn show(chapter: &Chapter<'_>, asked: &Asked<'_>) -> Result<Shown, Wrong> {
    Ok(match &asked.item.body {
        Body::Choice(choices) => options::one(asked, choices),
        Body::Multi(choices) => options::several(asked, choices),
        Body::Short(short) => typed::short(asked, short),
        Body::Numeric(numeric) => typed::numeric(asked, numeric),
        Body::Cloze(cloze) => typed::cloze(asked, cloze),
        Body::Order(order) => lines::order(asked, order),
        Body::Spot(spot) => lines::spot(asked, spot),
        Body::Trace(trace) => run::trace(chapter, asked, trace)?,
        Body::Flash { answer } => said::flash(asked, answer),
        Body::Free(free) => said::free(asked, free),
    })
}

fn html(chapter: &Chapter<'_>, bank: &Bank, asked: &Asked<'_>, shown: &Shown) -> String {
    let Asked { item, id, .. } = asked;
    let mut keys = chapter.keys.borrow_mut();
    let label = format!("Question {}", keys.len() + 1);
    let see = see(chapter, item);
    keys.push(format!(
        "<div class=\"quiz-keys-item\">\n<p><strong>{label}.</strong></p>\n{}{see}</div>",
        shown.paper
    ));
    block(&prose::unbroken(&format!(
        "<div class=\"quiz\" id=\"{id}\" role=\"group\" aria-labelledby=\"{id}-label\" data-item=\"{}\" \
         data-rev=\"{}\" data-kind=\"{}\" data-chapter=\"{}\">\n\
         <p class=\"quiz-label\" id=\"{id}-label\">{label} <span class=\"quiz-level\">{}</span></p>\n\
         <div class=\"quiz-prompt\" id=\"{id}-prompt\">\n{}</div>\n\
         <form class=\"quiz-form\">\n{}</form>\n\
         <details class=\"quiz-key\">\n<summary>{}</summary>\n{}{see}</details>\n</div>",
        escape(&item.key),
        item.rev,
        item.kind().name(),
        escape(&bank.chapter),
        item.level.name(),
        shown.prompt,
        shown.parts,
        summary(item),
        shown.key,
    )))
}

fn summary(item: &Item) -> &'static str {
    match item.body {
        Body::Flash { .. } => "Say it, then compare",
        Body::Free(_) => "A model answer, and its points",
        _ => "The answer, and why",
    }
}

/// What every kind says at the end of its key.
fn why(item: &Item) -> String {
    item.why.as_deref().map_or(String::new(), prose::html)
}

/// Where to read again, if the chapter is in the book.
fn see(chapter: &Chapter<'_>, item: &Item) -> String {
    let file = format!("{}.md", item.see.chapter);
    if !chapter.workspace.text().join(&file).is_file() {
        return String::new();
    }
    let anchor = item.see.anchor.as_deref().map_or(String::new(), |anchor| format!("#{}", escape(anchor)));
    let title = item.see.heading.as_deref().unwrap_or(&item.see.title);
    format!(
        "<p class=\"quiz-see\">Read again: <a href=\"{}{anchor}\">{}</a></p>\n",
        escape(&file),
        escape(title)
    )
}

/// The answers of a chapter's questions, for its end; shown on paper alone.
pub(super) fn answers(keys: &[String]) -> String {
    if keys.is_empty() {
        return String::new();
    }
    block(&prose::unbroken(&format!(
        "<div class=\"quiz-keys\">\n<p class=\"quiz-keys-title\">Answers to the questions of this chapter</p>\n\
         {}\n</div>",
        keys.join("\n")
    )))
}

/// The frame of one thing to answer. `check` and `right` are for the script: how to compare, and
/// with what. A legend that only repeats the question is hidden from the eye.
fn part(asked: &Asked<'_>, legend: Option<&str>, check: &str, right: &str, inside: &str) -> String {
    let (class, legend) = match legend {
        Some(legend) => ("", prose::inline(legend)),
        None => (" class=\"quiz-unseen\"", "Your answer".to_owned()),
    };
    format!(
        "<fieldset class=\"quiz-part\" data-check=\"{check}\" data-right=\"{}\" aria-describedby=\"{}-prompt\">\n\
         <legend{class}>{legend}</legend>\n{inside}</fieldset>\n",
        escape(right),
        asked.id
    )
}

/// One line of a list of reasons.
fn reason(right: bool, what: &str, why: &str) -> String {
    let (class, verdict) = if right { ("quiz-right", "is right.") } else { ("quiz-wrong", "is wrong.") };
    format!("<li class=\"{class}\"><strong>{what} {verdict}</strong> {}</li>\n", prose::inline(why))
}

#[cfg(test)]
mod tests;
