//! `bank.schema.json`: what editors are told of the format, held to the banks themselves.

use crate::place::{Shell, fixtures, folder, sources, workspace};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn schema() -> Value {
    let text = std::fs::read_to_string(workspace().join("quiz/banks/bank.schema.json")).expect("the schema");
    serde_json::from_str(&text).expect("JSON")
}

fn yaml(path: &Path) -> Value {
    serde_yaml::from_str(&std::fs::read_to_string(path).expect("a bank")).expect("YAML")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "yaml")).collect();
    files.sort();
    files
}

/// As much of JSON schema as the file uses; what it does not know fails.
struct Validator {
    root: Value,
}

impl Validator {
    fn faults(&self, value: &Value, at: &str, schema: &Value) -> Vec<String> {
        let Some(rules) = schema.as_object() else { return Vec::new() };
        let mut faults = Vec::new();
        for (rule, wanted) in rules {
            match rule.as_str() {
                "$schema" | "title" | "description" | "definitions" | "then" | "else" => {}
                "$ref" => {
                    let pointer = wanted.as_str().expect("a pointer").trim_start_matches('#');
                    faults.extend(self.faults(value, at, self.root.pointer(pointer).expect("a definition")));
                }
                "allOf" => {
                    for part in wanted.as_array().expect("a list") {
                        faults.extend(self.faults(value, at, part));
                    }
                }
                "if" => {
                    let holds = self.faults(value, at, wanted).is_empty();
                    let next = rules.get(if holds { "then" } else { "else" }).unwrap_or(&Value::Bool(true));
                    faults.extend(self.faults(value, at, next));
                }
                "properties" => {
                    for (name, one) in value.as_object().into_iter().flatten() {
                        let own = wanted.get(name).unwrap_or(&Value::Bool(true));
                        faults.extend(self.faults(one, &format!("{at}/{name}"), own));
                    }
                }
                "additionalProperties" => {
                    let known =
                        |name: &str| rules.get("properties").is_some_and(|own| own.get(name).is_some());
                    for (name, one) in
                        value.as_object().into_iter().flatten().filter(|(name, _)| !known(name))
                    {
                        match wanted {
                            Value::Bool(false) => faults.push(format!("{at}: {name} does not belong here")),
                            other => faults.extend(self.faults(one, &format!("{at}/{name}"), other)),
                        }
                    }
                }
                "items" => {
                    for (n, one) in value.as_array().into_iter().flatten().enumerate() {
                        faults.extend(self.faults(one, &format!("{at}/{n}"), wanted));
                    }
                }
                _ => faults.extend((!keeps(rule, wanted, value)).then(|| format!("{at}: {rule}"))),
            }
        }
        faults
    }
}

/// The rules that look at one value alone.
fn keeps(rule: &str, wanted: &Value, value: &Value) -> bool {
    let among = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        other => panic!("type {other}"),
    };
    let least = wanted.as_u64().unwrap_or(0);
    match rule {
        "type" => match wanted {
            Value::Array(names) => names.iter().filter_map(Value::as_str).any(among),
            name => among(name.as_str().expect("a name")),
        },
        "const" => value == wanted,
        "enum" => wanted.as_array().expect("a list").contains(value),
        "required" => {
            let there = |name: &Value| value.get(name.as_str().expect("a name")).is_some();
            !value.is_object() || wanted.as_array().expect("a list").iter().all(there)
        }
        "minItems" => value.as_array().is_none_or(|list| list.len() as u64 >= least),
        "maxItems" => value.as_array().is_none_or(|list| list.len() as u64 <= least),
        "uniqueItems" => {
            value.as_array().is_none_or(|list| (1..list.len()).all(|n| !list[..n].contains(&list[n])))
        }
        "minLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 >= least),
        "maxLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 <= least),
        "minimum" => value.as_i64().is_none_or(|number| number >= wanted.as_i64().expect("a number")),
        "maximum" => value.as_i64().is_none_or(|number| number <= wanted.as_i64().expect("a number")),
        "pattern" => value.as_str().is_none_or(|text| matches(wanted.as_str().expect("a pattern"), text)),
        other => panic!("a rule that this test does not know: {other}"),
    }
}

/// The two patterns of the schema.
fn matches(pattern: &str, text: &str) -> bool {
    let part =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let id = |text: &str| text.split('-').all(part);
    match pattern {
        "^[a-z0-9]+(-[a-z0-9]+)*$" => id(text),
        "^([a-z0-9]+(-[a-z0-9]+)*/)?[a-z0-9]+(-[a-z0-9]+)*$" => {
            text.split_once('/').map_or_else(|| id(text), |(bank, own)| id(bank) && id(own))
        }
        other => panic!("a pattern that this test does not know: {other}"),
    }
}

fn faults(value: &Value) -> Vec<String> {
    let validator = Validator { root: schema() };
    validator.faults(value, "", &validator.root)
}

#[test]
fn the_file_is_what_the_command_prints() {
    let printed = Shell::new("schema").run("schema", "");
    let file = std::fs::read_to_string(workspace().join("quiz/banks/bank.schema.json")).expect("the schema");
    assert!(printed.out == file, "run: cargo quiz schema > quiz/banks/bank.schema.json");
}

#[test]
fn every_bank_fits_and_names_the_schema() {
    let mut banks = files(&workspace().join("quiz/banks"));
    assert!(banks.len() >= 7);
    for bank in &banks {
        let text = std::fs::read_to_string(bank).expect("a bank");
        assert!(text.starts_with("# yaml-language-server: $schema=bank.schema.json\n"), "{}", bank.display());
    }
    banks.extend([fixtures().join("kinds/kinds.yaml"), fixtures().join("banks/small.yaml")]);
    for bank in banks {
        assert_eq!(faults(&yaml(&bank)), Vec::<String>::new(), "{}", bank.display());
    }
}

/// What the form alone shows to be wrong, an editor marks.
#[test]
fn broken_banks_are_refused() {
    for (name, expected) in [
        ("unknown-field", "/items/0: promt does not belong here"),
        ("missing", ": required"),
        ("wrong-types", "/title: type"),
        ("ids-and-names", "/items/1/level: enum"),
        ("new-kinds", "/items/0/rev: minimum"),
        ("no-option-is-correct", "/items/0/options/1: required"),
        ("stray-key", "/items/0: required"),
    ] {
        let faults = faults(&yaml(&fixtures().join(format!("broken/{name}.yaml"))));
        assert!(faults.iter().any(|fault| fault == expected), "{name}: {faults:#?}");
    }
}

#[test]
fn a_retired_question_needs_its_id_alone() {
    let mut bank = yaml(&fixtures().join("banks/small.yaml"));
    let items = bank["items"].as_array_mut().expect("items");
    items.push(serde_json::json!({ "id": "gone", "retired": true }));
    assert_eq!(faults(&bank), Vec::<String>::new());
    bank["items"].as_array_mut().expect("items").push(serde_json::json!({ "id": "gone", "retired": false }));
    assert_ne!(faults(&bank), Vec::<String>::new());
}

/// What a bank may leave out, the schema lets it leave out, and nothing else.
#[test]
fn schema_and_check_require_the_same_fields() {
    let whole = yaml(&fixtures().join("kinds/kinds.yaml"));
    let items = whole["items"].as_array().expect("items");
    let file = folder("schema-required").join("kinds.yaml");
    for (n, item) in items.iter().enumerate() {
        let kind = item["kind"].as_str().expect("a kind");
        for name in item.as_object().expect("fields").keys() {
            // The expressions need these; and `check` wants a reason for a wrong line as a lint.
            if matches!((kind, name.as_str()), ("numeric", "vars") | ("spot", "wrong")) {
                continue;
            }
            let mut bank = whole.clone();
            bank["items"][n].as_object_mut().expect("an object").remove(name);
            std::fs::write(&file, serde_json::to_string(&bank).expect("JSON")).expect("the folder is ours");
            let loads = sources().load_files(std::slice::from_ref(&file)).is_ok();
            assert_eq!(faults(&bank).is_empty(), loads, "{kind} without `{name}`");
        }
    }
}
