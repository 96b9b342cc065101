//! `cargo quiz undo`: takes back what was done last, by an entry of its own.

use super::missed::because;
use super::{Run, Stop, keys};
use crate::clock::Moment;
use crate::front::screen::Style;
use crate::log::{
    Action, Entry, Grade, Log, Mode, Note, Refusal, Reviews, What, actions, last_done, last_undone,
    read_folder,
};
use clap::Args;
use serde::Serialize;

/// So many actions `--list` shows.
const LISTED: usize = 10;
/// Of an id, so many characters are shown. So many, or more, name an action.
const SHORT: usize = 8;

const HELP: &str = "\
Examples:
  cargo quiz undo                take back your last answer, or whatever you did last
  cargo quiz undo                once more: take back what you did before that
  cargo quiz undo --redo         bring back what you took back last
  cargo quiz undo --list         your last ten actions, with their ids
  cargo quiz undo 3f09c2d1       take back this one (the first letters of an id are enough)

Answers, flags, suspensions, settings and what you said with `missed` can be taken back, of
today or of last year. Nothing is deleted: the log gets an entry that says so. Without an ID it is about what was done on
this machine; an ID may be of any.

--json writes one document: `done` (undo, redo, nothing) and `entry`, or `actions` with
--list, the last one first. Each has id, at (UTC), day, op (answer, suspend, resume, flag,
unflag, tune, missed, undo), key, grade (1 to 4), what (in words) and counts (false once it
is taken back).";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// The action to take back [default: the last one].
    id: Option<String>,
    /// Bring back what was taken back last.
    #[arg(long, conflicts_with_all = ["id", "list"])]
    redo: bool,
    /// Show the last ten actions, and change nothing.
    #[arg(long, conflicts_with = "id")]
    list: bool,
    /// One JSON document.
    #[arg(long)]
    json: bool,
}

/// An action as JSON has it.
#[derive(Debug, Serialize)]
struct Row<'a> {
    id: &'a str,
    at: String,
    day: String,
    op: &'static str,
    key: Option<&'a str>,
    grade: Option<u32>,
    what: String,
    counts: bool,
}

#[derive(Debug, Serialize)]
struct Listing<'a> {
    actions: Vec<Row<'a>>,
}

#[derive(Debug, Serialize)]
struct Done<'a> {
    done: &'static str,
    entry: Option<Row<'a>>,
}

/// What is to be written, and the action that it is about.
struct Plan {
    /// The entry to take back: the action, or the undo that took it back.
    of: String,
    entry: Entry,
    done: &'static str,
    /// Whether `--redo` finds it afterwards: an action of this machine, and no undo.
    redoes: bool,
}

impl Run<'_, '_> {
    pub(super) fn undo(mut self, options: Options) -> Result<(), Stop> {
        let folder = self.folder()?;
        if options.list {
            let read = actions(&folder, &self.host()).map_err(|error| Refusal::Io(folder, error))?;
            return self.list_actions(&read, options.json);
        }
        // Nothing was ever done here, and looking makes no folder.
        if !folder.exists() {
            return self.tell_nothing(&options);
        }
        let (mut log, reviews) = Log::open(&folder, &self.host())?;
        self.warn(&reviews.warnings)?;
        let actions = log.actions()?;
        let plan = match &options.id {
            Some(id) => {
                let plan = of_id(id, &reviews)?;
                let own = actions.iter().any(|action| action.entry.id() == plan.of);
                Some(Plan { redoes: own && plan.entry.takes_back().is_none(), ..plan })
            }
            None if options.redo => last_undone(&actions).map(|(undo, entry)| Plan {
                of: undo.id().to_owned(),
                entry: entry.clone(),
                done: "redo",
                redoes: false,
            }),
            None => last_done(&actions).map(|entry| Plan {
                of: entry.id().to_owned(),
                entry: entry.clone(),
                done: "undo",
                redoes: true,
            }),
        };
        let Some(plan) = plan else { return self.tell_nothing(&options) };
        let written = log.note(self.clock.now(), What::Undo { of: plan.of.clone() })?;
        drop(log);
        let after = read_folder(&folder).map_err(|error| Refusal::Io(folder, error))?;
        self.tell_done(&plan, &written.id, undo_of(&plan.entry, &after), options.json)
    }

    fn tell_nothing(self, options: &Options) -> Result<(), Stop> {
        if options.json {
            return keys::document(self.terminal, &Done { done: "nothing", entry: None });
        }
        let text = match options.redo {
            true => "Nothing is taken back.",
            false => "There is nothing to take back.",
        };
        Ok(self.terminal.line(Style::Plain, text)?)
    }

    /// `written`: the undo that was made. `other`: an undo of the entry that stands after all.
    fn tell_done(self, plan: &Plan, written: &str, other: Option<&str>, json: bool) -> Result<(), Stop> {
        if json {
            let row = row(&plan.entry, other.is_none());
            return keys::document(self.terminal, &Done { done: plan.done, entry: Some(row) });
        }
        let short = |id: &str| id.chars().take(SHORT).collect::<String>();
        let (what, when) = (told(&plan.entry), shown_of(&plan.entry));
        let (verb, next) = match (plan.done, other) {
            ("redo", None) => ("Back again", "It counts as before.".to_owned()),
            ("redo", Some(other)) => (
                "Still taken back",
                format!("It was taken back twice. To bring it back: cargo quiz undo {}", short(other)),
            ),
            _ => {
                let again = if plan.redoes { "--redo".to_owned() } else { short(written) };
                let now = match plan.entry.takes_back() {
                    Some(_) => "What it took back counts again, unless another undo stands.",
                    None => "It counts for nothing now.",
                };
                ("Taken back", format!("{now} To bring it back: cargo quiz undo {again}"))
            }
        };
        self.terminal.line(Style::Strong, &format!("{verb}: {what}, {when}."))?;
        Ok(self.terminal.line(Style::Plain, &next)?)
    }

    fn list_actions(self, actions: &[Action], json: bool) -> Result<(), Stop> {
        let done = actions.iter().rev().filter(|action| action.entry.takes_back().is_none()).take(LISTED);
        if json {
            let actions = done.map(|action| row(&action.entry, action.counts)).collect();
            return keys::document(self.terminal, &Listing { actions });
        }
        let mut some = false;
        for Action { entry, counts } in done {
            some = true;
            let id: String = entry.id().chars().take(SHORT).collect();
            let (style, gone) = if *counts { (Style::Plain, "") } else { (Style::Quiet, " (taken back)") };
            let text = format!("{}, {}{gone}", shown_of(entry), told(entry));
            self.terminal.hanging(style, &format!("{id}  "), &text)?;
        }
        if !some {
            self.terminal.line(Style::Plain, "Nothing was done here yet.")?;
        }
        Ok(())
    }
}

/// The undo by which an entry counts for nothing, if one stands.
fn undo_of<'a>(entry: &Entry, reviews: &'a Reviews) -> Option<&'a str> {
    let of = |note: &&Note| matches!(&note.what, What::Undo { of } if of == entry.id());
    reviews.notes.iter().rev().find(of).map(|note| note.id.as_str())
}

/// The action that an id, or the beginning of one, names.
fn of_id(id: &str, reviews: &Reviews) -> Result<Plan, Stop> {
    let refused = |text: &str, help: &str| Stop::Arguments(format!("{text}\n  help: {help}\n"));
    let answers = reviews.records.iter().filter(|record| record.id.starts_with(id)).map(Entry::from);
    let notes = reviews.notes.iter().filter(|note| note.id.starts_with(id)).map(Entry::from);
    let found: Vec<Entry> = if id.is_empty() { Vec::new() } else { answers.chain(notes).collect() };
    let undone = reviews.undone.iter().any(|entry| !id.is_empty() && entry.id().starts_with(id));
    let list = "`cargo quiz undo --list` shows ids";
    match found.as_slice() {
        [entry] => Ok(Plan { of: entry.id().to_owned(), entry: entry.clone(), done: "undo", redoes: false }),
        [] if undone => Err(refused(
            &format!("`{id}` was taken back already"),
            "`cargo quiz undo --redo` brings back the last one",
        )),
        [] => Err(refused(&format!("there is no action `{id}`"), list)),
        several => {
            let help = format!("give more letters of the id; {list}");
            Err(refused(&format!("{} actions begin with `{id}`", several.len()), &help))
        }
    }
}

fn row(entry: &Entry, counts: bool) -> Row<'_> {
    let (op, grade) = match entry {
        Entry::Answer(record) => ("answer", Some(record.grade as u32)),
        Entry::Note(note) => (note.what.op(), None),
    };
    Row {
        id: entry.id(),
        at: entry.at().utc(),
        day: entry.day().to_string(),
        op,
        key: entry.key(),
        grade,
        what: told(entry),
        counts,
    }
}

/// What was done, in words that go on a sentence.
pub(super) fn told(entry: &Entry) -> String {
    match entry {
        Entry::Answer(record) => {
            let mode = match record.mode {
                Mode::Drill => "drill",
                Mode::Quiz => "quiz",
                Mode::Relearn => "repeat",
            };
            let grade = match record.grade {
                Grade::Again => "again",
                Grade::Hard => "hard",
                Grade::Good => "good",
                Grade::Easy => "easy",
            };
            format!("an answer to {} ({mode}, {grade})", record.key)
        }
        Entry::Note(note) => match &note.what {
            What::Undo { of } => format!("an undo of {of}"),
            What::Suspend { key } => format!("suspending {key}"),
            What::Resume { key } => format!("resuming {key}"),
            What::Flag { key, text } if text.is_empty() => format!("flagging {key}"),
            What::Flag { key, text } => format!("flagging {key} ({text})"),
            What::Unflag { key } => format!("seeing to the flag of {key}"),
            What::Tune { retention, weights, easy } => tuned(*retention, weights.as_deref(), *easy),
            What::Missed { concept, from } => format!("a miss of {concept}, {}", because(from)),
        },
    }
}

fn tuned(retention: Option<u32>, weights: Option<&[f32]>, easy: Option<bool>) -> String {
    let weights = weights.map(|weights| match weights {
        [] => "the model's own weights",
        _ => "weights of your own",
    });
    let parts = [
        retention.map(|thousandths| format!("retention {:.2}", thousandths as f32 / 1000.0)),
        weights.map(str::to_owned),
        easy.map(|easy| format!("easy {}", if easy { "on" } else { "off" })),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "tuning nothing".to_owned() } else { format!("tuning {}", parts.join(", ")) }
}

/// When it was done. The instant of a note may be one to come ([`Note::done_ms`]); its day is true.
fn shown_of(entry: &Entry) -> String {
    match entry.at().study_day() == entry.day() {
        true => shown(entry.at()),
        false => entry.day().to_string(),
    }
}

/// An instant as its reader's clock showed it, to the minute: `2026-11-29 21:05`.
pub(super) fn shown(at: Moment) -> String {
    let local = at.utc_ms.saturating_add(i64::from(at.offset_min) * 60_000);
    let text = Moment { utc_ms: local, offset_min: 0 }.utc();
    text.get(..16).unwrap_or(&text).replace('T', " ")
}
