//! Links, ids and requests: what a page refers to is there, and is on this machine.

use super::page::{Element, Page};
use super::report::{Check, Finding};
use std::collections::BTreeMap;

/// Attributes through which a page refers to files.
const REFERENCES: [&str; 4] = ["href", "src", "poster", "data"];
/// Attributes that hold ids of the same page.
const ID_LISTS: [&str; 4] = ["for", "aria-labelledby", "aria-describedby", "aria-controls"];

/// Every `href` and `src` leads to a file that `exists`, and to an id that it has.
pub(super) fn links(exists: impl Fn(&str) -> bool, pages: &[Page]) -> Check {
    let mut check = Check::new("links", "links lead to a file and an id");
    let by_name: BTreeMap<&str, &Page> = pages.iter().map(|page| (page.name.as_str(), page)).collect();
    for page in pages {
        for element in &page.elements {
            for target in REFERENCES.iter().filter_map(|name| element.tag.get(name)) {
                // Redirects and the 404 page have a base; whatever has a scheme leads elsewhere.
                if has_scheme(target) || target.starts_with("//") || element.tag.name == "base" {
                    continue;
                }
                check.look(broken_link(&exists, &by_name, page, target));
            }
        }
    }
    check
}

fn broken_link(
    exists: &impl Fn(&str) -> bool,
    pages: &BTreeMap<&str, &Page>,
    page: &Page,
    target: &str,
) -> Option<Finding> {
    let (path, id) = target.split_once('#').unwrap_or((target, ""));
    let path = path.split('?').next().unwrap_or("");
    let finding = |what: String| {
        Some(Finding::new(
            &page.name,
            format!("`{target}` leads to {what}"),
            "correct the link, or give its target this name",
        ))
    };
    let name = if path.is_empty() { page.name.clone() } else { resolve(&page.name, path) };
    let name = if name.is_empty() || name.ends_with('/') { format!("{name}index.html") } else { name };
    if !exists(&name) {
        return finding(format!("`{name}`, which is not there"));
    }
    // mdBook's own "no place" links, and pages whose anchors only a browser knows.
    if id.is_empty() || !name.ends_with(".html") {
        return None;
    }
    let has_id = pages.get(name.as_str()).is_some_and(|page| page.ids.contains_key(decode(id).as_str()));
    if has_id { None } else { finding(format!("id `{id}`, which `{name}` does not have")) }
}

/// `a/b.html` + `../c.html` → `c.html`.
fn resolve(from: &str, path: &str) -> String {
    let path = decode(path);
    let mut parts: Vec<&str> = match path.strip_prefix('/') {
        Some(_) => Vec::new(),
        None => from.split('/').rev().skip(1).collect::<Vec<_>>().into_iter().rev().collect(),
    };
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let slash = if path.ends_with('/') && !parts.is_empty() { "/" } else { "" };
    format!("{}{slash}", parts.join("/"))
}

fn decode(text: &str) -> String {
    crate::serve::percent_decode(text).unwrap_or_else(|| text.to_owned())
}

/// `https:`, `mailto:`, `data:`.
fn has_scheme(target: &str) -> bool {
    let scheme = target.split(['/', '?', '#']).next().unwrap_or("");
    scheme.split_once(':').is_some_and(|(name, _)| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}

/// Ids occur once a page, and what a chapter's elements name by id is on the same page.
pub(super) fn ids(pages: &[Page]) -> Check {
    let mut check = Check::new("ids", "ids stand once and are there when named");
    for page in pages {
        for (id, count) in &page.ids {
            check.look((*count > 1).then(|| {
                Finding::new(&page.name, format!("id `{id}` stands {count} times"), "give each its own name")
            }));
        }
        // mdBook's frame has a dangling `aria-describedby` of its own.
        for element in page.elements.iter().filter(|element| page.in_main(element)) {
            for id in referred(element) {
                check.look((!page.ids.contains_key(id.as_str())).then(|| {
                    Finding::new(
                        &page.name,
                        format!("<{}> names the id `{id}`, which this page does not have", element.tag.name),
                        "make the id and its use begin with the chapter's name, so that the print page keeps them",
                    )
                }));
            }
        }
    }
    check
}

fn referred(element: &Element) -> Vec<String> {
    let mut found: Vec<String> = ID_LISTS
        .iter()
        .filter_map(|name| element.tag.get(name))
        .flat_map(|ids| ids.split_whitespace().map(str::to_owned))
        .collect();
    for (_, value) in &element.tag.attributes {
        let inside = value.split("url(#").skip(1).filter_map(|rest| rest.split_once(')'));
        found.extend(inside.map(|(id, _)| id.to_owned()));
    }
    if element.tag.name == "use" {
        let local = element.tag.get("href").and_then(|href| href.strip_prefix('#'));
        found.extend(local.map(str::to_owned));
    }
    found
}

/// No page and no style sheet asks another machine for anything. A link that a reader may follow
/// is no request.
pub(super) fn offline(pages: &[Page], styles: &[(String, String)]) -> Check {
    let mut check = Check::new("offline", "requests stay on this machine");
    for page in pages {
        for element in page.elements.iter().filter(|element| element.tag.name != "a") {
            let references = REFERENCES.iter().chain(&["srcset", "action"]);
            for target in references.filter_map(|name| element.tag.get(name)) {
                let away = target.starts_with("//") || target.contains("http:") || target.contains("https:");
                check.look(away.then(|| {
                    Finding::new(
                        &page.name,
                        format!("<{}> loads `{target}` from another machine", element.tag.name),
                        "keep a copy in book/theme or book/text",
                    )
                }));
            }
            check.findings.extend(element.tag.has_class("playground").then(|| {
                Finding::new(
                    &page.name,
                    "a runnable block asks play.rust-lang.org for its crates",
                    "set `runnable = false` under [output.html.playground] in book/book.toml",
                )
            }));
        }
    }
    for (name, css) in styles {
        let away = ["url(http", "url(\"http", "url('http", "url(//", "@import \"http", "@import 'http"]
            .iter()
            .find(|pattern| css.contains(**pattern));
        check.look(away.map(|pattern| {
            Finding::new(
                name,
                format!("`{pattern}…` loads from another machine"),
                "keep a copy in book/theme",
            )
        }));
    }
    check
}

#[cfg(test)]
mod tests;
