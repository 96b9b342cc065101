//! One showing of a question: which numbers, in which order the options, what each part wants.
//!
//! All of it follows from the question's key and from how often it was answered before. So a
//! session that was broken off shows the same again, and the next showing differs.

use super::current::Given;
use super::{Event, Manner};
use crate::bank::{Ask, Body, Choice, Item, Kind, Level, Order};
use crate::chance::Chance;
use crate::log::Grade;
use crate::numeric::{Draw, Rational, fill, seed_of};
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
    /// Whether to show the key, which names the chapter.
    pub named: bool,
    /// Seconds for the answer.
    pub seconds: Option<u32>,
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
    /// What is asked beside the prompt: by each part of a trace, and once an answer in sentences has
    /// been written.
    pub ask: Option<String>,
    pub wants: Wants,
}

/// What kind of input is waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wants {
    /// One of these, in this order.
    Option(Vec<String>),
    /// All of these that are right, in this order.
    Options(Vec<String>),
    /// All of these, in the right order.
    Order(Vec<String>),
    /// One of these lines of code.
    Line(Vec<String>),
    /// Which of these points the answer makes; none is an answer too.
    Points(Vec<String>),
    /// A whole number, of this unit.
    Number(Option<String>),
    Text,
    /// An answer in sentences.
    Essay,
    /// To be shown the answer, once the reader has said it.
    Reveal,
    /// Whether the reader knew it, in two grades or four.
    Judgement {
        four: bool,
    },
    /// How sure the reader is of the answer just given.
    Confidence,
}

#[derive(Debug)]
pub(super) struct Showing<'a> {
    pub item: &'a Item,
    pub seed: u32,
    /// The numbers of a numeric question.
    pub draw: Draw,
    /// For each part that has options or steps: their places in the bank, in the order shown.
    pub orders: Vec<Vec<usize>>,
    /// Whether an answer in sentences is followed up.
    probed: bool,
}

impl<'a> Showing<'a> {
    pub(super) fn of(item: &'a Item, ordinal: u32, manner: &Manner) -> Showing<'a> {
        let seed = seed_of(&item.key, ordinal);
        let mut chance = Chance::new(seed.into());
        let mut draw = Draw::new();
        let mut orders = Vec::new();
        match &item.body {
            Body::Choice(options) | Body::Multi(options) => orders.push(order(options, &mut chance)),
            Body::Order(steps) => orders.push(disorder(steps, &mut chance)),
            Body::Trace(trace) => {
                orders.extend(trace.asks.iter().map(|ask| order(&ask.options, &mut chance)));
            }
            Body::Numeric(numeric) => draw = numeric.instances.draw(seed),
            Body::Short(_) | Body::Cloze(_) | Body::Flash { .. } | Body::Free(_) | Body::Spot(_) => {}
        }
        Showing { item, seed, draw, orders, probed: manner.probes }
    }

    /// `None` if the question has no part to answer, which no bank lets through.
    pub(super) fn question(&self, number: Option<usize>, of: usize, manner: &Manner) -> Option<Question> {
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
            named: !manner.anonymous,
            seconds: manner.seconds,
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
            Body::Free(free) if index == 1 => {
                let points = free.rubric.iter().map(|point| point.text.clone()).collect();
                let model = format!("An answer that makes every point:\n\n{}", free.model);
                (Some(model), Wants::Points(points))
            }
            Body::Free(free) if index > 1 && self.probed => {
                (Some(free.probes.get(index - 2)?.ask.clone()), Wants::Essay)
            }
            _ if index > 0 => return None,
            Body::Choice(options) => (None, Wants::Option(self.texts(options, 0))),
            Body::Multi(options) => (None, Wants::Options(self.texts(options, 0))),
            Body::Order(order) => {
                let text = |place: &usize| order.steps.get(*place).map(|step| step.text.clone());
                (None, Wants::Order(self.orders.iter().flatten().filter_map(text).collect()))
            }
            Body::Short(_) => (None, Wants::Text),
            Body::Spot(spot) => (None, Wants::Line(spot.lines.clone())),
            Body::Free(_) => (None, Wants::Essay),
            Body::Numeric(numeric) => (None, Wants::Number(numeric.unit.clone())),
            Body::Flash { .. } | Body::Cloze(_) => (None, Wants::Reveal),
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
            (Wants::Options(options), Event::ChooseAll(shown)) if !shown.is_empty() => {
                self.places(part, &shown, options.len()).map(|mut places| {
                    places.sort_unstable();
                    Given::Options(places)
                })
            }
            (Wants::Order(steps), Event::Arrange(shown)) if shown.len() == steps.len() => {
                self.places(part, &shown, steps.len()).map(Given::Order)
            }
            (Wants::Points(points), Event::ChooseAll(mut made)) => {
                made.sort_unstable();
                let fits = made.windows(2).all(|pair| pair[0] < pair[1]);
                (fits && made.iter().all(|n| *n < points.len())).then_some(Given::Options(made))
            }
            (Wants::Line(lines), Event::Choose(line)) => (line < lines.len()).then_some(Given::Line(line)),
            (Wants::Number(_), Event::Number(number)) => Some(Given::Number(number)),
            (Wants::Essay, Event::Said) => Some(Given::Said),
            (Wants::Text | Wants::Essay, Event::Text(text)) if !text.trim().is_empty() => {
                Some(Given::Text(text))
            }
            _ => None,
        }
    }

    /// Places in the bank of what was shown in these places; `None` if one is not there or twice.
    fn places(&self, part: usize, shown: &[usize], count: usize) -> Option<Vec<usize>> {
        let order = self.orders.get(part)?;
        let twice = (1..shown.len()).any(|n| shown[..n].contains(&shown[n]));
        let all: Option<Vec<usize>> = shown.iter().map(|n| order.get(*n).copied()).collect();
        all.filter(|all| !twice && all.len() <= count)
    }

    /// Whether the reader has seen the answer already, once so many parts are answered.
    pub(super) fn is_open(&self, answered: usize) -> bool {
        matches!(self.item.body, Body::Free(_)) && answered > 0
    }

    /// How many parts decide whether an answer was given: probes come after that.
    pub(super) fn asked(&self) -> usize {
        if matches!(self.item.body, Body::Free(_)) { 2 } else { usize::MAX }
    }

    /// The place of the answer by which the reader judged it, of kinds that its reader judges.
    pub(super) fn decides(&self) -> usize {
        usize::from(matches!(self.item.body, Body::Free(_)))
    }

    /// Whether the part number `index` follows up an answer that is judged already.
    pub(super) fn is_probe(&self, index: usize) -> bool {
        matches!(self.item.body, Body::Free(_)) && index > 1
    }

    /// Whether the part number `index` is the last before the answer is shown.
    pub(super) fn is_last_before_reveal(&self, index: usize) -> bool {
        match &self.item.body {
            Body::Trace(trace) => index + 1 == trace.asks.len(),
            _ => index == 0,
        }
    }

    /// The answer to a numeric question, with the numbers that it has now.
    pub(super) fn right_number(&self) -> Option<i64> {
        match &self.item.body {
            Body::Numeric(numeric) => numeric.answer.value(&self.draw).ok().and_then(Rational::whole),
            _ => None,
        }
    }

    /// The answers as the log keeps them.
    pub(super) fn in_words(&self, answers: &[Given]) -> String {
        let words = answers.iter().enumerate().map(|(part, given)| match given {
            Given::Option(place) => self.option(part, *place).map_or("", |choice| &choice.text).to_owned(),
            Given::Options(places) => self.several(places),
            Given::Order(places) => {
                places.iter().map(|place| self.step(*place)).collect::<Vec<_>>().join(" > ")
            }
            Given::Line(line) => format!("line {}", line + 1),
            Given::Number(number) => number.to_string(),
            Given::Text(text) => text.trim().to_owned(),
            Given::Said => "said aloud".to_owned(),
            Given::Judged(Grade::Again) => "forgot".to_owned(),
            Given::Judged(Grade::Hard) => "hard".to_owned(),
            Given::Judged(Grade::Good) => "got it".to_owned(),
            Given::Judged(Grade::Easy) => "easy".to_owned(),
            Given::Nothing => "?".to_owned(),
        });
        words.collect::<Vec<_>>().join(" | ")
    }

    fn several(&self, places: &[usize]) -> String {
        let text = |place: &usize| match &self.item.body {
            Body::Free(_) => Some((place + 1).to_string()),
            _ => self.option(0, *place).map(|option| option.text.clone()),
        };
        let texts: Vec<String> = places.iter().filter_map(text).collect();
        if matches!(self.item.body, Body::Free(_)) {
            format!("points {}", texts.join(" "))
        } else {
            texts.join(" + ")
        }
    }

    /// The text of a step of an order.
    pub(super) fn step(&self, place: usize) -> &'a str {
        match &self.item.body {
            Body::Order(order) => order.steps.get(place).map_or("", |step| &step.text),
            _ => "",
        }
    }

    pub(super) fn option(&self, part: usize, place: usize) -> Option<&'a Choice> {
        match &self.item.body {
            Body::Choice(options) | Body::Multi(options) => options.get(place),
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

/// Steps shuffled, but never into a right order: that would be no question.
fn disorder(order: &Order, chance: &mut Chance) -> Vec<usize> {
    let mut places: Vec<usize> = (0..order.steps.len()).collect();
    chance.shuffle(&mut places);
    if order.broken(&places).is_empty() {
        // Backwards, a right order breaks every pair that there is.
        places.reverse();
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bank::OrderStep;

    #[test]
    fn steps_are_never_shown_in_a_right_order() {
        let step = |after: &[usize]| OrderStep {
            id: String::new(),
            text: String::new(),
            after: after.to_vec(),
            why: None,
        };
        // Every second order of these is right.
        let order = Order { steps: vec![step(&[]), step(&[]), step(&[0])] };
        for seed in 0..200 {
            let shown = disorder(&order, &mut Chance::new(seed));
            assert!(!order.broken(&shown).is_empty(), "{shown:?}");
        }
    }
}
