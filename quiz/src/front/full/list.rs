//! Picking from a list: one, several, or all of it in order.

use crate::session::Event;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What is done with the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    One,
    Several,
    /// Several, or none.
    Any,
    Order,
}

#[derive(Debug, Clone)]
pub(super) struct List {
    pub way: Way,
    /// Whether its entries have letters, not numbers.
    letters: bool,
    /// No entry is chosen before the reader has chosen one: Enter alone must not answer.
    pub cursor: Option<usize>,
    pub ticked: Vec<bool>,
    /// Which entry stands where.
    pub order: Vec<usize>,
    /// Whether the cursor carries its entry along.
    pub held: bool,
    touched: bool,
    /// The number that is being typed.
    typed: usize,
}

impl List {
    pub(super) fn new(way: Way, letters: bool, count: usize) -> List {
        List {
            way,
            letters,
            cursor: None,
            ticked: vec![false; count],
            order: (0..count).collect(),
            held: false,
            touched: false,
            typed: 0,
        }
    }

    pub(super) fn is_touched(&self) -> bool {
        self.touched
    }

    /// Whether the key meant something.
    pub(super) fn key(&mut self, key: KeyEvent) -> bool {
        let carry = self.held || key.modifiers.contains(KeyModifiers::SHIFT);
        let typed = std::mem::take(&mut self.typed);
        match key.code {
            _ if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => return false,
            KeyCode::Up | KeyCode::Char('k') => self.step(false, carry),
            KeyCode::Down | KeyCode::Char('j') => self.step(true, carry),
            KeyCode::Char('K') => self.step(false, true),
            KeyCode::Char('J') => self.step(true, true),
            KeyCode::Char(' ') => self.space(),
            KeyCode::Char(c) if c.is_ascii_digit() => return self.number(typed, c),
            KeyCode::Char(c) if self.letters && c.is_ascii_alphabetic() => {
                return self.pick(usize::from(c.to_ascii_lowercase() as u8 - b'a'));
            }
            KeyCode::Enter if self.held => self.held = false,
            _ => return false,
        }
        true
    }

    /// The answer as it stands; `None` if there is none yet.
    pub(super) fn answer(&self) -> Option<Event> {
        let ticked = self.ticked.iter().enumerate().filter(|(_, ticked)| **ticked);
        match self.way {
            Way::One => self.cursor.map(Event::Choose),
            Way::Several | Way::Any => Some(ticked.map(|(n, _)| n).collect::<Vec<_>>())
                .filter(|all| !all.is_empty())
                .map(Event::ChooseAll),
            Way::Order => self.touched.then(|| Event::Arrange(self.order.clone())),
        }
    }

    fn step(&mut self, down: bool, carry: bool) {
        let last = self.order.len().saturating_sub(1);
        let to = match self.cursor {
            None if down => 0,
            None => last,
            Some(at) if down => (at + 1).min(last),
            Some(at) => at.saturating_sub(1),
        };
        if let (Way::Order, true, Some(at)) = (self.way, carry, self.cursor) {
            self.order.swap(at, to);
            self.touched |= at != to;
        }
        self.touched |= self.way == Way::One;
        self.cursor = Some(to);
    }

    fn space(&mut self) {
        let Some(at) = self.cursor else { return self.step(true, false) };
        match self.way {
            Way::One => {}
            Way::Order => self.held = !self.held,
            Way::Several | Way::Any => self.tick(at),
        }
    }

    fn tick(&mut self, at: usize) {
        if let Some(ticked) = self.ticked.get_mut(at) {
            *ticked = !*ticked;
            self.touched = true;
        }
    }

    /// By its letter or its number.
    fn pick(&mut self, at: usize) -> bool {
        if at >= self.order.len() {
            return false;
        }
        self.cursor = Some(at);
        match self.way {
            Way::One => self.touched = true,
            Way::Several | Way::Any => self.tick(at),
            Way::Order => {}
        }
        true
    }

    /// `1` then `2` is entry 12, in a list that has so many.
    fn number(&mut self, typed: usize, digit: char) -> bool {
        let digit = digit.to_digit(10).unwrap_or(0) as usize;
        let longer = typed * 10 + digit;
        let number = if longer <= self.order.len() { longer } else { digit };
        let Some(at) = number.checked_sub(1).filter(|at| *at < self.order.len()) else { return false };
        // A tick for each digit would undo the one before.
        if !matches!(self.way, Way::Several | Way::Any) {
            self.typed = number;
        }
        self.pick(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(way: Way, count: usize, keys: &str) -> List {
        let mut list = List::new(way, way == Way::One && count < 10, count);
        for c in keys.chars() {
            let code = match c {
                '^' => KeyCode::Up,
                'v' => KeyCode::Down,
                c => KeyCode::Char(c),
            };
            list.key(KeyEvent::new(code, KeyModifiers::NONE));
        }
        list
    }

    #[test]
    fn one_is_picked_by_arrow_letter_or_number() {
        for (keys, expected) in [
            ("", None),
            ("v", Some(0)),
            ("^", Some(2)),
            ("vvvvv", Some(2)),
            ("jjk", Some(0)),
            ("B", Some(1)),
            ("3", Some(2)),
            ("z9", None),
        ] {
            assert_eq!(after(Way::One, 3, keys).answer(), expected.map(Event::Choose), "{keys}");
        }
        assert_eq!(after(Way::One, 14, "12").answer(), Some(Event::Choose(11)));
        assert_eq!(after(Way::One, 14, "32").answer(), Some(Event::Choose(1)));
    }

    #[test]
    fn several_are_ticked() {
        assert_eq!(after(Way::Several, 3, "v").answer(), None);
        assert_eq!(after(Way::Several, 3, "v vv ").answer(), Some(Event::ChooseAll(vec![0, 2])));
        assert_eq!(after(Way::Any, 12, "1 2").answer(), Some(Event::ChooseAll(vec![1])));
    }

    #[test]
    fn steps_are_carried() {
        assert_eq!(after(Way::Order, 3, "vvv").answer(), None, "looking is not answering");
        assert_eq!(after(Way::Order, 3, "v vv").answer(), Some(Event::Arrange(vec![1, 2, 0])));
        assert_eq!(after(Way::Order, 3, "v v ^").answer(), Some(Event::Arrange(vec![1, 0, 2])));
        assert_eq!(after(Way::Order, 3, "3K").answer(), Some(Event::Arrange(vec![0, 2, 1])));
    }
}
