//! What is on the screen, as pure state: effects and keys in, events out. It draws into any
//! ratatui frame, so tests need no terminal.

use super::draw::beside_flag;
use super::editor::Editor;
use super::sheet::{Done, Place, Sheet};
use crate::front::line::Style;
use crate::front::page::Page;
use crate::front::{asked, input, told};
use crate::log::What;
use crate::session::{Effect, Event, Question, Verdict, Wants};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// The whole screen.
#[derive(Debug, Default)]
pub(crate) struct Screen {
    /// Whether there are colours; bold and reverse are there in any case.
    pub(super) colour: bool,
    /// The question that is asked, or will be once the verdict has been read.
    sheet: Option<Sheet>,
    /// What is to be read first.
    verdict: Option<Read>,
    /// What is asked over all of it.
    pub(super) over: Option<Over>,
    /// One line about what just happened.
    pub(super) status: Option<String>,
    pub(super) scroll: usize,
    /// Whether the place of the answer has to come into sight.
    pub(super) follow: bool,
    /// Whether the reader has begun to answer.
    begun: bool,
    /// Columns and lines of the part that scrolls, as it was drawn last.
    pub(super) window: (usize, usize),
    /// Since the sitting began.
    pub(super) minutes: u64,
    /// Since the question was shown.
    pub(super) seconds: u64,
    /// Whether questions are shown with the names of their chapters.
    named: bool,
    /// The last event that a key stood for.
    sent: Option<Event>,
    /// The sitting has ended.
    ended: bool,
    /// The reader wants to leave without reading.
    gone: bool,
}

/// A verdict and its question.
#[derive(Debug)]
struct Read {
    verdict: Box<Verdict>,
    question: Option<Box<Question>>,
}

/// What is asked over the question.
#[derive(Debug)]
pub(super) enum Over {
    /// Whether to leave although an answer is half done.
    Leave,
    /// What is wrong with this question, or with the one before it.
    Flag { before: bool, note: Editor },
}

impl Screen {
    pub(crate) fn new(colour: bool) -> Screen {
        Screen { colour, ..Screen::default() }
    }

    /// Whether there is nothing left to read or to answer.
    pub(crate) fn is_done(&self) -> bool {
        self.ended && (self.gone || self.verdict.is_none())
    }

    pub(crate) fn show(&mut self, effect: &Effect, wants: Option<&Wants>) {
        match effect {
            Effect::Ask(question) => {
                self.named = question.named;
                self.sheet = Some(Sheet::new(question.clone()));
                self.top();
            }
            Effect::Then(part) => self.on_sheet(|sheet| sheet.then(part.clone())),
            Effect::Turn { answer, why } => self.on_sheet(|sheet| sheet.turn(answer.clone(), why.clone())),
            // The card has just been read, and there is nothing to add.
            Effect::Verdict(verdict) if verdict.right && verdict.remarks.is_empty() => {
                self.status = said(|page| told::tell(page, verdict));
            }
            Effect::Verdict(verdict) => {
                let question = self.sheet.take().map(|sheet| sheet.question);
                self.verdict = Some(Read { verdict: verdict.clone(), question });
                self.top();
            }
            Effect::Near(near) => self.status = said(|page| told::close(page, *near)),
            Effect::Note(what) => {
                if matches!(what, What::Undo { .. }) {
                    self.verdict = None;
                }
                self.status = said(|page| told::noted(page, what, self.named));
            }
            Effect::Unfit => {
                let refused = |wants| input::refused(self.sent.as_ref().unwrap_or(&Event::Begin), wants);
                self.status = wants.map(refused);
            }
            Effect::End(_) => {
                self.ended = true;
                self.sheet = None;
            }
            Effect::Confidence | Effect::Record(_) => {}
        }
        if let (Some(wants), Some(sheet)) = (wants, &mut self.sheet) {
            sheet.expect(wants);
        }
    }

    /// What is waited for.
    pub(crate) fn expect(&mut self, wants: &Wants) {
        if let Some(sheet) = &mut self.sheet {
            sheet.expect(wants);
        }
    }

    /// The time of the sitting and of the question. Whether anything looks different now.
    pub(crate) fn tick(&mut self, minutes: u64, seconds: u64) -> bool {
        let timed = self.question().is_some_and(|question| question.seconds.is_some());
        let differs = self.minutes != minutes || (timed && self.seconds != seconds);
        (self.minutes, self.seconds) = (minutes, seconds);
        differs
    }

    pub(crate) fn paste(&mut self, text: &str) {
        match (&mut self.over, &mut self.sheet) {
            (Some(Over::Flag { note, .. }), _) => note.insert(text),
            (None, Some(sheet)) if self.verdict.is_none() => sheet.paste(text),
            _ => {}
        }
        self.changed();
    }

    /// What a key means to the machine, if anything.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Event> {
        // Windows and some terminals also tell when a key is let go.
        if key.kind != KeyEventKind::Press {
            return None;
        }
        self.status = None;
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            self.gone = true;
            return Some(Event::Quit);
        }
        let event = match (&self.over, &self.verdict, &self.sheet) {
            (Some(Over::Leave), ..) => self.leave_key(key),
            (Some(Over::Flag { .. }), ..) => self.flag_key(key),
            (None, Some(_), _) => self.verdict_key(key),
            (None, None, Some(_)) => self.sheet_key(key),
            (None, None, None) => None,
        };
        self.sent.clone_from(&event);
        event
    }

    fn leave_key(&mut self, key: KeyEvent) -> Option<Event> {
        self.over = None;
        match key.code {
            KeyCode::Char('y' | 'Y' | 'q') => self.quit(),
            _ => None,
        }
    }

    fn flag_key(&mut self, key: KeyEvent) -> Option<Event> {
        let Some(Over::Flag { before, note }) = &mut self.over else { return None };
        match key.code {
            KeyCode::Enter => {
                let event = Event::Flag { before: *before, text: note.text().trim().to_owned() };
                self.over = None;
                return Some(event);
            }
            KeyCode::Esc => self.over = None,
            _ => {
                note.key(key, beside_flag(self.window.0));
            }
        }
        None
    }

    fn verdict_key(&mut self, key: KeyEvent) -> Option<Event> {
        match key.code {
            KeyCode::Enter | KeyCode::Char('n') => {
                self.verdict = None;
                self.top();
                (!self.ended).then_some(Event::Ready)
            }
            KeyCode::Esc | KeyCode::Char('q') => self.quit(),
            KeyCode::Char('u') if !self.ended => Some(Event::Undo),
            KeyCode::Char('!') if !self.ended => self.flag(true),
            _ => {
                self.scroll_by(key);
                None
            }
        }
    }

    fn sheet_key(&mut self, key: KeyEvent) -> Option<Event> {
        let width = self.window.0;
        let sheet = self.sheet.as_mut()?;
        let (typing, half) = (sheet.is_typing(), sheet.is_half_done());
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') if key.code == KeyCode::Esc || !typing => {
                if !half {
                    return self.quit();
                }
                self.over = Some(Over::Leave);
                return None;
            }
            KeyCode::Char('?') if !typing => return Some(Event::DontKnow),
            KeyCode::Char('u') if !typing => return Some(Event::Undo),
            KeyCode::Char('!') if !typing => return self.flag(false),
            _ => {}
        }
        match sheet.key(key, width) {
            Done::Said(Event::Quit) => self.quit(),
            Done::Said(event) => Some(event),
            Done::Changed => {
                self.changed();
                None
            }
            Done::Unfit => {
                self.status = Some(super::keys::missing(sheet));
                None
            }
            Done::Nothing => {
                self.scroll_by(key);
                None
            }
        }
    }

    /// There is nobody who could read on.
    pub(super) fn leave(&mut self) {
        self.gone = true;
    }

    fn quit(&mut self) -> Option<Event> {
        self.leave();
        Some(Event::Quit)
    }

    fn flag(&mut self, before: bool) -> Option<Event> {
        self.over = Some(Over::Flag { before, note: Editor::new(false) });
        None
    }

    fn top(&mut self) {
        (self.scroll, self.follow, self.begun) = (0, false, false);
    }

    /// The answer has changed.
    fn changed(&mut self) {
        (self.follow, self.begun) = (true, true);
    }

    /// How large the window is now. An answer that has been begun stays in sight.
    pub(super) fn fit(&mut self, window: (usize, usize)) {
        self.follow |= self.begun && self.window != window;
        self.window = window;
    }

    fn scroll_by(&mut self, key: KeyEvent) {
        let page = self.window.1.saturating_sub(1).max(1);
        self.scroll = match key.code {
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll.saturating_add(page),
            KeyCode::PageUp => self.scroll.saturating_sub(page),
            KeyCode::Down | KeyCode::Char('j') => self.scroll.saturating_add(1),
            KeyCode::Up | KeyCode::Char('k') => self.scroll.saturating_sub(1),
            KeyCode::Home => 0,
            KeyCode::End => usize::MAX,
            _ => self.scroll,
        };
    }

    fn on_sheet(&mut self, change: impl FnOnce(&mut Sheet)) {
        if let Some(sheet) = &mut self.sheet {
            change(sheet);
        }
        self.follow = true;
    }

    /// The question that is before the reader.
    pub(super) fn question(&self) -> Option<&Question> {
        match &self.verdict {
            Some(read) => read.question.as_deref(),
            None => self.sheet.as_ref().map(|sheet| &*sheet.question),
        }
    }

    /// What the reader sees, in lines of this width.
    pub(super) fn lay_out(&self, width: usize) -> (Page, Place) {
        let mut page = Page::new(width, false);
        let mut place = Place::default();
        match (&self.verdict, &self.sheet) {
            (Some(read), _) => {
                told::tell(&mut page, &read.verdict);
                told::others(&mut page, &read.verdict);
                if let Some(question) = &read.question {
                    page.blank();
                    page.line(Style::Quiet, "You were asked:");
                    page.blank();
                    asked::prompt(&mut page, question);
                    asked::part(&mut page, &question.part);
                }
            }
            (None, Some(sheet)) => place = sheet.lay_out(&mut page),
            (None, None) => {}
        }
        (page, place)
    }

    /// The keys that work now and what they do, the most needed first.
    pub(super) fn keys(&self) -> Vec<(&'static str, &'static str)> {
        match (&self.over, &self.verdict, &self.sheet) {
            (Some(Over::Leave), ..) => vec![("y", "leave"), ("n", "stay")],
            (Some(Over::Flag { .. }), ..) => vec![("Enter", "flag"), ("Esc", "do not")],
            (None, Some(_), _) if self.ended => vec![("Enter", "finish")],
            (None, Some(_), _) => {
                vec![("Enter", "next"), ("u", "undo"), ("!", "flag"), ("q", "leave")]
            }
            (None, None, Some(sheet)) => super::keys::of(sheet),
            (None, None, None) => Vec::new(),
        }
    }
}

/// What a page of one line would say.
fn said(tell: impl FnOnce(&mut Page)) -> Option<String> {
    let mut page = Page::new(usize::MAX, false);
    tell(&mut page);
    page.lines().first().map(crate::front::line::Line::text)
}
