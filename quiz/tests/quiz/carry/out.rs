//! Exports: each format as it is written, and what a package holds.

use super::{at, exported, lines, outside, reader, run_on, unpacked};
use crate::house::House;
use crate::place::Shell;
use insta::assert_snapshot;
use quiz::front::Terminal;
use quiz::log::{Note, What};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Cursor;
use zip::{CompressionMethod, ZipArchive};

#[test]
fn every_kind_as_a_card() {
    let shell = Shell::new("carry-kinds");
    assert_snapshot!(run_on(&shell, Some("kinds"), &["export", "anki-text"]).shown());
}

#[test]
fn the_answers_as_a_table() {
    let shell = reader("carry-csv");
    let outcome = shell.run("export csv", "");
    assert!(outcome.out.lines().count() == outcome.out.matches("\r\n").count());
    assert_snapshot!(outcome.shown().replace('\r', ""));
}

#[test]
fn everything_as_a_document() {
    let shell = reader("carry-json");
    let outcome = shell.run("export json", "");
    let document: serde_json::Value = serde_json::from_str(&outcome.out).expect("one document");
    assert_eq!(document["log"].as_array().map(Vec::len), Some(10), "taken-back entries too");
    assert_snapshot!(outcome.shown());
}

#[test]
fn only_some_banks() {
    let shell = reader("carry-some");
    let outcome = shell.run("export csv --bank small", "");
    assert_eq!(outcome.out, shell.run("export csv", "").out, "all answers are of this bank");
    let keys = |arguments: &[&str]| -> BTreeSet<String> {
        let out = run_on(&shell, None, arguments).out;
        out.lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split('\t').next().unwrap_or("").to_owned())
            .collect()
    };
    let all = keys(&["export", "anki-text"]);
    let two = keys(&["export", "anki-text", "--bank", "lost-update", "--bank", "fencing-tokens"]);
    assert!(two.len() < all.len() && two.is_subset(&all));
    assert!(two.iter().all(|guid| guid.contains("/lost-update/") || guid.contains("/fencing-tokens/")));
    assert_eq!(keys(&["export", "anki-text", "--chapter", "lost-update"]).len(), {
        two.iter().filter(|guid| guid.contains("/lost-update/")).count()
    });
}

#[test]
fn what_export_says() {
    let shell = reader("carry-says").wide();
    let folder = outside("carry-says");
    let run = |arguments: &str| {
        let arguments = arguments.replace("OUT", &folder.display().to_string());
        let shown = shell.run(&arguments, "").shown().replace(&folder.display().to_string(), "OUT");
        format!("$ quiz {}\n{shown}\n", arguments.replace(&folder.display().to_string(), "OUT"))
    };
    let said = [
        "export apkg --out OUT/quiz.apkg",
        "export apkg --out OUT/quiz.apkg",
        "export anki-text --out OUT/quiz.apkg --force",
        "export json --out OUT/nowhere/quiz.json",
        "export csv --out OUT/quiz.csv",
        "export csv --bank smal",
        "export csv --chapter zombies",
        "export yaml",
        "export csv --force",
    ]
    .map(run);
    assert_snapshot!(said.concat());
    let left: Vec<_> = std::fs::read_dir(&folder).expect("the folder").collect();
    assert_eq!(left.len(), 2, "what could not be written left nothing: {left:?}");
}

#[test]
fn a_package_is_not_written_to_a_screen() {
    let shell = Shell::new("carry-screen");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut terminal = Terminal {
        input: &mut "".as_bytes(),
        out: &mut out,
        err: &mut err,
        width: 80,
        colour: false,
        echo: false,
        paints: true,
        wraps_errors: false,
    };
    let arguments = ["quiz", "export", "apkg", "--data"].map(OsString::from).into_iter();
    let code = quiz::command::run(arguments.chain([shell.data.into()]), &mut terminal);
    assert_eq!((code, out.len()), (2, 0));
    let said = String::from_utf8(err).expect("text");
    assert_eq!(said, "an Anki package is no text\n  help: --out quiz.apkg writes it to a file\n");
}

#[test]
fn help() {
    let shell = Shell::new("carry-help");
    assert_snapshot!("export_help", shell.run("export --help", "").shown());
    assert_snapshot!("import_help", shell.run("import --help", "").shown());
}

#[test]
fn a_package_is_a_stored_zip_and_the_same_each_time() {
    let shell = reader("carry-zip");
    let folder = outside("carry-zip");
    let path = exported(&shell, "apkg", &folder);
    let bytes = std::fs::read(&path).expect("a package");
    assert_eq!(std::fs::read(exported(&shell, "apkg", &folder)).expect("another"), bytes);
    let mut zip = ZipArchive::new(Cursor::new(&bytes)).expect("a zip");
    assert_eq!(zip.len(), 2);
    for (index, name) in ["collection.anki2", "media"].into_iter().enumerate() {
        let entry = zip.by_index(index).expect("an entry");
        assert_eq!(
            (entry.name().expect("a name").as_ref(), entry.compression()),
            (name, CompressionMethod::Stored)
        );
    }
}

#[test]
fn a_package_holds_cards_as_they_stand() {
    let shell = reader("carry-cards");
    let (_, collection) = unpacked(&exported(&shell, "apkg", &outside("carry-cards")));
    let mut statement = collection
        .prepare(
            "SELECT n.guid || ' ' || n.tags || c.type || ' ' || c.queue || ' due ' || c.due || ' ivl ' || c.ivl
                || ' reps ' || c.reps || ' lapses ' || c.lapses || ' ' || c.data
             FROM notes n JOIN cards c ON c.nid = n.id ORDER BY c.due",
        )
        .expect("the tables");
    let cards = statement.query_map([], |row| row.get::<_, String>(0)).expect("rows");
    let cards: Vec<String> = cards.collect::<Result<_, _>>().expect("text");
    let mut statement = collection
        .prepare(
            "SELECT n.flds, r.id || ' ease ' || r.ease || ' ivl ' || r.ivl || ' last ' || r.lastIvl
                || ' factor ' || r.factor || ' ms ' || r.time || ' type ' || r.type
             FROM revlog r JOIN cards c ON c.id = r.cid JOIN notes n ON n.id = c.nid ORDER BY r.id",
        )
        .expect("the tables");
    let rows = statement.query_map([], |row| {
        let fields: String = row.get(0)?;
        let key = fields.split('\u{1f}').nth(2).unwrap_or("").to_owned();
        Ok(format!("{key} {}", row.get::<_, String>(1)?))
    });
    let rows: Vec<String> = rows.expect("rows").collect::<Result<_, _>>().expect("text");
    assert_snapshot!(format!("{}\n\n{}", cards.join("\n"), rows.join("\n")));
}

/// A question that is exported alone has the number that it has among all.
#[test]
fn numbers_are_unique_and_do_not_depend_on_what_is_exported() {
    let shell = Shell::new("carry-ids");
    let folder = outside("carry-ids");
    let ids = |name: &str, more: &[&str]| -> BTreeSet<(String, i64, i64)> {
        let path = folder.join(name);
        let path_text = path.display().to_string();
        let arguments = [&["export", "apkg", "--out", &path_text], more].concat();
        let outcome = run_on(&shell, None, &arguments);
        assert_eq!(outcome.code, 0, "{}", outcome.shown());
        let (_, collection) = unpacked(&path);
        let query = "SELECT n.guid, n.id, c.id FROM notes n JOIN cards c ON c.nid = n.id";
        let mut statement = collection.prepare(query).expect("the tables");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        rows.expect("rows").collect::<Result<_, _>>().expect("ids")
    };
    let all = ids("all.apkg", &[]);
    let one = ids("one.apkg", &["--bank", "lost-update"]);
    assert!(!one.is_empty() && one.len() < all.len() && one.is_subset(&all));
    let notes: BTreeSet<i64> = all.iter().map(|(_, note, _)| *note).collect();
    assert_eq!(notes.len(), all.len());
}

/// Whoever set the clock back between an answer and its undo has an undo that is older than the answer.
#[test]
fn an_undo_comes_along_whatever_the_clock_said() {
    let shell = Shell::new("carry-undo-first");
    let undo = |time: &str, of: &str| Note::new("pod-7", at(time), What::Undo { of: of.to_owned() });
    let id = |line: &str| {
        let entry: Value = serde_json::from_str(line).expect("a line");
        entry["id"].as_str().expect("an id").to_owned()
    };
    let answer = lines().swap_remove(6);
    let first = undo("2026-11-20T07:59:00+05:30", &id(&answer));
    let second = undo("2026-11-20T07:58:00+05:30", &first.id);
    let third = undo("2026-11-20T07:57:00+05:30", &second.id);
    let unrelated = undo("2026-11-20T07:56:00+05:30", "nothing");
    let notes = [&first, &second, &third, &unrelated].map(Note::to_json);
    let text: String = [answer].iter().chain(&notes).map(|line| format!("{line}\n")).collect();
    std::fs::write(shell.data.join("reviews-pod-7.jsonl"), text).expect("a log");
    let ids = |options: &str| -> BTreeSet<String> {
        let document: Value = serde_json::from_str(&shell.run(options, "").out).expect("one document");
        document["log"].as_array().expect("a list").iter().map(|entry| id(&entry.to_string())).collect()
    };
    let mut all = ids("export json");
    assert_eq!(all.len(), 5);
    all.remove(&unrelated.id);
    assert_eq!(ids("export json --bank small"), all);
}

/// Whether all that a bank says stands in JSON as well, under the same names.
fn holds(json: &Value, bank: &Value) -> bool {
    match (json, bank) {
        (Value::Object(json), Value::Object(bank)) => {
            bank.iter().all(|(name, one)| json.get(name).is_some_and(|other| holds(other, one)))
        }
        (Value::Array(json), Value::Array(bank)) => {
            json.len() == bank.len() && json.iter().zip(bank).all(|(json, bank)| holds(json, bank))
        }
        (Value::String(json), Value::String(bank)) => json.trim_end() == bank.trim_end(),
        (json, bank) => json == bank,
    }
}

/// A workbook with all kinds and all fields in its second bank, and that bank's questions as it has them.
fn all_fields(name: &str) -> (House, Vec<Value>) {
    let house = House::new(name);
    let path = house.root.join("quiz/banks/02-kinds.yaml");
    let mut text = std::fs::read_to_string(&path).expect("the bank");
    text.push_str("    source: a book\n    allow: [negation]\n    rev: 3\n    was: [once]\n");
    text.push_str("    see: lost-update#when-is-it-lost\n");
    text.push_str(
        "  - {id: listed, kind: order, level: applied, concepts: [lock-purpose], prompt: How?, why: So., ",
    );
    text.push_str("steps: [{text: lock}, {id: second, text: read}, {text: write}]}\n");
    std::fs::write(&path, &text).expect("the bank");
    let bank: Value = serde_yaml::from_str(&text).expect("YAML");
    (house, bank["items"].as_array().expect("items").clone())
}

fn document(house: &House, arguments: &str) -> Value {
    serde_json::from_str(&house.run(arguments, "").out).expect("one document")
}

#[test]
fn no_field_of_a_bank_is_lost_in_json() {
    let (house, items) = all_fields("carry-fields");
    let exported = document(&house, "export json --bank kinds");
    for (item, question) in items.iter().zip(exported["questions"].as_array().expect("questions")) {
        let id = item["id"].as_str().expect("an id");
        let shown = document(&house, &format!("show kinds/{id} --json"));
        let body = shown["body"].as_object().expect("an object");
        for (name, value) in item.as_object().expect("fields") {
            match (id, name.as_str()) {
                // Told in another form, which the help of `export` describes.
                (_, "id") | ("when-to-lock", "text") => {}
                ("find-the-gap", "code" | "answer" | "wrong" | "was") => {}
                (_, name) => {
                    assert!(holds(&question[name], value), "{id}, {name}: {}", question[name]);
                    let told = body.get(name).unwrap_or(&shown[name]);
                    assert!(holds(told, value), "{id}, {name}: {told}");
                }
            }
        }
        // Both tell the same of what a kind has of its own; one leaves out what is not there.
        let empty = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        for (name, value) in body.iter().filter(|(_, value)| !empty(value)) {
            assert_eq!(&question[name], value, "{id}, {name}");
        }
    }
}

/// What JSON tells otherwise than a bank.
#[test]
fn gaps_and_orders_in_json() {
    let (house, items) = all_fields("carry-forms");
    let exported = document(&house, "export json --bank kinds");
    let question = |id: &str| {
        let place = items.iter().position(|item| item["id"] == id).expect("it is there");
        exported["questions"][place].clone()
    };
    let after = |id: &str, step: usize| question(id)["steps"][step]["after"].clone();
    assert_eq!(after("locked-debit", 4), json!(["write", "tell"]));
    assert_eq!(after("listed", 2), json!([]), "what has no name is not named: the list is the order");
    let (cloze, spot) = (question("when-to-lock"), question("find-the-gap"));
    let gap = |answer: &str, hint: Option<&str>| json!({"gap": answer, "hint": hint});
    let hold = "Hold the lock from ";
    let text = [
        json!(hold),
        gap("before the read", Some("when?")),
        json!(" until the write is "),
        gap("committed", None),
        json!("."),
    ];
    assert_eq!(cloze["text"], json!(text));
    assert_eq!(cloze["gaps"], json!(["before the read", "committed"]));
    assert_eq!(cloze["prompt"], "Hold the lock from [… when?] until the write is […].");
    assert_eq!((&spot["right"], &spot["wrong"][0]["line"]), (&json!([1]), &json!(4)));
}

/// A chapter has the names that it has for `list` and `run`.
#[test]
fn a_chapter_is_exported_by_any_of_its_names() {
    let house = House::new("carry-chapters");
    let banks = |options: &str| -> String {
        let outcome = house.run(&format!("export json {options}"), "");
        assert_eq!(outcome.code, 0, "{options}: {}", outcome.err);
        let document: Value = serde_json::from_str(&outcome.out).expect("one document");
        let banks = document["banks"].as_array().expect("banks").iter();
        banks.filter_map(|bank| bank["bank"].as_str()).collect::<Vec<_>>().join(" ")
    };
    for (options, expected) in [
        ("--chapter 1", "small"),
        ("--chapter 02-kinds", "kinds"),
        ("--chapter kinds", "kinds"),
        ("--chapter lost-update", "small kinds"),
        ("--chapter 1 --chapter 2", "small kinds"),
        ("--chapter 1 --bank kinds", ""),
        ("--chapter lost-update --bank kinds", "kinds"),
    ] {
        assert_eq!(banks(options), expected, "{options}");
    }
    assert_eq!(house.run("export json --chapter 3", "").code, 2);
}
