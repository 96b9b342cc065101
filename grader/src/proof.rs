//! The program that proves a grader: every variant of a solution against every rule.
//!
//! `cargo xtask prove` compiles all variants into one program with [`run`] as its body. Each pair
//! of variant and part is explored in a child process, as a learner's code is. The program
//! prints facts, a line each with fields separated by tabs, and judges nothing:
//!
//! ```text
//! examples  VARIANT  EXAMPLE  passes|fails
//! rule  VARIANT  PART  RULE  fixed|SEED  passes|fails|waits  FOUND  STEPS
//! ```
//!
//! FOUND is the number of the run that broke the rule, STEPS the length of its counterexample.
//!
//! Fresh seeds are tried where a variant differs from the reference: `PROOF_PARTS` has a line
//! `VARIANT PART` for each that differs in one part only. Under them, who has passed under the fixed seed
//! is not put to what is the same under every seed again.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::guard::{self, Beacon, Detour, Launch, Orders, Outcome, Status};
use crate::harness::Exam;
use crate::keep::Shelf;
use crate::settings::{FIXED_SEED, Settings};
use crate::world::World;

/// An [`Exam`] of any world.
pub trait Part {
    fn name(&self) -> &'static str;
    fn work(&self, settings: &Settings, shelf: &Shelf, detour: &Detour, beacon: &Beacon);
    fn account(&self, outcome: &mut Outcome);
}

impl<W: World> Part for Exam<W> {
    fn name(&self) -> &'static str {
        self.part
    }

    fn work(&self, settings: &Settings, shelf: &Shelf, detour: &Detour, beacon: &Beacon) {
        Exam::work(self, settings, shelf, detour, beacon);
    }

    fn account(&self, outcome: &mut Outcome) {
        Exam::account(self, outcome);
    }
}

/// What an exercise says about one variant.
pub struct Subject {
    pub variant: &'static str,
    pub parts: Vec<Box<dyn Part>>,
    /// The visible examples, by name.
    pub examples: Box<dyn Fn() -> Vec<(&'static str, bool)>>,
}

impl std::fmt::Debug for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subject").field("variant", &self.variant).finish_non_exhaustive()
    }
}

/// The body of the program. `subject` makes the subject of a variant's name.
pub fn run(
    variants: &[&'static str],
    subject: &(impl Fn(&str) -> Option<Subject> + Clone + Send + Sync + 'static),
) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(orders) = Orders::of_this_process() {
        serve(orders, &arguments, subject.clone());
    }
    let fresh = match arguments.iter().position(|argument| argument == "--fresh") {
        Some(at) => arguments.get(at + 1).and_then(|count| count.parse().ok()).unwrap_or(0),
        None => 0,
    };
    let parts = std::env::var("PROOF_PARTS").unwrap_or_default();
    let facts = |variant: &&'static str| {
        let only = parts.lines().filter_map(|line| line.split_once(' ')).find(|(name, _)| name == variant);
        subject(variant).map_or(Ok(String::new()), |subject| all(&subject, only.map(|(_, only)| only), fresh))
    };
    match side_by_side(variants, &facts, |facts| print!("{facts}")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Does the work for all items, as many at a time as there are processors, and hands on what
/// came of each, in their order.
fn side_by_side<T: Sync, R: Send>(
    items: &[T],
    work: &(impl Fn(&T) -> Result<R, String> + Sync),
    mut done: impl FnMut(R),
) -> Result<(), String> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some((at, item)) = take(items, next) {
                    if sender.send((at, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut first) = (BTreeMap::new(), 0);
        for (at, result) in receiver {
            waiting.insert(at, result);
            while let Some(result) = waiting.remove(&first) {
                // Whoever still works finds nobody who listens, and ends.
                done(result?);
                first += 1;
            }
        }
        Ok(())
    })
}

/// The next item that nobody has begun.
fn take<'i, T>(items: &'i [T], next: &AtomicUsize) -> Option<(usize, &'i T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    items.get(at).map(|item| (at, item))
}

/// All facts about one variant. `only` is the part in which it differs.
fn all(subject: &Subject, only: Option<&str>, fresh: u64) -> Result<String, String> {
    let variant = subject.variant;
    let mut facts = String::new();
    for (name, passes) in (subject.examples)() {
        facts += &format!("examples\t{variant}\t{name}\t{}\n", if passes { "passes" } else { "fails" });
    }
    for part in &subject.parts {
        let differs = only.is_none_or(|only| only == part.name());
        let fresh = if differs { fresh } else { 0 };
        let say = |error: std::io::Error| format!("{variant} · {}: {error}", part.name());
        let fixed = prove(variant, &**part, None, false).map_err(say)?;
        facts += &fixed.facts;
        for seed in 1..=fresh {
            facts += &prove(variant, &**part, Some(seed), fixed.passes).map_err(say)?.facts;
        }
    }
    Ok(facts)
}

/// A proof only has to see that a wrong variant falls, and by which rules soon after.
const ENOUGH: u32 = 5_000;

struct Proved {
    facts: String,
    passes: bool,
}

fn prove(variant: &str, part: &dyn Part, seed: Option<u64>, drawn: bool) -> std::io::Result<Proved> {
    let name = seed.map_or("fixed".to_owned(), |seed| seed.to_string());
    let launch = Launch {
        arguments: vec![variant.into(), part.name().into()],
        variables: vec![
            ("GRADE_SEED".into(), seed.unwrap_or(FIXED_SEED).to_string().into()),
            ("GRADE_ENOUGH".into(), ENOUGH.to_string().into()),
            ("GRADE_DRAWN".into(), if drawn { "1" } else { "0" }.into()),
        ],
        folder: folder(),
        loud: false,
        single: false,
        name: format!("{variant}.{}", part.name().replace("::", ".")),
    };
    let mut outcome = guard::explore(&launch)?;
    part.account(&mut outcome);
    let facts = outcome.verdicts.iter().map(|verdict| {
        let status = match verdict.status {
            Status::Passes => "passes",
            Status::Fails | Status::Untested => "fails",
            Status::Waits => "waits",
        };
        let (part, rule, found, steps) = (part.name(), &verdict.property, verdict.found, verdict.steps);
        format!("rule\t{variant}\t{part}\t{rule}\t{name}\t{status}\t{found}\t{steps}\n")
    });
    let passes = outcome.verdicts.iter().all(|verdict| verdict.status == Status::Passes);
    Ok(Proved { facts: facts.collect(), passes })
}

/// Letters of a proof live beside the program, away from a learner's counterexamples.
fn folder() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    program.parent().map_or_else(|| PathBuf::from("."), |folder| folder.join("proof-letters"))
}

fn serve(
    orders: Orders,
    arguments: &[String],
    subject: impl Fn(&str) -> Option<Subject> + Send + 'static,
) -> ! {
    let [variant, part] = arguments else { std::process::exit(guard::OURS) };
    let (variant, part) = (variant.clone(), part.clone());
    let job = move |detour: &Detour, beacon: &Beacon| {
        let subject = subject(&variant).expect("the parent names variants that exist");
        let settings = Settings::from_env().expect("the parent sets a number");
        let found = subject.parts.iter().find(|candidate| candidate.name() == part);
        found.expect("the parent names parts that exist").work(&settings, &Shelf::none(), detour, beacon);
    };
    guard::serve(orders, Box::new(job))
}
