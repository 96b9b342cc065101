//! The second pass: flat structs into typed questions, with everything asked of a question that
//! its YAML alone cannot promise. A question with any error becomes no question.

mod choice;
mod numeric;
mod scenarios;
mod trace;

pub(super) use scenarios::Scenarios;

use super::concepts::Concepts;
use super::locate::{Step, Target, locate, way};
use super::problem::inside;
use super::read::{Reading, Skips};
use super::{Bank, Body, Item, Kind, Level, Problem, See, raw, text};
use kit::diagnostic::{Diagnostic, Place};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The version of the format that this program reads.
const SCHEMA: u32 = 1;
/// Planned, and refused by name until they are there.
const LATER: [&str; 6] = ["multi", "short", "order", "cloze", "free", "spot"];

/// What a file is checked against, and where its errors go.
pub(super) struct Checker<'a> {
    pub file: &'a str,
    pub source: &'a Arc<str>,
    pub concepts: &'a Concepts,
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
    pub(super) fn bank(&mut self, reading: Reading) -> Bank {
        let Reading { header, items, skipped } = reading;
        let count = items.len();
        if count == 0 && header == raw::Header::default() && !skipped.has_any() {
            let help = "it begins with schema, bank, title, chapter; then come the items";
            self.say(&[], Target::Value, "this file holds no bank", help);
            return Bank::default();
        }
        let id = self.header(&header, &skipped);
        if count == 0 && !skipped.has(None, "items") {
            self.say(&[], Target::Value, "this bank has no questions", "add a list `items:`");
        }
        let mut first: BTreeMap<String, usize> = BTreeMap::new();
        let mut typed = Vec::new();
        for (index, raw) in items.into_iter().enumerate() {
            let Some(raw) = raw else { continue };
            if let Some(own) = &raw.id {
                let earlier = *first.entry(own.clone()).or_insert(index);
                if earlier != index {
                    self.duplicate(own, earlier, index);
                }
            }
            let mut question = Question { checker: &mut *self, index, skipped: &skipped };
            typed.extend(question.item(raw, &id, header.chapter.as_deref()));
        }
        let file = self.file.to_owned();
        let title = header.title.unwrap_or_default();
        Bank { id, title, chapter: header.chapter.unwrap_or_default(), file, items: typed }
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
        if !self.concepts.chapters.contains(chapter) {
            let known: Vec<&str> = self.concepts.chapters.iter().map(String::as_str).collect();
            let help = match text::nearest(chapter, &known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "concepts.yaml names every chapter".to_owned(),
            };
            self.say(path, Target::Value, format!("there is no chapter `{chapter}`"), help);
        }
    }

    fn duplicate(&mut self, id: &str, first: usize, again: usize) {
        let place = locate(self.source, &way!["items", first, "id"], Target::Value);
        let line = place.map_or(0, |place| place.line);
        let message = format!("the id `{id}` is taken: line {line} has it");
        let help = "rename this one; a reader's history belongs to the id that was there first";
        self.say(&way!["items", again, "id"], Target::Value, message, help);
    }

    /// Reports at what `path` leads to, or at the nearest thing above it that is there.
    fn say(&mut self, path: &[Step], target: Target, message: impl Into<String>, help: impl Into<String>) {
        self.say_within(path, target, 0, message, help);
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
        let found = locate(self.source, path, target)
            .or_else(|| (0..path.len()).rev().find_map(|n| locate(self.source, &path[..n], Target::Value)));
        let mut place = found.unwrap_or(Place { line: 1, column: 1 });
        place.column = place.column.saturating_add(shift);
        let help = help.into();
        let diagnostic = Diagnostic::new(inside(place, self.source), message);
        let diagnostic = if help.is_empty() { diagnostic } else { diagnostic.help(help) };
        self.problems.push(Problem {
            file: self.file.to_owned(),
            source: Arc::clone(self.source),
            diagnostic,
        });
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

impl Question<'_, '_> {
    fn item(&mut self, mut raw: raw::Item, bank: &str, chapter: Option<&str>) -> Option<Item> {
        let before = self.checker.problems.len();
        let whole = !self.skipped.any(self.index);
        let id = self.id(raw.id.take());
        let kind = self.kind(raw.kind.as_deref());
        let level = self.level(raw.level.as_deref());
        let concepts = self.concepts(raw.concepts.take());
        let see = self.see(raw.see.take(), chapter);
        let prompt = self.required(raw.prompt.take(), "prompt", "what the reader is asked");
        let why = match kind {
            // A card's answer and the right option's own `why` say it already.
            Some(Kind::Flash | Kind::Choice) => self.optional(raw.why.take(), "why"),
            _ => self.required(raw.why.take(), "why", "why the right answer is right; shown after it"),
        };
        if let Some(kind) = kind {
            self.no_foreign_fields(&raw, kind);
        }
        let rev = raw.rev.unwrap_or(1);
        let body = match kind? {
            Kind::Choice => self.choices(raw.options).map(Body::Choice),
            Kind::Flash => {
                let help = "the back of the card";
                self.required(raw.answer, "answer", help).map(|answer| Body::Flash { answer })
            }
            Kind::Numeric => self.numeric(raw, prompt.as_deref(), why.as_deref()).map(Body::Numeric),
            Kind::Trace => self.trace(raw).map(Body::Trace),
        };
        if !whole || self.checker.problems.len() > before {
            return None;
        }
        let key = format!("{bank}/{}", id?);
        Some(Item { key, level: level?, concepts, prompt: prompt?, why, see: see?, rev, body: body? })
    }

    fn path(&self, rest: &[Step]) -> Vec<Step> {
        [&way!["items", self.index][..], rest].concat()
    }

    fn say(&mut self, rest: &[Step], message: impl Into<String>, help: impl Into<String>) {
        let path = self.path(rest);
        self.checker.say(&path, Target::Value, message, help);
    }

    fn say_at_key(&mut self, rest: &[Step], message: impl Into<String>, help: impl Into<String>) {
        let path = self.path(rest);
        self.checker.say(&path, Target::Key, message, help);
    }

    /// A text that must be there; `help` says what for.
    fn required(&mut self, value: Option<String>, field: &str, help: &str) -> Option<String> {
        match value {
            Some(text) if !text.trim().is_empty() => Some(text.trim_end().to_owned()),
            Some(_) => {
                self.say_at_key(&way![field], format!("`{field}` is empty"), help);
                None
            }
            None => {
                if !self.skipped.has(Some(self.index), field) {
                    let help = self.stray(field).unwrap_or_else(|| help.to_owned());
                    self.say(&[], format!("`{field}` is missing from this question"), help);
                }
                None
            }
        }
    }

    fn optional(&mut self, value: Option<String>, field: &str) -> Option<String> {
        value.as_ref()?;
        self.required(value, field, "delete it or fill it")
    }

    /// Whether the lines of this question hold the missing key after all, in a wrong column.
    fn stray(&self, field: &str) -> Option<String> {
        let source = self.checker.source;
        let start = locate(source, &self.path(&[]), Target::Value)?.line as usize;
        let next = locate(source, &way!["items", self.index + 1], Target::Value);
        let end = next.map_or(usize::MAX, |place| place.line as usize);
        let line = source.lines().enumerate().skip(start).take(end.saturating_sub(start + 1)).find(
            |(_, line)| line.trim_start().strip_prefix(field).is_some_and(|rest| rest.starts_with(':')),
        )?;
        let number = line.0 + 1;
        Some(format!("line {number} has a `{field}:`, but not in the column of this question's keys"))
    }

    fn id(&mut self, id: Option<String>) -> Option<String> {
        let id = self.required(id, "id", "write `- id: name`; it never changes, so choose it well")?;
        if !is_kebab(&id) {
            self.say(&way!["id"], format!("`{id}` cannot be an id"), KEBAB);
            return None;
        }
        Some(id)
    }

    fn kind(&mut self, kind: Option<&str>) -> Option<Kind> {
        let names = Kind::ALL.map(Kind::name);
        let all = format!("the kinds are: {}", names.join(", "));
        let kind = self.required(kind.map(str::to_owned), "kind", &all)?;
        let found = Kind::ALL.into_iter().find(|known| known.name() == kind);
        if found.is_none() {
            let message = match LATER.contains(&kind.as_str()) {
                true => format!("kind `{kind}` is not supported yet"),
                false => format!("there is no kind `{kind}`"),
            };
            let near = text::nearest(&kind, &names).filter(|_| !LATER.contains(&kind.as_str()));
            self.say(&way!["kind"], message, near.map_or(all, |near| format!("did you mean `{near}`?")));
        }
        found
    }

    fn level(&mut self, level: Option<&str>) -> Option<Level> {
        let names = Level::ALL.map(Level::name);
        let all = format!("the levels are: {}", names.join(", "));
        let level = self.required(level.map(str::to_owned), "level", &all)?;
        let found = Level::ALL.into_iter().find(|known| known.name() == level);
        if found.is_none() {
            let help = text::nearest(&level, &names).map_or(all, |near| format!("did you mean `{near}`?"));
            self.say(&way!["level"], format!("there is no level `{level}`"), help);
        }
        found
    }

    fn concepts(&mut self, concepts: Option<Vec<String>>) -> Vec<String> {
        let named = concepts.unwrap_or_default();
        if named.is_empty() && !self.skipped.has(Some(self.index), "concepts") {
            let help = "name at least one, such as `concepts: [lost-update]`; the first makes siblings";
            self.say(&[], "`concepts` is missing from this question", help);
        }
        for (n, concept) in named.iter().enumerate() {
            if !self.checker.concepts.titles.contains_key(concept) {
                let known: Vec<&str> = self.checker.concepts.titles.keys().map(String::as_str).collect();
                let help = match text::nearest(concept, &known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "concepts.yaml lists them; add it there if it is new".to_owned(),
                };
                self.say(&way!["concepts", n], format!("there is no concept `{concept}`"), help);
            }
        }
        named
    }

    fn see(&mut self, see: Option<String>, chapter: Option<&str>) -> Option<See> {
        let Some(see) = see else {
            return Some(See { chapter: chapter?.to_owned(), anchor: None });
        };
        let (chapter, anchor) = match see.split_once('#') {
            Some((chapter, anchor)) => (chapter, Some(anchor.to_owned())),
            None => (see.as_str(), None),
        };
        if anchor.as_deref().is_some_and(|anchor| !is_kebab(anchor)) || !is_kebab(chapter) {
            let help = "a chapter, or a chapter and a heading: `lost-update#where-it-went`";
            self.say(&way!["see"], format!("`{see}` names no place in the book"), help);
            return None;
        }
        let path = self.path(&way!["see"]);
        self.checker.chapter(chapter, &path);
        Some(See { chapter: chapter.to_owned(), anchor })
    }

    fn no_foreign_fields(&mut self, raw: &raw::Item, kind: Kind) {
        let own: &[&str] = match kind {
            Kind::Choice => &["options"],
            Kind::Numeric => &["vars", "answer", "unit", "tolerance", "wrong"],
            Kind::Flash => &["answer"],
            Kind::Trace => &["scenario", "until", "asks"],
        };
        for (field, there) in raw.special_fields() {
            if there && !own.contains(&field) {
                let message = format!("a {} question has no `{field}`", kind.name());
                self.say_at_key(&way![field], message, format!("its own are: {}", own.join(", ")));
            }
        }
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
