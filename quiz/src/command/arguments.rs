//! The command line.

use super::{
    check, completions, doctor, export, flag, flash, import, interview, list, man, missed, run, schema, show,
    stats, suspend, tune, undo,
};
use crate::clock::Moment;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

const TOP: &str = "\
Examples:
  cargo quiz                     what is due today, and what to do next
  cargo quiz flash               today's cards: what is due, then what is new
  cargo quiz run lost-update     a quiz over one chapter
  cargo quiz interview           three questions against the clock
  cargo quiz stats               what sits and what does not
  cargo quiz undo                take back your last answer
  cargo quiz --json              what is due, for a script: day, due, new, minutes, next

Your answers are appended to reviews-HOST.jsonl, each synced to the disk before you
see whether it was right, so Ctrl-C loses nothing. The file lies in the folder that
--data or WORKBOOK_DATA names, else in your platform's folder for data. A study day
begins at 04:00 in your time zone; WORKBOOK_UTC_OFFSET (minutes) replaces the zone.

Exit codes: 0 done, 1 the log cannot be read or written, 2 wrong arguments or files.
What goes wrong is told on the standard error, with --json too: then no document comes.";

const ACCEPT: &str = "\
Examples:
  cargo quiz accept              after adding questions, or asking one in other words
  cargo quiz accept --reworded   after putting an answer into other words

quiz/banks/banks.lock holds what each question asked and what its answer was. `check`
compares, so that no answer changes by accident under a reader's history. If a question
means something else now, raise its `rev:` first: its history then starts again.";

/// Drill what the chapters taught: questions that come back just before you forget them.
#[derive(Debug, Parser)]
#[command(name = "quiz", bin_name = "cargo quiz", version, after_help = TOP, max_term_width = 100)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Without a command: what is due, as JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, Args)]
pub(super) struct Common {
    /// Folder of your answers.
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Folder of question banks (*.yaml).
    #[arg(long, global = true, value_name = "DIR")]
    pub banks: Option<PathBuf>,
    /// Folder that holds scenarios/ and concepts.yaml [default: the workbook].
    #[arg(long, global = true, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Decides the order of questions [default: the study day].
    #[arg(long, global = true, value_name = "N")]
    pub seed: Option<u64>,
    /// Pretend that it is this time, such as 2026-11-29T21:05:00+05:30.
    #[arg(long, global = true, value_name = "TIME", value_parser = moment)]
    pub now: Option<Moment>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Today's cards: what has been due longest, then what is new.
    Flash(flash::Options),
    /// A quiz: it measures, and does not move your schedule (a miss makes a known card due).
    Run(run::Options),
    /// Questions as an interviewer asks them, against the clock.
    Interview(interview::Options),
    /// What you know, what you forget, and when it comes back.
    Stats(stats::Options),
    /// List questions.
    List(list::Options),
    /// Show a question with its answer and its history.
    Show(show::Options),
    /// Take back your last answer.
    Undo(undo::Options),
    /// Stop asking a question, or ask it again.
    Suspend(suspend::Options),
    /// Mark a question as wrong or unclear, with a note.
    Flag(flag::Options),
    /// Have the drill ask about a prediction that went wrong, or an idea.
    Missed(missed::Options),
    /// Fit the schedule to you.
    Tune(tune::Options),
    /// Take the cards or your answers elsewhere: Anki, JSON, CSV.
    Export(export::Options),
    /// Bring in answers from elsewhere.
    Import(import::Options),
    /// Look for trouble in your log and your settings.
    Doctor(doctor::Options),
    /// Look for errors in question banks.
    Check(check::Options),
    /// Write down what the banks ask now, in banks.lock.
    #[command(after_help = ACCEPT)]
    Accept {
        /// Answers that changed mean what they meant before.
        #[arg(long)]
        reworded: bool,
    },
    /// Print the JSON schema of question banks, for editors.
    Schema(schema::Options),
    /// Print completions for a shell.
    Completions(completions::Options),
    /// Print the manual page.
    Man(man::Options),
}

fn moment(text: &str) -> Result<Moment, String> {
    Moment::parse(text).ok_or_else(|| "write it as 2026-11-29T21:05:00+05:30 or …Z".to_owned())
}

pub(super) fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("a whole number, at least 1".to_owned()),
        Ok(n) => Ok(n),
    }
}
