//! A question of any kind as the two sides of a card: what is asked, and what to compare with.
//!
//! All kinds become one and the same type of note, a cloze too. So a question has exactly one card,
//! whatever it is, and stays the same note in Anki when its author gives it another kind.

use super::html::{escaped, html, line, preformatted};
use crate::bank::{
    Body, Choice, Cloze, Free, Instance, Item, Numeric, Order, Piece, Short, Spot, TraceQuestion,
};
use crate::chance::Chance;
use kit::trace::Trace;

/// Columns of a recorded run: what a telephone on its side shows.
const COLUMNS: usize = 64;
/// Stand round a gap until the sentence is HTML; no text of a bank has them by then.
const GAP: (char, char) = ('\u{e000}', '\u{e001}');

/// A question as HTML, each side on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sides {
    pub front: String,
    pub back: String,
}

/// The sides of this question: the same each time, and with every reason that its bank gives.
pub(super) fn sides(item: &Item) -> Sides {
    let instance = item.fixed_instance();
    let prompt = instance.as_ref().map_or(&item.prompt, |instance| &instance.prompt);
    let (front, mut back) = match &item.body {
        Body::Choice(options) => choice(item, prompt, options),
        Body::Multi(options) => {
            let (front, back) = choice(item, prompt, options);
            (front + &how("Pick all that are right."), back)
        }
        Body::Short(short) => (html(prompt) + &how("A word or two."), word(short)),
        Body::Numeric(numeric) => {
            (html(prompt) + &how(&in_unit(numeric)), number(numeric, instance.as_ref()))
        }
        Body::Order(order) => steps(item, prompt, order),
        Body::Trace(trace) => run(item, prompt, trace),
        Body::Cloze(cloze) => (gaps(cloze, false), gaps(cloze, true)),
        Body::Flash { answer } => (html(prompt), html(answer)),
        Body::Free(free) => (html(prompt) + &how("Answer in sentences."), essay(free)),
        Body::Spot(spot) => lines(prompt, spot),
    };
    let why = instance.as_ref().map_or(item.why.as_deref(), |instance| instance.why.as_deref());
    if let Some(why) = why {
        back.push_str(&format!("<div class=why>{}</div>", line(why)));
    }
    back.push_str(&format!("<p class=see>Read again: {}</p>", escaped(&item.see.to_string())));
    Sides { front, back }
}

/// What to do, where the prompt does not say it.
fn how(text: &str) -> String {
    format!("<p class=how>{}</p>", escaped(text))
}

fn because(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!("<div class=because>{}</div>", line(why)) }
}

/// The places of `count` things in an order that gives nothing away, and is always the same.
fn turned(item: &Item, part: usize, count: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    Chance::of(&["card", &item.key, &part.to_string()]).shuffle(&mut places);
    places
}

fn choice(item: &Item, prompt: &str, options: &[Choice]) -> (String, String) {
    let (asked, told) = picks(item, 0, options);
    (html(prompt) + &asked, told)
}

/// Options as they are listed, and the same with what is right and every reason.
fn picks(item: &Item, part: usize, options: &[Choice]) -> (String, String) {
    let (mut asked, mut told) = ("<ol type=a>".to_owned(), "<ul class=options>".to_owned());
    for (n, place) in turned(item, part, options.len()).into_iter().enumerate() {
        let option = &options[place];
        let text = line(&option.text);
        asked.push_str(&format!("<li>{text}</li>"));
        let (class, mark) = if option.correct { ("right", "✓") } else { ("wrong", "✗") };
        let why = because(&option.why);
        told.push_str(&format!("<li class={class}>{mark} {}) {text}{why}</li>", letter(n)));
    }
    (asked + "</ol>", told + "</ul>")
}

/// `a` for the first option, and so on; numbers behind `z`.
fn letter(place: usize) -> String {
    match u8::try_from(place) {
        Ok(n) if n < 26 => char::from(b'a' + n).to_string(),
        _ => (place + 1).to_string(),
    }
}

fn answer(text: &str) -> String {
    format!("<div class=answer>{}</div>", line(text))
}

fn others(label: &str, texts: &[String]) -> String {
    if texts.is_empty() {
        return String::new();
    }
    let texts: Vec<String> = texts.iter().map(|text| escaped(text)).collect();
    format!("<p>{label}: {}</p>", texts.join("; "))
}

/// Wrong answers that a known belief leads to, with what to say about each.
fn beliefs(wrong: impl Iterator<Item = (String, String)>) -> String {
    let all: String = wrong
        .map(|(when, why)| format!("<li class=wrong>✗ {}{}</li>", escaped(&when), because(&why)))
        .collect();
    if all.is_empty() { all } else { format!("<ul class=options>{all}</ul>") }
}

fn word(short: &Short) -> String {
    let wrong = short.wrong.iter().map(|one| (one.when.clone(), one.why.clone()));
    answer(&short.answer) + &others("Also right", &short.accept) + &beliefs(wrong)
}

fn in_unit(numeric: &Numeric) -> String {
    match &numeric.unit {
        Some(unit) => format!("A whole number, in {unit}."),
        None => "A whole number.".to_owned(),
    }
}

/// The numbers of a card stand still: they are those of the first showing.
fn number(numeric: &Numeric, instance: Option<&Instance>) -> String {
    let Some(instance) = instance else { return String::new() };
    let unit = numeric.unit.as_deref().map_or(String::new(), |unit| format!(" {unit}"));
    let near = match numeric.tolerance {
        0 => String::new(),
        within => format!("<p>Within {within} of it is right.</p>"),
    };
    let wrong = instance.wrong.iter().map(|(number, why)| (format!("{number}{unit}"), why.clone()));
    answer(&format!("{}{unit}", instance.answer)) + &near + &beliefs(wrong)
}

fn steps(item: &Item, prompt: &str, order: &Order) -> (String, String) {
    let mut places = turned(item, 0, order.steps.len());
    if order.broken(&places).is_empty() {
        // Backwards, a right order breaks every pair that there is.
        places.reverse();
    }
    let shown = places.iter().map(|place| format!("<li>{}</li>", line(&order.steps[*place].text)));
    let front = format!("{}<ul>{}</ul>", html(prompt), shown.collect::<String>());
    let label = if order.is_partial() { "One right order:" } else { "The order:" };
    let right = order.steps.iter().map(|step| {
        let why = step.why.as_deref().map_or(String::new(), because);
        format!("<li>{}{why}</li>", line(&step.text))
    });
    (front, format!("<p>{label}</p><ol>{}</ol>", right.collect::<String>()))
}

fn run(item: &Item, prompt: &str, trace: &TraceQuestion) -> (String, String) {
    let mut front = html(prompt);
    if !trace.cast.is_empty() {
        front.push_str(&preformatted(&trace.cast.join("\n")));
    }
    if trace.until > 0 {
        front.push_str(&preformatted(&figure::ascii_steps(&so_far(trace), COLUMNS)));
    }
    let mut back = String::new();
    for (part, ask) in trace.asks.iter().enumerate() {
        let text = html(&ask.ask);
        let (asked, told) = match ask.options.as_slice() {
            [] => (String::new(), answer(&ask.answer)),
            options => picks(item, part, options),
        };
        front.push_str(&format!("{text}{asked}"));
        let again = if trace.asks.len() > 1 { text.as_str() } else { "" };
        back.push_str(&format!("{again}{told}"));
    }
    if (trace.until as usize) < trace.trace.steps.len() {
        back.push_str("<p>The whole run:</p>");
        back.push_str(&preformatted(&figure::ascii_steps(&trace.trace, COLUMNS)));
    }
    (front, back)
}

/// The run up to the last step that may be seen; what came after is not in it at all.
fn so_far(trace: &TraceQuestion) -> Trace {
    let whole = trace.until as usize >= trace.trace.steps.len();
    let mut so_far = Trace::clone(&trace.trace);
    if !whole {
        so_far.steps.truncate(trace.until as usize);
        so_far.facts.clear();
        so_far.violation = None;
    }
    so_far
}

fn gaps(cloze: &Cloze, filled: bool) -> String {
    let plain = |text: &str| text.replace([GAP.0, GAP.1], "");
    let marked = |text: &str| format!("{}{}{}", GAP.0, plain(text), GAP.1);
    let text: String = cloze
        .pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => plain(text),
            Piece::Gap { answer, .. } if filled => marked(answer),
            Piece::Gap { hint: Some(hint), .. } => marked(&format!("[… {hint}]")),
            Piece::Gap { hint: None, .. } => marked("[…]"),
        })
        .collect();
    html(&text).replace(GAP.0, "<span class=gap>").replace(GAP.1, "</span>")
}

fn essay(free: &Free) -> String {
    let points = free.rubric.iter().map(|point| {
        let must = if point.must { ", <b>must</b>" } else { "" };
        let worth = if point.points == 1 { "1 point".to_owned() } else { format!("{} points", point.points) };
        format!("<li>{} ({worth}{must})</li>", line(&point.text))
    });
    let points: String = points.collect();
    let wrong = free.wrong.iter().map(|one| (one.when.clone(), one.why.clone()));
    let probes = free.probes.iter();
    let probes = probes.map(|probe| format!("<li>{}{}</li>", line(&probe.ask), because(&probe.answer)));
    let probes = match probes.collect::<String>() {
        none if none.is_empty() => none,
        probes => format!("<p>Then:</p><ul>{probes}</ul>"),
    };
    let rule = "Good: every must, and 60 of 100 points.";
    format!("{}<p>{rule}</p><ul>{points}</ul>{}{probes}", html(&free.model), beliefs(wrong))
}

fn lines(prompt: &str, spot: &Spot) -> (String, String) {
    let numbered: Vec<String> =
        spot.lines.iter().enumerate().map(|(n, line)| format!("{:>2}  {line}", n + 1)).collect();
    let front = html(prompt) + &preformatted(&numbered.join("\n"));
    let told = |place: usize| {
        let text = spot.lines.get(place).map_or("", |line| line.trim());
        format!("line {}: {text}", place + 1)
    };
    let mut back = String::new();
    for (n, place) in spot.right.iter().enumerate() {
        let label = if n == 0 { "" } else { "also right, " };
        back.push_str(&preformatted(&format!("{label}{}", told(*place))));
    }
    let wrong = spot.wrong.iter().map(|one| (told(one.line), one.why.clone()));
    (front, back + &beliefs(wrong))
}
