//! `cargo quiz show`: one question with all that belongs to it.

mod body;
mod document;

use super::known::{Known, State};
use super::{Run, Stop, keys};
use crate::bank::{Banks, Item};
use crate::front::screen::Style;
use crate::log::{Grade, Mode, Record};
use clap::Args;

/// Answers that are shown, the newest ones.
const ANSWERS: usize = 8;
/// Siblings that are named.
const SIBLINGS: usize = 8;

const HELP: &str = "\
Examples:
  cargo quiz show lost-update/zero-rows
  cargo quiz show zero-rows                 the id alone, where only one bank has it
  cargo quiz show lost-update/zero-rows --json

It shows the answer as well, and writes nothing into your log. `+` marks what is right, `-` what
is wrong, `?` what an interviewer asks next.

--json writes one document: key, bank, chapter, file, line, kind, level, concepts, rev, was,
prompt (of a cloze its text, as the bank has it), why, see, heading, source, allow, body (what its
kind has of its own, in the form that `cargo quiz export --help` tells), siblings, state (new,
due, later, suspended), flag (its note, or null), card (stability in days, last, due, lapses;
null for a new question) and answers (at, day, mode, grade, ms, answer), the oldest first.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// The question: `bank/id`.
    key: String,
    /// One JSON document.
    #[arg(long)]
    json: bool,
}

impl Run<'_, '_> {
    pub(super) fn show(mut self, options: Options) -> Result<(), Stop> {
        let banks = Banks::new(self.banks()?);
        let item = keys::find(&banks, &options.key)?;
        let Some(place) = keys::Place::of(&banks, &item.key) else { return Ok(()) };
        let known = self.known(banks.all())?;
        if options.json {
            return keys::document(self.terminal, &document::of(&banks, &place, item, &known));
        }
        self.terminal.line(Style::Strong, &item.key)?;
        let rev = if item.rev > 1 { format!(", rev {}", item.rev) } else { String::new() };
        let (kind, level) = (item.kind().name(), item.level.name());
        self.terminal.line(Style::Quiet, &format!("{kind}, {level}{rev}; {}", item.concepts.join(", ")))?;
        self.terminal.line(Style::Quiet, &place.shown())?;
        self.terminal.blank()?;
        if !item.prompt.is_empty() {
            self.terminal.text("", &item.prompt)?;
        }
        body::show(self.terminal, item)?;
        if let Some(why) = &item.why {
            self.terminal.blank()?;
            self.terminal.text("", why)?;
        }
        self.terminal.blank()?;
        self.terminal.hanging(Style::Quiet, "Read again: ", &item.see.to_string())?;
        if let Some(source) = &item.source {
            self.terminal.hanging(Style::Quiet, "Source: ", source)?;
        }
        self.siblings(&banks, item)?;
        self.history(&known, item)
    }

    fn siblings(&mut self, banks: &Banks, item: &Item) -> Result<(), Stop> {
        let siblings = siblings(banks, item);
        if siblings.is_empty() {
            return Ok(());
        }
        let shown = siblings.iter().take(SIBLINGS).copied().collect::<Vec<_>>().join(", ");
        let more = siblings.len().saturating_sub(SIBLINGS);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        Ok(self.terminal.hanging(Style::Quiet, "Siblings: ", &format!("{shown}{more}"))?)
    }

    fn history(&mut self, known: &Known, item: &Item) -> Result<(), Stop> {
        self.terminal.blank()?;
        let state = match (known.state(item), known.card(item)) {
            (State::New, _) => "You have never drilled it.".to_owned(),
            (State::Suspended, _) => "You have put it aside.".to_owned(),
            (State::Due, Some(card)) => format!("Due {}.", card.due.seen_from(known.today)),
            (State::Later(day), _) => format!("It comes back {}.", day.seen_from(known.today)),
            (State::Due, None) => "Due today.".to_owned(),
        };
        self.terminal.line(Style::Plain, &state)?;
        if let Some(card) = known.card(item) {
            let lapses = match card.lapses {
                0 => "never forgotten".to_owned(),
                1 => "forgotten once".to_owned(),
                n => format!("forgotten {n} times"),
            };
            let text =
                format!("After {} the chance to know it falls to 90 in 100; {lapses}.", days(card.stability));
            self.terminal.line(Style::Plain, &text)?;
        }
        if let Some(flag) = known.flag(item) {
            let note = if flag.text.is_empty() { "no note" } else { &flag.text };
            self.terminal.line(Style::Plain, &format!("Flagged on {}: {note}", flag.day))?;
        }
        let answers = known.answers(item);
        if let Some(hidden) = answers.len().checked_sub(ANSWERS).filter(|hidden| *hidden > 0) {
            self.terminal.line(Style::Quiet, &format!("{hidden} earlier answers, and:"))?;
        }
        for record in answers.iter().skip(answers.len().saturating_sub(ANSWERS)) {
            self.terminal.hanging(Style::Plain, "  ", &format!("{}  {}", record.day, told(record)))?;
        }
        Ok(())
    }
}

/// Keys of the questions with the same first concept.
fn siblings<'a>(banks: &'a Banks, item: &Item) -> Vec<&'a str> {
    let items = banks.all().iter().flat_map(|bank| &bank.items);
    let same = items.filter(|other| other.concept() == item.concept() && other.key != item.key);
    same.map(|other| other.key.as_str()).collect()
}

fn days(stability: f32) -> String {
    match stability.round() {
        days if days <= 1.0 => "a day".to_owned(),
        days => format!("{days} days"),
    }
}

fn told(record: &Record) -> String {
    let seconds = record.ms as f64 / 1000.0;
    let answer = if record.answer.is_empty() { String::new() } else { format!(": {}", record.answer) };
    format!("{}, {}, {seconds:.1} s{answer}", mode(record.mode), grade(record.grade))
}

fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Drill => "drill",
        Mode::Quiz => "quiz",
        Mode::Relearn => "relearn",
    }
}

fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::Again => "again",
        Grade::Hard => "hard",
        Grade::Good => "good",
        Grade::Easy => "easy",
    }
}
