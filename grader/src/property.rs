//! A rule of an exercise: a sentence, a place in the book, and a check of one run.

/// A rule that every run must keep. Its name is the name of the test that reports it.
pub struct Property<R> {
    /// `no_debit_is_lost`
    pub name: &'static str,
    /// The rule in the book's words, one sentence.
    pub sentence: &'static str,
    /// Where to read again: `1.2 When is the money lost?`
    pub section: &'static str,
    /// What code that never comes near the rule does not do: `refused a debit for funds`.
    pub deed: &'static str,
    pub check: fn(&R) -> Check,
    /// The one rule of a part that says that the code comes to an end. Panics, endless loops and
    /// the like are reported under it.
    pub ends: bool,
}

impl<R> std::fmt::Debug for Property<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Property").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What one run says about one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    /// The run never came near the rule. A rule that only ever stays silent fails: code that
    /// does nothing must not pass.
    Silent,
    /// The run could have broken the rule, and did not.
    Holds,
    Broken(Finding),
}

/// How a run broke a rule, in words that a learner can check against the steps.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Finding {
    /// The step that broke it, from 1.
    pub step: u32,
    /// What happened there: `accepted`.
    pub observed: String,
    /// What must have happened: `busy, or a second try`.
    pub required: String,
    /// What it means for the people in the story. One or two sentences.
    pub consequence: String,
    /// The belief that often leads here, starting with `Often the cause:`; never the fix. May be empty.
    pub suspicion: String,
    /// Where to read again, if this way of breaking the rule belongs elsewhere than the rule.
    pub section: Option<&'static str>,
}
