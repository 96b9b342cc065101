//! Who takes part in a run of an SQL exercise, as lines of a scenario's head.
//!
//! ```text
//! pod-7: debit ₹30 from 42, then debit ₹30 from 42
//! desk: deposit ₹1 to 42 (40 times)
//! ```
//!
//! Each exercise has its own calls ([`Call`]) and its own lines for how things stand at the start;
//! what a line of calls looks like, and how a cast becomes smaller, is the same for all.

use grader::world::Case;
use kit::diagnostic::{Diagnostic, Place};
use kit::plan::Act;
use kit::scenario::Setting;

/// A call of a worker, as the head of a scenario names it.
pub trait Call: Clone + PartialEq {
    /// Shown where a call cannot be read: "write `debit ₹30 from 42` or …".
    const HELP: &'static str;
    /// A whole line: `pod-7: debit ₹30 from 42`.
    const LINE: &'static str;

    /// `debit ₹30 from 42`; [`Call::read`] reads it back.
    fn text(&self) -> String;
    /// `None` if the text is no call of this exercise.
    fn read(text: &str) -> Option<Self>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worker<C> {
    pub name: String,
    /// In this order, one after the other.
    pub calls: Vec<C>,
}

/// Everybody who takes part, and how things stand at the start.
pub trait Cast: Clone + PartialEq {
    type Call: Call;

    fn workers(&self) -> &[Worker<Self::Call>];
    fn workers_mut(&mut self) -> &mut Vec<Worker<Self::Call>>;

    /// The lines of a scenario's head; [`Cast::read`] reads them back.
    fn settings(&self) -> Vec<Setting>;

    /// Reads the lines of a scenario's head.
    ///
    /// # Errors
    /// What is wrong, at its place in the file.
    fn read(settings: &[Setting]) -> Result<Self, Diagnostic>;

    /// Takes a worker out, with whatever else the cast says of it; returns its name.
    fn dismiss(&mut self, worker: usize) -> String {
        self.workers_mut().remove(worker).name
    }

    /// The same workers in a simpler scene, for exercises that have something to leave out.
    fn plainer(&self) -> Vec<Self> {
        Vec::new()
    }
}

/// More than a figure can show.
const MOST_WORKERS: usize = 4;
/// More calls than anybody writes by hand.
const MOST_CALLS: usize = 100;

/// A line of a head that stands in no file yet.
pub fn setting(key: impl Into<String>, value: impl Into<String>) -> Setting {
    let nowhere = Place { line: 0, column: 0 };
    Setting { key: key.into(), value: value.into(), key_at: nowhere, value_at: nowhere }
}

/// Where a fault of the whole cast is shown: its last line.
pub fn end(settings: &[Setting]) -> Place {
    settings.last().map_or(Place { line: 1, column: 1 }, |setting| setting.key_at)
}

impl<C: Call> Worker<C> {
    pub fn setting(&self) -> Setting {
        setting(self.name.clone(), calls_text(&self.calls))
    }
}

/// Adds the worker of one line.
///
/// # Errors
/// When somebody has this name already, or the line is no list of calls.
pub fn enlist<C: Call>(workers: &mut Vec<Worker<C>>, setting: &Setting) -> Result<(), Diagnostic> {
    if workers.iter().any(|worker| worker.name == setting.key) {
        let message = format!("`{}` takes part already", setting.key);
        return Err(
            Diagnostic::new(setting.key_at, message).help("put its calls on one line, joined by `, then `")
        );
    }
    let calls =
        read_calls(&setting.value).map_err(|what| Diagnostic::new(setting.value_at, what).help(C::HELP))?;
    workers.push(Worker { name: setting.key.clone(), calls });
    Ok(())
}

/// Refuses a cast of nobody, and one that no figure can show.
///
/// # Errors
/// At the end of the cast.
pub fn count<C: Call>(workers: &[Worker<C>], settings: &[Setting]) -> Result<(), Diagnostic> {
    if workers.is_empty() || workers.len() > MOST_WORKERS {
        let message = format!("{} workers take part; 1 to {MOST_WORKERS} can", workers.len());
        return Err(Diagnostic::new(end(settings), message).help(format!("add a line `{}`", C::LINE)));
    }
    Ok(())
}

/// Equal calls in a row are written once: `deposit ₹1 to 42 (40 times)`.
fn calls_text<C: Call>(calls: &[C]) -> String {
    let groups = calls.chunk_by(|a, b| a == b).map(|group| match group.len() {
        1 => group[0].text(),
        count => format!("{} ({count} times)", group[0].text()),
    });
    groups.collect::<Vec<_>>().join(", then ")
}

fn read_calls<C: Call>(text: &str) -> Result<Vec<C>, String> {
    let mut calls = Vec::new();
    for part in text.split(", then ") {
        let (call, times) = match part.strip_suffix(" times)").and_then(|rest| rest.rsplit_once(" (")) {
            Some((call, times)) => {
                (call, times.parse::<usize>().map_err(|_| format!("`{times}` is no number"))?)
            }
            None => (part, 1),
        };
        let call = C::read(call).ok_or_else(|| format!("expected a call, found `{part}`"))?;
        if times == 0 || calls.len().saturating_add(times) > MOST_CALLS {
            return Err(format!("a worker makes 1 to {MOST_CALLS} calls"));
        }
        calls.extend(std::iter::repeat_n(call, times));
    }
    Ok(calls)
}

/// The same story with one worker or some calls fewer, from bold to timid.
pub fn simpler<C: Cast>(case: &Case<C>) -> Vec<Case<C>> {
    let mut cases = Vec::new();
    let workers = case.cast.workers().len();
    for gone in (0..workers).filter(|_| workers > 1) {
        let mut smaller = case.clone();
        let name = smaller.cast.dismiss(gone);
        for phase in &mut smaller.plan.phases {
            phase.acts.retain(|act| !speaks_of(act, &name));
        }
        smaller.plan.phases.retain(|phase| !phase.acts.is_empty());
        cases.push(smaller);
    }
    for worker in 0..workers {
        let calls = case.cast.workers()[worker].calls.len();
        for left in [calls / 2, calls.saturating_sub(1)] {
            if left > 0 && left < calls {
                let mut smaller = case.clone();
                smaller.cast.workers_mut()[worker].calls.truncate(left);
                cases.push(smaller);
            }
        }
    }
    let plainer = case.cast.plainer().into_iter();
    cases.extend(plainer.map(|cast| Case { cast, plan: case.plan.clone() }));
    cases
}

fn speaks_of(act: &Act, name: &str) -> bool {
    match act {
        Act::Run { who, .. }
        | Act::LoseReply(who)
        | Act::LoseRequest(who)
        | Act::Refuse(who)
        | Act::Crash { who, .. } => who.word == name,
        _ => false,
    }
}
