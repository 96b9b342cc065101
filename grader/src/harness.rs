//! The door for the macros that emit the tests: one test a property, one exploration a part.

use std::collections::BTreeMap;
use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use kit::scenario::Scenario;

use crate::explore::Exploration;
use crate::guard::{self, Beacon, Detour, Launch, Orders, Outcome, Status, Verdictlet};
use crate::keep::Shelf;
use crate::property::Property;
use crate::report::{self, Heading};
use crate::settings::Settings;
use crate::verdict::{Judgement, Verdict};
use crate::world::{Case, Search, World};

/// One part of an exercise: the rules, and how to find out whether some code keeps them.
pub struct Exam<W: World> {
    pub exercise: &'static str,
    /// The module that the tests of this part stand in: `repairs::relative`.
    pub part: &'static str,
    /// What a learner edits: `exercises/01-lost-update/src/relative.rs`.
    pub file: &'static str,
    pub properties: Vec<Property<W::Run>>,
    pub world: Box<dyn Fn() -> W>,
    pub search: MakeSearch<W>,
}

/// Begins a search anew.
pub type MakeSearch<W> = Box<dyn Fn(&Settings) -> Box<dyn Search<W>>>;

impl<W: World> std::fmt::Debug for Exam<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Exam")
            .field("exercise", &self.exercise)
            .field("part", &self.part)
            .finish_non_exhaustive()
    }
}

/// Every how many runs one is run twice.
const RERUN_EACH: u32 = 50;

impl<W: World> Exam<W> {
    /// What stands above the report on this rule, and below it.
    pub fn heading<'a>(&'a self, property: &'a Property<W::Run>) -> Heading<'a> {
        Heading {
            exercise: self.exercise,
            part: self.part,
            property: property.name,
            sentence: property.sentence,
            section: property.section,
            deed: property.deed,
            file: self.file,
        }
    }

    /// Explores in this process and returns the verdicts, one a property.
    pub fn explore(
        &self,
        settings: &Settings,
        kept: &[Scenario],
        detour: &Detour,
        beacon: &Beacon,
    ) -> Vec<Verdict> {
        let mut world = (self.world)();
        let kept: Vec<Case<W::Cast>> = kept
            .iter()
            .filter_map(|kept| Some(Case { cast: world.cast(&kept.cast).ok()?, plan: kept.plan.clone() }))
            .filter(|case| world.check(case).is_ok())
            .collect();
        let mut search = if settings.replay.is_some() { Box::new(Nothing) } else { (self.search)(settings) };
        let exploration = Exploration {
            exercise: self.exercise,
            properties: &self.properties,
            kept: &kept,
            detour,
            thorough: settings.cases.is_none() && settings.replay.is_none(),
            enough: settings.enough,
            rerun_each: RERUN_EACH,
        };
        exploration.judge(&mut world, &mut *search, beacon)
    }

    /// What a child does: explore, render, keep, report through the beacon.
    pub fn work(&self, settings: &Settings, shelf: &Shelf, detour: &Detour, beacon: &Beacon) {
        let kept = match &settings.replay {
            Some(path) => std::fs::read_to_string(path)
                .ok()
                .and_then(|text| Scenario::parse(&text).ok())
                .into_iter()
                .collect(),
            None => shelf.scenarios(),
        };
        let verdicts = self.explore(settings, &kept, detour, beacon);
        // Rules stand in the order in which they are to be read; tests are printed by the alphabet.
        let red = |verdict: &&Verdict| matches!(verdict.judgement, Judgement::Broken(_));
        let first = verdicts.iter().find(red).map(|verdict| verdict.property.as_str());
        for verdict in &verdicts {
            let Some(property) = self.properties.iter().find(|property| property.name == verdict.property)
            else {
                continue;
            };
            if let (Judgement::Broken(counterexample), None) = (&verdict.judgement, &settings.replay) {
                // A counterexample that cannot be kept is still reported.
                let _ = shelf.keep(property.name, &counterexample.scenario);
            }
            beacon.verdict(self.verdictlet(property, verdict, first));
        }
    }

    /// `first`: the rule that is to be read before the other red ones.
    fn verdictlet(&self, property: &Property<W::Run>, verdict: &Verdict, first: Option<&str>) -> Verdictlet {
        let (status, steps) = match &verdict.judgement {
            Judgement::Passes => (Status::Passes, 0),
            Judgement::Waits { .. } => (Status::Waits, 0),
            Judgement::Broken(counterexample) => (Status::Fails, counterexample.trace.steps.len() as u32),
            Judgement::Stopped { .. } => (Status::Fails, 0),
            Judgement::NeverTested { .. } => (Status::Untested, 0),
        };
        let mut report = report::render(&self.heading(property), &verdict.judgement, verdict.runs);
        if let (Status::Fails, Some(first)) = (status, first.filter(|first| *first != property.name)) {
            report += &report::first(first);
        }
        Verdictlet { property: property.name.to_owned(), status, found: verdict.found, steps, report }
    }

    /// Puts the story of a run that never came back under the rule that demands an end.
    pub fn account(&self, outcome: &mut Outcome) {
        let Some((stop, story)) = &outcome.stopped else { return };
        let Some(property) = self.properties.iter().find(|property| property.ends) else { return };
        let report = report::died(&self.heading(property), stop, story);
        outcome.verdicts.retain(|verdict| verdict.property != property.name);
        for verdict in outcome.verdicts.iter_mut().filter(|verdict| verdict.status == Status::Untested) {
            verdict.status = Status::Waits;
            verdict.report = format!("· {} waits: see {}\n", verdict.property, property.name);
        }
        outcome.verdicts.push(Verdictlet {
            property: property.name.to_owned(),
            status: Status::Fails,
            found: 0,
            steps: story.len() as u32,
            report,
        });
    }
}

/// A search that finds nothing: only what is kept or given is run.
struct Nothing;

impl<W: World> Search<W> for Nothing {
    fn next(&mut self, _: &mut W) -> Option<crate::world::Tried<W>> {
        None
    }

    fn skip(&mut self, _: &mut W) {}
}

/// What a test of one property knows about itself.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// `module_path!()` of the test's module.
    pub module: &'static str,
    pub property: &'static str,
    /// A folder below `env!("CARGO_TARGET_TMPDIR")` that no other crate has: a solution and the
    /// exercise that it solves must not read each other's verdicts.
    pub folder: &'static str,
}

/// The body of a property's test: explores once a part, then reports on this property.
///
/// # Panics
/// When the property fails: the report has been printed, and the panic carries no message.
pub fn judge<W: World + 'static>(exam: fn() -> Exam<W>, place: Place) {
    let settings = Settings::from_env().unwrap_or_else(|error| refuse(&error));
    let folder = Path::new(place.folder);
    if let Some(orders) = Orders::of_this_process() {
        let job = move |detour: &Detour, beacon: &Beacon| {
            let exam = exam();
            let shelf = Shelf::new(folder, exam.part);
            exam.work(&settings, &shelf, detour, beacon);
        };
        guard::serve(orders, Box::new(job));
    }
    let exam = exam();
    check_replay(&settings, &exam);
    let outcome =
        once(exam.part, || explored(&exam, &settings, folder, place)).unwrap_or_else(|error| refuse(&error));
    let verdict = outcome.verdicts.iter().find(|verdict| verdict.property == place.property);
    let Some(verdict) = verdict else {
        refuse(&format!(
            "`{}` is no rule of {} · {}, or nothing could be said of it",
            place.property, exam.exercise, exam.part
        ))
    };
    if settings.replay.is_some() && verdict.status == Status::Passes {
        println!("✓ {} holds on this schedule", place.property);
    }
    if verdict.status != Status::Passes {
        refuse(&verdict.report);
    }
}

/// The body of a visible example's test: `trial` runs in a child as well, for it is learner code.
///
/// # Panics
/// When the trial fails; what it says has been printed.
pub fn try_out(place: Place, trial: fn() -> Result<(), String>) {
    if let Some(orders) = Orders::of_this_process() {
        let job = move |_: &Detour, beacon: &Beacon| {
            beacon.run_begins(0);
            let said = trial();
            let status = if said.is_ok() { Status::Passes } else { Status::Fails };
            let report = said.err().unwrap_or_default();
            beacon.verdict(Verdictlet {
                property: place.property.to_owned(),
                status,
                found: 0,
                steps: 0,
                report,
            });
        };
        guard::serve(orders, Box::new(job));
    }
    let (arguments, name) = again(place);
    let launch = Launch {
        arguments,
        variables: Vec::new(),
        folder: place.folder.into(),
        loud: true,
        single: true,
        name,
    };
    let outcome = guard::explore(&launch).unwrap_or_else(|error| refuse(&error.to_string()));
    if let Some((stop, story)) = &outcome.stopped {
        refuse(&format!("✗ {}\n\n{}", place.property, report::story(stop, story)));
    }
    if let Some(verdict) = outcome.verdicts.iter().find(|verdict| verdict.status != Status::Passes) {
        refuse(&format!("✗ {}\n\n  {}\n", place.property, verdict.report));
    }
}

/// How to start this very test again, and a name that no other test has.
fn again(place: Place) -> (Vec<std::ffi::OsString>, String) {
    // The test crate's own name is no part of a test's name.
    let module = place.module.split_once("::").map_or("", |(_, rest)| rest);
    let name = format!("{module}::{}", place.property);
    let arguments =
        [name.as_str(), "--exact", "--test-threads=1", "-q", "--nocapture"].map(Into::into).to_vec();
    (arguments, name.replace("::", "."))
}

/// Starts this test again as a child, and puts on record what came out.
fn explored<W: World>(
    exam: &Exam<W>,
    settings: &Settings,
    folder: &Path,
    place: Place,
) -> io::Result<Outcome> {
    let shelf = Shelf::new(folder, exam.part);
    let launch = Launch {
        arguments: again(place).0,
        variables: Vec::new(),
        folder: PathBuf::from(folder),
        // While a search runs, what the code says of thousands of runs would help nobody.
        loud: settings.replay.is_some(),
        single: false,
        name: exam.part.replace("::", "."),
    };
    let mut outcome = guard::explore(&launch)?;
    exam.account(&mut outcome);
    let status = |status| if status == Status::Passes { "passes" } else { "fails" };
    if settings.replay.is_some() || settings.cases.is_some() {
        // A quick look or a single schedule is no verdict on the rules.
        return Ok(outcome);
    }
    let lines: Vec<(String, &str)> =
        outcome.verdicts.iter().map(|verdict| (verdict.property.clone(), status(verdict.status))).collect();
    shelf.record(&lines)?;
    Ok(outcome)
}

/// All tests of a part share one exploration in this process.
fn once(part: &'static str, explore: impl FnOnce() -> io::Result<Outcome>) -> Result<Arc<Outcome>, String> {
    type Slot = Arc<OnceLock<Result<Arc<Outcome>, String>>>;
    static PARTS: Mutex<BTreeMap<&'static str, Slot>> = Mutex::new(BTreeMap::new());
    let slot = {
        let mut parts = PARTS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        Arc::clone(parts.entry(part).or_default())
    };
    slot.get_or_init(|| explore().map(Arc::new).map_err(|error| error.to_string())).clone()
}

/// A file to replay that cannot be read is an error with its place, not a silent pass.
fn check_replay<W: World>(settings: &Settings, exam: &Exam<W>) {
    let Some(path) = &settings.replay else { return };
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| refuse(&format!("{file}: {error}")));
    let scenario = Scenario::parse(&text).unwrap_or_else(|error| refuse(&error.render(&file, &text)));
    let world = (exam.world)();
    let cast = world.cast(&scenario.cast).unwrap_or_else(|error| refuse(&error.render(&file, &text)));
    if let Err(slip) = world.check(&Case { cast, plan: scenario.plan.clone() }) {
        refuse(&slip.diagnostic(&scenario).render(&file, &text));
    }
}

/// Fails the test with a text of our own, without a backtrace or a line number of ours.
fn refuse(text: &str) -> ! {
    println!("{text}");
    resume_unwind(Box::new(()))
}
