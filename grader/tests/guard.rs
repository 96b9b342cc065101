//! One test a verdict: whatever learner code does, the rule that demands an end says so within
//! seconds, and the other rules still report.

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use grader::guard::{self, Launch, Orders, Outcome, Status, quiet};
use grader::harness::Exam;
use grader::keep::Shelf;
use grader::world::{Case, Search, Stop, Tried, World};
use grader::{Check, Finding, Property, Settings};
use kit::diagnostic::Diagnostic;
use kit::plan::{Phase, Plan};
use kit::pulse;
use kit::scenario::Setting;
use kit::trace::{Lane, Step, Trace};

/// The smallest world there is: each phase of a plan asks the code for the square of its number.
struct Squares {
    code: fn(u32) -> u32,
}

struct Answers {
    squares: Vec<u32>,
    stop: Option<Stop>,
}

impl World for Squares {
    type Cast = ();
    type Run = Answers;

    fn run(&mut self, case: &Case<()>) -> Answers {
        let mut answers = Answers { squares: Vec::new(), stop: None };
        for number in 0..case.plan.phases.len() as u32 {
            pulse::beat();
            let code = self.code;
            match quiet::caught(|| catch_unwind(AssertUnwindSafe(|| code(number)))) {
                Ok(square) => answers.squares.push(square),
                Err(panic) => {
                    answers.stop = Some(Stop::from_panic("pod-7", &panic.message, &panic.at));
                    break;
                }
            }
            pulse::tell(|| pulse::Line {
                who: "pod-7".into(),
                act: format!("square of {number}"),
                result: format!("{:?}", answers.squares.last()),
            });
        }
        answers
    }

    fn trace(&self, run: &Answers) -> Trace {
        let step = |(number, square): (usize, &u32)| Step {
            who: "pod-7".into(),
            act: format!("square of {number}"),
            result: square.to_string(),
            events: 1,
            ..Step::default()
        };
        Trace {
            lanes: vec![Lane { id: "pod-7".into(), title: "pod-7".into() }],
            steps: run.squares.iter().enumerate().map(step).collect(),
            ..Trace::default()
        }
    }

    fn events(&self, run: &Answers) -> u32 {
        run.squares.len() as u32
    }

    fn stop(&self, run: &Answers) -> Option<Stop> {
        run.stop.clone()
    }

    fn fingerprint(&self, run: &Answers) -> String {
        run.squares.iter().map(|square| format!("{square}\n")).collect()
    }

    fn settings(&self, (): &()) -> Vec<Setting> {
        Vec::new()
    }

    fn cast(&self, _: &[Setting]) -> Result<(), Diagnostic> {
        Ok(())
    }
}

/// Plans of one phase, two phases, … six phases.
struct Longer(usize);

impl Longer {
    fn draw(&mut self) -> Option<Case<()>> {
        self.0 += 1;
        let phases = vec![Phase::default(); self.0];
        (self.0 <= 6).then_some(Case { cast: (), plan: Plan { phases } })
    }
}

impl Search<Squares> for Longer {
    fn next(&mut self, world: &mut Squares) -> Option<Tried<Squares>> {
        let case = self.draw()?;
        let run = world.run(&case);
        Some(Tried::of(case, run))
    }

    fn skip(&mut self, _: &mut Squares) {
        self.draw();
    }
}

fn exam(code: fn(u32) -> u32) -> Exam<Squares> {
    Exam {
        exercise: "squares",
        part: "squares",
        file: "",
        properties: vec![
            Property {
                name: "it_ends",
                sentence: "Every call comes back.",
                section: "nowhere",
                deed: "computed a square",
                check: |_| Check::Holds,
                ends: true,
            },
            Property {
                name: "squares_are_right",
                sentence: "The square of a number is the number times itself.",
                section: "nowhere",
                deed: "computed a square",
                check: |run| match run.squares.iter().zip(0u32..).position(|(square, n)| *square != n * n) {
                    Some(at) => Check::Broken(Finding { step: at as u32 + 1, ..Finding::default() }),
                    None => Check::Holds,
                },
                ends: false,
            },
        ],
        world: Box::new(move || Squares { code }),
        search: Box::new(|_| Box::new(Longer(0))),
    }
}

/// Explores `code` in child processes, each of which is this test started again.
fn outcome(test: &str, code: fn(u32) -> u32) -> Outcome {
    if let Some(orders) = Orders::of_this_process() {
        let job = move |detour: &guard::Detour, beacon: &guard::Beacon| {
            exam(code).work(&Settings::default(), &Shelf::none(), detour, beacon);
        };
        guard::serve(orders, Box::new(job));
    }
    let launch = Launch {
        arguments: [test, "--exact", "--test-threads=1", "-q"].map(Into::into).to_vec(),
        variables: Vec::new(),
        folder: PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
        loud: false,
        single: false,
        name: test.to_owned(),
    };
    let mut outcome = guard::explore(&launch).expect("a child starts");
    exam(code).account(&mut outcome);
    outcome
}

fn status(outcome: &Outcome, rule: &str) -> Status {
    outcome.verdicts.iter().find(|verdict| verdict.property == rule).expect("every rule reports").status
}

/// The code misbehaves at the square of 3, thus from the fourth run on; the runs before it are good.
fn assert_stopped(outcome: &Outcome, expected: impl Fn(&Stop) -> bool, words: &str) {
    assert_eq!(status(outcome, "it_ends"), Status::Fails);
    assert_eq!(
        status(outcome, "squares_are_right"),
        Status::Passes,
        "the other rule is judged by the other runs"
    );
    let (stop, story) = outcome.stopped.as_ref().expect("a run never came back");
    assert!(expected(stop), "{stop:?}");
    assert_eq!(story.len(), 3, "three squares were told before it happened: {story:?}");
    let report = &outcome.verdicts.iter().find(|verdict| verdict.property == "it_ends").unwrap().report;
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(report.contains(words), "{report}");
}

#[test]
fn good_code_passes() {
    let outcome = outcome("good_code_passes", |n| n * n);
    assert_eq!(status(&outcome, "it_ends"), Status::Passes);
    assert_eq!(status(&outcome, "squares_are_right"), Status::Passes);
}

#[test]
fn wrong_code_is_shown_in_its_shortest_run() {
    let outcome = outcome("wrong_code_is_shown_in_its_shortest_run", |n| if n < 3 { n * n } else { 7 });
    let verdict = outcome.verdicts.iter().find(|verdict| verdict.property == "squares_are_right").unwrap();
    assert_eq!((verdict.status, verdict.steps), (Status::Fails, 4));
}

#[test]
fn a_loop_is_called_a_loop() {
    let outcome = outcome("a_loop_is_called_a_loop", |n| {
        while black_box(n) == 3 {}
        n * n
    });
    assert_stopped(&outcome, |stop| matches!(stop, Stop::Loops | Stop::StandsStill), "loop");
}

#[test]
fn sleep_is_called_sleep() {
    let outcome = outcome("sleep_is_called_sleep", |n| {
        if n == 3 {
            std::thread::park_timeout(Duration::from_secs(3600));
        }
        n * n
    });
    assert_stopped(&outcome, |stop| matches!(stop, Stop::Sleeps | Stop::StandsStill), "Return instead");
}

#[test]
fn growth_is_called_growth() {
    let outcome = outcome("growth_is_called_growth", |n| {
        let mut list = Vec::new();
        while black_box(n) == 3 {
            list.push(vec![n; 1 << 18]);
        }
        n * n
    });
    assert_stopped(&outcome, |stop| *stop == Stop::Grows, "256 MiB");
}

#[test]
fn recursion_is_called_recursion() {
    #[allow(unconditional_recursion)]
    fn deeper(n: u64) -> u64 {
        black_box(deeper(black_box(n + 1)) + 1)
    }
    let outcome = outcome("recursion_is_called_recursion", |n| if n == 3 { deeper(0) as u32 } else { n * n });
    assert_stopped(&outcome, |stop| matches!(stop, Stop::Dies { .. }), "a function that calls itself");
}

#[test]
fn exit_is_called_exit() {
    let outcome = outcome("exit_is_called_exit", |n| {
        if n == 3 {
            std::process::exit(2);
        }
        n * n
    });
    assert_stopped(&outcome, |stop| *stop == Stop::Exits, "A call has to return");
}

#[test]
fn a_panic_names_its_place() {
    let outcome = outcome("a_panic_names_its_place", |n| if n == 3 { panic!("no square") } else { n * n });
    assert_eq!(status(&outcome, "it_ends"), Status::Fails);
    assert_eq!(status(&outcome, "squares_are_right"), Status::Passes);
    let report = &outcome.verdicts[0].report;
    assert!(report.contains("guard.rs:") && report.contains("no square"), "{report}");
}

#[test]
#[expect(clippy::todo, reason = "this is what a stub looks like")]
fn an_unwritten_stub_is_explained_once() {
    let outcome = outcome("an_unwritten_stub_is_explained_once", |_| todo!());
    assert_eq!(status(&outcome, "it_ends"), Status::Fails);
    assert_eq!(status(&outcome, "squares_are_right"), Status::Waits);
    assert!(outcome.verdicts[0].report.contains("Not written yet"), "{}", outcome.verdicts[0].report);
    assert_eq!(outcome.verdicts[1].report.lines().count(), 1, "{}", outcome.verdicts[1].report);
}

#[test]
fn randomness_is_called_randomness() {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let outcome =
        outcome("randomness_is_called_randomness", |n| n * n + CALLS.fetch_add(1, Ordering::Relaxed) / 3);
    assert_eq!(status(&outcome, "it_ends"), Status::Fails);
    assert!(outcome.verdicts[0].report.contains("two different runs"), "{}", outcome.verdicts[0].report);
}
