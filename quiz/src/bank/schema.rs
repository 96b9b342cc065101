//! The format of banks as a JSON schema, for editors: `quiz/banks/bank.schema.json`. Its fields are
//! those of [`super::raw`], which a test holds it to. What a schema cannot say (that one option is
//! right, that a trace answer was recorded) `cargo quiz check` says.

mod fields;

use super::item::Kind;
use fields::{common, optional_why, own, text};
use serde_json::{Map, Value, json};

/// The file as it has to be.
pub fn file() -> String {
    let mut text = serde_json::to_string_pretty(&document()).unwrap_or_default();
    text.push('\n');
    text
}

/// The schema, draft 7: what YAML's language server knows best.
pub fn document() -> Value {
    let mut definitions: Map<String, Value> =
        Kind::ALL.into_iter().map(|kind| (kind.name().to_owned(), question(kind))).collect();
    definitions.insert("option".to_owned(), fields::option());
    definitions.insert("retired".to_owned(), retired());
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A bank of questions",
        "description": "One file a bank, one bank a chapter. quiz/README.md has the format.",
        "type": "object",
        "additionalProperties": false,
        "required": ["schema", "bank", "title", "chapter", "items"],
        "properties": {
            "schema": { "const": 1, "description": "The version of this format." },
            "bank": fields::id("The first half of every question's key. It never changes."),
            "title": text("What `cargo quiz` calls this bank."),
            "chapter": fields::id("The chapter of the book to which these questions send their reader."),
            "items": { "type": "array", "minItems": 1, "items": item(), "description": "The questions." },
        },
        "definitions": definitions,
    })
}

/// A question by its kind; of one that is retired, `id` and `retired` are enough.
fn item() -> Value {
    let kinds = Kind::ALL.map(Kind::name);
    let of_kind = kinds.map(|name| {
        json!({
            "if": { "properties": { "kind": { "const": name } }, "required": ["kind"] },
            "then": { "$ref": format!("#/definitions/{name}") },
        })
    });
    json!({
        "type": "object",
        "required": ["id"],
        "if": { "properties": { "retired": { "const": true } }, "required": ["retired"] },
        "then": { "$ref": "#/definitions/retired" },
        "else": {
            "required": ["kind"],
            "properties": { "kind": { "enum": kinds, "description": "How it is asked and answered." } },
            "allOf": of_kind.to_vec(),
        },
    })
}

fn question(kind: Kind) -> Value {
    let mut properties = Map::new();
    properties.insert("kind".to_owned(), json!({ "const": kind.name(), "description": about(kind) }));
    let own = own(kind);
    for (name, shape) in common().into_iter().chain(own.iter().map(|field| (field.name, field.shape.clone())))
    {
        // A cloze is asked by its text.
        if !(kind == Kind::Cloze && name == "prompt") {
            properties.insert(name.to_owned(), shape);
        }
    }
    let mut required = vec!["id", "kind", "level", "concepts"];
    required.extend((kind != Kind::Cloze).then_some("prompt"));
    required.extend((!optional_why(kind)).then_some("why"));
    required.extend(own.iter().filter(|field| field.required).map(|field| field.name));
    json!({
        "type": "object", "description": about(kind), "additionalProperties": false,
        "required": required, "properties": properties,
    })
}

/// Whatever it was before it was retired may stand there still.
fn retired() -> Value {
    let mut properties: Map<String, Value> = Map::new();
    let names = common().into_iter().map(|(name, _)| name);
    let own = Kind::ALL.into_iter().flat_map(own).map(|field| field.name);
    for name in names.chain(own).chain(["kind"]) {
        properties.insert(name.to_owned(), json!(true));
    }
    properties.insert("id".to_owned(), fields::id("Stays taken: the log knows it."));
    json!({
        "type": "object", "description": "No longer asked. Its id stays taken.",
        "additionalProperties": false, "properties": properties,
    })
}

fn about(kind: Kind) -> &'static str {
    match kind {
        Kind::Choice => "Pick one. Exactly one is right; each option has its own reason.",
        Kind::Multi => "Pick all that are right: at least one, never all.",
        Kind::Short => "Type a word or two.",
        Kind::Numeric => "A whole number, worked out from numbers that change with each showing.",
        Kind::Order => "Put steps in order. List them in a right order.",
        Kind::Trace => "A recorded run, shown up to a step, and questions about the rest.",
        Kind::Cloze => "A sentence with gaps. The reader says them, looks, and judges.",
        Kind::Flash => "A card. The reader says the answer, looks, and judges.",
        Kind::Free => "Write an answer, then look at a model and tick the points that it makes.",
        Kind::Spot => "Numbered lines, one of them at fault.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bank::raw;
    use std::collections::BTreeSet;

    /// The names that serde knows: its complaint about another one lists them.
    fn known<T: serde::de::DeserializeOwned>() -> BTreeSet<String> {
        let error = serde_yaml::from_str::<T>("no_such_field: 1").err().expect("it is unknown").to_string();
        let (_, names) = error.split_once("expected ").expect("a list of names");
        names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    fn properties(schema: &Value) -> BTreeSet<String> {
        schema["properties"].as_object().into_iter().flat_map(|map| map.keys().cloned()).collect()
    }

    #[test]
    fn the_schema_has_the_fields_that_banks_have() {
        let schema = document();
        let of_kinds = Kind::ALL.map(|kind| properties(&schema["definitions"][kind.name()]));
        let all: BTreeSet<String> = of_kinds.into_iter().flatten().collect();
        assert_eq!(all, known::<raw::Item>());
        assert_eq!(properties(&schema["definitions"]["retired"]), known::<raw::Item>());
        let head = properties(&schema);
        assert_eq!(
            head.iter().filter(|name| *name != "items").cloned().collect::<BTreeSet<_>>(),
            known::<raw::Header>()
        );
        for kind in Kind::ALL {
            let own: BTreeSet<&str> = own(kind).iter().map(|field| field.name).collect();
            assert_eq!(own, kind.own_fields().iter().copied().collect(), "{kind:?}");
        }
        let of =
            |kind: &str, list: &str| properties(&schema["definitions"][kind]["properties"][list]["items"]);
        assert_eq!(properties(&schema["definitions"]["option"]), known::<raw::Choice>());
        assert_eq!(of("short", "wrong"), known::<raw::Wrong>());
        assert_eq!(of("trace", "asks"), known::<raw::Ask>());
        assert_eq!(of("order", "steps"), known::<raw::OrderStep>());
        assert_eq!(of("free", "rubric"), known::<raw::Point>());
        assert_eq!(of("free", "probes"), known::<raw::Probe>());
    }
}
