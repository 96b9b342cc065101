//! `{{#code PATH:ANCHOR}}`: lines of a tested file, with the one that matters marked.
//!
//! The path counts from the root of the workspace. Anchors are written as mdBook writes them,
//! `// ANCHOR: name` and `// ANCHOR_END: name`; without one the whole file is shown. Options:
//! `mark=7` (the seventh line shown) or `mark="balance - "` (the one line that contains this),
//! `lang=sql`, and `broken` for code that is wrong on purpose. Broken code carries a banner, has
//! no copy button, and a `×` before each line that goes along when it is selected.

use super::{Chapter, Request, Wrong};
use crate::html::{block, escape};
use crate::workspace::{Refused, tested_folders};
use kit::diagnostic::{Diagnostic, Place};

pub(super) fn run(chapter: &Chapter<'_>, request: Request<'_>) -> Result<String, Wrong> {
    let mut args = request.args;
    let mark = args.option("mark");
    let language = args.option("lang").map(|(language, _)| language);
    let broken = args.flag("broken");
    let (target, at) = args.word("a path from the root of the workspace, such as `kit/src/sql.rs:anchor`")?;
    args.finish("PATH:ANCHOR, `mark=`, `lang=` and `broken`")?;
    let (path, anchor) = match target.split_once(':') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (target.as_str(), None),
    };
    let source = chapter.workspace.read_tested(path).map_err(|refused| unreadable(path, at, &refused))?;
    let lines = select(&source, anchor).ok_or_else(|| no_anchor(path, &source, anchor, at))?;
    let lines = dedent(&lines);
    let marked = mark.map(|(mark, at)| find(&lines, &mark, at)).transpose()?;
    let language = language.unwrap_or_else(|| language_of(path).to_owned());
    Ok(html(path, &lines, marked, &language, broken))
}

fn unreadable(path: &str, at: Place, refused: &Refused) -> Diagnostic {
    match refused {
        Refused::Untested => Diagnostic::new(at, format!("`{path}` is not a tested file"))
            .help(format!("listings come from these folders of the workspace: {}", tested_folders())),
        Refused::Unreadable(error) => Diagnostic::new(at, format!("cannot read `{path}`: {error}"))
            .help("the path counts from the root of the workspace"),
    }
}

fn no_anchor(path: &str, source: &str, anchor: Option<&str>, at: Place) -> Diagnostic {
    let anchor = anchor.unwrap_or_default();
    let found: Vec<&str> = source.lines().filter_map(|line| tag(line, "ANCHOR: ")).collect();
    let known = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
    Diagnostic::new(at, format!("`{path}` has no complete anchor `{anchor}`")).help(format!(
        "put `// ANCHOR: {anchor}` before and `// ANCHOR_END: {anchor}` after the lines; it has: {known}"
    ))
}

/// The name behind `ANCHOR: ` or `ANCHOR_END: `.
fn tag<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let rest = &line[line.find(key)? + key.len()..];
    Some(rest.split_whitespace().next().unwrap_or(""))
}

/// The lines of the anchor, without the marks of any anchor. `None` when it does not begin, or
/// does not end, or holds nothing.
fn select<'a>(source: &'a str, anchor: Option<&str>) -> Option<Vec<&'a str>> {
    let is_tag = |line: &&str| tag(line, "ANCHOR: ").is_some() || tag(line, "ANCHOR_END: ").is_some();
    let all: Vec<&str> = source.lines().collect();
    let range = match anchor {
        None => 0..all.len(),
        Some(name) => {
            let begin = all.iter().position(|line| tag(line, "ANCHOR: ") == Some(name))? + 1;
            let length = all[begin..].iter().position(|line| tag(line, "ANCHOR_END: ") == Some(name))?;
            begin..begin + length
        }
    };
    let lines: Vec<&str> = all[range].iter().copied().filter(|line| !is_tag(line)).collect();
    let begin = lines.iter().position(|line| !line.trim().is_empty())?;
    let end = lines.iter().rposition(|line| !line.trim().is_empty())?;
    Some(lines[begin..=end].to_vec())
}

/// Takes away the indentation that all lines share: on a phone every column counts.
fn dedent<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let indent = |line: &&&str| line.len() - line.trim_start_matches(' ').len();
    let shared =
        lines.iter().filter(|line| !line.trim().is_empty()).map(|line| indent(&line)).min().unwrap_or(0);
    lines.iter().map(|line| line.get(shared..).unwrap_or("").trim_end()).collect()
}

/// Index of the marked line: by number from 1, or by a text that exactly one line contains.
fn find(lines: &[&str], mark: &str, at: Place) -> Result<usize, Diagnostic> {
    if let Ok(number) = mark.parse::<usize>() {
        return number.checked_sub(1).filter(|&index| index < lines.len()).ok_or_else(|| {
            Diagnostic::new(at, format!("there is no line {number} to mark"))
                .help(format!("the listing has {} lines", lines.len()))
        });
    }
    let hits: Vec<usize> = (0..lines.len()).filter(|&index| lines[index].contains(mark)).collect();
    match hits[..] {
        [index] => Ok(index),
        _ => Err(Diagnostic::new(at, format!("{} lines contain `{mark}`", hits.len()))
            .help("mark a text that exactly one line of the listing contains")),
    }
}

fn language_of(path: &str) -> &str {
    match path.rsplit('.').next() {
        Some("rs") => "rust",
        Some("sql") => "sql",
        Some("toml") => "toml",
        Some("yaml" | "yml") => "yaml",
        Some("json") => "json",
        _ => "text",
    }
}

fn html(path: &str, lines: &[&str], marked: Option<usize>, language: &str, broken: bool) -> String {
    let class = if broken { "listing broken" } else { "listing" };
    let mut out = format!("<figure class=\"{class}\">\n<figcaption>");
    if broken {
        out.push_str("<strong class=\"broken-banner\">Broken on purpose</strong> ");
    }
    out.push_str(&format!("<code class=\"nohighlight\">{}</code></figcaption>\n", escape(path)));
    // Plain text must not be guessed at by the highlighter.
    let quiet = if language == "text" { " nohighlight" } else { "" };
    out.push_str(&format!("<pre><code class=\"language-{}{quiet}\">", escape(language)));
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let cross = if broken { "<span class=\"broken-line\" aria-hidden=\"true\">× </span>" } else { "" };
        // Every line is an element: so an empty one does not end the block of raw HTML.
        let element = if marked == Some(index) { "mark" } else { "span" };
        out.push_str(&format!("<{element} class=\"line\">{cross}{}</{element}>", escape(line)));
    }
    out.push_str("</code></pre>\n</figure>");
    block(&out)
}
