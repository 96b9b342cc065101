//! The break-it part of an exercise: a learner's schedule must make the given code fail.
//!
//! Accepted only if the failure is the one asked for, in the cast that was given, and correct code
//! survives the very same file: then it is the code's fault, and not the schedule's. What is
//! accepted is shrunk and shown beside the shortest schedule that we know. Whatever the file, the work
//! is bounded: in acts, and in events of the runs that shrinking tries.

use std::fs;
use std::io::Write;
use std::path::Path;

use kit::diagnostic::{Diagnostic, Place};
use kit::scenario::Scenario;

use crate::keep::Shelf;
use crate::report::{WIDTH, wrap};
use crate::shrink::{coarse_pass, second_pass};
use crate::world::{Case, World};

/// One file to break something with, and what is asked.
pub struct Attack<W: World> {
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
    pub cast: W::Cast,
    /// What `code:` says.
    pub code: &'static str,
    pub broken: fn() -> W,
    /// Code that no schedule breaks.
    pub correct: fn() -> W,
    pub reached: fn(&W::Run) -> bool,
    /// An act that came to nothing, at its place in the file: most often why the goal was missed.
    pub misses: fn(&Scenario, &W::Run) -> Option<Diagnostic>,
    /// How things stand at the end of a run that does not reach it.
    pub end: fn(&W::Run) -> String,
    /// What to think about then.
    pub hint: fn(&W::Run) -> &'static str,
    /// Why the correct code may fail too, if a schedule can bring that about.
    pub too_much: &'static str,
    /// How long the shortest schedule is that we know.
    pub shortest: usize,
}

impl<W: World> std::fmt::Debug for Attack<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Attack").field("goal", &self.goal).field("file", &self.file).finish_non_exhaustive()
    }
}

/// No schedule needs more acts. A report has a line for each, and shrinking drops them one by one.
const MOST_ACTS: usize = 100;

/// Shrinking tries no more once its runs had so many events. A short schedule's have a tenth of that.
const WORK: u64 = 300_000;

const TOP: Place = Place { line: 1, column: 1 };

impl<W: World> Attack<W>
where
    W::Cast: PartialEq,
{
    /// Judges the text of a file of this name. Returns what to say of one that reaches the goal.
    ///
    /// # Errors
    /// What to print.
    pub fn verdict(&self, file: &str, text: &str) -> Result<String, String> {
        let shown = |error: Diagnostic| error.render(file, text);
        if text.trim().is_empty() {
            return Err(format!("{file}: the file is empty\n  help: {}\n", self.put_back()));
        }
        let scenario = Scenario::parse(text).map_err(shown)?;
        let mut broken = (self.broken)();
        let cast = broken.cast(&scenario.cast).map_err(shown)?;
        self.cheats(&scenario, &broken, &cast).map_or(Ok(()), |slip| Err(shown(slip)))?;
        self.too_many(&scenario).map_or(Ok(()), |slip| Err(shown(slip)))?;
        let case = Case { cast, plan: scenario.plan.clone() };
        broken.check(&case).map_err(|slip| shown(slip.diagnostic(&scenario)))?;
        let run = broken.run(&case);
        if !(self.reached)(&run) {
            (self.misses)(&scenario, &run).map_or(Ok(()), |slip| Err(shown(slip)))?;
            return Err(self.report(&broken, &run, self.wanted, (self.hint)(&run)));
        }
        let mut correct = (self.correct)();
        let survived = correct.run(&case);
        if (self.reached)(&survived) {
            let wanted = "Correct code fails under this schedule too.";
            return Err(self.report(&correct, &survived, wanted, self.too_much));
        }
        let length = broken.length(&case, &run);
        Ok(self.praise(length, &mut broken, &mut correct, case))
    }

    fn too_many(&self, scenario: &Scenario) -> Option<Diagnostic> {
        let acts = scenario.places.iter().flatten();
        let first_too_many = acts.clone().nth(MOST_ACTS)?;
        let message = format!("a schedule has {MOST_ACTS} acts at most, and this one has {}", acts.count());
        let help = format!("take out what it does not need: the shortest one known has {}", self.shortest);
        Some(Diagnostic::new(*first_too_many, message).help(help))
    }

    fn put_back(&self) -> String {
        let exercise = self.exercise;
        format!("`cargo xtask reset {exercise} --yes` puts the given files back and keeps yours aside")
    }

    /// The cast and the code are given; only the schedule is the learner's.
    fn cheats(&self, scenario: &Scenario, world: &W, cast: &W::Cast) -> Option<Diagnostic> {
        if *cast != self.cast {
            let given = world.settings(&self.cast);
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
        if scenario.world != self.exercise {
            let message = format!("this file is for `{}`, not for `{}`", self.exercise, scenario.world);
            let help = format!("put back `for: {}`", self.exercise);
            return Some(Diagnostic::new(scenario.place("for"), message).help(help));
        }
        if scenario.code != self.code {
            let message = format!("the code under attack is `{}`, not `{}`", self.code, scenario.code);
            let help = format!("put back `code: {}`", self.code);
            return Some(Diagnostic::new(scenario.place("code"), message).help(help));
        }
        None
    }

    fn report(&self, world: &W, run: &W::Run, wanted: &str, hint: &str) -> String {
        let mut out = self.title('✗');
        out += &wrap(wanted, 2, WIDTH);
        out.push('\n');
        out += &figure::ascii_steps(&world.trace(run), WIDTH);
        out += &wrap(&format!("at the end: {}", (self.end)(run)), 7, WIDTH);
        out.push('\n');
        out += &wrap(hint, 2, WIDTH);
        out += &format!("\n  edit     {}/{}\n", self.folder, self.file);
        out += &format!("  read     {}\n", self.section);
        out
    }

    fn title(&self, verdict: char) -> String {
        let right = format!("{} · attack", self.exercise);
        let gap = WIDTH.saturating_sub(2 + right.chars().count());
        format!("{verdict} {:<gap$}{right}\n\n", self.goal)
    }

    /// What the schedule comes down to, and how much shorter it could be.
    fn praise(&self, length: usize, broken: &mut W, correct: &mut W, case: Case<W::Cast>) -> String {
        let smallest = self.smallest(broken, correct, case);
        let run = broken.run(&smallest);
        let left = broken.length(&smallest, &run);
        let shortest = self.shortest;
        let rest = match () {
            () if length <= shortest => ", and no shorter one is known.".to_owned(),
            () if left < length => format!("; {left} would do. The shortest one known has {shortest}."),
            () => format!(". The shortest one known has {shortest}."),
        };
        let mut out = self.title('✓');
        out += &wrap(&format!("Your schedule does it in {length} {}s{rest}", W::COUNTED), 2, WIDTH);
        if left < length {
            out.push('\n');
            out += &smallest.plan.to_string().lines().map(|line| format!("    {line}\n")).collect::<String>();
            out.push('\n');
            out += &figure::ascii_steps(&broken.trace(&run), WIDTH);
        }
        out
    }

    /// The smallest case found that reaches the goal and spares the correct code.
    fn smallest(&self, broken: &mut W, correct: &mut W, case: Case<W::Cast>) -> Case<W::Cast> {
        let mut spent = 0;
        let mut reaches = |case: &Case<W::Cast>| {
            if spent > WORK {
                return None;
            }
            let run = broken.run(case);
            spent += u64::from(broken.events(&run));
            if !(self.reached)(&run) {
                return None;
            }
            let survived = correct.run(case);
            spent += u64::from(correct.events(&survived));
            (!(self.reached)(&survived)).then(|| broken.length(case, &run) as u32)
        };
        let coarse = coarse_pass(case, |case| reaches(case).is_some());
        second_pass(coarse, &|_| Vec::new(), reaches)
    }

    /// What the record of verdicts calls this file: each has a record of its own, since the tests
    /// of several run at the same time.
    fn part(&self) -> String {
        self.file.strip_suffix(".txt").unwrap_or(self.file).replace('/', "::")
    }
}

/// The body of the test. `package` is the folder of the crate whose file is judged, `folder` where
/// its verdict is kept. The code under attack is ours: it needs no guard.
///
/// # Panics
/// When the attack fails; why has been printed.
pub fn judge<W: World>(attack: &Attack<W>, package: &str, folder: &str)
where
    W::Cast: PartialEq,
{
    judge_and(attack, package, folder, String::new);
}

/// The same, with something more to say of a file that reaches its goal.
///
/// # Panics
/// As [`judge`].
pub fn judge_and<W: World>(attack: &Attack<W>, package: &str, folder: &str, more: impl FnOnce() -> String)
where
    W::Cast: PartialEq,
{
    let path = Path::new(package).join(attack.file);
    let shown = path.strip_prefix(std::env::current_dir().unwrap_or_default()).unwrap_or(&path);
    let shown = shown.display().to_string();
    let text =
        fs::read_to_string(&path).map_err(|error| format!("{shown}: {error}\n  help: {}", attack.put_back()));
    let verdict = text.and_then(|text| attack.verdict(&shown, &text));
    let status = if verdict.is_ok() { "passes" } else { "fails" };
    // A record that cannot be kept changes no verdict.
    let _ = Shelf::new(Path::new(folder), &attack.part()).record(&[(attack.goal.to_owned(), status)]);
    match verdict {
        // Not by println: the harness shows nothing of a test that passes.
        Ok(praise) => drop(std::io::stderr().write_all(format!("\n{praise}{}", more()).as_bytes())),
        Err(what) => {
            println!("{what}");
            std::panic::resume_unwind(Box::new(()));
        }
    }
}
