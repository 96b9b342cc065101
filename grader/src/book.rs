//! What a book quotes of the rules is what the rules say: the bodies of a solution's tests.
//!
//! A page that a course has taken away is not checked, and a line says so.

use std::fs;
use std::path::{Path, PathBuf};

use crate::property::Property;

/// The workspace whose pages are read.
#[derive(Debug, Clone)]
pub struct Book {
    root: PathBuf,
}

/// Words with one space between, so that a sentence may be broken anywhere.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Book {
    /// `root` is the workspace's folder.
    pub fn new(root: impl AsRef<Path>) -> Book {
        Book { root: root.as_ref().to_owned() }
    }

    /// A file by its path from the root, with the line ends of the tests. `None`, and a line that
    /// says so, where a course has taken it away.
    ///
    /// # Panics
    /// When it is there and cannot be read.
    pub fn file(&self, path: &str) -> Option<String> {
        let whole = self.root.join(path);
        if !whole.exists() {
            println!("not checked: {path} is not here");
            return None;
        }
        let text = fs::read_to_string(whole).unwrap_or_else(|error| panic!("{path}: {error}"));
        Some(text.replace("\r\n", "\n"))
    }

    /// The page shows this report, as it is printed.
    ///
    /// # Panics
    /// When it does not; with the block that it must show.
    pub fn shows(&self, page: &str, report: &str) {
        let Some(text) = self.file(page) else { return };
        let block = format!("```text\n{report}```\n");
        assert!(text.contains(&block), "{page} must show this, as it is printed:\n\n{block}");
    }

    /// The chapter's page numbers the rules, each with its name and sentence.
    ///
    /// # Panics
    /// When it does not; with the list that it must have.
    pub fn lists_rules<R>(&self, page: &str, rules: &[Property<R>]) {
        let Some(text) = self.file(page) else { return };
        let listed = (1..).zip(rules).map(|(n, rule)| format!("{n}. `{}`: {}", rule.name, rule.sentence));
        let listed: Vec<String> = listed.collect();
        let list = listed.join(" ");
        assert!(flat(&text).contains(&list), "{page} must list:\n\n{}\n", listed.join("\n"));
    }

    /// Every rule sends its reader to a heading of the chapter: `chapter 1, "HEADING"`.
    ///
    /// # Panics
    /// When one does not.
    pub fn has_headings<R>(&self, page: &str, chapter: u32, rules: &[Property<R>]) {
        let Some(text) = self.file(page) else { return };
        let begins = format!("chapter {chapter}, \"");
        for rule in rules {
            let heading = rule.section.strip_prefix(&begins).and_then(|rest| rest.strip_suffix('"'));
            let heading = heading.unwrap_or_else(|| panic!("{}: write `{begins}HEADING\"`", rule.name));
            let there = text.lines().any(|line| line.strip_prefix("## ") == Some(heading));
            assert!(there, "{} sends its reader to {}: no such heading", rule.name, rule.section);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;
    use crate::property::Check;

    fn rule(name: &'static str, section: &'static str) -> Property<()> {
        Property { name, sentence: "It holds.", section, deed: "", check: |()| Check::Holds, ends: false }
    }

    /// A workspace with one page. Each test has its own.
    fn book(test: &str, page: &str) -> Book {
        let root = std::env::temp_dir().join(format!("book-{test}-{}", std::process::id()));
        fs::create_dir_all(&root).unwrap();
        fs::write(root.join("page.md"), page).unwrap();
        Book::new(root)
    }

    #[test]
    fn what_stands_on_the_page_is_found_however_it_is_broken_into_lines() {
        let book =
            book("found", "## One\r\n\n1. `a`: It\n   holds.\n2. `b`: It holds.\n\n```text\nred\n```\n");
        let rules = [rule("a", "chapter 5, \"One\""), rule("b", "chapter 5, \"One\"")];
        book.lists_rules("page.md", &rules);
        book.has_headings("page.md", 5, &rules);
        book.shows("page.md", "red\n");
        book.shows("taken-away.md", "green\n");
        fs::remove_dir_all(book.root).unwrap();
    }

    #[test]
    fn what_differs_is_refused() {
        let book = book("differs", "## One\n\n1. `a`: It holds!\n");
        let fails = |check: &dyn Fn(&Book)| {
            let caught = catch_unwind(std::panic::AssertUnwindSafe(|| check(&book)));
            caught.unwrap_err().downcast_ref::<String>().cloned().unwrap_or_default()
        };
        let said = fails(&|book| book.lists_rules("page.md", &[rule("a", "")]));
        assert!(said.contains("must list:\n\n1. `a`: It holds."), "{said}");
        let said = fails(&|book| book.has_headings("page.md", 5, &[rule("a", "chapter 5, \"Two\"")]));
        assert!(said.contains("no such heading"), "{said}");
        let said = fails(&|book| book.has_headings("page.md", 5, &[rule("a", "chapter 1, \"One\"")]));
        assert!(said.contains("write `chapter 5, \"HEADING\"`"), "{said}");
        let said = fails(&|book| book.shows("page.md", "red\n"));
        assert!(said.contains("must show this"), "{said}");
        fs::remove_dir_all(book.root.clone()).unwrap();
    }
}
