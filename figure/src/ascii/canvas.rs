//! One line of a terminal, written column by column.

use crate::ascii::columns::{char_columns, columns};

/// A line in which every character knows its column; writing outside of it does nothing.
pub(super) struct Canvas {
    /// What stands in each column: empty for the second half of a wide character.
    cells: Vec<String>,
    /// The columns of text that must not be written over.
    taken: Vec<(usize, usize)>,
}

impl Canvas {
    pub(super) fn new(width: usize) -> Canvas {
        Canvas { cells: vec![" ".to_owned(); width], taken: Vec::new() }
    }

    /// Writes one character of one column.
    pub(super) fn put(&mut self, column: usize, c: char) {
        if column < self.cells.len() {
            self.clear(column);
            self.cells[column] = c.to_string();
        }
    }

    /// Writes `text` from `column` on, as far as it fits.
    pub(super) fn write(&mut self, column: usize, text: &str) {
        let mut at = column;
        for c in text.chars() {
            let wide = char_columns(c);
            if at + wide > self.cells.len() {
                return;
            }
            match wide {
                // A combining mark joins the character before it.
                0 if at > column => self.cells[at - 1].push(c),
                0 => {}
                _ => {
                    (at..at + wide).for_each(|column| self.clear(column));
                    self.cells[at] = c.to_string();
                    (at + 1..at + wide).for_each(|half| self.cells[half].clear());
                    at += wide;
                }
            }
        }
    }

    /// Frees a column; where half of a wide character stood, both halves.
    fn clear(&mut self, column: usize) {
        if self.cells[column].is_empty() && column > 0 {
            self.cells[column - 1] = " ".to_owned();
        }
        if let Some(next) = self.cells.get_mut(column + 1).filter(|next| next.is_empty()) {
            *next = " ".to_owned();
        }
        self.cells[column] = " ".to_owned();
    }

    /// Whether nothing was claimed from `first` up to `last`.
    pub(super) fn is_free(&self, (first, last): (usize, usize)) -> bool {
        self.taken.iter().all(|(from, to)| last < *from || *to < first)
    }

    pub(super) fn claim(&mut self, range: (usize, usize)) {
        self.taken.push(range);
    }

    /// The line without the spaces at its end.
    pub(super) fn line(&self) -> String {
        self.cells.concat().trim_end().to_owned()
    }

    /// The line in its whole width.
    pub(super) fn whole_line(&self) -> String {
        self.cells.concat()
    }
}

/// Where `text` begins if it stands in the middle of `column`, but inside of `width`.
pub(super) fn centred(column: usize, text: &str, width: usize) -> usize {
    let wide = columns(text);
    column.saturating_sub(wide / 2).min(width.saturating_sub(wide))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_wide_character_does_not_stay() {
        let mut canvas = Canvas::new(6);
        canvas.write(1, "口座");
        canvas.put(2, 'x');
        assert_eq!(canvas.whole_line(), "  x座 ");
        canvas.put(3, 'y');
        assert_eq!(canvas.whole_line(), "  xy  ");
        canvas.write(5, "口");
        assert_eq!(canvas.whole_line(), "  xy  ");
    }
}
