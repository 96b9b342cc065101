//! The break-it part of an exercise: a learner's schedule must make the given code fail.
//!
//! Accepted only if the failure is the one asked for, in the cast that was given, and correct code
//! survives the very same file: then it is the code's fault, and not the schedule's.

use std::fs;
use std::path::Path;

use grader::keep::Shelf;
use grader::report::{WIDTH, wrap};
use grader::world::{Case, World};
use kit::diagnostic::{Diagnostic, Place};
use kit::plan::{Act, Extent};
use kit::scenario::Scenario;

use crate::cast::Cast;
use crate::play::{Play, PlayedOf, Story};

/// One file to break something with, and what is asked.
#[derive(Debug)]
pub struct Attack<S: Story> {
    /// The package: `lost-update`.
    pub exercise: &'static str,
    /// The test's name: `the_given_code_loses_thirty_rupees`.
    pub goal: &'static str,
    /// What must be reached, a sentence.
    pub wanted: &'static str,
    /// The exercise's folder from the root, and the file in it: `attack.txt`.
    pub folder: &'static str,
    pub file: &'static str,
    /// Where to read again: `chapter 1, "When is the money lost?"`.
    pub section: &'static str,
    /// Who takes part; only the schedule is the learner's.
    pub cast: S::Cast,
    /// What `code:` says.
    pub code: &'static str,
    pub broken: S,
    /// Code that no schedule breaks.
    pub correct: S,
    /// What the statements are, for whoever waits for one that never comes.
    pub statements: &'static str,
    pub reached: fn(&PlayedOf<S>) -> bool,
    /// How things stand at the end of a run that does not reach it.
    pub end: fn(&PlayedOf<S>) -> String,
    /// What to think about then.
    pub hint: fn(&PlayedOf<S>) -> &'static str,
}

const TOP: Place = Place { line: 1, column: 1 };

impl<S: Story + Copy> Attack<S> {
    /// Judges the text of a file of this name.
    ///
    /// # Errors
    /// What to print.
    pub fn verdict(&self, file: &str, text: &str) -> Result<(), String> {
        let shown = |error: Diagnostic| error.render(file, text);
        if text.trim().is_empty() {
            return Err(format!("{file}: the file is empty\n  help: {}\n", self.put_back()));
        }
        let scenario = Scenario::parse(text).map_err(shown)?;
        let cast = S::Cast::read(&scenario.cast).map_err(shown)?;
        self.cheats(&scenario, &cast).map_or(Ok(()), |slip| Err(shown(slip)))?;
        let case = Case { cast, plan: scenario.plan.clone() };
        let mut play = Play::new(self.broken);
        play.check(&case).map_err(|slip| shown(slip.diagnostic(&scenario)))?;
        let played = play.run(&case);
        if !(self.reached)(&played) {
            self.misses(&scenario, &played).map_or(Ok(()), |slip| Err(shown(slip)))?;
            return Err(self.report(&play, &played));
        }
        let survived = Play::new(self.correct).run(&case);
        if (self.reached)(&survived) {
            return Err(format!(
                "✗ {}\n\n  Correct code fails under this schedule too: a fault of the workbook, not of \
                 yours. Please report it with your {}.\n",
                self.goal, self.file
            ));
        }
        Ok(())
    }

    fn put_back(&self) -> String {
        let exercise = self.exercise;
        format!("`cargo xtask reset {exercise} --yes` puts the given files back and keeps yours aside")
    }

    /// The cast and the code are given; only the schedule is the learner's.
    fn cheats(&self, scenario: &Scenario, cast: &S::Cast) -> Option<Diagnostic> {
        let given = self.cast.settings();
        if *cast != S::Cast::read(&given).ok()? {
            let differs = |index: usize| {
                let (is, must) = (scenario.cast.get(index)?, given.get(index));
                (must.is_none_or(|must| (&is.key, &is.value) != (&must.key, &must.value)))
                    .then_some(is.key_at)
            };
            let place = (0..scenario.cast.len()).find_map(differs).unwrap_or(TOP);
            let lines: Vec<String> =
                given.iter().map(|line| format!("`{}: {}`", line.key, line.value)).collect();
            let help = match lines.split_last() {
                Some((last, [])) => format!("put back {last}"),
                Some((last, before)) => format!("put back {} and {last}", before.join(", ")),
                None => self.put_back(),
            };
            let message = "the cast has changed; only the schedule is yours";
            return Some(Diagnostic::new(place, message).help(help));
        }
        if scenario.code != self.code {
            let message = format!("the code under attack is `{}`, not `{}`", self.code, scenario.code);
            let help = format!("put back `code: {}`", self.code);
            return Some(Diagnostic::new(scenario.place("code"), message).help(help));
        }
        None
    }

    /// A `run … to "…"` whose text stands in no statement of that worker ran to the end unnoticed.
    fn misses(&self, scenario: &Scenario, played: &PlayedOf<S>) -> Option<Diagnostic> {
        let record = &played.raw.record;
        for (phase, acts) in scenario.plan.phases.iter().enumerate() {
            for (act, what) in acts.acts.iter().enumerate() {
                let Act::Run { who, extent: Extent::Before(wanted) } = what else { continue };
                let theirs = record.turns.iter().filter(|turn| record.cast[turn.who] == who.word);
                let wanted = wanted.to_uppercase();
                let meets = theirs
                    .filter_map(|turn| turn.statement())
                    .any(|s| s.shown().to_uppercase().contains(&wanted));
                if !meets {
                    let place = scenario.places.get(phase).and_then(|acts| acts.get(act));
                    let message =
                        format!("no statement of {} contains {wanted:?}, so it ran to its end", who.word);
                    let place = place.copied().unwrap_or(TOP);
                    return Some(Diagnostic::new(place, message).help(self.statements));
                }
            }
        }
        None
    }

    fn report(&self, play: &Play<S>, played: &PlayedOf<S>) -> String {
        let right = format!("{} · attack", self.exercise);
        let gap = WIDTH.saturating_sub(2 + right.chars().count());
        let mut out = format!("✗ {:<gap$}{right}\n\n", self.goal);
        out += &wrap(self.wanted, 2, WIDTH);
        out.push('\n');
        out += &figure::ascii_steps(&play.trace(played), WIDTH);
        out += &wrap(&format!("at the end: {}", (self.end)(played)), 7, WIDTH);
        out.push('\n');
        out += &wrap((self.hint)(played), 2, WIDTH);
        out += &format!("\n  edit     {}/{}\n", self.folder, self.file);
        out += &format!("  read     {}\n", self.section);
        out
    }

    /// What the record of verdicts calls this file: each has a record of its own, since the tests
    /// of several run at the same time.
    fn part(&self) -> String {
        self.file.strip_suffix(".txt").unwrap_or(self.file).replace('/', "::")
    }
}

/// The body of the test. `package` is the folder of the crate whose file is judged, `folder` where
/// its verdict is kept.
///
/// # Panics
/// When the attack fails; why has been printed.
pub fn judge<S: Story + Copy>(attack: &Attack<S>, package: &str, folder: &str) {
    let path = Path::new(package).join(attack.file);
    let shown = path.strip_prefix(std::env::current_dir().unwrap_or_default()).unwrap_or(&path);
    let shown = shown.display().to_string();
    let text =
        fs::read_to_string(&path).map_err(|error| format!("{shown}: {error}\n  help: {}", attack.put_back()));
    let verdict = text.and_then(|text| attack.verdict(&shown, &text));
    let status = if verdict.is_ok() { "passes" } else { "fails" };
    // A record that cannot be kept changes no verdict.
    let _ = Shelf::new(Path::new(folder), &attack.part()).record(&[(attack.goal.to_owned(), status)]);
    if let Err(what) = verdict {
        println!("{what}");
        std::panic::resume_unwind(Box::new(()));
    }
}
