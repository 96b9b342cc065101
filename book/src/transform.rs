//! Turns the directives of one chapter into HTML.
//!
//! A new directive is one file here and one line in [`TRANSFORMS`].

mod code;
mod erratum;
mod exercise;
mod predict;
mod quiz;
mod recall;
mod trace;

pub use exercise::{Card, card};
pub use quiz::Shelf;

use crate::directive::{self, Args, Body, Call, Known, Part};
use crate::fault::Problem;
use crate::workspace::Workspace;
use kit::diagnostic::{Diagnostic, Place};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A directive, its name and whether it has a closing line.
struct Transform {
    known: Known,
    run: fn(&Chapter<'_>, Request<'_>) -> Result<String, Wrong>,
}

const fn transform(
    name: &'static str,
    closes: bool,
    run: fn(&Chapter<'_>, Request<'_>) -> Result<String, Wrong>,
) -> Transform {
    Transform { known: Known { name, closes }, run }
}

const TRANSFORMS: [Transform; 7] = [
    transform("trace", false, trace::run),
    transform("exercise", false, exercise::run),
    transform("predict", true, predict::run),
    transform("recall", true, recall::run),
    transform("code", false, code::run),
    transform("erratum", true, erratum::run),
    transform("quiz", false, quiz::run),
];

fn known() -> Vec<Known> {
    TRANSFORMS.iter().map(|transform| transform.known).collect()
}

/// One use of a directive.
struct Request<'a> {
    at: Place,
    args: Args,
    body: Body<'a>,
}

/// What stops one directive.
enum Wrong {
    /// In the chapter.
    Here(Diagnostic),
    /// In a file that the chapter asked for.
    There { at: Place, file: String, source: String, diagnostic: Diagnostic },
}

impl From<Diagnostic> for Wrong {
    fn from(diagnostic: Diagnostic) -> Wrong {
        Wrong::Here(diagnostic)
    }
}

/// The chapter that is being expanded.
struct Chapter<'a> {
    workspace: &'a Workspace,
    shelf: &'a Shelf,
    file: &'a str,
    source: &'a str,
    /// Begins every id of the chapter, so that ids stay unique on the print page as well.
    slug: String,
    ids: RefCell<BTreeSet<String>>,
    /// The answers of the questions asked so far, for the end of the chapter.
    keys: RefCell<Vec<String>>,
    problems: RefCell<Vec<Problem>>,
}

/// The chapter's Markdown with every directive expanded. `file` is its path from the root of the
/// workspace; the shelf is the same for all chapters of a build.
///
/// # Errors
///
/// All mistakes of the chapter, in the order of their lines.
pub fn expand(
    workspace: &Workspace,
    shelf: &Shelf,
    file: &str,
    source: &str,
) -> Result<String, Vec<Problem>> {
    let chapter = Chapter {
        workspace,
        shelf,
        file,
        source,
        slug: slug(file),
        ids: RefCell::default(),
        keys: RefCell::default(),
        problems: RefCell::default(),
    };
    let mut text = chapter.expand(source, 1);
    text.push_str(&quiz::answers(&chapter.keys.borrow()));
    let problems = chapter.problems.into_inner();
    if problems.is_empty() { Ok(text) } else { Err(problems) }
}

impl Chapter<'_> {
    /// Expands a text that begins at line `first` of the chapter; mistakes are collected.
    fn expand(&self, text: &str, first: u32) -> String {
        let (parts, wrong) = directive::scan(text, first, &known());
        for diagnostic in wrong {
            self.complain(diagnostic.into());
        }
        let mut out = String::with_capacity(text.len());
        for part in parts {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Call(call) => match self.run(call) {
                    Ok(html) => out.push_str(&html),
                    Err(wrong) => self.complain(wrong),
                },
            }
        }
        out
    }

    fn run(&self, call: Call<'_>) -> Result<String, Wrong> {
        let Some(transform) = TRANSFORMS.iter().find(|transform| transform.known.name == call.name) else {
            return Ok(String::new());
        };
        (transform.run)(self, Request { at: call.at, args: call.args, body: call.body })
    }

    fn complain(&self, wrong: Wrong) {
        let problem = match wrong {
            Wrong::Here(diagnostic) => Problem {
                file: self.file.to_owned(),
                source: self.source.to_owned(),
                diagnostic,
                needed_at: None,
            },
            Wrong::There { at, file, source, diagnostic } => {
                Problem { file, source, diagnostic, needed_at: Some(format!("{}:{at}", self.file)) }
            }
        };
        self.problems.borrow_mut().push(problem);
    }

    /// An id that no other part of the book has.
    fn id(&self, name: &str, at: Place) -> Result<String, Diagnostic> {
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        {
            return Err(Diagnostic::new(at, format!("`{name}` cannot be an id"))
                .help("use small letters, digits and `-`"));
        }
        let id = format!("{}-{name}", self.slug);
        if !self.ids.borrow_mut().insert(id.clone()) {
            return Err(Diagnostic::new(at, format!("`{name}` is used twice in this chapter"))
                .help("give this one another name (a figure: `name=again`)"));
        }
        Ok(id)
    }
}

/// `book/text/lost-update.md` → `lost-update`.
fn slug(file: &str) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    let name = name.strip_suffix(".md").unwrap_or(name);
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}

#[cfg(test)]
mod tests;
