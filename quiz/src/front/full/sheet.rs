//! The question that is being answered: what is on the sheet, and what has been put there so far.

use super::editor::Editor;
use super::list::{List, Way};
use crate::front::line::Style;
use crate::front::page::Page;
use crate::front::{asked, input};
use crate::session::{Event, Part, Question, Wants};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::ops::Range;

/// A question and the answer that is growing.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    pub question: Box<Question>,
    part: Part,
    /// The other side of the card, once it is turned.
    turned: Option<(String, Option<String>)>,
    /// What was written in sentences, to be held against the model.
    written: Option<String>,
    wants: Wants,
    input: Input,
    /// How sure the reader is, is what is asked now.
    confidence: bool,
    guess: bool,
}

#[derive(Debug, Clone)]
enum Input {
    List(List),
    Editor(Editor),
    /// A key is enough.
    Key,
}

/// Where on a page the answer is put.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// The lines that should be in sight.
    pub lines: Range<usize>,
    /// The lines of the entry that the cursor is on.
    pub chosen: Range<usize>,
    /// Column and line of the cursor.
    pub cursor: Option<(usize, usize)>,
}

/// What a key did.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Done {
    Nothing,
    Changed,
    Said(Event),
    /// It cannot be an answer; say what would be.
    Unfit,
}

impl Sheet {
    pub(super) fn new(question: Box<Question>) -> Sheet {
        let part = question.part.clone();
        Sheet {
            question,
            turned: None,
            written: None,
            wants: part.wants.clone(),
            input: Input::of(&part.wants),
            part,
            confidence: false,
            guess: false,
        }
    }

    /// The next part of the same question.
    pub(super) fn then(&mut self, part: Part) {
        self.written = match (&self.wants, &self.input) {
            (Wants::Essay, Input::Editor(editor)) if editor.text().trim() != "." => {
                Some(editor.text().to_owned())
            }
            _ => None,
        };
        self.wants = part.wants.clone();
        self.input = Input::of(&part.wants);
        self.part = part;
    }

    pub(super) fn turn(&mut self, answer: String, why: Option<String>) {
        self.turned = Some((answer, why));
    }

    /// What is waited for. An answer that may be mended stays as it was typed.
    pub(super) fn expect(&mut self, wants: &Wants) {
        self.confidence = *wants == Wants::Confidence;
        if !self.confidence && self.wants != *wants {
            self.wants = wants.clone();
            self.input = Input::of(wants);
        }
    }

    pub(super) fn wants(&self) -> &Wants {
        if self.confidence { &Wants::Confidence } else { &self.wants }
    }

    pub(super) fn is_guess(&self) -> bool {
        self.guess
    }

    /// Whether keys are letters of a text.
    pub(super) fn is_typing(&self) -> bool {
        !self.confidence && matches!(self.input, Input::Editor(_))
    }

    pub(super) fn holds(&self) -> bool {
        matches!(&self.input, Input::List(list) if list.held)
    }

    /// Whether leaving now would lose something.
    pub(super) fn is_half_done(&self) -> bool {
        match &self.input {
            _ if self.confidence => true,
            Input::List(list) => list.is_touched(),
            Input::Editor(editor) => !editor.text().trim().is_empty(),
            Input::Key => false,
        }
    }

    pub(super) fn paste(&mut self, text: &str) {
        if let (false, Input::Editor(editor)) = (self.confidence, &mut self.input) {
            editor.insert(text);
        }
    }

    pub(super) fn key(&mut self, key: KeyEvent, width: usize) -> Done {
        if self.can_be_guess() && key.code == KeyCode::Tab {
            self.guess = !self.guess;
            return Done::Changed;
        }
        match &mut self.input {
            _ if self.confidence => self.word(key),
            Input::Key => self.word(key),
            Input::List(list) => {
                if list.key(key) {
                    return Done::Changed;
                }
                match (key.code, list.answer()) {
                    (KeyCode::Char('0'), _) if list.way == Way::Any => {
                        Done::Said(Event::ChooseAll(Vec::new()))
                    }
                    (KeyCode::Enter, Some(event)) => self.said(event),
                    (KeyCode::Enter, None) => Done::Unfit,
                    _ => Done::Nothing,
                }
            }
            Input::Editor(editor) => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                let finished = match key.code {
                    KeyCode::Enter => !editor.takes_lines(),
                    KeyCode::Char('d') => control && editor.takes_lines(),
                    _ => false,
                };
                if finished {
                    // The same words mean the same as in plain lines.
                    return match input::event(editor.text(), &self.wants) {
                        Some(event) => self.said(event),
                        None => Done::Unfit,
                    };
                }
                if editor.key(key, width) { Done::Changed } else { Done::Nothing }
            }
        }
    }

    /// A key that stands for the line of one letter.
    fn word(&self, key: KeyEvent) -> Done {
        let line = match key.code {
            KeyCode::Enter => String::new(),
            KeyCode::Char(' ') if self.wants == Wants::Reveal => String::new(),
            KeyCode::Char(c) if c.is_alphanumeric() => c.to_string(),
            _ => return Done::Nothing,
        };
        match input::event(&line, self.wants()) {
            Some(event) => Done::Said(event),
            None => Done::Unfit,
        }
    }

    fn can_be_guess(&self) -> bool {
        !self.confidence && input::may_be_guessed(&self.wants)
    }

    fn said(&self, event: Event) -> Done {
        let answer = !matches!(
            event,
            Event::Guess(_) | Event::DontKnow | Event::Quit | Event::Undo | Event::Flag { .. }
        );
        match self.guess && answer {
            true => Done::Said(Event::Guess(Box::new(event))),
            false => Done::Said(event),
        }
    }

    /// The question, and the place of the answer.
    pub(super) fn lay_out(&self, page: &mut Page) -> Place {
        asked::prompt(page, &self.question);
        if let Some((answer, why)) = &self.turned {
            asked::turned(page, answer, why.as_deref());
            page.blank();
        }
        if let Some(written) = &self.written {
            page.line(Style::Quiet, "You wrote:");
            for line in written.lines() {
                page.hanging(Style::Plain, "  ", line);
            }
            page.blank();
        }
        asked::asks(page, &self.part);
        let mut place = match &self.input {
            Input::List(list) => self.list(page, list),
            Input::Editor(editor) => self.editor(page, editor),
            Input::Key => Place::default(),
        };
        if self.guess {
            page.line(Style::Strong, "A guess.");
        }
        if !self.is_typing() && place.lines.is_empty() || self.confidence {
            page.line(Style::Strong, super::keys::asked(self.wants()));
            place = Place { lines: page.lines().len() - 1..page.lines().len(), ..Place::default() };
        }
        place
    }

    fn list(&self, page: &mut Page, list: &List) -> Place {
        let at = |n: usize| list.cursor == Some(n);
        let label = |n: usize| {
            let cursor = match (at(n), list.held) {
                (true, true) => "↕ ",
                (true, false) => "> ",
                _ => "  ",
            };
            let tick = match (list.way, list.ticked.get(n)) {
                (Way::Several | Way::Any, Some(true)) => "[x] ",
                (Way::Several | Way::Any, _) => "[ ] ",
                _ => "",
            };
            format!("{cursor}{tick}{}", asked::label(&self.wants, n).trim_start_matches("  "))
        };
        let from = page.lines().len();
        let places = asked::choices(page, &in_order(&self.wants, &list.order), label);
        page.blank();
        let chosen = list.cursor.and_then(|at| places.get(at).cloned());
        let whole = from..page.lines().len().saturating_sub(1);
        let cursor = chosen.as_ref().map(|lines| (0, lines.start));
        Place { lines: chosen.clone().unwrap_or(whole), chosen: chosen.unwrap_or_default(), cursor }
    }

    fn editor(&self, page: &mut Page, editor: &Editor) -> Place {
        let label = match &self.wants {
            Wants::Number(Some(unit)) => format!("Your number, in {unit}:"),
            Wants::Number(None) => "Your number:".to_owned(),
            _ => "Your answer:".to_owned(),
        };
        page.line(Style::Strong, &label);
        let from = page.lines().len();
        let (rows, (column, row)) = editor.rows(page.width());
        for row in rows {
            page.typed(row);
        }
        page.blank();
        let at = from + row;
        Place { lines: at..at + 1, chosen: 0..0, cursor: Some((column, at)) }
    }
}

impl Input {
    fn of(wants: &Wants) -> Input {
        let list = |way, letters, texts: &[String]| Input::List(List::new(way, letters, texts.len()));
        match wants {
            Wants::Option(texts) => list(Way::One, true, texts),
            Wants::Options(texts) => list(Way::Several, true, texts),
            Wants::Points(texts) => list(Way::Any, false, texts),
            Wants::Order(texts) => list(Way::Order, false, texts),
            Wants::Line(texts) => list(Way::One, false, texts),
            Wants::Number(_) | Wants::Text => Input::Editor(Editor::new(false)),
            Wants::Essay => Input::Editor(Editor::new(true)),
            Wants::Reveal | Wants::Judgement { .. } | Wants::Confidence => Input::Key,
        }
    }
}

/// The steps as the reader has put them.
fn in_order(wants: &Wants, order: &[usize]) -> Wants {
    match wants {
        Wants::Order(texts) => Wants::Order(order.iter().filter_map(|n| texts.get(*n).cloned()).collect()),
        other => other.clone(),
    }
}
