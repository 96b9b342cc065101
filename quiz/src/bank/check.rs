//! The second pass: flat structs into typed questions, with everything asked of a question that
//! its YAML alone cannot promise. A question with any error becomes no question.

mod choice;
mod names;
mod numeric;
mod order;
mod question;
mod scenarios;
mod spot;
mod trace;
mod words;

pub(super) use names::unique_names;
pub(super) use scenarios::Scenarios;

use super::book::Book;
use super::concepts::Concepts;
use super::load::Loaded;
use super::locate::{Step, Target, way};
use super::mend::Mend;
use super::problem::Page;
use super::read::{Reading, Skips};
use super::{Bank, Problem, See, raw, text};
use std::collections::BTreeMap;

/// The version of the format that this program reads.
const SCHEMA: u32 = 1;
/// What a file is checked against, and where its errors go.
pub(super) struct Checker<'a> {
    pub page: &'a Page,
    pub concepts: &'a Concepts,
    pub book: &'a Book,
    pub scenarios: &'a mut Scenarios,
    pub problems: &'a mut Vec<Problem>,
}

/// One question on its way from raw to typed.
struct Question<'a, 'b> {
    checker: &'a mut Checker<'b>,
    index: usize,
    skipped: &'a Skips,
}

impl Checker<'_> {
    /// The bank, as far as it has no errors; whether it has, the caller sees in `problems`.
    pub(super) fn bank(&mut self, reading: Reading) -> Loaded {
        let Reading { header, items, skipped } = reading;
        let count = items.len();
        if count == 0 && header == raw::Header::default() && !skipped.has_any() {
            let help = "it begins with schema, bank, title, chapter; then come the items";
            self.say(&[], Target::Value, "this file holds no bank", help);
            return Loaded::nothing(self.page);
        }
        let id = self.header(&header, &skipped);
        if count == 0 && !skipped.has(None, "items") {
            self.say(&[], Target::Value, "this bank has no questions", "add a list `items:`");
        }
        let mut first: BTreeMap<String, usize> = BTreeMap::new();
        let mut loaded = Loaded::nothing(self.page);
        let mut typed = Vec::new();
        let mut retired = Vec::new();
        for (index, raw) in items.into_iter().enumerate() {
            let Some(raw) = raw else { continue };
            if let Some(own) = &raw.id {
                let earlier = *first.entry(own.clone()).or_insert(index);
                if earlier != index {
                    self.duplicate(own, earlier, index);
                }
            }
            let mut question = Question { checker: &mut *self, index, skipped: &skipped };
            if raw.retired == Some(true) {
                retired.extend(question.id(raw.id).map(|own| format!("{id}/{own}")));
                continue;
            }
            if let Some(item) = question.item(raw, &id, header.chapter.as_deref()) {
                typed.push(item);
                loaded.indexes.push(index);
            }
        }
        loaded.bank = Bank {
            id,
            title: header.title.unwrap_or_default(),
            part: header.chapter.as_deref().and_then(|name| self.book.chapter(name)?.part.clone()),
            chapter: header.chapter.unwrap_or_default(),
            file: self.page.file.clone(),
            items: typed,
            retired,
        };
        loaded
    }

    fn header(&mut self, header: &raw::Header, skipped: &Skips) -> String {
        let start = |field| (header_has(header, field) || skipped.has(None, field), field);
        for (there, field) in ["schema", "bank", "title", "chapter"].map(start) {
            if !there {
                let help = match field {
                    "schema" => "write `schema: 1` at the top",
                    "bank" => "write `bank: name`; it begins the key of every answer in the log",
                    "title" => "write `title: …`; `cargo quiz` shows it",
                    _ => "write `chapter: name`: where these questions send their reader",
                };
                self.say(&[], Target::Value, format!("`{field}` is missing"), help);
                if field == "schema" {
                    self.mend(Mend::Head(format!("schema: {SCHEMA}")));
                }
            }
        }
        if let Some(schema) = header.schema.filter(|schema| *schema != SCHEMA) {
            let message = format!("schema {schema} is not known; this program reads schema {SCHEMA}");
            self.say(&way!["schema"], Target::Value, message, "a newer program may read this file");
        }
        if let Some(id) = header.bank.as_deref().filter(|id| !is_kebab(id)) {
            self.say(&way!["bank"], Target::Value, format!("`{id}` cannot be a bank's id"), KEBAB);
        }
        if let Some(chapter) = &header.chapter {
            self.chapter(chapter, &way!["chapter"]);
        }
        header.bank.clone().unwrap_or_default()
    }

    fn chapter(&mut self, chapter: &str, path: &[Step]) {
        if !self.concepts.has_chapter(chapter) {
            let known: Vec<&str> = self.concepts.chapters.iter().map(String::as_str).collect();
            let help = match text::nearest(chapter, &known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "concepts.yaml names every chapter".to_owned(),
            };
            self.say(path, Target::Value, format!("there is no chapter `{chapter}`"), help);
        }
    }

    /// The place in the words of the book, as far as the book has it.
    fn see(&self, chapter: &str, anchor: Option<&str>) -> See {
        let page = self.book.chapter(chapter);
        See {
            chapter: chapter.to_owned(),
            anchor: anchor.map(str::to_owned),
            title: page.map_or(chapter, |page| &page.title).to_owned(),
            heading: page.zip(anchor).and_then(|(page, id)| Some(page.heading(id)?.text.clone())),
        }
    }

    fn duplicate(&mut self, id: &str, first: usize, again: usize) {
        let line = self.page.place(&way!["items", first, "id"], Target::Value).line;
        let message = format!("the id `{id}` is taken: line {line} has it");
        let help = "rename this one; a reader's history belongs to the id that was there first";
        self.say(&way!["items", again, "id"], Target::Value, message, help);
    }

    /// Reports at what `path` leads to, or at the nearest thing above it that is there.
    fn say(&mut self, path: &[Step], target: Target, message: impl Into<String>, help: impl Into<String>) {
        self.problems.push(self.page.problem(path, target, message, help));
    }

    /// Says how what was just reported is put right.
    fn mend(&mut self, mend: Mend) {
        if let Some(problem) = self.problems.last_mut() {
            problem.mend = Some(Box::new(mend));
        }
    }

    /// The same, `shift` characters further on the line.
    fn say_within(
        &mut self,
        path: &[Step],
        target: Target,
        shift: u32,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let mut place = self.page.place(path, target);
        place.column = place.column.saturating_add(shift);
        self.problems.push(self.page.problem_at(place, message, help));
    }
}

const KEBAB: &str = "small letters, digits and single hyphens, such as `where-it-went`";

/// Ids and names: `where-it-went`, `2pc`.
pub(super) fn is_kebab(text: &str) -> bool {
    let part =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.len() <= 80 && text.split('-').all(part)
}

fn header_has(header: &raw::Header, field: &str) -> bool {
    match field {
        "schema" => header.schema.is_some(),
        "bank" => header.bank.is_some(),
        "title" => header.title.as_ref().is_some_and(|title| !title.trim().is_empty()),
        _ => header.chapter.is_some(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn ids_are_kebab_case() {
        for (text, expected) in [
            ("where-it-went", true),
            ("2pc", true),
            ("", false),
            ("-a", false),
            ("a--b", false),
            ("A", false),
            ("a/b", false),
            ("a b", false),
        ] {
            assert_eq!(super::is_kebab(text), expected, "{text}");
        }
    }
}
