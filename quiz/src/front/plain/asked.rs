//! A question and its parts, as lines.

use super::input::letter;
use super::steps;
use crate::front::screen::{Style, Terminal};
use crate::session::{Near, Part, Question, Wants};
use std::io;

pub(super) fn question(terminal: &mut Terminal<'_>, question: &Question) -> io::Result<()> {
    let number = match question.number {
        Some(number) => format!("{number} of {}", question.of),
        None => "Again".to_owned(),
    };
    let (kind, level) = (question.kind.name(), question.level.name());
    terminal.blank()?;
    let key = if question.named { format!(" · {}", question.key) } else { String::new() };
    let time = question.seconds.map_or(String::new(), |seconds| format!(" · {seconds} s"));
    terminal.line(Style::Quiet, &format!("{number} · {kind}, {level}{key}{time}"))?;
    terminal.text("", &question.prompt)?;
    terminal.blank()?;
    if let Some(story) = &question.story {
        steps::show(terminal, story)?;
        terminal.blank()?;
    }
    part(terminal, &question.part)
}

pub(super) fn part(terminal: &mut Terminal<'_>, part: &Part) -> io::Result<()> {
    if let Some(ask) = &part.ask {
        terminal.text("", ask)?;
        terminal.blank()?;
    }
    match &part.wants {
        Wants::Option(options) | Wants::Options(options) => {
            for (n, option) in options.iter().enumerate() {
                terminal.text(&format!("  {}) ", letter(n)), option)?;
            }
        }
        Wants::Order(texts) | Wants::Points(texts) => {
            for (n, text) in texts.iter().enumerate() {
                terminal.text(&format!("  {} ", n + 1), text)?;
            }
        }
        Wants::Line(lines) => {
            let numbered: Vec<String> =
                lines.iter().enumerate().map(|(n, line)| format!("  {:>2}  {line}", n + 1)).collect();
            terminal.preformatted(&numbered.join("\n"))?;
        }
        Wants::Number(_) | Wants::Text | Wants::Essay | Wants::Reveal => return Ok(()),
        Wants::Judgement { .. } | Wants::Confidence => return Ok(()),
    }
    terminal.blank()
}

/// What is close but not right.
pub(super) fn near(terminal: &mut Terminal<'_>, near: Near) -> io::Result<()> {
    let where_to_look = match near {
        Near::Spelling => "spelling",
        Near::Unit => "unit",
    };
    terminal.line(Style::Plain, &format!("Close: look at the {where_to_look}, and try once more."))
}

/// The other side of a card.
pub(super) fn turned(terminal: &mut Terminal<'_>, answer: &str, why: Option<&str>) -> io::Result<()> {
    terminal.blank()?;
    terminal.text("  ", answer)?;
    if let Some(why) = why {
        terminal.blank()?;
        terminal.text("  ", why)?;
    }
    terminal.blank()
}
