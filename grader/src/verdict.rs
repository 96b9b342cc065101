//! What comes out: a verdict for each property, with the smallest run that breaks it.

use kit::scenario::Scenario;
use kit::trace::Trace;

use crate::property::Finding;
use crate::world::Stop;

/// The verdict on one property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub property: String,
    pub judgement: Judgement,
    /// Runs in which the rule could have been broken.
    pub tried: u32,
    /// The first run that broke it, from 1; 0 if none did.
    pub found: u32,
    /// All runs.
    pub runs: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    Passes,
    Broken(Box<Counterexample>),
    /// The code did not come to its end (reported under the property that demands it).
    Stopped {
        stop: Stop,
        trace: Trace,
    },
    /// No run could be judged, since none came to its end; `by` is the property that says why.
    Waits {
        by: String,
        stop: Stop,
    },
    /// Every run was silent: the code never did what this rule is about. `by`: a rule that is broken,
    /// which is to be mended first.
    NeverTested {
        by: Option<String>,
    },
}

impl Verdict {
    pub fn passes(&self) -> bool {
        self.judgement == Judgement::Passes
    }
}

/// The smallest run found that breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterexample {
    pub finding: Finding,
    /// The steps, with the violating one marked.
    pub trace: Trace,
    /// The same as a file that `replay` reads and a learner edits.
    pub scenario: Scenario,
}
