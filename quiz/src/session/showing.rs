//! One showing of a question: which numbers, in which order the options, what each part wants.
//!
//! All of it follows from the question's key and from how often it was answered before. So a
//! session that was broken off shows the same again, and the next showing differs.

use super::{Event, Given};
use crate::bank::{Ask, Body, Choice, Item, Kind, Level};
use crate::chance::Chance;
use crate::numeric::{Draw, fill, seed_of};
use kit::trace::Trace;
use std::sync::Arc;

/// A question as the reader sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    pub key: String,
    pub kind: Kind,
    pub level: Level,
    /// Which of the sitting's questions this is, from 1; `None` if it comes again.
    pub number: Option<usize>,
    /// How many questions the sitting has.
    pub of: usize,
    pub prompt: String,
    /// What to show of a recorded run.
    pub story: Option<Story>,
    pub part: Part,
}

/// A recorded run and how much of it to show.
#[derive(Debug, Clone, PartialEq)]
pub struct Story {
    pub cast: Vec<String>,
    pub trace: Arc<Trace>,
    /// The last step to show; 0 for none.
    pub until: u32,
}

/// One thing that is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What is asked beside the prompt; only traces have it.
    pub ask: Option<String>,
    pub wants: Wants,
}

/// What kind of input is waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wants {
    /// One of these, in this order.
    Option(Vec<String>),
    /// A whole number, of this unit.
    Number(Option<String>),
    Text,
    /// To be shown the answer, once the reader has said it.
    Reveal,
    /// Whether the reader knew it.
    Judgement,
}

#[derive(Debug)]
pub(super) struct Showing<'a> {
    pub item: &'a Item,
    pub seed: u32,
    /// The numbers of a numeric question.
    pub draw: Draw,
    /// For each part that has options: their places in the bank, in the order shown.
    pub orders: Vec<Vec<usize>>,
}

impl<'a> Showing<'a> {
    pub(super) fn of(item: &'a Item, ordinal: u32) -> Showing<'a> {
        let seed = seed_of(&item.key, ordinal);
        let mut chance = Chance::new(seed.into());
        let mut draw = Draw::new();
        let mut orders = Vec::new();
        match &item.body {
            Body::Choice(options) => orders.push(order(options, &mut chance)),
            Body::Trace(trace) => {
                orders.extend(trace.asks.iter().map(|ask| order(&ask.options, &mut chance)));
            }
            Body::Numeric(numeric) => draw = numeric.instances.draw(seed),
            _ => {}
        }
        Showing { item, seed, draw, orders }
    }

    /// `None` if the question has no part to answer, which no bank lets through.
    pub(super) fn question(&self, number: Option<usize>, of: usize) -> Option<Question> {
        let story = match &self.item.body {
            Body::Trace(trace) => {
                Some(Story { cast: trace.cast.clone(), trace: Arc::clone(&trace.trace), until: trace.until })
            }
            _ => None,
        };
        Some(Question {
            key: self.item.key.clone(),
            kind: self.item.kind(),
            level: self.item.level,
            number,
            of,
            prompt: fill(&self.item.prompt, &self.draw),
            story,
            part: self.part(0)?,
        })
    }

    /// The part number `index`, counted from 0; `None` behind the last one.
    pub(super) fn part(&self, index: usize) -> Option<Part> {
        let (ask, wants) = match &self.item.body {
            Body::Trace(trace) => {
                let Ask { ask, options, .. } = trace.asks.get(index)?;
                let wants = match options.is_empty() {
                    true => Wants::Text,
                    false => Wants::Option(self.texts(options, index)),
                };
                (Some(ask.clone()), wants)
            }
            _ if index > 0 => return None,
            Body::Choice(options) => (None, Wants::Option(self.texts(options, 0))),
            Body::Numeric(numeric) => (None, Wants::Number(numeric.unit.clone())),
            Body::Flash { .. } => (None, Wants::Reveal),
            _ => return None,
        };
        Some(Part { ask, wants })
    }

    fn texts(&self, options: &[Choice], part: usize) -> Vec<String> {
        self.orders.get(part).into_iter().flatten().map(|place| options[*place].text.clone()).collect()
    }

    /// The answer that an event gives to a part, if it fits.
    pub(super) fn given(&self, part: usize, event: Event) -> Option<Given> {
        match (self.part(part)?.wants, event) {
            (Wants::Option(_), Event::Choose(shown)) => {
                self.orders.get(part)?.get(shown).map(|place| Given::Option(*place))
            }
            (Wants::Number(_), Event::Number(number)) => Some(Given::Number(number)),
            (Wants::Text, Event::Text(text)) if !text.trim().is_empty() => Some(Given::Text(text)),
            _ => None,
        }
    }

    /// The answers as the log keeps them.
    pub(super) fn in_words(&self, answers: &[Given]) -> String {
        let words = answers.iter().enumerate().map(|(part, given)| match given {
            Given::Option(place) => self.option(part, *place).map_or("", |choice| &choice.text).to_owned(),
            Given::Number(number) => number.to_string(),
            Given::Text(text) => text.trim().to_owned(),
            Given::Judged(true) => "got it".to_owned(),
            Given::Judged(false) => "forgot".to_owned(),
            Given::Nothing => "?".to_owned(),
        });
        words.collect::<Vec<_>>().join(" | ")
    }

    pub(super) fn option(&self, part: usize, place: usize) -> Option<&'a Choice> {
        match &self.item.body {
            Body::Choice(options) => options.get(place),
            Body::Trace(trace) => trace.asks.get(part)?.options.get(place),
            _ => None,
        }
    }
}

fn order(options: &[Choice], chance: &mut Chance) -> Vec<usize> {
    let mut places: Vec<usize> = (0..options.len()).collect();
    chance.shuffle(&mut places);
    places
}
