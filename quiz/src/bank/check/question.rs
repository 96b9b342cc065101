//! What every question has, whatever its kind.

use super::{KEBAB, Question, is_kebab};
use crate::bank::locate::{Step, Target, locate, way};
use crate::bank::mend::Mend;
use crate::bank::{Body, Item, Kind, Level, See, raw, text};

impl Question<'_, '_> {
    pub(super) fn item(&mut self, mut raw: raw::Item, bank: &str, chapter: Option<&str>) -> Option<Item> {
        let before = self.checker.problems.len();
        let whole = !self.skipped.any(self.index);
        let id = self.id(raw.id.take());
        let kind = self.kind(raw.kind.as_deref());
        let level = self.level(raw.level.as_deref());
        let concepts = self.concepts(raw.concepts.take());
        let see = self.see(raw.see.take(), chapter);
        let prompt = match kind {
            Some(Kind::Cloze) => self.no_prompt(raw.prompt.take()),
            _ => self.required(raw.prompt.take(), "prompt", "what the reader is asked"),
        };
        let why = match kind {
            // The answer itself or the right options say it already.
            Some(Kind::Flash | Kind::Choice | Kind::Multi | Kind::Cloze | Kind::Free) => {
                self.optional(raw.why.take(), "why")
            }
            _ => self.required(raw.why.take(), "why", "why the right answer is right; shown after it"),
        };
        if let Some(kind) = kind {
            self.no_foreign_fields(&raw, kind);
        }
        let was = self.was(raw.was.take(), bank);
        let source = self.optional(raw.source.take(), "source");
        let allow = raw.allow.take().unwrap_or_default();
        let rev = raw.rev.unwrap_or(1);
        if rev == 0 {
            self.say(&way!["rev"], "`rev` counts from 1", "delete it, or write the next number");
        }
        let body = self.body(kind?, raw, prompt.as_deref(), why.as_deref());
        if !whole || self.checker.problems.len() > before {
            return None;
        }
        let body = body?;
        let prompt = match &body {
            Body::Cloze(cloze) => cloze.asked(),
            _ => prompt?,
        };
        let key = format!("{bank}/{}", id?);
        Some(Item { key, level: level?, concepts, prompt, why, see: see?, rev, was, source, allow, body })
    }

    fn body(&mut self, kind: Kind, raw: raw::Item, prompt: Option<&str>, why: Option<&str>) -> Option<Body> {
        match kind {
            Kind::Choice => self.choices(raw.options).map(Body::Choice),
            Kind::Multi => self.several(raw.options).map(Body::Multi),
            Kind::Short => self.short(raw).map(Body::Short),
            Kind::Numeric => self.numeric(raw, prompt, why).map(Body::Numeric),
            Kind::Order => self.order(raw.steps).map(Body::Order),
            Kind::Trace => self.trace(raw).map(Body::Trace),
            Kind::Cloze => self.cloze(raw.text).map(Body::Cloze),
            Kind::Flash => {
                let help = "the back of the card";
                self.required(raw.answer, "answer", help).map(|answer| Body::Flash { answer })
            }
            Kind::Free => self.free(raw).map(Body::Free),
            Kind::Spot => self.spot(raw).map(Body::Spot),
        }
    }

    /// A cloze is asked by its text. The answer is always `None`.
    fn no_prompt(&mut self, prompt: Option<String>) -> Option<String> {
        if prompt.is_some() {
            let help = "put it into the `text` itself";
            self.say_at_key(&way!["prompt"], "a cloze question has no `prompt`", help);
        }
        None
    }

    /// Old ids as keys.
    fn was(&mut self, was: Option<Vec<String>>, bank: &str) -> Vec<String> {
        let mut keys = Vec::new();
        for (n, old) in was.unwrap_or_default().into_iter().enumerate() {
            let (of, id) = old.split_once('/').unwrap_or((bank, &old));
            if is_kebab(of) && is_kebab(id) {
                keys.push(format!("{of}/{id}"));
            } else {
                let help = "an id that this question had before, or `bank/id` if it came from another";
                self.say(&way!["was", n], format!("`{old}` cannot have been an id"), help);
            }
        }
        keys
    }

    pub(super) fn path(&self, rest: &[Step]) -> Vec<Step> {
        [&way!["items", self.index][..], rest].concat()
    }

    pub(super) fn say(&mut self, rest: &[Step], message: impl Into<String>, help: impl Into<String>) {
        let path = self.path(rest);
        self.checker.say(&path, Target::Value, message, help);
    }

    pub(super) fn say_at_key(&mut self, rest: &[Step], message: impl Into<String>, help: impl Into<String>) {
        let path = self.path(rest);
        self.checker.say(&path, Target::Key, message, help);
    }

    /// A text that must be there; `help` says what for.
    pub(super) fn required(&mut self, value: Option<String>, field: &str, help: &str) -> Option<String> {
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

    pub(super) fn optional(&mut self, value: Option<String>, field: &str) -> Option<String> {
        value.as_ref()?;
        self.required(value, field, "delete it or fill it")
    }

    /// Whether the lines of this question hold the missing key after all, in a wrong column.
    fn stray(&self, field: &str) -> Option<String> {
        let source = &self.checker.page.source;
        let start = locate(source, &self.path(&[]), Target::Value)?.line as usize;
        let next = locate(source, &way!["items", self.index + 1], Target::Value);
        let end = next.map_or(usize::MAX, |place| place.line as usize);
        let line = source.lines().enumerate().skip(start).take(end.saturating_sub(start + 1)).find(
            |(_, line)| line.trim_start().strip_prefix(field).is_some_and(|rest| rest.starts_with(':')),
        )?;
        let number = line.0 + 1;
        Some(format!("line {number} has a `{field}:`, but not in the column of this question's keys"))
    }

    pub(super) fn id(&mut self, id: Option<String>) -> Option<String> {
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
            let help = text::nearest(&kind, &names).map_or(all, |near| format!("did you mean `{near}`?"));
            self.say(&way!["kind"], format!("there is no kind `{kind}`"), help);
            self.means(&kind, &names);
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
            self.means(&level, &names);
        }
        found
    }

    /// A name of a short list with a slip in it can mean only one of them.
    fn means(&mut self, written: &str, names: &[&str]) {
        if let Some(meant) = text::only_near(written, names) {
            self.checker.mend(Mend::Write { from: written.to_owned(), to: meant.to_owned() });
        }
    }

    fn concepts(&mut self, concepts: Option<Vec<String>>) -> Vec<String> {
        let named = concepts.unwrap_or_default();
        if named.is_empty() && !self.skipped.has(Some(self.index), "concepts") {
            let help = "name at least one, such as `concepts: [lost-update]`; the first makes siblings";
            self.say(&[], "`concepts` is missing from this question", help);
        }
        for (n, concept) in named.iter().enumerate() {
            if named[..n].contains(concept) {
                let message = format!("`{concept}` stands in this list already");
                self.say(&way!["concepts", n], message, "delete it here");
                self.checker.mend(Mend::TakeOut(concept.clone()));
                continue;
            }
            if !self.checker.concepts.has(concept) {
                let known: Vec<&str> = self.checker.concepts.ids().collect();
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
            return Some(self.checker.see(chapter?, None));
        };
        let (chapter, anchor) = match see.split_once('#') {
            Some((chapter, anchor)) => (chapter, Some(anchor)),
            None => (see.as_str(), None),
        };
        if anchor.is_some_and(|anchor| !is_anchor(anchor)) || !is_kebab(chapter) {
            let help = "a chapter, or a chapter and a heading: `lost-update#where-it-went`";
            self.say(&way!["see"], format!("`{see}` names no place in the book"), help);
            return None;
        }
        let path = self.path(&way!["see"]);
        self.checker.chapter(chapter, &path);
        Some(self.checker.see(chapter, anchor))
    }

    fn no_foreign_fields(&mut self, raw: &raw::Item, kind: Kind) {
        let own = kind.own_fields();
        for (field, there) in raw.special_fields() {
            if there && !own.contains(&field) {
                let message = format!("a {} question has no `{field}`", kind.name());
                self.say_at_key(&way![field], message, format!("its own are: {}", own.join(", ")));
            }
        }
    }
}

/// What mdBook makes of a heading: letters and digits of any script, `-` and `_`, no capitals.
fn is_anchor(text: &str) -> bool {
    let fits = |c: char| (c.is_alphanumeric() && !c.is_uppercase()) || c == '-' || c == '_';
    !text.is_empty() && text.chars().all(fits)
}
