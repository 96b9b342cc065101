//! A package as bytes: the same ones for the same input, on every machine.

use super::super::freight::{Freight, Note};
use super::super::history::{Kind, Row, rows};
use super::super::scratch::Scratch;
use super::schema::{self, CREATED, FIELDS, FIRST_DAY, NOTE_TYPE};
use crate::memory::{Card, Model};
use rusqlite::{Connection, Transaction, params};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{self, Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Anki's ease for a card whose memory is FSRS's: it is not used, and must not be 0.
const EASE: u32 = 2500;

/// All wanted questions as an Anki package: notes, cards with their schedule, and every answer.
///
/// # Errors
/// When the system has no room for a temporary file.
pub fn apkg(freight: &Freight<'_>) -> io::Result<Vec<u8>> {
    let (scratch, file) = Scratch::anywhere()?;
    drop(file);
    fill(scratch.path(), freight).map_err(io::Error::other)?;
    let collection = std::fs::read(scratch.path())?;
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // Stored, and without a time: zip's own first day, 1980-01-01.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, bytes) in [("collection.anki2", collection.as_slice()), ("media", b"{}")] {
        zip.start_file(name, options).map_err(io::Error::other)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish().map_err(io::Error::other)?.into_inner())
}

fn fill(path: &std::path::Path, freight: &Freight<'_>) -> rusqlite::Result<()> {
    let mut connection = Connection::open(path)?;
    // Nobody reads the file before it is whole, so nothing needs a journal.
    connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
    let transaction = connection.transaction()?;
    transaction.execute_batch(schema::TABLES)?;
    let notes = freight.notes();
    let now_s = freight.now.utc_ms.div_euclid(1000);
    transaction.execute(
        "INSERT INTO col VALUES (1, ?1, ?2, ?2, 11, 0, 0, 0, ?3, ?4, ?5, ?6, '{}')",
        params![
            CREATED,
            freight.now.utc_ms,
            schema::conf().to_string(),
            schema::note_types().to_string(),
            schema::decks(&notes, now_s).to_string(),
            schema::options(&freight.standing.settings).to_string(),
        ],
    )?;
    let cards: BTreeMap<&str, i64> = notes.iter().map(|note| (note.item.key.as_str(), note.id)).collect();
    let rows = rows(freight, &cards);
    let mut answers: BTreeMap<i64, Answers> = BTreeMap::new();
    for row in &rows {
        answers.entry(row.card).or_default().take(row);
    }
    let model = Model::new(&freight.standing.settings);
    for (position, note) in notes.iter().enumerate() {
        put_note(&transaction, note, now_s)?;
        let answers = answers.get(&note.id).copied().unwrap_or_default();
        let state = note.card.map_or_else(|| new(position), |card| scheduled(card, &model, answers));
        put_card(&transaction, note, &state, now_s)?;
    }
    for row in &rows {
        put_row(&transaction, row)?;
    }
    transaction.commit()
}

/// What was answered of one card.
#[derive(Debug, Clone, Copy, Default)]
struct Answers {
    count: u32,
    /// When the schedule was last moved, in seconds since 1970; 0 for never.
    last_s: i64,
}

impl Answers {
    /// Rows come in the order of time.
    fn take(&mut self, row: &Row) {
        self.count += 1;
        if row.kind != Kind::Practice {
            self.last_s = row.id.div_euclid(1000);
        }
    }
}

/// What changes from card to card.
struct State {
    /// Anki's type and queue: 0 for a new card, 2 for one that is reviewed.
    kind: u8,
    due: i64,
    interval: u32,
    factor: u32,
    reps: u32,
    lapses: u32,
    data: String,
}

/// A new card, in the order of the banks.
fn new(position: usize) -> State {
    let due = position as i64 + 1;
    State { kind: 0, due, interval: 0, factor: 0, reps: 0, lapses: 0, data: "{}".to_owned() }
}

fn scheduled(card: &Card, model: &Model, answers: Answers) -> State {
    let decimal = schema::decimal;
    let data = json!({
        "s": decimal(card.stability), "d": decimal(card.difficulty),
        "dr": decimal(model.retention()), "decay": decimal(model.decay()), "lrt": answers.last_s,
    });
    State {
        kind: 2,
        due: i64::from(card.due.0) - i64::from(FIRST_DAY.0),
        interval: card.due.since(card.last).max(1),
        factor: EASE,
        reps: answers.count,
        lapses: card.lapses,
        data: data.to_string(),
    }
}

fn put_note(to: &Transaction<'_>, note: &Note<'_>, now_s: i64) -> rusqlite::Result<()> {
    let rev = note.item.rev.to_string();
    let fields: [&str; FIELDS.len()] = [&note.front, &note.back, &note.item.key, &rev];
    // Anki works out the sort field and the checksum by itself when it imports.
    let mut statement =
        to.prepare_cached("INSERT INTO notes VALUES (?1, ?2, ?3, ?4, -1, ?5, ?6, ?7, 0, 0, '')")?;
    let tags = format!(" {} ", note.tags.join(" "));
    let values = params![note.id, note.guid, NOTE_TYPE, now_s, tags, fields.join("\u{1f}"), note.item.key];
    statement.execute(values).map(|_| ())
}

fn put_card(to: &Transaction<'_>, note: &Note<'_>, state: &State, now_s: i64) -> rusqlite::Result<()> {
    let mut statement = to.prepare_cached(
        "INSERT INTO cards VALUES (?1, ?1, ?2, 0, ?3, -1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0, 0, 0, 0, ?11)",
    )?;
    let queue = if note.suspended { -1 } else { i64::from(state.kind) };
    statement
        .execute(params![
            note.id,
            note.deck_id(),
            now_s,
            state.kind,
            queue,
            state.due,
            state.interval,
            state.factor,
            state.reps,
            state.lapses,
            state.data,
        ])
        .map(|_| ())
}

fn put_row(to: &Transaction<'_>, row: &Row) -> rusqlite::Result<()> {
    let mut statement =
        to.prepare_cached("INSERT INTO revlog VALUES (?1, ?2, -1, ?3, ?4, ?5, ?6, ?7, ?8)")?;
    let values = params![
        row.id,
        row.card,
        row.ease,
        row.interval,
        row.last_interval,
        row.factor,
        row.ms as i64,
        row.kind as u8,
    ];
    statement.execute(values).map(|_| ())
}
