//! A question needs only what its reader has met: ideas of its bank's chapter and of earlier ones.

use super::Asked;
use super::lint::Lint;
use crate::bank::book::Book;
use crate::bank::concepts::Concepts;
use crate::bank::locate::way;
use std::collections::BTreeMap;

/// Where each idea is met first, as places in SUMMARY.md.
pub(super) struct Introductions<'a> {
    book: &'a Book,
    first: BTreeMap<&'a str, usize>,
    /// The chapter that teaches it in full.
    home: BTreeMap<&'a str, &'a str>,
}

impl<'a> Introductions<'a> {
    pub(super) fn new(concepts: &'a Concepts, book: &'a Book) -> Self {
        let mut first = book.introductions();
        let mut home = BTreeMap::new();
        for concept in &concepts.list {
            home.insert(concept.id.as_str(), concept.chapter.as_str());
            if let Some(taught) = book.position(&concept.chapter) {
                let place = first.entry(&concept.id).or_insert(taught);
                *place = taught.min(*place);
            }
        }
        Introductions { book, first, home }
    }

    pub(super) fn look(&self, asked: &mut Asked<'_>) {
        let chapter = &asked.file.bank.chapter;
        let Some(now) = self.book.position(chapter) else { return };
        let item = asked.item;
        // Without a list of concepts there is nothing to say about any.
        let known = item.concepts.iter().enumerate().filter(|_| !self.home.is_empty());
        for (n, concept) in known {
            let met = self.first.get(concept.as_str());
            if met.is_some_and(|met| *met <= now) {
                continue;
            }
            let home = self.home.get(concept.as_str()).copied().unwrap_or("another chapter");
            let when = match met {
                Some(_) => format!("which comes after `{chapter}`"),
                None => "which is not finished".to_owned(),
            };
            let help = format!(
                "move the question to a later bank; or, if `{chapter}` introduces it, name it in that page's concepts"
            );
            let message = format!("`{concept}` is taught in `{home}`, {when}");
            asked.say(Lint::TaughtLater, &way!["concepts", n], message, help);
        }
    }
}
