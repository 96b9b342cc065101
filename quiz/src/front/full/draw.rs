//! The screen as cells: a head, the part that scrolls, a foot with the keys that work now.

use super::screen::{Over, Screen};
use super::sheet::Place;
use crate::front::asked;
use crate::front::line::{Line, Style, columns};
use crate::front::wrap::{Piece, wrapped};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style as Ink};
use ratatui::text::{Line as Cells, Span};

/// Lines longer than this are hard to read, however wide the window is.
const WIDEST: u16 = 100;
/// Columns between two keys at the foot.
const GAP: usize = 3;
/// Stands before the note of a flag.
const FLAG: &str = "What is wrong? ";
/// From so many lines on there is room for what only looks good.
const ROOMY: u16 = 14;

impl Screen {
    /// Draws all of it. It also learns how large the window is.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let margin = if area.width >= 44 { 2 } else { 0 };
        let width = area.width.saturating_sub(2 * margin).min(WIDEST);
        let inner = Rect { x: area.x + margin, width, ..area };
        let roomy = area.height >= ROOMY;
        let head = match area.height {
            0..4 => 0,
            _ if roomy => 2,
            _ => 1,
        };
        let (page, place) = self.lay_out(usize::from(width));
        let foot = match area.height {
            0..2 => Foot::default(),
            height => self.foot(usize::from(width), page.lines().len(), usize::from(height - head)),
        };
        let foot_height = (foot.lines.len() as u16).min(area.height.saturating_sub(head + 1));
        let body = Rect { y: area.y + head, height: area.height - head - foot_height, ..inner };
        self.fit((usize::from(width), usize::from(body.height)));
        self.settle(page.lines().len(), &place);
        if head > 0 {
            self.head(frame, Rect { height: head, ..inner });
        }
        for (n, line) in page.lines().iter().enumerate().skip(self.scroll).take(self.window.1) {
            let y = body.y + (n - self.scroll) as u16;
            let mut cells = self.cells(line);
            if place.chosen.contains(&n) {
                cells = cells.patch_style(Ink::new().add_modifier(Modifier::REVERSED));
            }
            frame.buffer_mut().set_line(body.x, y, &cells, body.width);
        }
        for (n, line) in foot.lines.iter().take(usize::from(foot_height)).enumerate() {
            let y = body.bottom() + n as u16;
            frame.buffer_mut().set_line(inner.x, y, &self.cells(line), width);
        }
        self.cursor(frame, body, &foot, &place);
    }

    /// Puts the cursor where typing goes, if that is in sight.
    fn cursor(&self, frame: &mut Frame<'_>, body: Rect, foot: &Foot, place: &Place) {
        let in_body = |(column, line): (usize, usize)| {
            let row = line.checked_sub(self.scroll).filter(|row| *row < usize::from(body.height))?;
            Some((column, body.y + row as u16))
        };
        let at = match foot.cursor {
            Some((column, line)) => Some((column, body.bottom() + line as u16)),
            None => place.cursor.and_then(in_body),
        };
        let bottom = frame.area().bottom();
        if let Some((column, y)) = at.filter(|(_, y)| *y < bottom) {
            let last = usize::from(body.width.saturating_sub(1));
            frame.set_cursor_position((body.x + column.min(last) as u16, y));
        }
    }

    /// Keeps the scrolling inside the text, and the place of the answer in sight if it moved.
    fn settle(&mut self, lines: usize, place: &Place) {
        let height = self.window.1;
        if std::mem::take(&mut self.follow) && !place.lines.is_empty() {
            self.scroll = self.scroll.max(place.lines.end.saturating_sub(height)).min(place.lines.start);
        }
        self.scroll = self.scroll.min(lines.saturating_sub(height));
    }

    fn head(&self, frame: &mut Frame<'_>, area: Rect) {
        let Some(question) = self.question() else { return };
        let mut right = format!("{} min", self.minutes);
        let mut parts = asked::head_parts(question);
        if let Some(given) = question.seconds {
            parts.pop();
            right = format!("{} of {given} s · {right}", self.seconds);
        }
        let width = usize::from(area.width);
        while parts.len() > 1 && columns(&parts.join(" · ")) > width {
            parts.pop();
        }
        let left = parts.join(" · ");
        let mut line = Line::new(Style::Strong, &left);
        if let Some(gap) = width.checked_sub(columns(&left) + columns(&right)).filter(|gap| *gap > 1) {
            line.push(Style::Quiet, &format!("{}{right}", " ".repeat(gap)));
        }
        frame.buffer_mut().set_line(area.x, area.y, &self.cells(&line), area.width);
        if area.height > 1 {
            let rule = Line::new(Style::Quiet, &"─".repeat(width));
            frame.buffer_mut().set_line(area.x, area.y + 1, &self.cells(&rule), area.width);
        }
    }

    /// What stands at the foot: a note or a question of the screen's own, then the keys.
    fn foot(&self, width: usize, lines: usize, height: usize) -> Foot {
        let mut foot = Foot::default();
        let roomy = height + 2 >= usize::from(ROOMY);
        if roomy {
            foot.lines.push(Line::new(Style::Quiet, &"─".repeat(width)));
        }
        match (&self.over, &self.status) {
            (Some(Over::Flag { note, .. }), _) => {
                let (rows, (column, row)) = note.rows(beside_flag(width));
                let mut line = Line::new(Style::Strong, FLAG);
                line.push(Style::Plain, rows.get(row).unwrap_or(&""));
                foot.cursor = Some((columns(FLAG) + column, foot.lines.len()));
                foot.lines.push(line);
            }
            (Some(Over::Leave), _) => foot.say("Leave without this answer?", width),
            (None, Some(status)) => foot.say(status, width),
            (None, None) => {}
        }
        let room = height.saturating_sub(foot.lines.len() + 1);
        let mut keys = self.keys();
        if lines > room && self.over.is_none() {
            let more =
                if self.scroll.saturating_add(room) < lines { ("PgDn", "more") } else { ("PgUp", "back") };
            keys.insert(1.min(keys.len()), more);
        }
        foot.lines.extend(key_lines(&keys, width, if roomy { 2 } else { 1 }));
        foot
    }

    fn cells<'l>(&self, line: &'l Line) -> Cells<'l> {
        let spans = line.spans().iter().map(|span| Span::styled(span.text(), self.ink(span.style())));
        Cells::from(spans.collect::<Vec<_>>())
    }

    fn ink(&self, style: Style) -> Ink {
        let (colour, modifier) = match style {
            Style::Plain => (None, Modifier::empty()),
            Style::Strong => (None, Modifier::BOLD),
            Style::Emphasis => (None, Modifier::ITALIC),
            Style::Code => (Some(Color::Cyan), Modifier::empty()),
            Style::Good => (Some(Color::Green), Modifier::BOLD),
            Style::Bad => (Some(Color::Red), Modifier::BOLD),
            Style::Quiet => (None, Modifier::DIM),
        };
        let ink = Ink::new().add_modifier(modifier);
        match colour.filter(|_| self.colour) {
            Some(colour) => ink.fg(colour),
            None => ink,
        }
    }
}

/// How wide the rows of a flag's note are.
pub(super) fn beside_flag(width: usize) -> usize {
    width.saturating_sub(columns(FLAG))
}

/// The lines at the foot, and where in them the cursor is, if it is there: column and line.
#[derive(Default)]
struct Foot {
    lines: Vec<Line>,
    cursor: Option<(usize, usize)>,
}

impl Foot {
    fn say(&mut self, text: &str, width: usize) {
        self.lines.extend(wrapped(&[Piece::text(text, Style::Strong)], width));
    }
}

/// As many keys as fit into so many lines.
fn key_lines(keys: &[(&str, &str)], width: usize, most: usize) -> Vec<Line> {
    let mut lines = vec![Line::default()];
    for (key, does) in keys {
        let last = lines.last().map_or(0, Line::columns);
        if last > 0 && last + GAP + columns(key) + 1 + columns(does) > width {
            if lines.len() == most {
                break;
            }
            lines.push(Line::default());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(Style::Plain, &" ".repeat(GAP));
            }
            line.push(Style::Strong, key);
            line.push(Style::Plain, &format!(" {does}"));
        }
    }
    lines
}
