//! What questions need to know of the book: its finished chapters in order, their headings, and
//! the ideas that each introduces. Read as text, since the book depends on this crate.

use super::Problem;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The finished chapters, in the order of SUMMARY.md.
#[derive(Debug, Default)]
pub(super) struct Book {
    pub chapters: Vec<Chapter>,
}

#[derive(Debug)]
pub(super) struct Chapter {
    /// Its file's name without `.md`.
    pub name: String,
    pub title: String,
    /// The part heading of SUMMARY.md above it.
    pub part: Option<String>,
    pub headings: Vec<Heading>,
    /// What its line `<!-- concepts: a, b -->` names.
    pub concepts: BTreeSet<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Heading {
    pub id: String,
    pub text: String,
}

impl Book {
    /// Reads `SUMMARY.md` and the pages that it lists; `name` is how messages name the folder.
    pub(super) fn read(folder: &Path, name: &str) -> Result<Book, Problem> {
        let unreadable = |file: &str, error: std::io::Error| {
            let help = "`see:` and the order of chapters are checked against the book's text";
            Problem::of_file(&format!("{name}/{file}"), format!("cannot be read: {error}"), help)
        };
        let summary = std::fs::read_to_string(folder.join("SUMMARY.md"))
            .map_err(|error| unreadable("SUMMARY.md", error))?;
        let mut chapters = Vec::new();
        let mut part = None;
        for line in summary.lines() {
            // The first heading is the summary's own.
            part = line.strip_prefix("# ").map(plain).filter(|title| title != "Summary").or(part);
            let Some((title, file)) = entry(line) else { continue };
            let text = std::fs::read_to_string(folder.join(file)).map_err(|error| unreadable(file, error))?;
            chapters.push(Chapter {
                name: file.trim_end_matches(".md").to_owned(),
                title: plain(title),
                part: part.clone(),
                headings: headings(&text),
                concepts: concepts(&text),
            });
        }
        Ok(Book { chapters })
    }

    pub(super) fn chapter(&self, name: &str) -> Option<&Chapter> {
        self.chapters.iter().find(|chapter| chapter.name == name)
    }

    /// Its place in the order, from 0.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.chapters.iter().position(|chapter| chapter.name == name)
    }

    /// The first chapter that teaches or introduces each concept.
    pub(super) fn introductions(&self) -> BTreeMap<&str, usize> {
        let mut first = BTreeMap::new();
        for (n, chapter) in self.chapters.iter().enumerate() {
            for concept in &chapter.concepts {
                first.entry(concept.as_str()).or_insert(n);
            }
        }
        first
    }
}

impl Chapter {
    pub(super) fn heading(&self, id: &str) -> Option<&Heading> {
        self.headings.iter().find(|heading| heading.id == id)
    }
}

/// `- [title](file.md)`; a draft has no file.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (_, rest) = line.split_once('[')?;
    let (title, rest) = rest.rsplit_once("](")?;
    let (file, _) = rest.split_once(')')?;
    file.ends_with(".md").then_some((title, file))
}

fn concepts(text: &str) -> BTreeSet<String> {
    let named = text.lines().filter_map(|line| line.strip_prefix("<!-- concepts: ")?.strip_suffix(" -->"));
    named.flat_map(|ids| ids.split(',')).map(|id| id.trim().to_owned()).collect()
}

fn headings(text: &str) -> Vec<Heading> {
    let mut found: Vec<Heading> = Vec::new();
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        let start = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, Some(mark)) => fence = Some(mark),
            (None, None) => {
                let depth = line.bytes().take_while(|byte| *byte == b'#').count();
                if (1..=6).contains(&depth) && line[depth..].starts_with(' ') {
                    let heading = heading(line[depth..].trim(), &found);
                    found.push(heading);
                }
            }
            _ => {}
        }
    }
    found
}

/// `Which way? {#this-way}` has an id of its own; another gets mdBook's, made unique as mdBook does.
fn heading(text: &str, above: &[Heading]) -> Heading {
    let own = text.strip_suffix('}').and_then(|text| text.rsplit_once('{'));
    let own = own.and_then(|(text, id)| Some((text.trim(), id.trim().strip_prefix('#')?)));
    if let Some((text, id)) = own {
        return Heading { id: id.to_owned(), text: plain(text) };
    }
    let text = plain(text);
    let base = id_of(&text);
    let taken = |id: &String| above.iter().any(|heading| heading.id == *id);
    let numbered = (1..).map(|n: u32| format!("{base}-{n}"));
    let id = [base.clone()].into_iter().chain(numbered).find(|id| !taken(id)).unwrap_or(base.clone());
    Heading { id, text }
}

/// Small letters and digits, `-` and `_`, a hyphen for each space, and nothing else.
fn id_of(text: &str) -> String {
    let kept = text.trim().to_lowercase();
    let kept = kept.chars().filter_map(|c| match c {
        c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    });
    kept.collect()
}

/// A line of Markdown without its marks.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for (n, part) in text.split('`').enumerate() {
        if n % 2 == 1 {
            out.push_str(part);
            continue;
        }
        let part = without_emphasis(&part.replace("---", "—").replace("--", "–"));
        let mut rest = part.as_str();
        while let Some(at) = rest.find(['*', '[', ']', '\\']) {
            out.push_str(&rest[..at]);
            let tail = &rest[at + 1..];
            rest = match (rest.as_bytes()[at], tail.strip_prefix('(').and_then(|t| t.split_once(')'))) {
                (b']', Some((_, after))) => after,
                _ => tail,
            };
        }
        out.push_str(rest);
    }
    out.trim().to_owned()
}

/// `_so_` is emphasis, `no_debit_is_lost` is not.
fn without_emphasis(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let word = |n: Option<usize>| n.and_then(|n| letters.get(n)).is_some_and(|c| c.is_alphanumeric());
    let inside = |n: usize| word(n.checked_sub(1)) && word(Some(n + 1));
    let kept = letters.iter().enumerate().filter(|(n, c)| **c != '_' || inside(*n));
    kept.map(|(_, c)| *c).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_the_ids_that_mdbook_gives_them() {
        let text = "# How does correct-looking code lose ₹30?\n\n```sh\n# no heading\n~~~\n# nor this\n```\n## Why *not* `src/`?\n## Same\n## Same\n## One, two & three { #own }\n##none\n";
        let ids: Vec<String> = headings(text).into_iter().map(|heading| heading.id).collect();
        assert_eq!(ids, ["how-does-correct-looking-code-lose-30", "why-not-src", "same", "same-1", "own"]);
        assert_eq!(headings("## See [the end](x.md#y) of `a_b`")[0].text, "See the end of a_b");
        assert_eq!(headings("## A & B")[0].id, "a--b");
        assert_eq!(headings("## _So_ a_b c--d")[0].id, "so-a_b-cd");
    }

    #[test]
    fn a_summary_lists_pages_and_a_page_its_concepts() {
        assert_eq!(entry("- [How?](how.md)"), Some(("How?", "how.md")));
        assert_eq!(entry("- [Draft]()"), None);
        assert_eq!(entry("# One machine"), None);
        let named = concepts("<!-- concepts: a, b-c -->\n\n# T\n");
        assert_eq!(named.into_iter().collect::<Vec<_>>(), ["a", "b-c"]);
    }
}
