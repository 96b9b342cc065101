//! `cargo book test`: builds the book and reads what came out, without a network.

mod body;
mod chapter;
mod links;
mod page;
mod report;
mod teaching;
mod tokens;

pub use report::{Check, Finding, Report};

use crate::build::{self, Built};
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use page::Page;
use std::path::{Path, PathBuf};

/// The class by which crate `figure` marks a figure.
const FIGURE: &str = "trace";

/// Builds the book into `out` and checks it.
///
/// # Errors
///
/// When it cannot be built; what the checks find is in the [`Report`].
pub fn run(workspace: &Workspace, out: &Path) -> Result<Report> {
    let built = build::build(workspace, out)?;
    let (pages, styles) = read_built(out)?;
    let chapters = read_chapters(workspace, &built)?;
    let texts = files(&workspace.text())?.iter().map(|path| workspace.shown(path)).collect::<Vec<_>>();
    let checks = vec![
        mdbook_warnings(&built),
        chapter::summary(&chapters, &texts),
        links::links(|name| out.join(name).is_file(), &pages),
        links::ids(&pages),
        links::offline(&pages, &styles),
        body::titles(&pages),
        chapter::headings(&chapters),
        chapter::predictions(&chapters, &pages),
        teaching::misconceptions(&chapters, &pages),
        teaching::drilled(&chapters, &pages),
        teaching::earlier(&chapters, &pages),
        body::figures(&pages),
        chapter::exercises(&chapters),
        chapter::recall(&chapters),
        chapter::sources(&chapters, workspace.root()),
        body::listings(&pages),
        teaching::last_code(&chapters, &pages),
    ];
    let elsewhere = vec![
        ("labels", "labels that overlap stop the build, so none does".to_owned()),
        ("traces", format!("recorded runs are run again by {}", rerun_by(workspace))),
        ("browser", "what only a browser sees: `node book/tests/page.mjs target/book`".to_owned()),
    ];
    Ok(Report { checks, elsewhere })
}

/// The commands that compare recorded traces with fresh runs.
fn rerun_by(workspace: &Workspace) -> String {
    let commands: Vec<String> =
        workspace.exercises().iter().map(|(name, _)| format!("`cargo test -p {name}-solution`")).collect();
    if commands.is_empty() { "the tests in solutions/".to_owned() } else { commands.join(", ") }
}

fn mdbook_warnings(built: &Built) -> Check {
    let mut check = Check::new("mdbook", "chapters make mdBook complain of nothing");
    check.looked_at = built.chapters.len();
    check.findings = built
        .warnings
        .iter()
        .map(|warning| {
            Finding::new(
                "book/text",
                warning.replace('\n', " "),
                "correct the Markdown or HTML that it names",
            )
        })
        .collect();
    check
}

fn read_chapters(workspace: &Workspace, built: &Built) -> Result<Vec<chapter::Chapter>> {
    let read = |entry: &build::Entry| {
        let path = workspace.text().join(&entry.path);
        let source =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let html = entry.path.with_extension("html").to_string_lossy().replace('\\', "/");
        Ok(chapter::Chapter { file: workspace.shown(&path), source, html })
    };
    built.chapters.iter().map(read).collect()
}

/// A style sheet's name and text.
type Style = (String, String);

fn read_built(out: &Path) -> Result<(Vec<Page>, Vec<Style>)> {
    let (mut pages, mut styles) = (Vec::new(), Vec::new());
    for path in files(out)? {
        let name = path.strip_prefix(out).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let read =
            || std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()));
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("html") => pages.push(Page::parse(&name, &read()?)),
            Some("css") => styles.push((name, read()?)),
            _ => {}
        }
    }
    Ok((pages, styles))
}

/// All files below a folder, sorted.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let entries =
            std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}
