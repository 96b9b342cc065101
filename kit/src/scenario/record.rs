//! A new recording under a schedule that its author wrote: what `bless` puts back on the disk.

use super::Scenario;
use super::parse::{before_rule, is_rule};
use crate::diagnostic::{Diagnostic, Place};
use crate::lexer::{Line, lines};
use crate::trace::Trace;

/// The file with this trace under the line, whatever stood there.
///
/// Everything down to the line of four dashes is kept byte for byte, comments and line ends
/// included; a file without that line gets one. Fails, as [`Scenario::parse`] does, on a head or
/// schedule that is wrong, and on a trace that would not read back (a mark that names no lane).
pub fn with_recorded(source: &str, trace: &Trace) -> Result<String, Diagnostic> {
    let all: Vec<Line<'_>> = lines(source).collect();
    let cut = all.iter().position(is_rule);
    before_rule(&all[..cut.unwrap_or(all.len())])?;
    let line_end = if source.contains("\r\n") { "\r\n" } else { "\n" };
    let mut file = match cut {
        Some(cut) => source.split_inclusive('\n').take(cut + 1).collect(),
        None => source.to_owned(),
    };
    if !file.ends_with('\n') {
        file.push_str(line_end);
    }
    if cut.is_none() {
        file.push_str(&format!("----{line_end}"));
    }
    file.push_str(&trace.to_string().replace('\n', line_end));
    let place = cut.map_or(Place { line: 1, column: 1 }, |cut| all[cut].start());
    let why = match Scenario::parse(&file) {
        Ok(read) if read.recorded.as_ref() == Some(trace) => return Ok(file),
        Ok(_) => "it reads back as another one".to_owned(),
        Err(error) => error.message,
    };
    Err(Diagnostic::new(place, format!("this trace cannot be recorded: {why}"))
        .help("the file is right; the world that made the trace is to be repaired"))
}
