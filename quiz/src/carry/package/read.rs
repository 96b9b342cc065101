//! The reviews of our cards, out of somebody's collection. It is opened for reading only, its
//! tables are walked once each, and a row that does not make sense is counted and left out.

use super::super::identity::key_of;
use super::unpack::{Broken, collection};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags, Row};
use std::collections::BTreeMap;
use std::io::{Read, Seek};
use std::path::Path;

/// A heavy user's collection of many years has some 200 MB.
const MOST_BYTES: u64 = 1 << 30;
/// Steps of SQLite's machine between two looks at whether it is still worth it, and how many looks:
/// a collection of two million reviews needs about thirty.
const STEPS: i32 = 1_000_000;
const LOOKS: u32 = 1_000;
/// The last of Anki's types of answers: 0 learning, 1 review, 2 relearning, 3 in a filtered deck. Behind
/// it come 4 (set by hand) and 5 (rescheduled).
const FILTERED: i64 = 3;

/// A review of a card of ours, as Anki has it; nothing of it is checked against our log yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    /// Its instant in milliseconds since 1970, which is also its id.
    pub id: i64,
    /// The key in its note's guid.
    pub key: String,
    /// The revision of the question that its note had, if the note says so.
    pub rev: Option<u32>,
    /// The button, 1 to 4.
    pub ease: u8,
    pub ms: u64,
    /// It moved no schedule: practice ahead of time.
    pub practice: bool,
}

/// All that a collection says of answers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reviewed {
    /// In the order of time.
    pub reviews: Vec<Review>,
    /// Answers to cards that are not ours.
    pub foreign: u64,
    /// Rows that are no answers: cards moved, reset or rescheduled by hand.
    pub by_hand: u64,
    /// Rows of our cards that make no sense: no such button, no such time.
    pub senseless: u64,
}

/// Reads a package (`.apkg` or `.colpkg`).
///
/// # Errors
/// When it is no package, or damaged, or too big.
pub fn reviewed(package: impl Read + Seek) -> Result<Reviewed, Broken> {
    reviewed_within(package, MOST_BYTES)
}

pub(super) fn reviewed_within(package: impl Read + Seek, most: u64) -> Result<Reviewed, Broken> {
    let scratch = collection(package, most)?;
    walked(scratch.path())
}

impl From<rusqlite::Error> for Broken {
    fn from(error: rusqlite::Error) -> Broken {
        Broken::Database(match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => "it is no SQLite database".to_owned(),
            Some(ErrorCode::OperationInterrupted) => "reading it takes too long".to_owned(),
            _ => error.to_string(),
        })
    }
}

fn walked(path: &Path) -> Result<Reviewed, Broken> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")?;
    let mut looks = 0;
    connection.progress_handler(
        STEPS,
        Some(move || {
            looks += 1;
            looks > LOOKS
        }),
    )?;
    for table in ["notes", "cards", "revlog"] {
        plain_table(&connection, table)?;
    }
    let notes = notes(&connection)?;
    let mut cards: BTreeMap<i64, &Note> = BTreeMap::new();
    let mut statement = connection.prepare("SELECT id, nid FROM cards")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if let (Some(id), Some(note)) = (whole(row, 0), whole(row, 1).and_then(|id| notes.get(&id))) {
            cards.insert(id, note);
        }
    }
    Ok(reviews(&connection, &cards)?)
}

/// A view or a virtual table of this name could do anything when it is read.
fn plain_table(connection: &Connection, name: &str) -> Result<(), Broken> {
    let query = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name = ?1";
    match connection.query_row(query, [name], |row| row.get::<_, i64>(0))? {
        1 => Ok(()),
        _ => Err(Broken::Database(format!("it has no table `{name}`"))),
    }
}

/// What a note of ours says of its question.
struct Note {
    key: String,
    rev: Option<u32>,
}

fn notes(connection: &Connection) -> rusqlite::Result<BTreeMap<i64, Note>> {
    let mut statement = connection.prepare("SELECT id, guid, flds FROM notes")?;
    let mut rows = statement.query([])?;
    let mut notes = BTreeMap::new();
    while let Some(row) = rows.next()? {
        if let (Some(id), Some(key)) = (whole(row, 0), text(row, 1).and_then(key_of)) {
            let rev = text(row, 2).and_then(|fields| fields.split('\u{1f}').nth(3)?.parse().ok());
            notes.insert(id, Note { key: key.to_owned(), rev });
        }
    }
    Ok(notes)
}

fn reviews(connection: &Connection, cards: &BTreeMap<i64, &Note>) -> rusqlite::Result<Reviewed> {
    let mut reviewed = Reviewed::default();
    let mut statement = connection.prepare("SELECT id, cid, ease, time, type, factor FROM revlog")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let Some(note) = whole(row, 1).and_then(|card| cards.get(&card)) else {
            reviewed.foreign += 1;
            continue;
        };
        match (whole(row, 0), whole(row, 2), whole(row, 4)) {
            // No button, or a type beyond those of answers, is Anki's word for no answer.
            (Some(_), Some(0), _) => reviewed.by_hand += 1,
            (Some(_), _, Some(kind)) if kind > FILTERED => reviewed.by_hand += 1,
            (Some(id), Some(ease @ 1..=4), Some(kind @ 0..)) if id > 0 => {
                let practice = kind == FILTERED && whole(row, 5) == Some(0);
                let ms = whole(row, 3).and_then(|ms| u64::try_from(ms).ok()).unwrap_or(0);
                let (key, rev) = (note.key.clone(), note.rev);
                reviewed.reviews.push(Review { id, key, rev, ease: ease as u8, ms, practice });
            }
            _ => reviewed.senseless += 1,
        }
    }
    reviewed.reviews.sort_by(|a, b| (a.id, &a.key).cmp(&(b.id, &b.key)));
    Ok(reviewed)
}

/// A whole number; `None` for anything else that a column may hold.
fn whole(row: &Row<'_>, column: usize) -> Option<i64> {
    match row.get_ref(column) {
        Ok(ValueRef::Integer(number)) => Some(number),
        _ => None,
    }
}

fn text<'r>(row: &'r Row<'_>, column: usize) -> Option<&'r str> {
    match row.get_ref(column) {
        Ok(ValueRef::Text(bytes)) => std::str::from_utf8(bytes).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Cursor, Write};
    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    const SMALL: u64 = 1 << 16;

    fn package(name: &str, bytes: &[u8]) -> Cursor<Vec<u8>> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        zip.start_file(name, options).expect("an entry");
        zip.write_all(bytes).expect("its bytes");
        Cursor::new(zip.finish().expect("a zip").into_inner())
    }

    /// A Zstandard frame of so many blocks, each of which is 4 bytes and unpacks to 128 KB.
    fn frame(window: u8, blocks: usize) -> Vec<u8> {
        let block = |n: usize| {
            let head = (131_072_u32 << 3) | (1 << 1) | u32::from(n + 1 == blocks);
            [&head.to_le_bytes()[..3], b"x"].concat()
        };
        let head = [0x28, 0xb5, 0x2f, 0xfd, 0, window];
        [&head[..], &(0..blocks).flat_map(block).collect::<Vec<u8>>()].concat()
    }

    #[test]
    fn no_more_is_unpacked_than_the_bound() {
        let bomb = package("collection.anki2", &vec![0; 1 << 20]);
        assert!(bomb.get_ref().len() < 2_000);
        assert!(matches!(reviewed_within(bomb, SMALL), Err(Broken::TooBig(SMALL))));
        let bomb = package("collection.anki21b", &frame(0x58, 200));
        assert!(matches!(reviewed_within(bomb, SMALL), Err(Broken::TooBig(SMALL))));
        let whole = package("collection.anki21b", &frame(0x58, 2));
        assert!(
            matches!(reviewed_within(whole, 1 << 20), Err(Broken::Database(_))),
            "it is unpacked, and no database"
        );
        let window = package("collection.anki21b", &frame(0xff, 2));
        assert!(matches!(reviewed_within(window, SMALL), Err(Broken::Zip(_))));
    }

    /// What the zip says of a size is not believed.
    #[test]
    fn a_zip_that_lies_about_its_size_is_bounded_all_the_same() {
        let mut bytes = package("collection.anki2", &vec![0; 1 << 20]).into_inner();
        let size = (1_u32 << 20).to_le_bytes();
        while let Some(at) = bytes.windows(4).position(|window| window == size) {
            bytes[at..at + 4].copy_from_slice(&10_u32.to_le_bytes());
        }
        assert!(reviewed_within(Cursor::new(bytes), SMALL).is_err());
    }
}
