//! The program that proves a grader: every variant of a solution against every rule.
//!
//! `cargo xtask prove` compiles all variants into one program with [`run`] as its body. Each pair
//! of variant and part is explored in a child process, as a learner's code is. The program
//! prints facts, a line each with fields separated by tabs, and judges nothing:
//!
//! ```text
//! examples  VARIANT  EXAMPLE  passes|fails
//! rule  VARIANT  PART  RULE  fixed|SEED  passes|fails|waits  RUNS  STEPS
//! ```
//!
//! Fresh seeds are tried where a variant differs from the reference: `PROOF_PARTS` has a line
//! `VARIANT PART` for each that differs in one part only.

use std::path::PathBuf;
use std::process::ExitCode;

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
    subject: &(impl Fn(&str) -> Option<Subject> + Clone + Send + 'static),
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
    for variant in variants {
        let Some(subject) = subject(variant) else { continue };
        let only = parts.lines().filter_map(|line| line.split_once(' ')).find(|(name, _)| name == variant);
        for (name, passes) in (subject.examples)() {
            println!("examples\t{variant}\t{name}\t{}", if passes { "passes" } else { "fails" });
        }
        for part in &subject.parts {
            let differs = only.is_none_or(|(_, only)| only == part.name());
            let fresh = if differs { fresh } else { 0 };
            for seed in std::iter::once(None).chain((1..=fresh).map(Some)) {
                if let Err(error) = prove(variant, &**part, seed) {
                    eprintln!("{variant} · {}: {error}", part.name());
                    return ExitCode::from(2);
                }
            }
        }
    }
    ExitCode::SUCCESS
}

fn prove(variant: &str, part: &dyn Part, seed: Option<u64>) -> std::io::Result<()> {
    let launch = Launch {
        arguments: vec![variant.into(), part.name().into()],
        variables: vec![("GRADE_SEED".into(), seed.unwrap_or(FIXED_SEED).to_string().into())],
        folder: folder(),
        loud: false,
        single: false,
        name: format!("{variant}.{}", part.name().replace("::", ".")),
    };
    let mut outcome = guard::explore(&launch)?;
    part.account(&mut outcome);
    let seed = seed.map_or("fixed".to_owned(), |seed| seed.to_string());
    for verdict in &outcome.verdicts {
        let status = match verdict.status {
            Status::Passes => "passes",
            Status::Fails | Status::Untested => "fails",
            Status::Waits => "waits",
        };
        println!(
            "rule\t{variant}\t{}\t{}\t{seed}\t{status}\t{}\t{}",
            part.name(),
            verdict.property,
            verdict.tried,
            verdict.steps
        );
    }
    Ok(())
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
