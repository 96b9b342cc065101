//! What a kind has of its own, with its answer, for people.

use crate::bank::{Body, Choice, Free, Item, Numeric, Order, Short, Spot, TraceQuestion, WrongText};
use crate::front::screen::{Style, Terminal};
use crate::front::steps;
use crate::session::Story;
use std::io;
use std::sync::Arc;

type Done = io::Result<()>;

pub(super) fn show(terminal: &mut Terminal<'_>, item: &Item) -> Done {
    terminal.blank()?;
    match &item.body {
        Body::Choice(options) | Body::Multi(options) => choices(terminal, options, |option| option.correct),
        Body::Short(short) => typed(terminal, short),
        Body::Numeric(numeric) => number(terminal, item, numeric),
        Body::Order(order) => sequence(terminal, order),
        Body::Trace(trace) => run(terminal, trace),
        Body::Cloze(cloze) => terminal.text("", &cloze.filled()),
        Body::Flash { answer } => terminal.text("", answer),
        Body::Free(free) => rubric(terminal, free),
        Body::Spot(spot) => lines(terminal, spot),
    }
}

fn choices(terminal: &mut Terminal<'_>, options: &[Choice], right: impl Fn(&Choice) -> bool) -> Done {
    for option in options {
        let mark = if right(option) { "+ " } else { "- " };
        terminal.text(mark, &option.text)?;
        terminal.text("    ", &option.why)?;
    }
    Ok(())
}

fn typed(terminal: &mut Terminal<'_>, short: &Short) -> Done {
    terminal.text("+ ", &short.answer)?;
    for other in &short.accept {
        terminal.text("+ ", other)?;
    }
    beliefs(terminal, &short.wrong)
}

fn beliefs(terminal: &mut Terminal<'_>, wrong: &[WrongText]) -> Done {
    for case in wrong {
        terminal.text("- ", &case.when)?;
        terminal.text("    ", &case.why)?;
    }
    Ok(())
}

fn number(terminal: &mut Terminal<'_>, item: &Item, numeric: &Numeric) -> Done {
    let unit = numeric.unit.as_ref().map_or(String::new(), |unit| format!(" {unit}"));
    terminal.text("+ ", &format!("{}{unit}", numeric.answer.text()))?;
    if numeric.tolerance > 0 {
        terminal.line(Style::Plain, &format!("    {} more or less counts as right", numeric.tolerance))?;
    }
    for case in &numeric.wrong {
        terminal.text("- ", case.when.text())?;
        terminal.text("    ", &case.why)?;
    }
    if let Some(instance) = item.fixed_instance().filter(|instance| !instance.numbers.is_empty()) {
        let numbers: Vec<String> =
            instance.numbers.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        terminal.blank()?;
        let text = format!("For example, with {}: {}{unit}", numbers.join(", "), instance.answer);
        terminal.line(Style::Plain, &text)?;
    }
    Ok(())
}

fn sequence(terminal: &mut Terminal<'_>, order: &Order) -> Done {
    if order.is_partial() {
        terminal.line(Style::Plain, "One right order:")?;
    }
    for (n, step) in order.steps.iter().enumerate() {
        terminal.text(&format!("{} ", n + 1), &step.text)?;
        if let Some(why) = &step.why {
            terminal.text("    ", why)?;
        }
    }
    Ok(())
}

fn run(terminal: &mut Terminal<'_>, trace: &TraceQuestion) -> Done {
    let shown = match trace.until {
        0 => "no step is shown before the answer".to_owned(),
        until => format!("shown up to step {until}"),
    };
    terminal.line(Style::Quiet, &format!("scenarios/{}, {shown}", trace.scenario))?;
    let (cast, until) = (trace.cast.clone(), trace.trace.steps.len() as u32);
    let mut page = terminal.page();
    steps::show(&mut page, &Story { cast, trace: Arc::clone(&trace.trace), until });
    terminal.print(&page)?;
    for ask in &trace.asks {
        terminal.blank()?;
        terminal.text("", &ask.ask)?;
        if ask.options.is_empty() {
            terminal.text("+ ", &ask.answer)?;
        }
        choices(terminal, &ask.options, |option| option.correct)?;
    }
    Ok(())
}

fn rubric(terminal: &mut Terminal<'_>, free: &Free) -> Done {
    terminal.text("", &free.model)?;
    terminal.blank()?;
    for point in &free.rubric {
        let must = if point.must { ", a must" } else { "" };
        terminal.text("+ ", &format!("{} ({}{must})", point.text, point.points))?;
    }
    beliefs(terminal, &free.wrong)?;
    for probe in &free.probes {
        terminal.text("? ", &probe.ask)?;
        terminal.text("    ", &probe.answer)?;
    }
    Ok(())
}

fn lines(terminal: &mut Terminal<'_>, spot: &Spot) -> Done {
    for (n, line) in spot.lines.iter().enumerate() {
        let mark = if spot.is_right(n) { '+' } else { ' ' };
        terminal.preformatted(&format!("{mark} {:2} {line}", n + 1))?;
    }
    for case in &spot.wrong {
        terminal.text("- ", &format!("line {}", case.line + 1))?;
        terminal.text("    ", &case.why)?;
    }
    Ok(())
}
