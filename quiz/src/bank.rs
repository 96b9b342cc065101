//! Question banks: what a question is, and how a folder of YAML files becomes typed questions.
//!
//! Reading takes two passes. [`read`] takes YAML into flat structs whose fields are all optional,
//! and goes on past what does not fit; [`check`] gives each question its type and asks everything
//! else of it. Both say where: one run shows every error of every file.

mod check;
mod concepts;
mod load;
mod locate;
mod problem;
mod raw;
mod read;
mod text;

pub use load::{Sources, load};
pub use problem::Problem;
pub(crate) use text::nearest as text_nearest;

use crate::numeric::{Expression, Instances};
use kit::trace::Trace;
use std::fmt;
use std::sync::Arc;

/// One file of questions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bank {
    /// Unique among all banks and never changed: it is the first half of every question's key.
    pub id: String,
    pub title: String,
    /// The chapter to which it belongs: its name in the book.
    pub chapter: String,
    /// The file it was read from, as messages name it.
    pub file: String,
    pub items: Vec<Item>,
}

/// One question.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// `bank/id`. The review log knows a question by this and by nothing else.
    pub key: String,
    pub level: Level,
    /// Ids of concepts, never empty. Questions that share the first one are siblings.
    pub concepts: Vec<String>,
    /// Plain text with light Markdown; `{name}` stands for a drawn number if it is numeric.
    pub prompt: String,
    /// Why the right answer is right. A choice may lack it, whose right option says so, and a
    /// flash card, whose answer does.
    pub why: Option<String>,
    pub see: See,
    /// Raised by the author when the question now means something else: history starts again.
    pub rev: u32,
    pub body: Body,
}

/// What kind of question it is, with all that only this kind has.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// Pick one. Exactly one is right.
    Choice(Vec<Choice>),
    Numeric(Numeric),
    /// Say it, then look, then judge yourself.
    Flash {
        answer: String,
    },
    Trace(TraceQuestion),
}

/// One possible answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub text: String,
    pub correct: bool,
    /// What to tell a reader who picked this one.
    pub why: String,
}

/// A question whose numbers change with each showing; the answer is a whole number.
#[derive(Debug, Clone, PartialEq)]
pub struct Numeric {
    pub instances: Instances,
    pub answer: Expression,
    pub unit: Option<String>,
    /// How far from the answer still counts as right.
    pub tolerance: u64,
    pub wrong: Vec<WrongNumber>,
}

/// A wrong number that a known belief leads to.
#[derive(Debug, Clone, PartialEq)]
pub struct WrongNumber {
    pub when: Expression,
    pub why: String,
}

/// A recorded run, shown up to some step, and what is asked about the rest.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceQuestion {
    /// Its file below the scenarios' folder.
    pub scenario: String,
    /// What the scenario sets up, one line each: `account 42: ₹100`.
    pub cast: Vec<String>,
    pub trace: Arc<Trace>,
    /// The last step that the reader sees before answering; 0 for none.
    pub until: u32,
    pub asks: Vec<Ask>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    pub ask: String,
    /// Equal to what the trace recorded for `fact`: checked when the bank is loaded.
    pub answer: String,
    /// `step 4 result`, or the name of a fact that holds at the end.
    pub fact: String,
    /// Empty when the answer is typed.
    pub options: Vec<Choice>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Foundational,
    Applied,
    Interview,
    Staff,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Choice,
    Numeric,
    Flash,
    Trace,
}

/// Where to read again: a chapter, and a heading in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct See {
    pub chapter: String,
    pub anchor: Option<String>,
}

impl Item {
    pub fn kind(&self) -> Kind {
        match self.body {
            Body::Choice(_) => Kind::Choice,
            Body::Numeric(_) => Kind::Numeric,
            Body::Flash { .. } => Kind::Flash,
            Body::Trace(_) => Kind::Trace,
        }
    }

    /// The concept that makes siblings of two questions.
    pub fn concept(&self) -> &str {
        self.concepts.first().map_or("", String::as_str)
    }
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Choice, Kind::Numeric, Kind::Flash, Kind::Trace];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Choice => "choice",
            Kind::Numeric => "numeric",
            Kind::Flash => "flash",
            Kind::Trace => "trace",
        }
    }
}

impl Level {
    pub const ALL: [Level; 4] = [Level::Foundational, Level::Applied, Level::Interview, Level::Staff];

    pub fn name(self) -> &'static str {
        match self {
            Level::Foundational => "foundational",
            Level::Applied => "applied",
            Level::Interview => "interview",
            Level::Staff => "staff",
        }
    }
}

impl fmt::Display for See {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.anchor {
            Some(anchor) => write!(f, "{}#{anchor}", self.chapter),
            None => f.write_str(&self.chapter),
        }
    }
}
