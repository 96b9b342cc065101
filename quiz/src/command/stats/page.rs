//! The figures as a page.

use super::charts::{LEGEND, bars, day_name, heat_map, lasting};
use super::gathered::Gathered;
use super::ideas::Ideas;
use crate::command::check::counted;
use crate::front::screen::{Style, Terminal};
use crate::log::Sure;
use crate::memory::figures::{Grip, Known, Share};
use std::io;

pub(super) fn all(terminal: &mut Terminal<'_>, gathered: &Gathered<'_>) -> io::Result<()> {
    summary(terminal, gathered)?;
    retention(terminal, gathered)?;
    coming(terminal, gathered)?;
    title(terminal, "Answers by day")?;
    let map = heat_map(&gathered.figures.days, gathered.today, terminal.columns());
    terminal.preformatted(&map.join("\n"))?;
    terminal.hanging(Style::Quiet, "  ", LEGEND)?;
    chapters(terminal, gathered)?;
    calibration(terminal, gathered)?;
    shares(
        terminal,
        "Right, by level",
        gathered.figures.levels.iter().map(|(level, share)| (level.name(), *share)),
    )?;
    shares(
        terminal,
        "Right, by kind",
        gathered.figures.kinds.iter().map(|(kind, share)| (kind.name(), *share)),
    )?;
    leeches(terminal, gathered)
}

/// Each idea, by chapter.
pub(super) fn concepts(
    terminal: &mut Terminal<'_>,
    gathered: &Gathered<'_>,
    ideas: &Ideas,
) -> io::Result<()> {
    for (n, chapter) in gathered.chapters.iter().enumerate() {
        if n > 0 {
            terminal.blank()?;
        }
        terminal.line(Style::Strong, chapter.name)?;
        for known in &chapter.concepts {
            let text = match ideas.title(known.concept) {
                Some(title) => format!("{}: {title} ({})", known.concept, extent(known)),
                None => format!("{} ({})", known.concept, extent(known)),
            };
            terminal.hanging(Style::Plain, &format!("  {:<6}  ", known.grip.name()), &text)?;
        }
    }
    Ok(())
}

/// `2 of 5 drilled, 1 due, lasts 12 days`.
fn extent(known: &Known<'_>) -> String {
    let mut parts = match known.grip {
        Grip::Unseen => vec![counted(known.of, "question")],
        _ => vec![format!("{} of {} drilled", known.seen, known.of)],
    };
    if known.due > 0 {
        parts.push(format!("{} due", known.due));
    }
    parts.extend(known.days.map(|days| format!("lasts {}", lasting(days))));
    parts.join(", ")
}

fn title(terminal: &mut Terminal<'_>, text: &str) -> io::Result<()> {
    terminal.blank()?;
    terminal.line(Style::Strong, text)
}

fn summary(terminal: &mut Terminal<'_>, gathered: &Gathered<'_>) -> io::Result<()> {
    let days = &gathered.figures.days;
    let answers: u32 = days.values().sum();
    let mut text = format!("{} on {}", counted(answers as usize, "answer"), counted(days.len(), "study day"));
    match gathered.figures.streak(gathered.today) {
        0 | 1 => text.push('.'),
        n => text.push_str(&format!(", the last {n} in a row.")),
    }
    if gathered.seen > 0 {
        let known = gathered.known_now.round() as usize;
        text.push_str(&format!(
            " You have drilled {}; today you would know about {known}.",
            counted(gathered.seen, "card")
        ));
    }
    terminal.line(Style::Plain, &text)
}

fn retention(terminal: &mut Terminal<'_>, gathered: &Gathered<'_>) -> io::Result<()> {
    title(terminal, "Known when they came back")?;
    let figures = &gathered.figures;
    row(terminal, "the last 7 days", figures.week)?;
    row(terminal, "the last 30 days", figures.month)?;
    row(terminal, "ever", figures.ever)?;
    let wanted = (gathered.wanted * 100.0).round();
    terminal.hanging(Style::Plain, &format!("  {wanted:>3} %  "), "what you aim at")
}

fn coming(terminal: &mut Terminal<'_>, gathered: &Gathered<'_>) -> io::Result<()> {
    title(terminal, "Coming back")?;
    let days = (0u32..).zip(gathered.coming);
    let mut rows: Vec<(String, usize)> =
        days.map(|(n, count)| (day_name(gathered.today.plus(n), gathered.today), count)).collect();
    rows.push(("later".to_owned(), gathered.later));
    let mut lines = bars(&rows[..rows.len() - 1], terminal.columns());
    // What comes later has a number and no bar: it is no day.
    lines.extend(bars(&rows, 0).pop());
    terminal.preformatted(&lines.join("\n"))
}

fn chapters(terminal: &mut Terminal<'_>, gathered: &Gathered<'_>) -> io::Result<()> {
    let grips = gathered.grips();
    let count = |grip: Grip| grips.get(&grip).copied().unwrap_or(0);
    let counts: Vec<String> =
        Grip::ALL.iter().map(|grip| format!("{} {}", count(*grip), grip.name())).collect();
    title(terminal, &format!("Ideas: {}", counts.join(", ")))?;
    for chapter in &gathered.chapters {
        let of = |grip: Grip| chapter.concepts.iter().filter(|known| known.grip == grip).count();
        let some = Grip::ALL.iter().filter(|grip| of(**grip) > 0);
        let counts: Vec<String> = some.map(|grip| format!("{} {}", of(*grip), grip.name())).collect();
        let weakest = chapter.concepts.iter().filter_map(|known| known.days).min_by(f32::total_cmp);
        let lasts = weakest.map(|days| format!("; the weakest lasts {}", lasting(days))).unwrap_or_default();
        terminal.hanging(Style::Plain, "  ", &format!("{}: {}{lasts}", chapter.name, counts.join(", ")))?;
    }
    terminal.hanging(Style::Quiet, "  ", "Each of them: cargo quiz stats --concepts")
}

fn calibration(terminal: &mut Terminal<'_>, gathered: &Gathered<'_>) -> io::Result<()> {
    let sure = &gathered.figures.sure;
    if sure.is_empty() {
        return Ok(());
    }
    title(terminal, "Right, by how sure you were")?;
    for (name, how) in [("sure", Sure::Sure), ("unsure", Sure::Unsure), ("guess", Sure::Guess)] {
        if let Some(share) = sure.get(&how) {
            row(terminal, name, *share)?;
        }
    }
    Ok(())
}

fn shares<'a>(
    terminal: &mut Terminal<'_>,
    name: &str,
    shares: impl Iterator<Item = (&'a str, Share)>,
) -> io::Result<()> {
    title(terminal, name)?;
    for (name, share) in shares {
        row(terminal, name, share)?;
    }
    Ok(())
}

/// `91 %  trace (29 of 32)`.
fn row(terminal: &mut Terminal<'_>, name: &str, share: Share) -> io::Result<()> {
    let percent = share.percent().map_or_else(|| "  -  ".to_owned(), |percent| format!("{percent:>3} %"));
    let text = match share.of {
        0 => format!("{name} (nothing yet)"),
        of => format!("{name} ({} of {of})", share.right),
    };
    terminal.hanging(Style::Plain, &format!("  {percent}  "), &text)
}

fn leeches(terminal: &mut Terminal<'_>, gathered: &Gathered<'_>) -> io::Result<()> {
    if gathered.leeches.is_empty() {
        return Ok(());
    }
    title(terminal, "Will not stick")?;
    for (item, card) in &gathered.leeches {
        let text =
            format!("{}, forgotten {}. Read: {}", item.key, counted(card.lapses as usize, "time"), item.see);
        terminal.hanging(Style::Plain, "  ", &text)?;
        terminal.hanging(
            Style::Quiet,
            "    ",
            &format!("to put it aside: cargo quiz suspend {}", item.key),
        )?;
    }
    Ok(())
}
