//! Where in the text a value stands, asked after the fact.
//!
//! Serde hands out values without places, but `serde_yaml` adds the place to an *error*. So the
//! text is read again with a visitor that walks to the value in question and refuses it; the
//! place in that refusal is the parser's own, whatever the indentation or style. A message costs
//! one more reading of its file, and a file without errors costs nothing.

use super::problem::{inside, place_of};
use kit::diagnostic::Place;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::fmt;

/// One step down into the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// The value of this key.
    Field(String),
    /// The value of this key where it stands for the second time (1), the third time (2), …
    Again(String, usize),
    /// This element of a list, counted from 0.
    Element(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// The last step's key.
    Key,
    Value,
}

/// `way!["items", 3, "prompt"]`
macro_rules! way {
    ($($step:expr),* $(,)?) => { [$($crate::bank::locate::Step::from($step)),*] };
}
pub(super) use way;

impl From<&str> for Step {
    fn from(key: &str) -> Step {
        Step::Field(key.to_owned())
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Step {
        Step::Element(index)
    }
}

/// The place of what `path` leads to; `None` if it leads nowhere.
pub(super) fn locate(source: &str, path: &[Step], target: Target) -> Option<Place> {
    let found = Cell::new(false);
    let seek = Seek { path, target, found: &found };
    let error = seek.deserialize(serde_yaml::Deserializer::from_str(source)).err()?;
    if found.get() { place(&error, source) } else { None }
}

/// The place that an error of the parser names, as characters of the text.
pub(super) fn place(error: &serde_yaml::Error, source: &str) -> Option<Place> {
    // Its lines also end at separators that no editor breaks at, so only its byte index is used.
    let index = error.location()?.index();
    let before = source.get(..index).unwrap_or(source);
    Some(inside(place_of(before.chars().count(), source), source))
}

struct Seek<'a> {
    path: &'a [Step],
    target: Target,
    found: &'a Cell<bool>,
}

impl<'de> DeserializeSeed<'de> for Seek<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.path.first() {
            Some(Step::Element(_)) => deserializer.deserialize_seq(self),
            Some(_) => deserializer.deserialize_map(self),
            None => {
                self.found.set(true);
                deserializer.deserialize_any(Refuse)
            }
        }
    }
}

impl<'de> Visitor<'de> for Seek<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the value that is looked for")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (name, mut left) = match self.path.first() {
            Some(Step::Field(name)) => (name, 0),
            Some(Step::Again(name, times)) => (name, *times),
            _ => return Ok(()),
        };
        let stops = self.target == Target::Key && self.path.len() == 1;
        loop {
            let probe = Probe { name, stop: stops && left == 0, found: self.found };
            match map.next_key_seed(probe)? {
                None => return Ok(()),
                Some(true) if left == 0 => {
                    let rest = Seek { path: &self.path[1..], ..self };
                    return map.next_value_seed(rest);
                }
                Some(matches) => {
                    left -= usize::from(matches);
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Some(Step::Element(index)) = self.path.first() else { return Ok(()) };
        for _ in 0..*index {
            if list.next_element::<IgnoredAny>()?.is_none() {
                return Ok(());
            }
        }
        let rest = Seek { path: &self.path[1..], ..self };
        list.next_element_seed(rest).map(|_| ())
    }
}

/// Reads a key and says whether it is the one; refuses it when it is where we want to stop.
struct Probe<'a> {
    name: &'a str,
    stop: bool,
    found: &'a Cell<bool>,
}

impl<'de> DeserializeSeed<'de> for Probe<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Probe<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: serde::de::Error>(self, key: &str) -> Result<bool, E> {
        if key == self.name && self.stop {
            self.found.set(true);
            return Err(E::custom("found"));
        }
        Ok(key == self.name)
    }
}

/// Accepts nothing: each way to hand it a value is an error by default.
struct Refuse;

impl<'de> Visitor<'de> for Refuse {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("nothing")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\u{feff}# é₹\nbank: x\nitems:\n-   id: a\n    why:\n  # c\n-\n  'id' : \"b\"\n  options: [{text: é→, why: w}, {why: z}]\n  id: again\n";

    fn at(path: &[Step], target: Target) -> String {
        locate(TEXT, path, target).map_or("nowhere".into(), |place| place.to_string())
    }

    #[test]
    fn every_style_of_yaml_has_places() {
        assert_eq!(at(&way!["bank"], Target::Key), "2:1");
        assert_eq!(at(&way!["bank"], Target::Value), "2:7");
        assert_eq!(at(&way!["items", 0], Target::Value), "4:5");
        assert_eq!(at(&way!["items", 0, "why"], Target::Key), "5:5");
        assert_eq!(at(&way!["items", 1, "id"], Target::Value), "8:10");
        assert_eq!(at(&way!["items", 1, "options", 1, "why"], Target::Key), "9:34");
        assert_eq!(at(&way!["items", 1, "options", 0, "why"], Target::Value), "9:29");
        let again = [&way!["items", 1][..], &[Step::Again("id".into(), 1)]].concat();
        assert_eq!(at(&again, Target::Key), "10:3");
    }

    #[test]
    fn what_is_not_there_has_no_place() {
        for path in [&way!["titel"][..], &way!["items", 7], &way!["bank", "x"], &way![3]] {
            assert_eq!(at(path, Target::Value), "nowhere", "{path:?}");
        }
        assert_eq!(locate("a: [", &way!["b"], Target::Key), None);
    }
}
