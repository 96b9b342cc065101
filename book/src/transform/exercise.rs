//! `{{#exercise NAME}}`: the card of an exercise, read from the head of its README.
//!
//! The head is the list that follows the README's title, so that it reads as well on its own:
//!
//! ```text
//! # lost-update
//!
//! - teaches: how two correct programs lose money together
//! - part attack: edit a scenario until the given code loses ₹30
//! - part repairs: three ways to debit that lose nothing
//! - time: 50 minutes
//! ```
//!
//! `part` is the module of `tests/grade.rs` and so the filter of `cargo test`. The card names
//! `cargo xtask hint` when the exercise's folder has a `hints.md`.

use super::{Chapter, Request, Wrong};
use crate::html::{block, escape};
use crate::workspace::Workspace;
use kit::diagnostic::{Diagnostic, Place};

/// What the card shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Card {
    pub teaches: String,
    /// Module and what the learner does there.
    pub parts: Vec<(String, String)>,
    pub time: String,
}

const SHAPE: &str = "the list under the title needs `- teaches: …`, `- time: …`, \
                     and `- part MODULE: …` for each part";

pub(super) fn run(chapter: &Chapter<'_>, request: Request<'_>) -> Result<String, Wrong> {
    let Request { at, mut args, .. } = request;
    let (name, name_at) = args.word("the name of an exercise")?;
    args.finish("the name of an exercise")?;
    let workspace = chapter.workspace;
    let Some(folder) = workspace.exercise(&name) else {
        return Err(no_such(workspace, &name, name_at).into());
    };
    let readme = folder.join("README.md");
    let file = workspace.shown(&readme);
    let source = std::fs::read_to_string(&readme).map_err(|error| {
        Diagnostic::new(name_at, format!("cannot read {file}: {error}"))
            .help("the exercise's card is the list under the title of this file")
    })?;
    let id = chapter.id(&format!("exercise-{name}"), name_at)?;
    match card(&source) {
        Ok(card) => Ok(html(&id, &name, &card, folder.join("hints.md").is_file())),
        Err(diagnostic) => Err(Wrong::There { at, file, source, diagnostic }),
    }
}

fn no_such(workspace: &Workspace, name: &str, at: Place) -> Diagnostic {
    let names: Vec<String> = workspace.exercises().into_iter().map(|(name, _)| name).collect();
    let known = if names.is_empty() { "there is none".to_owned() } else { names.join(", ") };
    Diagnostic::new(at, format!("no exercise is called `{name}`"))
        .help(format!("in exercises/: {known}; `cargo xtask new exercise {name}` makes one"))
}

/// Reads the head of an exercise's README.
///
/// # Errors
///
/// The place of the line that is not understood, or of the title when a line is missing.
pub fn card(readme: &str) -> Result<Card, Diagnostic> {
    let mut card = Card::default();
    let mut title = None;
    for (number, line) in (1..).zip(readme.lines()) {
        let place = |column: usize| Place { line: number, column: column as u32 };
        match (title, line.strip_prefix("- ")) {
            (None, _) if line.starts_with("# ") => title = Some(place(1)),
            (Some(_), Some(entry)) => {
                let (key, value) = entry.split_once(": ").unwrap_or((entry, ""));
                read(&mut card, key.trim(), value.trim())
                    .map_err(|message| Diagnostic::new(place(3), message).help(SHAPE))?;
            }
            _ if line.trim().is_empty() => {}
            (None, _) => break,
            // The list has ended: what follows is for readers of the README.
            (Some(_), None) => break,
        }
    }
    let at = title.unwrap_or(Place { line: 1, column: 1 });
    let missing = [
        (title.is_none(), "a title, `# NAME`"),
        (card.teaches.is_empty(), "`- teaches: …`"),
        (card.time.is_empty(), "`- time: …`"),
    ];
    match missing.iter().find(|(absent, _)| *absent) {
        Some((_, what)) => Err(Diagnostic::new(at, format!("the head lacks {what}")).help(SHAPE)),
        None => Ok(card),
    }
}

fn read(card: &mut Card, key: &str, value: &str) -> Result<(), String> {
    if value.is_empty() {
        return Err(format!("`{key}` needs a value behind `: `"));
    }
    match key.split_once(' ') {
        None if key == "teaches" => card.teaches = value.to_owned(),
        None if key == "time" => card.time = value.to_owned(),
        Some(("part", module)) => card.parts.push((module.trim().to_owned(), value.to_owned())),
        _ => return Err(format!("unknown key `{key}`")),
    }
    Ok(())
}

/// The one piece of Markdown that a line of the card may have: `code` between backticks.
fn inline(text: &str) -> String {
    let mut parts = text.split('`').map(escape);
    let mut out = parts.next().unwrap_or_default();
    while let Some(code) = parts.next() {
        match parts.next() {
            Some(after) => out.push_str(&format!("<code>{code}</code>{after}")),
            // A backtick without a partner is one.
            None => out.push_str(&format!("`{code}")),
        }
    }
    out
}

fn html(id: &str, name: &str, card: &Card, hints: bool) -> String {
    let (id, name) = (escape(id), escape(name));
    let mut out = format!(
        "<div class=\"exercise\" id=\"{id}\" role=\"group\" aria-labelledby=\"{id}-title\">\n\
         <p class=\"exercise-title\"><strong id=\"{id}-title\">Exercise: {name}</strong> \
         <span class=\"exercise-time\">{}</span></p>\n<p>{}</p>\n",
        escape(&card.time),
        inline(&card.teaches)
    );
    if !card.parts.is_empty() {
        out.push_str("<dl>\n");
        for (module, what) in &card.parts {
            let module = escape(module);
            out.push_str(&format!(
                "<dt><code>cargo test -p {name} {module}</code></dt>\n<dd>{}</dd>\n",
                inline(what)
            ));
        }
        out.push_str("</dl>\n");
    }
    out.push_str(&format!(
        "<p class=\"exercise-run\">Everything at once:</p>\n\
         <pre><code class=\"language-console nohighlight\">cargo test -p {name}</code></pre>\n<dl>\n"
    ));
    if hints {
        out.push_str(&format!(
            "<dt><code>cargo xtask hint {name}</code></dt>\n<dd>one step further when you are stuck</dd>\n"
        ));
    }
    out.push_str(&format!(
        "<dt><code>cargo xtask replay {name}</code></dt>\n<dd>the failures that your tests kept, each with the command that runs it step by step</dd>\n\
         <dt><code>cargo xtask reset {name}</code></dt>\n<dd>start again from the pristine stub</dd>\n\
         </dl>\n</div>"
    ));
    block(&out)
}

#[cfg(test)]
mod tests {
    use super::inline;

    #[test]
    fn code_stands_between_two_backticks() {
        assert_eq!(inline("edit `a<b.txt`, then run"), "edit <code>a&lt;b.txt</code>, then run");
        assert_eq!(inline("one ` alone"), "one ` alone");
        assert_eq!(inline("`a` and `"), "<code>a</code> and `");
    }
}
