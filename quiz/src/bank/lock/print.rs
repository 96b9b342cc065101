//! What of a question is locked. White space, the order of options and every `why` are not; what a
//! point of a rubric is worth is, since it decides which answers pass.

use super::Print;
use crate::bank::{Body, Choice, Item, Numeric};
use crate::chance::hash_of_words;
use crate::numeric::Range;

/// Changing anything here makes every entry of every `banks.lock` wrong.
pub(super) fn of(item: &Item) -> Print {
    let mut asked = vec![item.kind().name().to_owned(), item.prompt.clone()];
    let mut answer = Vec::new();
    match &item.body {
        Body::Choice(options) | Body::Multi(options) => choices(options, &mut asked, &mut answer),
        Body::Short(short) => {
            let mut all = [&[short.answer.clone()][..], &short.accept].concat();
            all.sort();
            answer = all;
        }
        Body::Numeric(numeric) => number(numeric, &mut asked, &mut answer),
        Body::Order(order) => {
            // By text: the list may be written in another right order.
            let text = |place: &usize| order.steps[*place].text.as_str();
            let mut steps: Vec<String> = order.steps.iter().map(|step| step.text.clone()).collect();
            steps.sort();
            asked.extend(steps);
            for step in &order.steps {
                answer.extend(step.after.iter().map(|first| format!("{} < {}", text(first), step.text)));
            }
            answer.sort();
        }
        Body::Trace(trace) => {
            asked.extend([trace.scenario.clone(), trace.until.to_string()]);
            for ask in &trace.asks {
                asked.push(ask.ask.clone());
                choices(&ask.options, &mut asked, &mut Vec::new());
                answer.extend([ask.answer.clone(), ask.fact.clone()]);
            }
        }
        Body::Cloze(cloze) => answer.extend(cloze.gaps().map(str::to_owned)),
        Body::Flash { answer: back } => answer.push(back.clone()),
        Body::Free(free) => {
            answer.extend(free.rubric.iter().map(|p| format!("{} {} {}", p.must, p.points, p.text)));
        }
        Body::Spot(spot) => {
            asked.extend(spot.lines.iter().cloned());
            answer.extend(spot.right.iter().map(|line| spot.lines[*line].clone()));
        }
    }
    Print { asked: hashed(&asked), answer: hashed(&answer) }
}

fn choices(options: &[Choice], asked: &mut Vec<String>, answer: &mut Vec<String>) {
    let mut all: Vec<String> = options.iter().map(|option| option.text.clone()).collect();
    all.sort();
    asked.extend(all);
    let mut right: Vec<String> = options.iter().filter(|o| o.correct).map(|o| o.text.clone()).collect();
    right.sort();
    answer.extend(right);
}

fn number(numeric: &Numeric, asked: &mut Vec<String>, answer: &mut Vec<String>) {
    for (name, range) in &numeric.instances.ranges {
        asked.push(match range {
            Range::Steps { from, to, step } => format!("{name} {from}..{to}/{step}"),
            Range::Pick(values) => format!("{name} {values:?}"),
        });
    }
    asked.extend(numeric.unit.clone());
    answer.extend([numeric.answer.text().to_owned(), numeric.tolerance.to_string()]);
}

fn hashed(texts: &[String]) -> u64 {
    hash_of_words(texts)
}
