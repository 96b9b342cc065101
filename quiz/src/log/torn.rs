//! A last line that a crash cut off: it is copied to a file of its own, then cut off the log. So the
//! next entry begins a line, and later runs have nothing to report.
//!
//! Whoever calls holds the lock. A crash in between leaves the line in the log or in both places,
//! and the next call goes on from there.

use super::line::is_whole;
use crate::bank::Problem;
use kit::diagnostic::{Diagnostic, Place};
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// So much is read at once, looking for the last line's beginning.
const CHUNK: u64 = 64 * 1024;

/// `reviews-HOST.torn`: the last lines of the log `path` that were cut off.
pub(super) fn beside(path: &Path) -> PathBuf {
    path.with_extension("torn")
}

/// Makes the log end at the end of a line. If there was a torn line and it was set aside, what to
/// say about it.
pub(super) fn set_aside(log: &mut File, path: &Path) -> io::Result<Option<Problem>> {
    let (start, tail) = last_line(log)?;
    if tail.is_empty() {
        return Ok(None);
    }
    // As for whoever reads it, a mark of the byte order is no part of the line.
    let line = tail.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&tail);
    if is_whole(line) || line.iter().all(u8::is_ascii_whitespace) {
        // Only the line's end is missing.
        log.seek(SeekFrom::End(0))?;
        log.write_all(b"\n")?;
        log.sync_data()?;
        return Ok(None);
    }
    copy(&tail, &beside(path)).map_err(|error| named(&beside(path), &error))?;
    log.set_len(start)?;
    log.sync_all()?;
    Ok(Some(warning(path, lines(log)?, &tail)))
}

/// How many lines there are.
fn lines(log: &mut File) -> io::Result<usize> {
    log.seek(SeekFrom::Start(0))?;
    let mut lines = 0;
    for byte in BufReader::new(log).bytes() {
        lines += usize::from(byte? == b'\n');
    }
    Ok(lines)
}

fn warning(path: &Path, lines: usize, piece: &[u8]) -> Problem {
    let aside = beside(path);
    let aside = aside.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let help = format!("it now lies in {aside} and counts for nothing; all before it are safe");
    let place = Place { line: lines as u32 + 1, column: 1 };
    let message = "the last line was cut off while it was written";
    let source = "\n".repeat(lines) + &String::from_utf8_lossy(piece);
    Problem::new(&path.display().to_string(), &source.into(), Diagnostic::new(place, message).help(help))
}

/// What stands behind the last line end, and where it begins.
fn last_line(log: &mut File) -> io::Result<(u64, Vec<u8>)> {
    let end = log.metadata()?.len();
    let mut start = end;
    let mut tail = Vec::new();
    while start > 0 {
        let from = start.saturating_sub(CHUNK);
        let mut chunk = vec![0; (start - from) as usize];
        log.seek(SeekFrom::Start(from))?;
        log.read_exact(&mut chunk)?;
        let line_end = chunk.iter().rposition(|byte| *byte == b'\n');
        let keep = line_end.map_or(0, |at| at + 1);
        tail.splice(..0, chunk.drain(keep..));
        start = from + keep as u64;
        if line_end.is_some() {
            break;
        }
    }
    Ok((start, tail))
}

/// Appends the piece as a line of its own and syncs, unless a call that was killed has done so.
fn copy(piece: &[u8], to: &Path) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).read(true).open(to)?;
    let mut before = Vec::new();
    file.read_to_end(&mut before)?;
    let line = [piece, b"\n"].concat();
    if !before.ends_with(&line) {
        let start: &[u8] = if before.is_empty() || before.ends_with(b"\n") { b"" } else { b"\n" };
        file.write_all(&[start, &line].concat())?;
    }
    file.sync_all()
}

/// The error with the file that it is about, which is not the log.
fn named(path: &Path, error: &io::Error) -> io::Error {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(": ");
    io::Error::new(error.kind(), format!("{}{error}", name.to_string_lossy()))
}
