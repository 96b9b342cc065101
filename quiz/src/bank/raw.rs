//! A bank as YAML gives it: flat, and every field optional, so that one that is missing is a
//! message of ours with a place, and the rest of the question is still looked at.
//!
//! No `#[serde(tag)]`, `untagged` or `flatten` here: they buffer, and a buffer has no places.

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Header {
    pub schema: Option<u32>,
    pub bank: Option<String>,
    pub title: Option<String>,
    pub chapter: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Item {
    pub id: Option<String>,
    pub kind: Option<String>,
    pub level: Option<String>,
    pub concepts: Option<Vec<String>>,
    pub prompt: Option<String>,
    pub why: Option<String>,
    pub see: Option<String>,
    pub rev: Option<u32>,
    pub was: Option<Vec<String>>,
    pub retired: Option<bool>,
    pub source: Option<String>,
    pub allow: Option<Vec<String>>,
    pub options: Option<Vec<Choice>>,
    pub vars: Option<Vars>,
    pub answer: Option<String>,
    pub accept: Option<Vec<String>>,
    pub unit: Option<String>,
    pub tolerance: Option<u64>,
    pub wrong: Option<Vec<Wrong>>,
    pub steps: Option<Vec<OrderStep>>,
    pub scenario: Option<String>,
    pub until: Option<u32>,
    pub asks: Option<Vec<Ask>>,
    pub text: Option<String>,
    pub model: Option<String>,
    pub rubric: Option<Vec<Point>>,
    pub code: Option<String>,
    pub probes: Option<Vec<Probe>>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Choice {
    pub text: Option<String>,
    pub correct: Option<bool>,
    pub why: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Wrong {
    pub when: Option<String>,
    pub why: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Ask {
    pub ask: Option<String>,
    pub answer: Option<String>,
    pub fact: Option<String>,
    pub options: Option<Vec<Choice>>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct OrderStep {
    pub id: Option<String>,
    pub text: Option<String>,
    pub after: Option<Vec<String>>,
    pub why: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Point {
    pub text: Option<String>,
    pub points: Option<u32>,
    pub must: Option<bool>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Probe {
    pub ask: Option<String>,
    pub answer: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Range {
    pub from: Option<i64>,
    pub to: Option<i64>,
    pub step: Option<i64>,
    pub pick: Option<Vec<i64>>,
}

/// Pairs, since a map of serde's takes the last of two equal keys and says nothing.
#[derive(Debug, Default)]
pub(super) struct Vars(pub Vec<(String, Range)>);

impl<'de> Deserialize<'de> for Vars {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Vars;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a map of variables")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vars, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Vars(pairs))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

impl Serialize for Vars {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, range)| (name, range)))
    }
}

/// The fields of a question that only some kinds have, and whether this one has them.
impl Item {
    pub(super) fn special_fields(&self) -> [(&'static str, bool); 16] {
        [
            ("options", self.options.is_some()),
            ("vars", self.vars.is_some()),
            ("answer", self.answer.is_some()),
            ("accept", self.accept.is_some()),
            ("unit", self.unit.is_some()),
            ("tolerance", self.tolerance.is_some()),
            ("wrong", self.wrong.is_some()),
            ("steps", self.steps.is_some()),
            ("scenario", self.scenario.is_some()),
            ("until", self.until.is_some()),
            ("asks", self.asks.is_some()),
            ("text", self.text.is_some()),
            ("model", self.model.is_some()),
            ("rubric", self.rubric.is_some()),
            ("code", self.code.is_some()),
            ("probes", self.probes.is_some()),
        ]
    }
}
