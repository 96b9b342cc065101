//! The parent's side: start a child, read its letters, and see how it ended.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use kit::pulse::Line;

use super::child::{Detour, OURS, Orders, VARIABLE};
use super::letter::{Letter, Stuck, Verdictlet};
use crate::world::Stop;

/// How to start this very program again, so that it does the same job as a child.
#[derive(Debug, Clone, Default)]
pub struct Launch {
    pub arguments: Vec<OsString>,
    pub variables: Vec<(OsString, OsString)>,
    /// A folder for letters; it is made if it is missing.
    pub folder: PathBuf,
    /// What the code writes to stderr (`dbg!`, `eprintln!`) reaches the terminal.
    pub loud: bool,
    /// The job has one run: when that does not come back, there is nothing to go on with.
    pub single: bool,
    /// Tells the letters of jobs apart that run at the same time.
    pub name: String,
}

/// What came of a job.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    pub verdicts: Vec<Verdictlet>,
    /// The first run that never came back: why, and its story.
    pub stopped: Option<(Stop, Vec<Line>)>,
}

/// Runs the job in child processes until one comes to its end.
///
/// # Errors
/// When no child can be started or one fails by a fault of ours; its stderr is in the message.
pub fn explore(launch: &Launch) -> io::Result<Outcome> {
    fs::create_dir_all(&launch.folder)?;
    let file = launch.folder.join(format!("{}-{}.letters", launch.name, std::process::id()));
    let outcome = explore_through(launch, &file);
    let _ = fs::remove_file(&file);
    outcome
}

fn explore_through(launch: &Launch, file: &Path) -> io::Result<Outcome> {
    let orders = |detour: &Detour, narrated| Orders { file: file.into(), detour: detour.clone(), narrated };
    let mut detour = Detour::default();
    let first = start(launch, orders(&detour, None))?;
    let Some((stop, at)) = first.end else {
        return Ok(Outcome { verdicts: first.verdicts, stopped: None });
    };
    let story = start(launch, orders(&detour, Some(at)))?.story;
    let stopped = Some((stop, story));
    if launch.single {
        return Ok(Outcome { verdicts: first.verdicts, stopped });
    }
    detour.skipped.push(at);
    let round = start(launch, orders(&detour, None))?;
    if round.end.is_none() {
        return Ok(Outcome { verdicts: round.verdicts, stopped });
    }
    detour.until = Some(at);
    let before = start(launch, orders(&detour, None))?;
    Ok(Outcome { verdicts: before.verdicts, stopped })
}

/// What one child left behind.
struct Child {
    verdicts: Vec<Verdictlet>,
    story: Vec<Line>,
    /// Why it did not come to its end, and in which run.
    end: Option<(Stop, u32)>,
}

fn start(launch: &Launch, orders: Orders) -> io::Result<Child> {
    fs::write(&orders.file, "")?;
    let output = Command::new(std::env::current_exe()?)
        .args(&launch.arguments)
        .envs(launch.variables.iter().cloned())
        .env(VARIABLE, orders.encode())
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(if launch.loud { Stdio::inherit() } else { Stdio::piped() })
        .output()?;
    let letters = fs::read(&orders.file)?;
    let mut child = Child { verdicts: Vec::new(), story: Vec::new(), end: None };
    let (mut at, mut stuck, mut done) = (0, None, false);
    for letter in String::from_utf8_lossy(&letters).lines().filter_map(Letter::decode) {
        match letter {
            Letter::Run(number) => at = number,
            Letter::Told(line) => child.story.push(line),
            Letter::Stuck(how) => stuck = Some(how),
            Letter::Verdict(verdict) => child.verdicts.push(verdict),
            Letter::Done => done = true,
        }
    }
    if !done {
        let stderr = String::from_utf8_lossy(&output.stderr);
        child.end = Some((why(stuck, output.status, &stderr)?, at));
    }
    Ok(child)
}

fn why(stuck: Option<Stuck>, status: ExitStatus, stderr: &str) -> io::Result<Stop> {
    match stuck {
        Some(Stuck::Loops) => return Ok(Stop::Loops),
        Some(Stuck::Sleeps) => return Ok(Stop::Sleeps),
        Some(Stuck::StandsStill) => return Ok(Stop::StandsStill),
        Some(Stuck::Grows) => return Ok(Stop::Grows),
        None => {}
    }
    match status.code() {
        Some(OURS) => Err(io::Error::other(format!(
            "a fault of the workbook, not of your code: a grading process failed.\n{stderr}"
        ))),
        // Windows reports a stack overflow as an exit code with the highest bits set.
        Some(code) if code >= 0 => Ok(Stop::Exits),
        _ if stderr.contains("overflowed its stack") => {
            Ok(Stop::Dies { how: "it called itself until the stack ran out".to_owned() })
        }
        _ => Ok(Stop::Dies {
            how: format!("the process was killed ({status}); most often a function calls itself without end"),
        }),
    }
}
