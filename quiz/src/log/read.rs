//! Reading the log back, line by line: every whole entry counts, and every line that is none is a
//! warning. No more than one line is held as text.

use super::entry::Entry;
use super::line::{self, Slip};
use super::reviews::Reviews;
use crate::bank::Problem;
use kit::diagnostic::{Diagnostic, Place};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads every `reviews-*.jsonl` of a folder. A folder that is not there holds no reviews.
///
/// # Errors
/// When the folder or a file of it cannot be read at all.
pub fn read_folder(folder: &Path) -> io::Result<Reviews> {
    read_with(folder, None)
}

/// As [`read_folder`]. A file that is open and locked already is read through its own handle.
pub(super) fn read_with(folder: &Path, held: Option<(&Path, &File)>) -> io::Result<Reviews> {
    let mut gathered = Gathered::default();
    for file in files(folder)? {
        let name = file.display().to_string();
        match held.filter(|(path, _)| *path == file) {
            Some((_, mut handle)) => {
                handle.seek(SeekFrom::Start(0))?;
                gathered.file(&name, BufReader::new(handle))?;
            }
            None => gathered.file(&name, BufReader::new(open(&file)?))?,
        }
    }
    Ok(gathered.reviews())
}

/// Opens a file of the log to read it; an error names the file.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let opened = regular(path).and_then(|()| File::open(path));
    opened.map_err(|error| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        io::Error::new(error.kind(), format!("{name}: {error}"))
    })
}

/// That nothing else than a file lies here. Opened, a pipe would wait for whoever writes to it.
pub(super) fn regular(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no regular file"))
        }
        _ => Ok(()),
    }
}

/// The entries of one file in the order of its lines.
pub(super) fn entries(from: impl BufRead) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    lines(from, |entry| entries.push(entry))?;
    Ok(entries)
}

/// Reads one file's contents.
pub fn read_text(file: &str, bytes: &[u8]) -> Reviews {
    let mut gathered = Gathered::default();
    // Bytes in memory do not fail to be read.
    let _ = gathered.file(file, bytes);
    gathered.reviews()
}

/// The log's files in a folder, by name.
pub(super) fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        if name.starts_with("reviews-") && name.ends_with(".jsonl") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// A line that is no entry.
pub(super) struct Unused {
    number: usize,
    pub text: Vec<u8>,
    slip: Slip,
    /// It is the last one and was cut off.
    pub torn: bool,
}

/// Calls `entry` with every entry of a file, and says which lines are none.
pub(super) fn lines(mut from: impl BufRead, mut entry: impl FnMut(Entry)) -> io::Result<Vec<Unused>> {
    let mut unused = Vec::new();
    let mut text = Vec::new();
    for number in 1.. {
        text.clear();
        if from.read_until(b'\n', &mut text)? == 0 {
            break;
        }
        let ended = text.pop_if(|byte| *byte == b'\n').is_some();
        // What some editors put before a text.
        let line = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match line::entry(line) {
            Ok(found) => entry(found),
            Err(slip) => {
                let torn = !ended && !line::is_whole(line);
                unused.push(Unused { number, text: line.to_owned(), slip, torn });
            }
        }
    }
    Ok(unused)
}

/// What was read so far, in the order of the files.
#[derive(Default)]
struct Gathered {
    reviews: Reviews,
}

impl Gathered {
    fn file(&mut self, name: &str, from: impl BufRead) -> io::Result<()> {
        let Reviews { records, notes, .. } = &mut self.reviews;
        let unused = lines(from, |entry| match entry {
            Entry::Answer(record) => records.push(record),
            Entry::Note(note) => notes.push(note),
        })?;
        self.reviews.warnings.extend(warnings(name, &unused));
        Ok(())
    }

    fn reviews(self) -> Reviews {
        self.reviews.settled()
    }
}

pub(super) fn warnings(file: &str, unused: &[Unused]) -> Vec<Problem> {
    let source = sparse(unused);
    let warning = |line: &Unused| {
        let before = String::from_utf8_lossy(&line.text[..line.slip.at.min(line.text.len())]).chars().count();
        let place = Place { line: line.number as u32, column: before as u32 + 1 };
        let diagnostic = if line.torn {
            let message = "the last line was cut off while it was written";
            Diagnostic::new(place, message).help("that answer is lost; all before it are safe")
        } else {
            Diagnostic::new(place, line.slip.message.clone()).help(line.slip.help)
        };
        Problem::new(file, &source, diagnostic)
    };
    unused.iter().map(warning).collect()
}

/// The file's text with nothing in its other lines, for messages that show these.
fn sparse(unused: &[Unused]) -> Arc<str> {
    let mut source = String::new();
    let mut at = 1;
    for line in unused {
        source.extend(std::iter::repeat_n('\n', line.number - at));
        source.push_str(&String::from_utf8_lossy(&line.text));
        at = line.number;
    }
    Arc::from(source)
}
