//! The command line.

use super::{
    doctor, export, flag, import, interview, list, man, run, schema, show, stats, suspend, tune, undo,
};
use crate::clock::Moment;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use std::path::PathBuf;

const TOP: &str = "\
Examples:
  cargo quiz                     what is due today, and what to do next
  cargo quiz flash               today's cards: what is due, then what is new
  cargo quiz run lost-update     a quiz over one bank
  cargo quiz check               look for errors in all banks
  cargo quiz --json              what is due, for a script: day, due, new, minutes, next

Your answers are appended to reviews-HOST.jsonl, each synced to the disk before you
see whether it was right, so Ctrl-C loses nothing. The file lies in the folder that
--data or WORKBOOK_DATA names, else in your platform's folder for data. A study day
begins at 04:00 in your time zone; WORKBOOK_UTC_OFFSET (minutes) replaces the zone.

Exit codes: 0 done, 1 the log cannot be read or written, 2 wrong arguments or files.";

const FLASH: &str = "\
Examples:
  cargo quiz flash               eight cards, which is enough for a day
  cargo quiz flash --limit 20    more of them
  WORKBOOK_DATA=~/notes/drill cargo quiz flash    keep the log in a folder of your own";

const CHECK: &str = "\
Examples:
  cargo quiz check
  cargo quiz check quiz/banks/01-lost-update.yaml

Every error of every file is shown in one run, each with file:line:column; a name in
[brackets] is a lint's. Whether a question is missing or gone is looked at only when all
banks are checked. Exit code 2 if there is an error. quiz/README.md has the format.";

const ACCEPT: &str = "\
Examples:
  cargo quiz accept              after adding questions, or asking one in other words
  cargo quiz accept --reworded   after putting an answer into other words

quiz/banks/banks.lock holds what each question asked and what its answer was. `check`
compares, so that no answer changes by accident under a reader's history. If a question
means something else now, raise its `rev:` first: its history then starts again.";

const COMPLETIONS: &str = "\
Examples:
  cargo quiz completions bash > ~/.local/share/bash-completion/completions/quiz
  cargo quiz completions fish > ~/.config/fish/completions/quiz.fish

They complete the program `quiz` (cargo install --path quiz), not `cargo quiz`.";

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
    /// A quiz: it measures, and does not move your schedule (a miss makes a known card due).
    Run(run::Options),
    /// Today's cards: what has been due longest, then what is new.
    #[command(after_help = FLASH)]
    Flash {
        /// At most this many cards.
        #[arg(long, value_name = "N", default_value = "8", value_parser = at_least_one)]
        limit: usize,
    },
    /// Look for errors in question banks.
    #[command(after_help = CHECK)]
    Check {
        /// Files to look at [default: all banks].
        files: Vec<PathBuf>,
    },
    /// Write down what the banks ask now, in banks.lock.
    #[command(after_help = ACCEPT)]
    Accept {
        /// Answers that changed mean what they meant before.
        #[arg(long)]
        reworded: bool,
    },
    /// Questions as an interviewer asks them, against the clock.
    Interview(interview::Options),
    /// What you know, what you forget, and when it comes back.
    Stats(stats::Options),
    /// List questions.
    List(list::Options),
    /// Show a question with its answer and its history.
    Show(show::Options),
    /// Take the cards or your answers elsewhere: Anki, JSON, CSV.
    Export(export::Options),
    /// Bring in answers from elsewhere.
    Import(import::Options),
    /// Take back your last answer.
    Undo(undo::Options),
    /// Stop asking a question, or ask it again.
    Suspend(suspend::Options),
    /// Mark a question as wrong or unclear, with a note.
    Flag(flag::Options),
    /// Fit the schedule to you.
    Tune(tune::Options),
    /// Look for trouble in your log and your settings.
    Doctor(doctor::Options),
    /// Print the JSON schema of question banks, for editors.
    Schema(schema::Options),
    /// Print the manual page.
    Man(man::Options),
    /// Print completions for a shell.
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// For which shell.
        shell: Shell,
    },
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
