//! A bank and its questions: what every kind has.

use super::kinds::{Choice, Cloze, Free, Instance, Numeric, Order, Short, Spot, TraceQuestion};
use crate::numeric::seed_of;
use std::fmt;

/// One file of questions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bank {
    /// Unique among all banks and never changed: it is the first half of every question's key.
    pub id: String,
    pub title: String,
    /// The chapter to which it belongs: its name in the book.
    pub chapter: String,
    /// The part of the book in which that chapter stands, if it stands in one.
    pub part: Option<String>,
    /// The file it was read from, as messages name it.
    pub file: String,
    pub items: Vec<Item>,
    /// Keys of questions that are no longer asked. Their ids stay taken.
    pub retired: Vec<String>,
}

/// One question.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// `bank/id`. The review log knows a question by this and by nothing else.
    pub key: String,
    pub level: Level,
    /// Ids of concepts, never empty. Questions that share the first one are siblings.
    pub concepts: Vec<String>,
    /// Plain text with light Markdown; `{name}` stands for a drawn number if it is numeric. Of a
    /// cloze it is the text with its gaps.
    pub prompt: String,
    /// Why the right answer is right. Where the answer itself or the right options say so, it
    /// may be missing: choice, multi, cloze, flash, free.
    pub why: Option<String>,
    pub see: See,
    /// Raised by the author when the question now means something else: history starts again.
    pub rev: u32,
    /// Keys that it had before. Their history is its own.
    pub was: Vec<String>,
    /// Where the claim comes from: an address or a document.
    pub source: Option<String>,
    /// Names of lints that do not apply to it.
    pub allow: Vec<String>,
    pub body: Body,
}

/// What kind of question it is, with all that only this kind has.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// Pick one. Exactly one is right.
    Choice(Vec<Choice>),
    /// Pick all that are right, at least one and never all: right only as a whole.
    Multi(Vec<Choice>),
    /// Type a word or two.
    Short(Short),
    Numeric(Numeric),
    /// Put steps into an order that keeps what has to come first.
    Order(Order),
    Trace(TraceQuestion),
    /// Say what stands in the gaps, then look, then judge yourself.
    Cloze(Cloze),
    /// Say it, then look, then judge yourself.
    Flash {
        answer: String,
    },
    /// Write, then look, then tick which points you made.
    Free(Free),
    /// Find the line that is at fault.
    Spot(Spot),
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
    Multi,
    Short,
    Numeric,
    Order,
    Trace,
    Cloze,
    Flash,
    Free,
    Spot,
}

/// Where to read again: a chapter, and a heading in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct See {
    pub chapter: String,
    pub anchor: Option<String>,
    /// The chapter's title in the book; its name where the book is not at hand.
    pub title: String,
    /// The heading that `anchor` leads to, if the book has it.
    pub heading: Option<String>,
}

impl Item {
    pub fn kind(&self) -> Kind {
        match self.body {
            Body::Choice(_) => Kind::Choice,
            Body::Multi(_) => Kind::Multi,
            Body::Short(_) => Kind::Short,
            Body::Numeric(_) => Kind::Numeric,
            Body::Order(_) => Kind::Order,
            Body::Trace(_) => Kind::Trace,
            Body::Cloze(_) => Kind::Cloze,
            Body::Flash { .. } => Kind::Flash,
            Body::Free(_) => Kind::Free,
            Body::Spot(_) => Kind::Spot,
        }
    }

    /// The concept that makes siblings of two questions.
    pub fn concept(&self) -> &str {
        self.concepts.first().map_or("", String::as_str)
    }

    /// The half of its key that its bank's file shows.
    pub fn id(&self) -> &str {
        self.key.rsplit('/').next().unwrap_or("")
    }

    /// A numeric question with one set of numbers, the same wherever this key is shown fixed: on a
    /// page of the book. It is also what a reader's first drill shows. `None` for other kinds.
    pub fn fixed_instance(&self) -> Option<Instance> {
        self.instance(seed_of(&self.key, 0))
    }

    /// The same with the numbers of this seed.
    pub fn instance(&self, seed: u32) -> Option<Instance> {
        match &self.body {
            Body::Numeric(numeric) => numeric.instance(&self.prompt, self.why.as_deref(), seed),
            _ => None,
        }
    }
}

impl Kind {
    pub const ALL: [Kind; 10] = [
        Kind::Choice,
        Kind::Multi,
        Kind::Short,
        Kind::Numeric,
        Kind::Order,
        Kind::Trace,
        Kind::Cloze,
        Kind::Flash,
        Kind::Free,
        Kind::Spot,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Choice => "choice",
            Kind::Multi => "multi",
            Kind::Short => "short",
            Kind::Numeric => "numeric",
            Kind::Order => "order",
            Kind::Trace => "trace",
            Kind::Cloze => "cloze",
            Kind::Flash => "flash",
            Kind::Free => "free",
            Kind::Spot => "spot",
        }
    }

    /// The fields that only some kinds have, and this one does.
    pub fn own_fields(self) -> &'static [&'static str] {
        match self {
            Kind::Choice | Kind::Multi => &["options"],
            Kind::Short => &["answer", "accept", "wrong"],
            Kind::Numeric => &["vars", "answer", "unit", "tolerance", "wrong"],
            Kind::Order => &["steps"],
            Kind::Trace => &["scenario", "until", "asks"],
            Kind::Cloze => &["text"],
            Kind::Flash => &["answer"],
            Kind::Free => &["model", "rubric", "wrong", "probes"],
            Kind::Spot => &["code", "answer", "accept", "wrong"],
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

impl See {
    /// As a bank writes it: `chapter#heading`.
    pub fn slug(&self) -> String {
        match &self.anchor {
            Some(anchor) => format!("{}#{anchor}", self.chapter),
            None => self.chapter.clone(),
        }
    }
}

/// In the words of the book: the chapter's title, and the heading.
impl fmt::Display for See {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.heading, &self.anchor) {
            (Some(heading), _) => write!(f, "{} › {heading}", self.title),
            (None, Some(anchor)) => write!(f, "{}#{anchor}", self.title),
            (None, None) => f.write_str(&self.title),
        }
    }
}
