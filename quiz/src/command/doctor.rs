//! `cargo quiz doctor`: where a learner's state lies, and whatever may be wrong with it. It writes
//! nothing.

mod findings;

use super::check::counted;
use super::{Run, Stop, keys};
use crate::bank::{Bank, Banks, Problem};
use crate::front::screen::{Style, Terminal};
use crate::log::{Access, Refusal, Survey, access, host_from_environment, survey};
use clap::Args;
use findings::{Finding, Seen};
use serde::Serialize;
use std::env;
use std::io;
use std::path::Path;

/// So many details of a finding are shown; JSON has them all.
const DETAILS: usize = 5;

const HELP: &str = "\
Examples:
  cargo quiz doctor              look at everything, and say what to do next
  cargo quiz doctor --data ~/notes/drill
  cargo quiz doctor --json

It only looks. It says where your answers lie and why there, which files there are, and what
is odd: lines that cannot be used, a clock that was wrong, two machines of one name, answers
to questions that are gone, banks that do not load. Nothing of it is ever deleted for you.

--json writes one document: ok, folder, host, study_day, access (free, in-use, nothing,
refused), files, aside, banks and `findings`, each with about, text, details and next.

Exit codes: 0 whatever it found, 1 if the log cannot be read or written.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// One JSON document.
    #[arg(long)]
    json: bool,
}

/// A value, and where it comes from.
#[derive(Debug, Serialize)]
struct Named {
    name: String,
    from: &'static str,
}

#[derive(Debug, Serialize)]
struct StudyDay {
    today: String,
    offset_min: i32,
    from: &'static str,
}

#[derive(Debug, Serialize)]
struct FileRow {
    file: String,
    host: String,
    answers: usize,
    notes: usize,
    unused: usize,
    torn: bool,
}

#[derive(Debug, Serialize)]
struct BanksRow {
    loaded: bool,
    banks: usize,
    questions: usize,
}

#[derive(Debug, Serialize)]
struct Report {
    ok: bool,
    folder: Named,
    host: Named,
    study_day: StudyDay,
    access: &'static str,
    files: Vec<FileRow>,
    aside: Vec<String>,
    banks: BanksRow,
    findings: Vec<Finding>,
}

impl Run<'_, '_> {
    pub(super) fn doctor(self, options: Options) -> Result<(), Stop> {
        let now = self.clock.now();
        let (folder, host) = (self.folder()?, self.host());
        let banks = self.sources.load();
        let access = access(&folder, &host);
        let (survey, unread) = match survey(&folder, now) {
            Ok(survey) => (survey, None),
            Err(error) => (Survey::default(), Some(error)),
        };
        let survey = for_reader(survey, &banks, &host);
        let mut findings =
            findings::of(&Seen { survey: &survey, banks: &banks, host: &host, today: now.study_day() });
        findings.extend(findings::of_access(&access));
        let report = Report {
            ok: findings.is_empty() && unread.is_none(),
            folder: Named { name: folder.display().to_string(), from: self.folder_from() },
            host: Named { name: host, from: host_from() },
            study_day: StudyDay {
                today: now.study_day().to_string(),
                offset_min: now.offset_min,
                from: self.offset_from(),
            },
            access: name(&access),
            files: file_rows(&survey),
            aside: survey.aside.iter().map(|path| file_name(path)).collect(),
            banks: banks_row(&banks),
            findings,
        };
        match options.json {
            true => keys::document(self.terminal, &report)?,
            false => report.show(self.terminal)?,
        }
        // What makes the log useless is an error as it is for every other command.
        match (unread, access) {
            (Some(error), _) | (None, Access::Refused(error)) => Err(Refusal::Io(folder, error).into()),
            _ => Ok(()),
        }
    }

    fn folder_from(&self) -> &'static str {
        match (&self.arguments.common.data, env::var_os("WORKBOOK_DATA").filter(|value| !value.is_empty())) {
            (Some(_), _) => "--data",
            (None, Some(_)) => "WORKBOOK_DATA",
            (None, None) => "your platform's folder for data",
        }
    }

    fn offset_from(&self) -> &'static str {
        match (
            &self.arguments.common.now,
            env::var_os("WORKBOOK_UTC_OFFSET").filter(|value| !value.is_empty()),
        ) {
            (Some(_), _) => "--now",
            (None, Some(_)) => "WORKBOOK_UTC_OFFSET",
            (None, None) => "your time zone",
        }
    }
}

/// The log under the names that questions have now, this machine's own file first.
fn for_reader(mut survey: Survey, banks: &Result<Vec<Bank>, Vec<Problem>>, host: &str) -> Survey {
    let heirs = banks.as_ref().map(|banks| Banks::heirs(banks)).unwrap_or_default();
    survey.reviews = survey.reviews.under(&heirs);
    survey.files.sort_by_key(|file| file.host != host);
    survey
}

fn host_from() -> &'static str {
    if host_from_environment().is_some() { "WORKBOOK_HOST" } else { "this machine's name" }
}

fn name(access: &Access) -> &'static str {
    match access {
        Access::Nothing => "nothing",
        Access::Free => "free",
        Access::InUse => "in-use",
        Access::Refused(_) => "refused",
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn file_rows(survey: &Survey) -> Vec<FileRow> {
    let row = |file: &crate::log::Surveyed| FileRow {
        file: file_name(&file.path),
        host: file.host.clone(),
        answers: file.answers,
        notes: file.notes,
        unused: file.unused.len(),
        torn: file.torn,
    };
    survey.files.iter().map(row).collect()
}

fn banks_row(banks: &Result<Vec<Bank>, Vec<Problem>>) -> BanksRow {
    let loaded = banks.as_deref().unwrap_or_default();
    let questions = loaded.iter().map(|bank| bank.items.len()).sum();
    BanksRow { loaded: banks.is_ok(), banks: loaded.len(), questions }
}

impl Report {
    fn show(&self, terminal: &mut Terminal<'_>) -> io::Result<()> {
        let mut about =
            |label: &str, text: &str| terminal.hanging(Style::Plain, &format!("{label:<7}"), text);
        about("log", &format!("{} ({})", self.folder.name, self.folder.from))?;
        about("host", &format!("{} ({})", self.host.name, self.host.from))?;
        let StudyDay { today, offset_min, from } = &self.study_day;
        let offset = offset(*offset_min);
        about("today", &format!("{today}; a study day begins at 04:00, {offset} ({from})"))?;
        let BanksRow { loaded, banks, questions } = self.banks;
        about(
            "banks",
            &match loaded {
                true => format!("{}, {}", counted(banks, "bank"), counted(questions, "question")),
                false => "they do not load".to_owned(),
            },
        )?;
        let mut label = "files";
        for file in &self.files {
            let unused = match file.unused {
                0 => String::new(),
                n => format!(", {} not used", counted(n, "line")),
            };
            let (answers, notes) = (counted(file.answers, "answer"), counted(file.notes, "note"));
            about(label, &format!("{}: {answers}, {notes}{unused}", file.file))?;
            label = "";
        }
        for file in &self.aside {
            about(
                label,
                &format!("{file}: lines that were cut off while they were written; nothing reads it"),
            )?;
            label = "";
        }
        if self.files.is_empty() && self.access == "nothing" {
            about(label, "none yet; your first answer makes one")?;
        }
        for finding in &self.findings {
            terminal.blank()?;
            finding.show(terminal)?;
        }
        terminal.blank()?;
        match self.findings.len() {
            0 if self.ok => terminal.line(Style::Good, "All is well."),
            0 => Ok(()),
            n => terminal.line(Style::Plain, &format!("{} to look at.", counted(n, "thing"))),
        }
    }
}

impl Finding {
    fn show(&self, terminal: &mut Terminal<'_>) -> io::Result<()> {
        terminal.line(Style::Strong, &self.text)?;
        for detail in self.details.iter().take(DETAILS) {
            terminal.hanging(Style::Plain, "  - ", detail)?;
        }
        if let Some(more) = self.details.len().checked_sub(DETAILS).filter(|more| *more > 0) {
            terminal.line(Style::Plain, &format!("  - and {more} more"))?;
        }
        terminal.hanging(Style::Plain, "  ", &self.next)
    }
}

fn offset(minutes: i32) -> String {
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("UTC{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}
