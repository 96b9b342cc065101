//! `cargo quiz import`: answers from another host's log, from an export of ours, or from Anki.

use super::check::counted;
use super::{Run, Stop, keys};
use crate::bank::{Bank, Banks};
use crate::carry::{Arrival, Broken, from_anki, from_log, log_of_json, reviewed};
use crate::front::screen::Style;
use crate::log::{Log, Refusal, Reviews, imports_of, read_folder, read_text};
use clap::Args;
use serde_json::json;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

const HELP: &str = "\
Examples:
  cargo quiz import quiz.apkg             what you answered in Anki
  cargo quiz import /media/stick/drill    another machine's folder of answers
  cargo quiz import quiz.json --dry-run   what would come in from an export

FILE is an Anki package (.apkg or .colpkg, exported with scheduling information), a document of
`cargo quiz export json`, a log (reviews-HOST.jsonl), or a folder of logs. What it is is seen from
its contents. Answers that you have already come in no second time, so you may import the same
file as often as you like. Nothing in your log changes; what is new is appended.

Out of Anki come the answers to questions of this workbook: again, hard, good and easy as Anki has
them. They move your schedule as a drill does; practice ahead of time does not.

--json prints one document: new, known (in your log already), foreign (about no question of this
workbook), by_hand (cards moved or reset in Anki: no answers), senseless (a time or a value that
no answer can have), unusable (lines that are no entries), dry_run.";

/// The longest text that is looked at: some two million answers.
const MOST_BYTES: u64 = 512 << 20;

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// What to bring in.
    #[arg(value_name = "FILE")]
    from: PathBuf,
    /// Say what would come in, and leave the log as it is.
    #[arg(long)]
    dry_run: bool,
    /// Print the counts as JSON.
    #[arg(long)]
    json: bool,
}

impl Run<'_, '_> {
    pub(super) fn import(mut self, options: Options) -> Result<(), Stop> {
        let banks = self.banks()?;
        let source = Source::of(&options.from)?;
        let folder = self.folder()?;
        // Looked at without a lock, the log may stay where it cannot be written.
        let (log, ours) = if options.dry_run {
            let ours = read_folder(&folder).map_err(|error| Stop::Log(Refusal::Io(folder, error)))?;
            (None, ours)
        } else {
            let (log, ours) = Log::open(&folder, &imports_of(&self.host()))?;
            (Some(log), ours)
        };
        self.warn(&ours.warnings)?;
        let (arrival, unusable) = self.arrival(&source, &ours, &banks)?;
        if let Some(mut log) = log {
            log.append_all(&arrival.new)?;
        }
        self.tell_imported(&options, &source, &arrival, unusable)
    }

    /// What comes in, and how many lines cannot be used.
    fn arrival(&mut self, source: &Source, ours: &Reviews, banks: &[Bank]) -> Result<(Arrival, usize), Stop> {
        match source {
            Source::Anki(reviewed) => {
                let ours = ours.clone().under(&Banks::heirs(banks));
                Ok((from_anki(reviewed, banks, &ours, &*self.clock), 0))
            }
            Source::Log(other) => {
                self.warn(&other.warnings)?;
                Ok((from_log(other, ours), other.warnings.len()))
            }
        }
    }

    fn tell_imported(
        self,
        options: &Options,
        source: &Source,
        arrival: &Arrival,
        unusable: usize,
    ) -> Result<(), Stop> {
        let new = arrival.new.len();
        if options.json {
            let told = json!({
                "new": new, "known": arrival.known, "foreign": arrival.foreign, "by_hand": arrival.by_hand,
                "senseless": arrival.senseless, "unusable": unusable, "dry_run": options.dry_run,
            });
            return keys::document(self.terminal, &told);
        }
        let what = match source {
            Source::Anki(_) => "answer",
            Source::Log(_) => "entry",
        };
        let came = if options.dry_run { "would come in" } else { "came in" };
        let first = match new {
            0 => "Nothing new.".to_owned(),
            new => format!("{} {came}.", number(new as u64, what)),
        };
        self.terminal.line(Style::Good, &first)?;
        let rest = [
            (arrival.known, "in your log already"),
            (arrival.foreign, "about no question of this workbook"),
            (arrival.by_hand, "no answer: a card moved or reset by hand"),
            (arrival.senseless, "left out: no answer has such a time or value"),
            (unusable as u64, "left out: no entry of a log"),
        ];
        for (count, what) in rest.iter().filter(|(count, _)| *count > 0) {
            self.terminal.hanging(Style::Plain, &format!("  {count:>5}  "), what)?;
        }
        Ok(())
    }
}

fn number(count: u64, what: &str) -> String {
    match (what, count) {
        ("entry", 1) => "1 entry".to_owned(),
        ("entry", n) => format!("{n} entries"),
        (what, n) => counted(usize::try_from(n).unwrap_or(usize::MAX), what),
    }
}

/// What a file turned out to be.
enum Source {
    Anki(crate::carry::Reviewed),
    Log(Reviews),
}

impl Source {
    fn of(path: &Path) -> Result<Source, Stop> {
        let unread = |error: io::Error| {
            Stop::Arguments(format!("{}: {error}\n  help: is it there?\n", path.display()))
        };
        if path.is_dir() {
            let reviews = read_folder(path).map_err(unread)?;
            let empty = reviews == Reviews::default();
            let none = "there is no reviews-*.jsonl here\n  help: name the folder in which another machine keeps its answers";
            return if empty { Err(refused(path, none)) } else { Ok(Source::Log(reviews)) };
        }
        // A pipe may never end.
        if !path.metadata().map_err(unread)?.is_file() {
            return Err(refused(path, "this is neither a file nor a folder\n  help: name a file on a disk"));
        }
        let mut file = File::open(path).map_err(unread)?;
        let mut head = Vec::new();
        Read::by_ref(&mut file).take(16).read_to_end(&mut head).map_err(unread)?;
        file.seek(SeekFrom::Start(0)).map_err(unread)?;
        if head.starts_with(b"PK") {
            return match reviewed(file) {
                Ok(reviewed) => Ok(Source::Anki(reviewed)),
                Err(Broken::Io(error)) => Err(Stop::Io(error)),
                Err(broken) => Err(refused(path, &broken.to_string())),
            };
        }
        if head.starts_with(b"SQLite format 3") {
            let text = "this is Anki's own collection\n  help: in Anki: File, Export, an .apkg with scheduling information";
            return Err(refused(path, text));
        }
        let mut bytes = Vec::new();
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unread)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(refused(path, "this is more than a log can be\n  help: import its parts"));
        }
        log_in(path, &bytes)
    }
}

/// A document of ours, or the lines of a log. At least one entry must be in it: a file of which
/// every line is wrong is something else.
fn log_in(path: &Path, bytes: &[u8]) -> Result<Source, Stop> {
    let name = path.display().to_string();
    let document = std::str::from_utf8(bytes).ok().and_then(|text| log_of_json(&name, text));
    if let Some(reviews) = document {
        return Ok(Source::Log(reviews));
    }
    let reviews = read_text(&name, bytes);
    let entries = reviews.records.len() + reviews.notes.len() + reviews.undone.len();
    match entries {
        0 => {
            let text = "this is no Anki package, no export of ours and no log\n  help: cargo quiz import --help says what can be imported";
            Err(refused(path, text))
        }
        _ => Ok(Source::Log(reviews)),
    }
}

fn refused(path: &Path, why: &str) -> Stop {
    Stop::Arguments(format!("{}: {why}\n", path.display()))
}
