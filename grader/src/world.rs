//! What a family of exercises (SQL clients, nodes with messages) provides to the grader.

use kit::diagnostic::{Diagnostic, Place};
use kit::plan::Plan;
use kit::scenario::{Scenario, Setting};
use kit::trace::Trace;

/// A cast and a plan: everything that decides a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case<C> {
    pub cast: C,
    pub plan: Plan,
}

/// Runs cases against one implementation. The same case gives the same run.
pub trait World {
    /// Who takes part and how things stand at the start.
    type Cast: Clone;
    /// A recorded run, which the properties check.
    type Run;

    fn run(&mut self, case: &Case<Self::Cast>) -> Self::Run;

    /// Cases with a smaller cast, for the second pass of shrinking.
    fn simpler(&self, _case: &Case<Self::Cast>) -> Vec<Case<Self::Cast>> {
        Vec::new()
    }

    /// Whether the plan speaks of this cast, before it is run. A case that came out of a search does.
    fn check(&self, _case: &Case<Self::Cast>) -> Result<(), Slip> {
        Ok(())
    }

    fn trace(&self, run: &Self::Run) -> Trace;
    /// How long the run is; what shrinking makes small.
    fn events(&self, run: &Self::Run) -> u32;
    /// In what a learner's schedule is counted.
    const COUNTED: &'static str = "step";
    /// How long a learner's schedule is: its acts, or the steps of its run if there are more. A line may
    /// join acts, and then a step folds them; nothing is gained by that.
    fn length(&self, case: &Case<Self::Cast>, run: &Self::Run) -> usize {
        acts(&case.plan).max(self.trace(run).steps.len())
    }
    /// Why the learner's code did not come to its end, if it did not.
    fn stop(&self, run: &Self::Run) -> Option<Stop>;
    /// Two runs of one case with different fingerprints: the code is not deterministic.
    fn fingerprint(&self, run: &Self::Run) -> String;
    /// Whether the fingerprints are equal, for who can tell without writing them.
    fn same(&self, one: &Self::Run, other: &Self::Run) -> bool {
        self.fingerprint(one) == self.fingerprint(other)
    }
    /// The cast as lines of a scenario's head, and back.
    fn settings(&self, cast: &Self::Cast) -> Vec<Setting>;
    fn cast(&self, settings: &[Setting]) -> Result<Self::Cast, Diagnostic>;
}

/// How many acts a plan has, however they are joined in lines.
pub fn acts(plan: &Plan) -> usize {
    plan.phases.iter().map(|phase| phase.acts.len()).sum()
}

/// An act of a plan that the world cannot follow; phase and act count from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    pub phase: usize,
    pub act: usize,
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl Slip {
    /// The slip at its place in the scenario's file.
    pub fn diagnostic(&self, scenario: &Scenario) -> Diagnostic {
        let place = scenario.places.get(self.phase).and_then(|phase| phase.get(self.act));
        let place = place.copied().unwrap_or(Place { line: 1, column: 1 });
        Diagnostic::new(place, self.message.clone()).help(self.help.clone())
    }
}

/// Looks for cases that might break something, best first.
pub trait Search<W: World> {
    /// The next case with its run, or `None` when there is nothing left to try.
    fn next(&mut self, world: &mut W) -> Option<Tried<W>>;

    /// First pass of shrinking: makes the case returned last smaller while `still` says that it
    /// fails in the same way. A search that goes from small to large has nothing to do.
    fn shrink(&mut self, _still: &mut dyn FnMut(&Case<W::Cast>) -> bool) -> Option<Case<W::Cast>> {
        None
    }

    /// Says that the next case is to be passed over: it never came back.
    fn skip(&mut self, world: &mut W);
}

/// A run, and the case that it is of.
pub struct Tried<W: World> {
    pub cast: W::Cast,
    plan: Planned<W>,
    pub run: W::Run,
}

/// Where the plan of a run stands. Most runs break nothing, and of those nobody wants a copy of it.
enum Planned<W: World> {
    Before(Plan),
    InTheRun(fn(&W::Run) -> &Plan),
}

impl<W: World> Tried<W> {
    pub fn of(case: Case<W::Cast>, run: W::Run) -> Self {
        Tried { cast: case.cast, plan: Planned::Before(case.plan), run }
    }

    /// A run that was chosen while it went on, and has its plan by then.
    pub fn recorded(cast: W::Cast, run: W::Run, plan: fn(&W::Run) -> &Plan) -> Self {
        Tried { cast, plan: Planned::InTheRun(plan), run }
    }

    pub fn plan(&self) -> &Plan {
        match &self.plan {
            Planned::Before(plan) => plan,
            Planned::InTheRun(plan) => plan(&self.run),
        }
    }

    pub fn case(&self) -> Case<W::Cast> {
        Case { cast: self.cast.clone(), plan: self.plan().clone() }
    }
}

impl<W: World> std::fmt::Debug for Tried<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tried").field("plan", self.plan()).finish_non_exhaustive()
    }
}

/// How learner code can fail to come to its end, other than by breaking a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// What is left to write: `src/relative.rs:31 still says todo!()`.
    NotWritten {
        what: String,
    },
    Panicked {
        who: String,
        message: String,
        at: String,
    },
    /// The database cannot run a statement at all. `who` is empty if it is the one that makes the tables.
    BadStatement {
        who: String,
        error: String,
    },
    /// It went on asking: too many statements, messages or timers at one instant.
    NeverEnds {
        who: String,
        what: String,
    },
    /// No event, and the processor busy all the while: an endless loop.
    Loops,
    /// No event and no work either: it sleeps or waits.
    Sleeps,
    /// It looped or slept; this machine cannot tell which.
    StandsStill,
    /// It allocated without bound.
    Grows,
    /// The process was killed by its own code: most often recursion without end.
    Dies {
        how: String,
    },
    /// The process was ended by `std::process::exit` or the like.
    Exits,
    /// The same case twice, and another run.
    Random {
        first: String,
        second: String,
    },
}

impl Stop {
    pub fn not_written(&self) -> bool {
        matches!(self, Stop::NotWritten { .. })
    }

    /// Tells an unwritten stub from other panics by the text that the standard macros print.
    pub fn from_panic(who: &str, message: &str, at: &str) -> Stop {
        if message.starts_with("not yet implemented") || message.starts_with("not implemented") {
            Stop::NotWritten { what: format!("{at} still says todo!()") }
        } else {
            Stop::Panicked { who: who.to_owned(), message: message.to_owned(), at: at.to_owned() }
        }
    }
}
