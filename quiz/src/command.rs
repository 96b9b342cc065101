//! The commands of `cargo quiz`: arguments in, an exit code out. Each has its own file here, with
//! its options, its help and its own reading of the log; how things look is up to [`crate::front`].

mod accept;
mod arguments;
mod check;
mod completions;
mod doctor;
mod export;
mod flag;
mod flash;
mod forecast;
mod help;
mod import;
mod interview;
mod keys;
mod known;
mod list;
mod look;
mod man;
mod missed;
mod past;
mod run;
mod schema;
mod show;
mod sit;
mod stats;
mod status;
mod suspend;
mod tune;
mod undo;

use crate::bank::{Bank, Problem, Remembered, Sources};
use crate::clock::{Clock, FixedClock, SystemClock};
use crate::front::Terminal;
use crate::front::screen::{clean, columns_of};
use crate::log::{Refusal, data_folder, host_name};
use arguments::{Arguments, Command};
use clap::Parser;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Log lines that cannot be used: so many are shown, and the rest counted.
const WARNINGS: usize = 5;

/// Runs on the process's own arguments, terminal and clock.
pub fn main() -> ExitCode {
    let (mut input, mut out, mut err) = (io::stdin().lock(), io::stdout().lock(), io::stderr().lock());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let wants_colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) && !dumb;
    let mut terminal = Terminal {
        colour: out.is_terminal() && wants_colour,
        width: columns_of(terminal_size::terminal_size().map(|(width, _)| width.0)),
        echo: !input.is_terminal(),
        paints: input.is_terminal() && out.is_terminal() && !dumb,
        wraps_errors: err.is_terminal(),
        input: &mut input,
        out: &mut out,
        err: &mut err,
    };
    let code = run_with(std::env::args_os(), &mut terminal, Remembered::of_platform());
    ExitCode::from(code)
}

/// Runs on any arguments (the first is the program's name) and any terminal.
///
/// The answer is the exit code: 0 done, 1 the log could not be read or written, 2 the arguments,
/// a bank or a scenario are wrong.
pub fn run(arguments: impl IntoIterator<Item = OsString>, terminal: &mut Terminal<'_>) -> u8 {
    run_with(arguments, terminal, None)
}

fn run_with(
    arguments: impl IntoIterator<Item = OsString>,
    terminal: &mut Terminal<'_>,
    remembered: Option<Remembered>,
) -> u8 {
    let typed: Vec<OsString> = arguments.into_iter().collect();
    let arguments = match Arguments::try_parse_from(&typed) {
        Ok(arguments) => arguments,
        Err(error) => return unparsed(error, &typed, terminal),
    };
    match Run::new(arguments, terminal, remembered).and_then(Run::go) {
        Ok(()) => 0,
        Err(stop) => stop.tell(terminal),
    }
}

/// Help was asked for, or the arguments make no sense.
fn unparsed(error: clap::Error, typed: &[OsString], terminal: &mut Terminal<'_>) -> u8 {
    let code = u8::try_from(error.exit_code()).unwrap_or(2);
    // Whoever closes the pipe early has seen enough.
    let _ = if error.use_stderr() {
        // The message repeats what was typed, so it is made of a cleaned copy.
        let cleaned = typed.iter().map(|argument| clean(&argument.to_string_lossy()));
        let message = Arguments::try_parse_from(cleaned).err().unwrap_or(error);
        terminal.complain(&message.render().to_string())
    } else {
        let text = help::of(typed, terminal.width).unwrap_or(error).render();
        let text = if terminal.colour { text.ansi().to_string() } else { text.to_string() };
        terminal.out.write_all(text.as_bytes())
    };
    code
}

/// Why a command ends before its time.
enum Stop {
    /// Wrong input: what to say about it is said by its own `Display`.
    Problems(Vec<Problem>),
    Arguments(String),
    Log(Refusal),
    Io(io::Error),
    /// All is said already; the exit code is what is left.
    Said(u8),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Io(error)
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::Log(refusal)
    }
}

impl Stop {
    /// Says why, as far as anybody listens, and gives the exit code.
    fn tell(self, terminal: &mut Terminal<'_>) -> u8 {
        let (text, code) = match self {
            // Whoever read our output has enough of it.
            Stop::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Stop::Io(error) => (format!("{error}\n"), 1),
            Stop::Log(refusal) => (refusal.to_string(), 1),
            Stop::Arguments(text) => (text, 2),
            Stop::Said(code) => return code,
            Stop::Problems(problems) => (check::listed(&problems), 2),
        };
        let _ = terminal.complain(&text);
        code
    }
}

/// A command with all that it needs.
struct Run<'t, 'io> {
    terminal: &'t mut Terminal<'io>,
    arguments: Arguments,
    clock: Box<dyn Clock>,
    sources: Sources,
    /// The workbook.
    root: PathBuf,
    /// Where readings of banks are kept, if anywhere.
    remembered: Option<Remembered>,
}

impl<'t, 'io> Run<'t, 'io> {
    fn new(
        arguments: Arguments,
        terminal: &'t mut Terminal<'io>,
        remembered: Option<Remembered>,
    ) -> Result<Self, Stop> {
        let clock: Box<dyn Clock> = match arguments.common.now {
            Some(moment) => Box::new(FixedClock(moment)),
            None => Box::new(SystemClock { offset_min: offset_from_environment()? }),
        };
        let root = arguments.common.root.clone().unwrap_or_else(workspace);
        let mut sources = Sources::of_workspace(&root);
        if let Some(banks) = &arguments.common.banks {
            sources.banks = banks.clone();
        }
        Ok(Run { terminal, arguments, clock, sources, root, remembered })
    }

    fn go(mut self) -> Result<(), Stop> {
        if self.arguments.json && self.arguments.command.is_some() {
            let text = "--json stands before a command\n  help: put it behind: cargo quiz stats --json\n";
            return Err(Stop::Arguments(text.to_owned()));
        }
        match self.arguments.command.take() {
            None => self.status(),
            Some(Command::Run(options)) => self.quiz(options),
            Some(Command::Flash(options)) => self.flash(options),
            Some(Command::Check(options)) => self.check(options),
            Some(Command::Accept { reworded }) => self.accept(reworded),
            Some(Command::Interview(options)) => self.interview(options),
            Some(Command::Stats(options)) => self.stats(options),
            Some(Command::List(options)) => self.list(options),
            Some(Command::Show(options)) => self.show(options),
            Some(Command::Export(options)) => self.export(options),
            Some(Command::Import(options)) => self.import(options),
            Some(Command::Undo(options)) => self.undo(options),
            Some(Command::Suspend(options)) => self.suspend(options),
            Some(Command::Flag(options)) => self.flag(options),
            Some(Command::Missed(options)) => self.missed(options),
            Some(Command::Tune(options)) => self.tune(options),
            Some(Command::Doctor(options)) => self.doctor(options),
            Some(Command::Schema(options)) => self.schema(options),
            Some(Command::Man(options)) => self.man(options),
            Some(Command::Completions(options)) => self.completions(options),
        }
    }

    fn banks(&self) -> Result<Vec<Bank>, Stop> {
        let banks = match &self.remembered {
            Some(remembered) => self.sources.load_remembered(remembered),
            None => self.sources.load(),
        };
        banks.map_err(Stop::Problems)
    }

    fn folder(&self) -> Result<PathBuf, Stop> {
        let named = self.arguments.common.data.clone();
        named.or_else(data_folder).ok_or_else(|| {
            let text =
                "there is no folder for your answers\n  help: name one with --data DIR or WORKBOOK_DATA\n";
            Stop::Arguments(text.to_owned())
        })
    }

    fn host(&self) -> String {
        host_name()
    }

    /// The seed of a sitting's order: the same all day, unless it is given.
    fn seed(&self) -> u64 {
        let today = self.clock.now().study_day();
        self.arguments.common.seed.unwrap_or(u64::from(today.0.unsigned_abs()))
    }

    fn warn(&mut self, warnings: &[Problem]) -> Result<(), Stop> {
        for warning in warnings.iter().take(WARNINGS) {
            self.terminal.complain(&format!("warning: {warning}"))?;
        }
        if let Some(more) = warnings.len().checked_sub(WARNINGS).filter(|more| *more > 0) {
            let more = check::counted(more, "more line");
            self.terminal.complain(&format!("warning: {more} of the log cannot be used\n"))?;
        }
        Ok(())
    }
}

fn offset_from_environment() -> Result<Option<i32>, Stop> {
    let value = std::env::var_os("WORKBOOK_UTC_OFFSET");
    value.map_or(Ok(None), |value| offset(&value.to_string_lossy()))
}

/// Minutes ahead of UTC. An empty value is as good as none, as for the other variables.
fn offset(text: &str) -> Result<Option<i32>, Stop> {
    match text.trim().parse::<i32>() {
        _ if text.is_empty() => Ok(None),
        Ok(minutes) if (-24 * 60..=24 * 60).contains(&minutes) => Ok(Some(minutes)),
        _ => Err(Stop::Arguments(format!(
            "WORKBOOK_UTC_OFFSET is `{text}`\n  help: minutes ahead of UTC, such as 330 for India\n"
        ))),
    }
}

/// The clone that this program was built in, or the one round the current folder.
fn workspace() -> PathBuf {
    let has_banks = |folder: &Path| folder.join("quiz").join("banks").is_dir();
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).parent().filter(|root| has_banks(root));
    let built = built.map(Path::to_owned);
    let here = || std::env::current_dir().ok()?.ancestors().find(|up| has_banks(up)).map(Path::to_owned);
    built.or_else(here).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Stop, offset};

    #[test]
    fn minutes_ahead_of_utc() {
        for (text, expected) in [("", None), ("330", Some(330)), (" -60 ", Some(-60)), ("1440", Some(1440))] {
            assert!(matches!(offset(text), Ok(minutes) if minutes == expected), "{text}");
        }
        for text in ["1441", "-2147483648", "2147483648", "x", " "] {
            assert!(matches!(offset(text), Err(Stop::Arguments(_))), "{text}");
        }
    }
}
