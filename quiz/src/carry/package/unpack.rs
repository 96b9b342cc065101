//! Out of the zip, and out of what is packed in it. The file may be anything: what it says of its
//! own size is not believed, and no more than a bound is ever unpacked.

use super::super::scratch::Scratch;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use zip::ZipArchive;
use zip::result::ZipError;

/// The names of a collection in a package, newest form first. In a newer package the older names
/// hold a note that asks for a newer Anki.
const NAMES: [(&str, Packing); 3] = [
    ("collection.anki21b", Packing::Zstandard),
    ("collection.anki21", Packing::Plain),
    ("collection.anki2", Packing::Plain),
];
/// So much of a Zstandard window a decoder needs to hold at most: what Anki writes needs 8 MB.
const WINDOW: u64 = 128 << 20;

#[derive(Debug, Clone, Copy)]
enum Packing {
    Plain,
    Zstandard,
}

/// Why a package cannot be used. The text says what to do.
#[derive(Debug)]
pub enum Broken {
    /// The zip, or what is packed in it, does not hold together.
    Zip(String),
    /// No collection is in it.
    Empty,
    /// It unpacks to more than this many bytes.
    TooBig(u64),
    /// The collection is no database of Anki's.
    Database(String),
    Io(io::Error),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let again = "export it from Anki once more: File, Export, with scheduling information";
        match self {
            Broken::Zip(why) => write!(f, "this package is damaged: {why}\n  help: {again}"),
            Broken::Empty => write!(f, "there is no Anki collection in this package\n  help: {again}"),
            Broken::TooBig(most) => write!(
                f,
                "this package unpacks to more than {} MB\n  help: export the deck `Who Holds the Lock?` alone",
                most >> 20
            ),
            Broken::Database(why) => {
                write!(f, "the collection in this package cannot be read: {why}\n  help: {again}")
            }
            Broken::Io(error) => write!(f, "{error}"),
        }
    }
}

/// The collection as a file of its own, of `most` bytes at most.
pub(super) fn collection(package: impl Read + Seek, most: u64) -> Result<Scratch, Broken> {
    let mut zip = ZipArchive::new(package).map_err(damaged)?;
    let found = NAMES.iter().find_map(|(name, packing)| Some((zip.index_for_name(name)?, *packing)));
    let (index, packing) = found.ok_or(Broken::Empty)?;
    let entry = zip.by_index(index).map_err(damaged)?;
    let (scratch, file) = Scratch::anywhere().map_err(Broken::Io)?;
    match packing {
        Packing::Plain => copy(entry, file, most)?,
        Packing::Zstandard => {
            // A frame that wants a bigger window is refused by its head.
            let decoder = ruzstd::decoding::StreamingDecoder::new_with_max_window_size(entry, WINDOW)
                .map_err(|_| Broken::Zip("its collection is not packed with Zstandard".to_owned()))?;
            copy(decoder, file, most)?;
        }
    }
    Ok(scratch)
}

fn damaged(error: ZipError) -> Broken {
    Broken::Zip(match error {
        ZipError::InvalidArchive(_) => "it is cut off, or no zip at all".to_owned(),
        ZipError::CompressionMethodNotSupported(_) | ZipError::UnsupportedArchive(_) => {
            "it is packed in a way that Anki does not use".to_owned()
        }
        other => other.to_string(),
    })
}

fn copy(from: impl Read, mut to: File, most: u64) -> Result<(), Broken> {
    let mut from = from.take(most.saturating_add(1));
    let mut buffer = vec![0; 1 << 16];
    let mut copied = 0;
    loop {
        // Reading fails where the package is damaged, writing where the disk is full.
        let read = match from.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(Broken::Zip(error.to_string())),
        };
        copied += read as u64;
        if copied > most {
            return Err(Broken::TooBig(most));
        }
        to.write_all(&buffer[..read]).map_err(Broken::Io)?;
    }
}
