//! Runs the cases of an SQL exercise on the stage. An exercise tells its [`Story`]; [`Play`] is the
//! world that the grader explores.

use std::fmt::Debug;

use grader::world::{Case, Slip, Stop, World};
use kit::diagnostic::Diagnostic;
use kit::plan::Plan;
use kit::scenario::Setting;
use kit::trace::Trace;

use crate::cast::{self, Cast};
use crate::record::{CallEnd, Labels, Record};
use crate::session::{Choices, moves};
use crate::{Client, DatabaseError, Run, Setup, Stage, StageError, verdict};

/// An exercise's database, calls and words, with the code under test.
pub trait Story: Debug {
    type Cast: Cast + Debug;
    /// What a call comes back with.
    type Answer: Clone + 'static;
    /// A run as the rules of the exercise see it.
    type Seen;

    /// Whether the learner writes the tables too: then a slip in them is the learner's, and has a
    /// verdict. Otherwise it is a fault of the workbook.
    const TABLES_ARE_THEIRS: bool = false;

    /// The database, before any cast is known.
    fn setup(&self) -> Setup;

    /// Sets how things stand at the start of this cast's runs, and makes its clients, one for each worker.
    fn prepare(&self, stage: &mut Stage, cast: &Self::Cast) -> Vec<Client<Self::Answer>>;

    /// What the rules need to know of a run. The record is empty if there was none, see
    /// [`Story::TABLES_ARE_THEIRS`]; no rule looks at it then.
    fn seen(cast: &Self::Cast, raw: &Run<Self::Answer>) -> Self::Seen;

    /// How many calls of a run came to nothing: a run without them is the smaller counterexample.
    fn idle(_seen: &Self::Seen) -> usize {
        0
    }

    /// An answer in the words of a report.
    fn words(answer: &Self::Answer) -> String;

    /// How steps and figures are worded. What [`Labels::answer`] says also stands among the facts
    /// at the end, under the worker's name.
    fn labels(&self) -> &dyn Labels<Self::Answer>;
}

/// The stage with some code on it.
#[derive(Debug)]
pub struct Play<S> {
    story: S,
    stage: Result<Stage, String>,
}

/// A run as the rules see it, and as the stage recorded it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played<R, A> {
    pub run: R,
    pub raw: Run<A>,
    /// Why there was no run: the learner's tables cannot be made.
    pub tables: Option<String>,
}

/// A run of a story.
pub type PlayedOf<S> = Played<<S as Story>::Seen, <S as Story>::Answer>;

impl<S: Story> Play<S> {
    /// # Panics
    /// When SQLite cannot open a database: a fault of the machine, not of the code under test.
    pub fn new(story: S) -> Play<S> {
        let setup = story.setup();
        // SQLite takes a blank for a name; nothing would say that it is one.
        let blank = S::TABLES_ARE_THEIRS && setup.schema.contains("____");
        let stage = match Stage::open(setup) {
            Ok(_) if blank => Err("____".to_owned()),
            Ok(stage) => Ok(stage),
            Err(StageError::Database(error)) if S::TABLES_ARE_THEIRS => Err(told(&error)),
            Err(error) => panic!("{error}"),
        };
        Play { story, stage }
    }

    /// Follows one schedule of an explorer.
    ///
    /// # Panics
    /// As [`Play::new`].
    pub fn choose(&mut self, cast: &S::Cast, choices: &Choices) -> PlayedOf<S> {
        let played = self.play(cast, |stage, clients| stage.run_choices(clients, choices));
        played.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Follows a plan.
    ///
    /// # Errors
    /// When the plan names somebody or does something that this story does not know.
    pub fn follow(&mut self, cast: &S::Cast, plan: &Plan) -> Result<PlayedOf<S>, StageError> {
        self.play(cast, |stage, clients| stage.run_plan(clients, plan))
    }

    /// Lets a cast run by itself, for an example.
    ///
    /// # Errors
    /// Why the code did not come to its end, in words.
    pub fn example(&mut self, cast: &S::Cast) -> Result<PlayedOf<S>, String> {
        let played = self.follow(cast, &Plan::default()).map_err(|error| error.to_string())?;
        match self.stop(&played) {
            None => Ok(played),
            Some(stop) => Err(verdict::in_words(&stop)),
        }
    }

    fn play(
        &mut self,
        cast: &S::Cast,
        run: impl FnOnce(&mut Stage, Vec<Client<S::Answer>>) -> Result<Run<S::Answer>, StageError>,
    ) -> Result<PlayedOf<S>, StageError> {
        let stage = match &mut self.stage {
            Ok(stage) => stage,
            Err(what) => return Ok(Played::without_tables::<S>(cast, what.clone())),
        };
        let clients = self.story.prepare(stage, cast);
        match run(stage, clients) {
            Ok(raw) => Ok(Played { run: S::seen(cast, &raw), raw, tables: None }),
            Err(StageError::Database(error)) if S::TABLES_ARE_THEIRS => {
                Ok(Played::without_tables::<S>(cast, told(&error)))
            }
            Err(error) => Err(error),
        }
    }
}

/// The message without the statement of ours that met the slip.
fn told(error: &DatabaseError) -> String {
    error.message.split(" in ").next().unwrap_or_default().trim().to_owned()
}

impl<R, A> Played<R, A> {
    fn without_tables<S: Story<Seen = R, Answer = A>>(cast: &S::Cast, what: String) -> Played<R, A> {
        let raw = Run { record: Record::default(), returned: Default::default() };
        Played { run: S::seen(cast, &raw), raw, tables: Some(what) }
    }
}

impl<S: Story> World for Play<S> {
    type Cast = S::Cast;
    type Run = PlayedOf<S>;

    fn run(&mut self, case: &Case<S::Cast>) -> PlayedOf<S> {
        // `check` has seen every plan that did not come out of a run.
        self.follow(&case.cast, &case.plan).unwrap_or_else(|error| panic!("{error}"))
    }

    fn simpler(&self, case: &Case<S::Cast>) -> Vec<Case<S::Cast>> {
        cast::simpler(case)
    }

    fn check(&self, case: &Case<S::Cast>) -> Result<(), Slip> {
        let names: Vec<&str> = case.cast.workers().iter().map(|worker| worker.name.as_str()).collect();
        moves(&case.plan, &names).map(|_| ()).map_err(|error| Slip {
            phase: error.phase,
            act: error.act,
            message: error.slip.to_string(),
            help: error.slip.help().to_owned(),
        })
    }

    fn trace(&self, played: &PlayedOf<S>) -> Trace {
        let (raw, labels) = (&played.raw, self.story.labels());
        let mut trace = raw.trace(labels);
        // What each worker was told belongs to the end as much as the rows do.
        for (who, name) in raw.record.cast.iter().enumerate() {
            let theirs = raw.calls().filter(|(call, _)| call.who == who && call.end == CallEnd::Returned);
            let told: Vec<String> =
                theirs.filter_map(|(call, answer)| labels.answer(call, answer?)).collect();
            if !told.is_empty() {
                trace.facts.push((name.clone(), told.join(", then ")));
            }
        }
        trace
    }

    fn events(&self, played: &PlayedOf<S>) -> u32 {
        (played.raw.record.turns.len() + S::idle(&played.run)) as u32
    }

    fn stop(&self, played: &PlayedOf<S>) -> Option<Stop> {
        match &played.tables {
            Some(what) => Some(verdict::bad_statement("", what)),
            None => verdict::stop(&played.raw.record),
        }
    }

    fn fingerprint(&self, played: &PlayedOf<S>) -> String {
        let record = &played.raw.record;
        let answers = played.raw.calls().map(|(call, answer)| {
            let answer = answer.filter(|_| call.end == CallEnd::Returned);
            let answer = answer.map_or_else(|| "nothing".to_owned(), S::words);
            format!("{} answers {answer}", record.cast[call.who])
        });
        verdict::turns(record).chain(answers).collect::<Vec<_>>().join("\n")
    }

    fn settings(&self, cast: &S::Cast) -> Vec<Setting> {
        cast.settings()
    }

    fn cast(&self, settings: &[Setting]) -> Result<S::Cast, Diagnostic> {
        S::Cast::read(settings)
    }
}

#[cfg(test)]
mod tests;
