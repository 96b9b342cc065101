//! Blocks as lines of a given width.

use super::blocks::{Block, List, Table};
use crate::front::line::{Line, Style, columns};
use crate::front::wrap::{Piece, broken, wrapped};

/// Less room than this is not shared with an indent.
const NARROW: usize = 6;
/// Between two cells of a table.
const GAP: usize = 2;

pub(super) fn lines(blocks: &[Block], width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for (n, block) in blocks.iter().enumerate() {
        let before = n.checked_sub(1).and_then(|n| blocks.get(n));
        // A list belongs to the sentence above it.
        let apart = match (before, block) {
            (None, _) | (Some(Block::Paragraph(_)), Block::List(_)) => false,
            (Some(_), _) => true,
        };
        if apart {
            lines.push(Line::default());
        }
        lines.extend(one(block, width));
    }
    lines
}

fn one(block: &Block, width: usize) -> Vec<Line> {
    match block {
        Block::Paragraph(pieces) => without_end(wrapped(pieces, width)),
        Block::Heading(pieces) => wrapped(&strong(pieces), width),
        Block::Code(code) => indented(width, "    ", "    ", Style::Plain, |width| {
            code.iter().flat_map(|line| broken(line, Style::Code, width)).collect()
        }),
        Block::Quote(blocks) => indented(width, "│ ", "│ ", Style::Quiet, |width| lines(blocks, width)),
        Block::List(list) => entries(list, width),
        Block::Table(table) => grid(table, width).unwrap_or_else(|| records(table, width)),
        Block::Rule => vec![Line::new(Style::Quiet, &"─".repeat(width.min(20)))],
    }
}

/// Lines behind a label; at full width where there is no room for both.
fn indented(
    width: usize,
    label: &str,
    indent: &str,
    style: Style,
    content: impl Fn(usize) -> Vec<Line>,
) -> Vec<Line> {
    let taken = columns(label);
    if width < taken + NARROW {
        return content(width);
    }
    let label = |n: usize| if n == 0 { label } else { indent };
    let lines = content(width - taken).into_iter().enumerate();
    lines
        .map(|(n, line)| if line.is_empty() && n > 0 { line } else { line.behind(style, label(n)) })
        .collect()
}

fn entries(list: &List, width: usize) -> Vec<Line> {
    let loose = list
        .entries
        .iter()
        .any(|entry| entry.iter().filter(|block| matches!(block, Block::Paragraph(_))).count() > 1);
    let mut all = Vec::new();
    for (n, entry) in list.entries.iter().enumerate() {
        if loose && n > 0 {
            all.push(Line::default());
        }
        let label = match list.first {
            Some(first) => format!("{}. ", first.saturating_add(n as u64)),
            None => "- ".to_owned(),
        };
        let indent = " ".repeat(columns(&label));
        let content = |width| match lines(entry, width) {
            empty if empty.is_empty() => vec![Line::default()],
            lines => lines,
        };
        if width < columns(&label) + NARROW {
            all.extend(wrapped(&[Piece::Text(label.trim_end().to_owned(), Style::Plain)], width));
        }
        all.extend(indented(width, &label, &indent, Style::Plain, content).into_iter().map(Line::trimmed));
    }
    all
}

/// Cells side by side, if all of them fit.
fn grid(table: &Table, width: usize) -> Option<Vec<Line>> {
    let head: Vec<Vec<Piece>> = table.head.iter().map(|cell| strong(cell)).collect();
    let rows: Vec<&Vec<Vec<Piece>>> = std::iter::once(&head).chain(&table.rows).collect();
    let cell = |row: &[Vec<Piece>], n: usize| -> Option<Line> {
        let mut lines = wrapped(row.get(n).map_or(&[][..], Vec::as_slice), usize::MAX).into_iter();
        let only = lines.next().unwrap_or_default();
        lines.next().is_none().then_some(only)
    };
    let mut widths = Vec::new();
    for n in 0..head.len() {
        let cells = rows.iter().map(|row| Some(cell(row, n)?.columns()));
        widths.push(cells.collect::<Option<Vec<_>>>()?.into_iter().max()?);
    }
    let whole = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
    if whole > width {
        return None;
    }
    let mut lines = Vec::new();
    for (at, row) in rows.into_iter().enumerate() {
        let mut line = Line::default();
        for (n, room) in widths.iter().enumerate() {
            let content = cell(row, n)?;
            let gap = room - content.columns() + if n + 1 < widths.len() { GAP } else { 0 };
            for span in content.spans() {
                line.push(span.style(), span.text());
            }
            line.push(Style::Plain, &" ".repeat(gap));
        }
        lines.push(line.trimmed());
        if at == 0 {
            lines.push(Line::new(Style::Quiet, &"─".repeat(whole)));
        }
    }
    Some(lines)
}

/// A table too wide for the window: each cell behind the name of its column.
fn records(table: &Table, width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for (n, row) in table.rows.iter().enumerate() {
        if n > 0 {
            lines.push(Line::default());
        }
        for (n, cell) in row.iter().enumerate() {
            let mut pieces = strong(table.head.get(n).map_or(&[][..], Vec::as_slice));
            if !pieces.is_empty() {
                pieces.push(Piece::Text(": ".to_owned(), Style::Strong));
            }
            pieces.extend(cell.iter().cloned());
            lines.extend(wrapped(&pieces, width));
        }
    }
    lines
}

fn strong(pieces: &[Piece]) -> Vec<Piece> {
    let strong = |piece: &Piece| match piece {
        Piece::Text(text, Style::Plain | Style::Emphasis) => Piece::Text(text.clone(), Style::Strong),
        other => other.clone(),
    };
    pieces.iter().map(strong).collect()
}

/// A break at the very end, as HTML leaves it, makes no line.
fn without_end(mut lines: Vec<Line>) -> Vec<Line> {
    if lines.len() > 1 && lines.last().is_some_and(Line::is_empty) {
        lines.pop();
    }
    lines
}
