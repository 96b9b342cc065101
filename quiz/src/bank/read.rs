//! The first pass: YAML into flat structs, going on past what does not fit.
//!
//! Serde stops at the first error. So the place where it stopped is remembered, reported, and
//! skipped in another reading, until a reading comes through: one run shows every wrong field
//! (of a nested list, its first). Only a text that is no YAML at all ends at one error.

use super::locate::{Step, Target, locate, place};
use super::mend::Mend;
use super::problem::{inside, place_of};
use super::{raw, text};
use kit::diagnostic::{Diagnostic, Place};
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Readings of one file: with more wrong fields than this, the rest waits for the next run.
const READINGS: usize = 60;

/// A bank after the first pass.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub header: raw::Header,
    /// `None` for an item that is no map at all.
    pub items: Vec<Option<raw::Item>>,
    /// Fields that were there and did not fit. They are reported; do not call them missing.
    pub skipped: Skips,
}

/// Where a reading stopped: which item (or the head), which key, for which time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    item: Option<usize>,
    /// `None`: the item as a whole.
    key: Option<(String, usize)>,
}

#[derive(Debug, Default)]
pub(super) struct Skips(BTreeSet<Spot>);

impl Skips {
    /// Whether this field (or the item as a whole) stood there but could not be read.
    pub(super) fn has(&self, item: Option<usize>, key: &str) -> bool {
        let named = |spot: &Spot| spot.item == item && spot.key.as_ref().is_none_or(|(name, _)| name == key);
        self.0.iter().any(named)
    }

    pub(super) fn has_any(&self) -> bool {
        !self.0.is_empty()
    }

    /// Whether anything of this item could not be read.
    pub(super) fn any(&self, item: usize) -> bool {
        self.0.iter().any(|spot| spot.item == Some(item))
    }
}

#[derive(Debug, Clone)]
struct Cursor {
    spot: Spot,
    /// Whether the key has been read, and it is its value that does not fit.
    in_value: bool,
}

/// What is wrong, and how it is put right if that is mechanical.
pub(super) type Found = (Diagnostic, Option<Mend>);

/// Reads what can be read. What was found comes in the order in which it was found.
pub(super) fn read(source: &str) -> (Option<Reading>, Vec<Found>) {
    let mut found = Vec::new();
    if let Some(diagnostic) = forbidden_character(source) {
        return (None, vec![(diagnostic, None)]);
    }
    let mut skips = Skips::default();
    for _ in 0..READINGS {
        let cursor = RefCell::new(Cursor { spot: Spot { item: None, key: None }, in_value: false });
        let seed = Whole { skips: &skips, cursor: &cursor };
        let error = match seed.deserialize(serde_yaml::Deserializer::from_str(source)) {
            Ok((header, items)) => return (Some(Reading { header, items, skipped: skips }), found),
            Err(error) => error,
        };
        if let Err(syntax) = IgnoredAny::deserialize(serde_yaml::Deserializer::from_str(source)) {
            return (None, vec![no_yaml(&syntax, source)]);
        }
        let cursor = cursor.into_inner();
        found.push(misfit(&error, &cursor, source));
        skips.0.extend(likely_meant(&error, &cursor.spot));
        let whole = cursor.spot.item.is_none() && cursor.spot.key.is_none();
        if whole || !skips.0.insert(cursor.spot) {
            return (None, found);
        }
    }
    let last = found.last().map_or(Place { line: 1, column: 1 }, |(last, _)| last.place);
    found.push((Diagnostic::new(last, "too many errors: the rest of this file was not checked"), None));
    (None, found)
}

/// A character that YAML does not allow; the parser's own message would have no place.
fn forbidden_character(source: &str) -> Option<Diagnostic> {
    // Of nearly every text, a look at its bytes says that there is none: these begin all of them.
    let suspect =
        |byte: u8| (byte < 0x20 && !b"\n\r\t".contains(&byte)) || [0x7f, 0xc2, 0xef].contains(&byte);
    if !source.bytes().any(suspect) {
        return None;
    }
    let wrong = |c: char| (c.is_control() && !"\n\r\t\u{85}".contains(c)) || "\u{fffe}\u{ffff}".contains(c);
    let index = source.chars().position(wrong)?;
    let code = source.chars().nth(index).map_or(0, u32::from);
    let message = format!("a control character (U+{code:04X}), which YAML does not allow");
    Some(Diagnostic::new(place_of(index, source), message).help("delete it"))
}

fn no_yaml(error: &serde_yaml::Error, source: &str) -> Found {
    let error_text = error.to_string();
    let better = text::opened_at(&error_text).or_else(|| second_document(&error_text, source));
    let place = better.or_else(|| place(error, source)).unwrap_or(Place { line: 1, column: 1 });
    let place = inside(place, source);
    let (message, help) = text::of_syntax(&error_text);
    let mend = match () {
        () if message.contains("tab character") => Some(Mend::Indent),
        () if message.contains("mapping values are not allowed") => Some(Mend::QuoteLine),
        () if message.contains("cannot start any token") => Some(Mend::QuoteLine),
        () => None,
    };
    let diagnostic = Diagnostic::new(place, message);
    (if help.is_empty() { diagnostic } else { diagnostic.help(help) }, mend)
}

/// The line `---` behind which another document begins; the parser's error has no place.
fn second_document(error: &str, source: &str) -> Option<Place> {
    let lines = source.lines().enumerate().skip(1);
    let (index, _) = lines.filter(|(_, line)| line.starts_with("---")).last()?;
    error.contains("more than one document").then_some(Place { line: index as u32 + 1, column: 1 })
}

fn misfit(error: &serde_yaml::Error, cursor: &Cursor, source: &str) -> Found {
    let Spot { item, key } = &cursor.spot;
    let mut path: Vec<Step> = Vec::new();
    if let Some(item) = item {
        path.extend([Step::from("items"), Step::from(*item)]);
    }
    if let Some((name, times)) = key {
        path.push(Step::Again(name.clone(), *times));
    }
    let own = place(error, source).filter(|_| cursor.in_value);
    let target = if cursor.in_value { Target::Value } else { Target::Key };
    let at = own.or_else(|| locate(source, &path, target)).or_else(|| place(error, source));
    let at = inside(at.unwrap_or(Place { line: 1, column: 1 }), source);
    let (message, help) = text::of_misfit(&error.to_string());
    let mend = text::must_mean(&error.to_string()).map(|(from, to)| Mend::Write { from, to });
    let diagnostic = Diagnostic::new(at, message);
    (if help.is_empty() { diagnostic } else { diagnostic.help(help) }, mend)
}

/// After `promt`, do not also say that `prompt` is missing.
fn likely_meant(error: &serde_yaml::Error, spot: &Spot) -> Option<Spot> {
    let meant = text::meant(&error.to_string())?;
    Some(Spot { item: spot.item, key: Some((meant, usize::MAX)) })
}

/// The document: the head's keys go to [`raw::Header`], `items` to the list.
struct Whole<'a> {
    skips: &'a Skips,
    cursor: &'a RefCell<Cursor>,
}

type Parts = (raw::Header, Vec<Option<raw::Item>>);

impl<'de> DeserializeSeed<'de> for Whole<'_> {
    type Value = Parts;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Parts, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Whole<'_> {
    type Value = Parts;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a bank: `schema`, `bank`, `title`, `chapter` and `items`")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Parts, A::Error> {
        let mut items = None;
        let filter = Filter::new(map, self.skips, self.cursor, None);
        let head = Head { filter, items: &mut items };
        let header = raw::Header::deserialize(MapAccessDeserializer::new(head))?;
        Ok((header, items.unwrap_or_default()))
    }
}

/// The head's map for serde, with `items` taken out on the way.
struct Head<'a, A> {
    filter: Filter<'a, A>,
    items: &'a mut Option<Vec<Option<raw::Item>>>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Head<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.filter.next_name()? {
            if key != "items" {
                return seed.deserialize(StringDeserializer::new(key)).map(Some);
            }
            if self.items.is_some() {
                return Err(serde::de::Error::duplicate_field("items"));
            }
            let (skips, cursor) = (self.filter.skips, self.filter.cursor);
            *self.items = Some(self.filter.next_value_seed(Items { skips, cursor })?);
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.filter.next_value_seed(seed)
    }
}

struct Items<'a> {
    skips: &'a Skips,
    cursor: &'a RefCell<Cursor>,
}

impl<'de> DeserializeSeed<'de> for Items<'_> {
    type Value = Vec<Option<raw::Item>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Items<'_> {
    type Value = Vec<Option<raw::Item>>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of questions")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        loop {
            let spot = Spot { item: Some(items.len()), key: None };
            if self.skips.0.contains(&spot) {
                match list.next_element::<IgnoredAny>()? {
                    Some(_) => items.push(None),
                    None => return Ok(items),
                }
                continue;
            }
            let seed = One { index: items.len(), skips: self.skips, cursor: self.cursor };
            match list.next_element_seed(seed)? {
                Some(item) => items.push(Some(item)),
                None => return Ok(items),
            }
        }
    }
}

struct One<'a> {
    index: usize,
    skips: &'a Skips,
    cursor: &'a RefCell<Cursor>,
}

impl<'de> DeserializeSeed<'de> for One<'_> {
    type Value = raw::Item;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<raw::Item, D::Error> {
        let spot = Spot { item: Some(self.index), key: None };
        *self.cursor.borrow_mut() = Cursor { spot, in_value: true };
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for One<'_> {
    type Value = raw::Item;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a question")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<raw::Item, A::Error> {
        let filter = Filter::new(map, self.skips, self.cursor, Some(self.index));
        raw::Item::deserialize(MapAccessDeserializer::new(filter))
    }
}

/// A map that leaves out what is to be skipped and remembers how far serde came.
struct Filter<'a, A> {
    map: A,
    item: Option<usize>,
    seen: BTreeMap<String, usize>,
    skips: &'a Skips,
    cursor: &'a RefCell<Cursor>,
}

impl<'a, A> Filter<'a, A> {
    fn new(map: A, skips: &'a Skips, cursor: &'a RefCell<Cursor>, item: Option<usize>) -> Self {
        Filter { map, item, seen: BTreeMap::new(), skips, cursor }
    }

    fn next_name<'de>(&mut self) -> Result<Option<String>, A::Error>
    where
        A: MapAccess<'de>,
    {
        let whole = Spot { item: self.item, key: None };
        *self.cursor.borrow_mut() = Cursor { spot: whole, in_value: true };
        while let Some(name) = self.map.next_key::<String>()? {
            let times = self.seen.entry(name.clone()).or_default();
            let spot = Spot { item: self.item, key: Some((name.clone(), *times)) };
            *times += 1;
            if self.skips.0.contains(&spot) {
                self.map.next_value::<IgnoredAny>()?;
                continue;
            }
            *self.cursor.borrow_mut() = Cursor { spot, in_value: false };
            return Ok(Some(name));
        }
        Ok(None)
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Filter<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        match self.next_name()? {
            Some(name) => seed.deserialize(StringDeserializer::new(name)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.cursor.borrow_mut().in_value = true;
        self.map.next_value_seed(seed)
    }
}
