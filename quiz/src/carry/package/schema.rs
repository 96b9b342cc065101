//! What Anki wants to find in a collection beside notes, cards and reviews: a type of note, decks,
//! and options. All ids are fixed: Anki merges by them.

use super::super::freight::{DECK, Note};
use crate::clock::Day;
use crate::log::Settings;
use crate::memory::Model;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The type of all notes. Its fields are [`FIELDS`]; another set of fields needs another id.
pub(super) const NOTE_TYPE: i64 = 1_577_836_800_001;
/// `Rev` says which revision a reader of the card has answered.
pub(super) const FIELDS: [&str; 4] = ["Front", "Back", "Question", "Rev"];
/// Options of the decks: the retention and the parameters of the reader.
const PRESET: i64 = 1_577_836_800_002;
/// The deck above all others.
const PARENT: i64 = 1_577_836_800_003;

/// The first day of the collection, from which Anki counts days: 2020-01-01. With an offset of 0
/// and noon as its time it is that day wherever the package is opened.
pub(super) const FIRST_DAY: Day = Day(18_262);
pub(super) const CREATED: i64 = FIRST_DAY.0 as i64 * 86_400 + 43_200;

pub(super) const TABLES: &str = "
CREATE TABLE col (
  id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL, scm integer NOT NULL,
  ver integer NOT NULL, dty integer NOT NULL, usn integer NOT NULL, ls integer NOT NULL,
  conf text NOT NULL, models text NOT NULL, decks text NOT NULL, dconf text NOT NULL, tags text NOT NULL);
CREATE TABLE notes (
  id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL, mod integer NOT NULL,
  usn integer NOT NULL, tags text NOT NULL, flds text NOT NULL, sfld integer NOT NULL,
  csum integer NOT NULL, flags integer NOT NULL, data text NOT NULL);
CREATE TABLE cards (
  id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL, ord integer NOT NULL,
  mod integer NOT NULL, usn integer NOT NULL, type integer NOT NULL, queue integer NOT NULL,
  due integer NOT NULL, ivl integer NOT NULL, factor integer NOT NULL, reps integer NOT NULL,
  lapses integer NOT NULL, left integer NOT NULL, odue integer NOT NULL, odid integer NOT NULL,
  flags integer NOT NULL, data text NOT NULL);
CREATE TABLE revlog (
  id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL, ease integer NOT NULL,
  ivl integer NOT NULL, lastIvl integer NOT NULL, factor integer NOT NULL, time integer NOT NULL,
  type integer NOT NULL);
CREATE TABLE graves (usn integer NOT NULL, oid integer NOT NULL, type integer NOT NULL);
CREATE INDEX ix_notes_usn ON notes (usn);
CREATE INDEX ix_cards_usn ON cards (usn);
CREATE INDEX ix_revlog_usn ON revlog (usn);
CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_cards_sched ON cards (did, queue, due);
CREATE INDEX ix_revlog_cid ON revlog (cid);
CREATE INDEX ix_notes_csum ON notes (csum);
";

const CSS: &str = "\
.card { font-family: system-ui, sans-serif; font-size: 18px; line-height: 1.45; text-align: left;
  color: #1c1b19; background: #fdfcf9; max-width: 44em; margin: 0 auto; padding: 0.5em; }
pre { font-size: 0.8em; overflow-x: auto; white-space: pre; }
code, pre { font-family: ui-monospace, monospace; }
.how, .see { color: #6b675f; font-size: 0.85em; }
.gap { font-weight: bold; color: #1d5fa8; }
.options { list-style: none; padding-left: 0; }
.options > li { margin: 0.6em 0; }
.because { margin-left: 1.4em; }
.right { color: #1a6b35; }
.answer { font-weight: bold; }
.nightMode.card, .nightMode .card { color: #e8e6e1; background: #1f1e1c; }
.nightMode .gap { color: #8ab8ee; }
.nightMode .right { color: #7fcf98; }
.nightMode .how, .nightMode .see { color: #a8a49b; }
";

pub(super) fn conf() -> Value {
    json!({
        "curDeck": PARENT, "activeDecks": [PARENT], "curModel": NOTE_TYPE, "schedVer": 2, "sched2021": true,
        "creationOffset": 0, "rollover": 4, "nextPos": 1, "sortType": "noteFld", "sortBackwards": false,
        "addToCur": true, "newSpread": 0, "dueCounts": true, "estTimes": true, "collapseTime": 1200,
        "timeLim": 0, "dayLearnFirst": false,
    })
}

pub(super) fn note_types() -> Value {
    let field = |(ord, name): (usize, &&str)| {
        json!({
            "name": name, "ord": ord, "id": NOTE_TYPE + 10 + ord as i64, "sticky": false, "rtl": false,
            "font": "Arial", "size": 20, "plainText": false, "collapsed": false, "media": [],
        })
    };
    let fields: Vec<Value> = FIELDS.iter().enumerate().map(field).collect();
    let template = json!({
        "name": "Card", "ord": 0, "id": NOTE_TYPE + 20, "qfmt": "{{Front}}",
        "afmt": "{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}", "bqfmt": "", "bafmt": "", "did": null,
    });
    let note_type = json!({
        "id": NOTE_TYPE, "name": DECK, "type": 0, "mod": 0, "usn": -1, "sortf": 0, "did": PARENT,
        "tmpls": [template], "flds": fields, "css": CSS, "latexPre": "", "latexPost": "",
        "latexsvg": false, "req": [[0, "any", [0]]], "tags": [], "vers": [],
    });
    keyed(NOTE_TYPE, note_type)
}

/// The default deck, the parent, and one for each bank.
pub(super) fn decks(notes: &[Note<'_>], now_s: i64) -> Value {
    let mut names: BTreeMap<i64, String> = notes.iter().map(|note| (note.deck_id(), note.deck())).collect();
    names.insert(1, "Default".to_owned());
    names.insert(PARENT, DECK.to_owned());
    let deck = |(id, name): (i64, String)| {
        let deck = json!({
            "id": id, "name": name, "mod": now_s, "usn": -1, "conf": if id == 1 { 1 } else { PRESET },
            "dyn": 0, "collapsed": false, "browserCollapsed": false, "desc": "", "extendNew": 0,
            "extendRev": 0, "lrnToday": [0, 0], "revToday": [0, 0], "newToday": [0, 0], "timeToday": [0, 0],
        });
        (id.to_string(), deck)
    };
    Value::Object(names.into_iter().map(deck).collect::<Map<_, _>>())
}

pub(super) fn options(settings: &Settings) -> Value {
    let retention = decimal(Model::new(settings).retention());
    let weights: Vec<f64> = settings.weights.iter().map(|weight| decimal(*weight)).collect();
    let preset = |id: i64, name: &str| {
        json!({
            "id": id, "name": name, "mod": 0, "usn": -1, "maxTaken": 60, "autoplay": true, "timer": 0,
            "replayq": true, "dyn": false, "desiredRetention": retention, "fsrsParams6": weights,
            "new": {"bury": true, "delays": [1.0, 10.0], "initialFactor": 2500, "ints": [1, 4, 0],
                "order": 1, "perDay": 20, "separate": true},
            "rev": {"bury": true, "ease4": 1.3, "ivlFct": 1.0, "maxIvl": 3650, "perDay": 200, "fuzz": 0.05,
                "minSpace": 1, "hardFactor": 1.2},
            "lapse": {"delays": [10.0], "leechAction": 1, "leechFails": 8, "minInt": 1, "mult": 0.0},
        })
    };
    let mut all = Map::new();
    all.insert("1".to_owned(), preset(1, "Default"));
    all.insert(PRESET.to_string(), preset(PRESET, DECK));
    Value::Object(all)
}

/// A float by its shortest digits: 0.9, not 0.8999999762.
pub(super) fn decimal(value: f32) -> f64 {
    value.to_string().parse().unwrap_or_default()
}

fn keyed(id: i64, value: Value) -> Value {
    Value::Object(Map::from_iter([(id.to_string(), value)]))
}
