//! Traces to text, with the columns of the steps aligned for people.

use std::fmt::{self, Display, Formatter};

use crate::lexer::{is_hidden, name, quoted};
use crate::trace::{Clock, Step, Trace};

/// An act that is longer does not push the results of all other steps to the right.
const WIDEST_ACT: usize = 56;

/// The whole text, each line with its end.
impl Display for Trace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("lanes:")?;
        for (index, lane) in self.lanes.iter().enumerate() {
            let joint = if index == 0 { " " } else { ", " };
            write!(f, "{joint}{}", name(&lane.id))?;
            if lane.title != lane.id {
                write!(f, " {}", quoted(&lane.title))?;
            }
        }
        writeln!(f, "\nclock: {}", clock_word(self.clock))?;
        let rows: Vec<[String; 6]> = self.steps.iter().enumerate().map(row).collect();
        for (row, step) in rows.iter().zip(&self.steps) {
            print_row(f, row, &rows)?;
            step.marks.iter().try_for_each(|mark| writeln!(f, "  {mark}"))?;
        }
        for (key, value) in &self.facts {
            writeln!(f, "{}", format!("= {}: {}", fact_name(key), field(value)).trim_end())?;
        }
        if let Some(violation) = &self.violation {
            let [observed, required] = [&violation.observed, &violation.required].map(|t| field_or_quotes(t));
            writeln!(f, "! step {} | {observed} | {required}", violation.step)?;
        }
        Ok(())
    }
}

pub(crate) fn clock_word(clock: Clock) -> &'static str {
    match clock {
        Clock::Instants => "instants",
        Clock::Milliseconds => "milliseconds",
    }
}

fn row((index, step): (usize, &Step)) -> [String; 6] {
    let events = if step.events == 1 { String::new() } else { format!("{} events", step.events) };
    let number = (index + 1).to_string();
    [number, step.at.to_string(), field(&step.who), field(&step.act), field(&step.result), events]
}

fn print_row(f: &mut Formatter<'_>, row: &[String; 6], all: &[[String; 6]]) -> fmt::Result {
    let width = |column: usize| all.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let [number, at, who, act, result, events] = row;
    let (wide_number, wide_at, wide_who) = (width(0), width(1), width(2));
    let wide_act = width(3).min(WIDEST_ACT);
    let mut line = format!("{number:<wide_number$} | {at:>wide_at$} | {who:wide_who$} | {act:wide_act$}");
    if !result.is_empty() || !events.is_empty() {
        line.push_str(&format!(" | {result}"));
    }
    if !events.is_empty() {
        line.push_str(&format!(" | {events}"));
    }
    writeln!(f, "{}", line.trim_end())
}

/// A field, in quotes only where the bare text would not read back.
fn field(text: &str) -> String {
    let bare = text.trim() == text && !text.starts_with('"') && !text.contains(|c| c == '|' || is_hidden(c));
    if bare { text.to_owned() } else { quoted(text) }
}

fn field_or_quotes(text: &str) -> String {
    if text.is_empty() { quoted(text) } else { field(text) }
}

/// The name of a fact ends at the first colon before a space.
fn fact_name(text: &str) -> String {
    let ends_early = text.split(':').skip(1).any(|rest| rest.starts_with(char::is_whitespace));
    if ends_early { quoted(text) } else { field_or_quotes(text) }
}
