//! What every chapter must have, read from its Markdown, where a line can be named.

use super::page::Page;
use super::report::{Check, Finding};
use crate::markdown::{self, Kind, Line};
use crate::workspace;
use std::path::{Component, Path, PathBuf};

/// A chapter that SUMMARY.md lists.
#[derive(Debug)]
pub(super) struct Chapter {
    /// From the root of the workspace: `book/text/lost-update.md`.
    pub(super) file: String,
    pub(super) source: String,
    /// Its page, from the build folder.
    pub(super) html: String,
}

impl Chapter {
    /// As banks name it: `lost-update`.
    pub(super) fn name(&self) -> &str {
        self.html.strip_suffix(".html").unwrap_or(&self.html)
    }

    fn lines(&self) -> Vec<Line<'_>> {
        markdown::lines(&self.source, 1)
    }

    pub(super) fn at(&self, line: u32) -> String {
        format!("{}:{line}:1", self.file)
    }

    /// Numbers of the lines that use a directive of ours.
    pub(super) fn uses(&self, directive: &str) -> Vec<u32> {
        let open = format!("{{{{#{directive}");
        let begins = |line: &&Line<'_>| {
            let rest = line.text.trim_start().strip_prefix(&open);
            line.is_prose() && rest.is_some_and(|rest| rest.starts_with([' ', '}']))
        };
        self.lines().iter().filter(begins).map(|line| line.number).collect()
    }
}

/// The title is the chapter's one question, and no heading is a mere noun.
pub(super) fn headings(chapters: &[Chapter]) -> Check {
    let mut check = Check::new("headings", "titles are questions, headings questions or claims");
    for chapter in chapters {
        let lines = chapter.lines();
        let found: Vec<(u32, usize, &str)> = lines
            .iter()
            .filter_map(|line| markdown::heading(line).map(|(level, text)| (line.number, level, text)))
            .collect();
        let titles = found.iter().filter(|(_, level, _)| *level == 1).count();
        check.look((titles != 1 || found.first().is_none_or(|first| first.1 != 1)).then(|| {
            Finding::new(
                chapter.at(1),
                format!("{titles} titles; the first heading must be the only `# …`"),
                "begin with `# ` and the question that this chapter answers",
            )
        }));
        check.findings.extend(found.first().filter(|first| first.1 == 1 && !first.2.ends_with('?')).map(
            |(number, _, title)| {
                Finding::new(
                    chapter.at(*number),
                    format!("the title `{title}` asks nothing"),
                    "make it the one question that this chapter answers",
                )
            },
        ));
        for (number, level, text) in found {
            check.look((level > 1 && !says_something(text)).then(|| {
                Finding::new(
                    chapter.at(number),
                    format!("the heading `{text}` names a topic"),
                    "make it a question that ends in `?`, or a claim of three words or more",
                )
            }));
        }
    }
    check
}

/// A question, or enough words to claim something.
fn says_something(heading: &str) -> bool {
    heading.ends_with('?') || heading.split_whitespace().count() >= 3
}

/// A chapter with a figure asks for a prediction before the first one.
pub(super) fn predictions(chapters: &[Chapter], pages: &[Page]) -> Check {
    let mut check = Check::new("predictions", "chapters predict before their first figure");
    for chapter in chapters {
        let Some(page) = pages.iter().find(|page| page.name == chapter.html) else { continue };
        let (prediction, figure) = (page.first("predict-form"), page.first(super::FIGURE));
        let late = figure.is_some_and(|figure| prediction.is_none_or(|prediction| prediction > figure));
        check.look(late.then(|| {
            let line = chapter.uses("trace").first().copied().unwrap_or(1);
            Finding::new(
                chapter.at(line),
                "a figure stands before any prediction",
                "put `{{#predict NAME IDEA}}` before it, with the wrong belief among the choices",
            )
        }));
    }
    check
}

/// A chapter leads to an exercise, or says that it has none.
pub(super) fn exercises(chapters: &[Chapter]) -> Check {
    let mut check = Check::new("exercises", "chapters lead to an exercise or say that they have none");
    for chapter in chapters {
        let declined = chapter
            .lines()
            .iter()
            .any(|line| line.kind == Kind::Comment && line.text.trim() == "<!-- no exercise -->");
        check.look((chapter.uses("exercise").is_empty() && !declined).then(|| {
            Finding::new(
                chapter.at(1),
                "no exercise card",
                "write `{{#exercise NAME}}`, or `<!-- no exercise -->` on a line of its own",
            )
        }));
    }
    check
}

/// A chapter ends with free recall; after it comes no new section and no figure.
pub(super) fn recall(chapters: &[Chapter]) -> Check {
    let mut check = Check::new("recall", "chapters end with free recall");
    for chapter in chapters {
        let wrong = match chapter.uses("recall").last() {
            None => Some((1, "no free recall")),
            Some(&recall) => {
                let headings = chapter.lines().into_iter().filter(|line| markdown::heading(line).is_some());
                let headings: Vec<u32> = headings.map(|line| line.number).collect();
                let after = headings.into_iter().chain(chapter.uses("trace")).find(|&line| line > recall);
                after.map(|line| (line, "the chapter goes on after its free recall"))
            }
        };
        check.look(wrong.map(|(line, message)| {
            Finding::new(chapter.at(line), message, "end the chapter with `{{#recall}}` … `{{/recall}}`")
        }));
    }
    check
}

/// Rust on a page is included from a file that the workspace compiles; so is every include.
pub(super) fn sources(chapters: &[Chapter], root: &Path) -> Check {
    let mut check = Check::new("sources", "listings come from tested files");
    for chapter in chapters {
        let lines = chapter.lines();
        let mut open: Option<(u32, &str)> = None;
        let mut included = false;
        for line in &lines {
            for path in includes(line.text) {
                included = true;
                check.look(bad_include(chapter, line.number, path, root));
            }
            if line.kind != Kind::Fence {
                continue;
            }
            match open.take() {
                None => {
                    open = Some((line.number, markdown::fence_language(line.text)));
                    included = false;
                }
                Some((number, "rust" | "rs")) => check.look((!included).then(|| {
                    Finding::new(
                        chapter.at(number),
                        "Rust written into the chapter is compiled by nobody",
                        "put it into a tested file and show it with `{{#code PATH:ANCHOR}}`",
                    )
                })),
                Some(_) => {}
            }
        }
        check.looked_at +=
            lines.iter().filter(|line| line.is_prose() && line.text.starts_with("{{#code ")).count();
    }
    check
}

/// Paths of mdBook's own includes on a line.
fn includes(line: &str) -> impl Iterator<Item = &str> {
    ["{{#include ", "{{#rustdoc_include ", "{{#playground "].into_iter().flat_map(move |open| {
        line.match_indices(open).filter_map(move |(at, _)| {
            let escaped = line[..at].ends_with('\\');
            let inside = line[at + open.len()..].split("}}").next()?;
            let path = inside.split_whitespace().next()?.split(':').next()?;
            (!escaped).then_some(path)
        })
    })
}

fn bad_include(chapter: &Chapter, line: u32, path: &str, root: &Path) -> Option<Finding> {
    let folder = Path::new(&chapter.file).parent().unwrap_or(Path::new(""));
    let from_root = normal(&folder.join(path));
    let wrong = match from_root {
        Some(found) if !workspace::is_tested(&found) => "is not in a folder that the workspace tests",
        Some(found) if !root.join(&found).is_file() => "is not there",
        Some(_) => return None,
        None => "leads out of the workspace",
    };
    Some(Finding::new(
        chapter.at(line),
        format!("`{path}` {wrong}"),
        format!("include from {}", workspace::tested_folders()),
    ))
}

/// Resolves `..` without asking the file system; `None` when it leads above the root.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(part) => out.push(part),
            Component::ParentDir => {
                if !out.pop() {
                    return None;
                }
            }
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(out)
}

/// What lies among the chapters is listed: a draft has no place there.
pub(super) fn summary(chapters: &[Chapter], files: &[String]) -> Check {
    let mut check = Check::new("summary", "chapters are listed in SUMMARY.md");
    for file in files.iter().filter(|file| file.ends_with(".md")) {
        let listed = file == "book/text/SUMMARY.md"
            || file == "book/text/404.md"
            || chapters.iter().any(|chapter| &chapter.file == file);
        check.look((!listed).then(|| {
            Finding::new(
                file,
                "is not in SUMMARY.md",
                "list it when it is finished, or keep it out of book/text",
            )
        }));
    }
    check
}

#[cfg(test)]
mod tests;
