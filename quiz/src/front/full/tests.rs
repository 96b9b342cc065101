//! The screen without a terminal: real questions, keys as they are pressed, cells as they are drawn.

use super::screen::Screen;
use crate::bank::{Bank, Banks, Sources};
use crate::clock::Moment;
use crate::log::{Mode, Record};
use crate::memory::Memory;
use crate::session::{self, Effect, Event, Manner, Session};
use insta::assert_snapshot;
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::path::Path;
use std::sync::LazyLock;

static KINDS: LazyLock<Banks> = LazyLock::new(|| {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let sources = Sources {
        banks: fixtures.join("kinds"),
        scenarios: fixtures.join("scenarios"),
        concepts: fixtures.join("concepts.yaml"),
        book: fixtures.join("book/text"),
    };
    Banks::load(&sources).expect("the fixture has no errors")
});

/// A sitting with a screen and no terminal.
struct Sitting<'a> {
    session: Session<'a>,
    screen: Screen,
    terminal: Terminal<TestBackend>,
    now: Moment,
    records: Vec<Record>,
    unfit: usize,
}

impl<'a> Sitting<'a> {
    fn new(banks: &'a [Bank], manner: Manner, size: (u16, u16)) -> Sitting<'a> {
        let memory = Memory::default();
        let banks: Vec<&Bank> = banks.iter().collect();
        let tasks = session::quiz(&banks, &memory, usize::MAX, 1);
        let mut sitting = Sitting {
            session: Session::new("host", manner, tasks),
            screen: Screen::new(true),
            terminal: Terminal::new(TestBackend::new(size.0, size.1)).expect("cells in memory"),
            now: Moment { utc_ms: 1_764_000_000_000, offset_min: 330 },
            records: Vec::new(),
            unfit: 0,
        };
        sitting.step(Event::Begin);
        sitting
    }

    fn kinds(size: (u16, u16)) -> Sitting<'static> {
        Sitting::new(KINDS.all(), Manner::plain(Mode::Quiz), size)
    }

    fn step(&mut self, event: Event) {
        self.now.utc_ms += 20_000;
        let effects = self.session.step(self.now, event);
        let wants = self.session.wants();
        for effect in effects {
            match &effect {
                Effect::Record(record) => self.records.push(record.clone()),
                Effect::Unfit => self.unfit += 1,
                _ => {}
            }
            self.screen.show(&effect, wants.as_ref());
        }
    }

    fn press(&mut self, key: KeyEvent) {
        if let Some(event) = self.screen.key(key) {
            self.step(event);
        }
    }

    /// Presses one key after another: `⏎` Enter, `→←↑↓`, `⌫`, `␛` Escape, `⇥` Tab, `⇞⇟` pages, `⇱⇲` Home and End, `␄` Ctrl-D.
    fn keys(&mut self, keys: &str) {
        for c in keys.chars() {
            self.press(key(c));
        }
    }

    fn paint(&mut self) {
        let screen = &mut self.screen;
        self.terminal.draw(|frame| screen.draw(frame)).expect("cells in memory");
    }

    fn drawn(&mut self) -> String {
        self.paint();
        let lines = self.terminal.backend().to_string();
        // The backend quotes each line, and tells of the cells behind a wide letter.
        let lines = lines.lines().map(|line| line.split_once("\" Hidden").map_or(line, |(line, _)| line));
        let lines = lines.map(|line| line.trim_matches('"').trim_end());
        lines.collect::<Vec<_>>().join("\n")
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
    }

    /// On to the question of this kind.
    fn until(&mut self, kind: &str) {
        for _ in 0..30 {
            if self.screen.question().is_some_and(|question| question.kind.name() == kind) && !self.reads() {
                return;
            }
            self.step(Event::DontKnow);
            self.keys("⏎");
        }
        panic!("no {kind}");
    }

    fn reads(&mut self) -> bool {
        self.screen.keys().iter().any(|(_, does)| *does == "next")
    }
}

fn key(c: char) -> KeyEvent {
    let plain = |code| KeyEvent::new(code, KeyModifiers::NONE);
    match c {
        '⏎' => plain(KeyCode::Enter),
        '→' => plain(KeyCode::Right),
        '←' => plain(KeyCode::Left),
        '↑' => plain(KeyCode::Up),
        '↓' => plain(KeyCode::Down),
        '⌫' => plain(KeyCode::Backspace),
        '␛' => plain(KeyCode::Esc),
        '⇥' => plain(KeyCode::Tab),
        '⇞' => plain(KeyCode::PageUp),
        '⇟' => plain(KeyCode::PageDown),
        '⇱' => plain(KeyCode::Home),
        '⇲' => plain(KeyCode::End),
        '␄' => KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL),
        c => plain(KeyCode::Char(c)),
    }
}

const ALL: [&str; 10] =
    ["choice", "multi", "short", "numeric", "order", "trace", "cloze", "flash", "free", "spot"];

/// Keys that leave an answer half done.
fn half(kind: &str) -> &'static str {
    match kind {
        "choice" => "b",
        "multi" => "a↓↓ ",
        "short" => "未知 x",
        "numeric" => "4x0",
        "order" => "↓ ↓",
        "trace" => "↓",
        "free" => "Both read before⏎either wrote.",
        "spot" => "3",
        _ => "⏎",
    }
}

#[test]
fn every_kind_asked() {
    for kind in ALL {
        let mut sitting = Sitting::kinds((80, 24));
        sitting.until(kind);
        assert_snapshot!(format!("asked_{kind}_80x24"), sitting.drawn());
        sitting.keys(half(kind));
        assert_snapshot!(format!("half_{kind}_80x24"), sitting.drawn());
    }
}

#[test]
fn every_kind_in_narrow_windows() {
    let mut shown = String::new();
    for (kind, size) in ALL.into_iter().flat_map(|kind| [(kind, (40, 12)), (kind, (20, 5))]) {
        let mut sitting = Sitting::kinds(size);
        sitting.until(kind);
        sitting.drawn();
        sitting.keys(half(kind));
        shown += &format!("=== {kind} {}x{}\n{}\n", size.0, size.1, sitting.drawn());
    }
    assert_snapshot!("narrow", shown);
}

#[test]
fn every_verdict() {
    let mut shown = String::new();
    for (kind, rest) in [
        ("choice", "⏎"),
        ("multi", "⏎"),
        ("short", "⏎"),
        ("numeric", "⌫⌫0⏎"),
        ("order", " ⏎"),
        ("trace", "⏎5⏎"),
        ("cloze", "f"),
        ("flash", "g"),
        ("free", "␄31⏎"),
        ("spot", "⏎"),
    ] {
        let mut sitting = Sitting::kinds((72, 30));
        sitting.until(kind);
        let before = sitting.records.len();
        sitting.drawn();
        sitting.keys(half(kind));
        sitting.keys(rest);
        assert_eq!(sitting.records.len(), before + 1, "{kind}: {}", sitting.drawn());
        shown += &format!("=== {kind}\n{}\n", sitting.drawn());
    }
    assert_snapshot!("verdicts", shown);
}

/// Both faces lay out questions and verdicts alike, so this holds for plain lines too.
#[test]
fn no_line_is_wider_than_the_window_at_any_width() {
    for kind in ALL {
        let mut sitting = Sitting::kinds((80, 24));
        sitting.until(kind);
        for judged in [false, true] {
            for width in 1..200 {
                let (page, _) = sitting.screen.lay_out(width);
                let wide = page.lines().iter().find(|line| line.columns() > width);
                assert!(wide.is_none(), "{kind}, judged {judged}, at {width}: {wide:?}");
            }
            sitting.step(Event::DontKnow);
        }
    }
}

#[test]
fn only_a_key_that_goes_down_counts() {
    let mut sitting = Sitting::kinds((80, 24));
    sitting.until("short");
    for kind in [KeyEventKind::Press, KeyEventKind::Repeat, KeyEventKind::Release] {
        sitting.press(KeyEvent { kind, ..key('x') });
    }
    for kind in [KeyEventKind::Repeat, KeyEventKind::Release] {
        sitting.press(KeyEvent { kind, ..key('⏎') });
        sitting.press(KeyEvent { kind, ..KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL) });
    }
    let drawn = sitting.drawn();
    assert!(drawn.contains("\n  x\n"), "{drawn}");
}

#[test]
fn leaving_asks_only_when_something_would_be_lost() {
    let mut sitting = Sitting::kinds((80, 24));
    sitting.until("short");
    sitting.keys("un␛");
    assert!(sitting.drawn().contains("Leave without this answer?"));
    sitting.keys("n");
    assert!(sitting.drawn().contains("\n  un\n"));
    sitting.keys("␛y");
    assert!(sitting.screen.is_done());
    let mut sitting = Sitting::kinds((80, 24));
    sitting.until("choice");
    sitting.keys("q");
    assert!(sitting.screen.is_done());
    let mut sitting = Sitting::kinds((80, 24));
    sitting.until("short");
    sitting.keys("un");
    sitting.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(sitting.screen.is_done(), "Ctrl-C asks nothing");
}

#[test]
fn a_letter_of_an_answer_is_no_command() {
    let mut sitting = Sitting::kinds((80, 24));
    sitting.until("short");
    let before = sitting.records.len();
    sitting.keys("q?u!nknown");
    assert!(sitting.drawn().contains("\n  q?u!nknown\n"));
    for _ in 0..10 {
        sitting.keys("⌫");
    }
    sitting.keys("unknown⏎");
    assert_eq!(sitting.records[before].answer, "unknown");
}

#[test]
fn what_is_close_can_be_mended_where_it_stands() {
    let mut sitting = Sitting::kinds((80, 24));
    sitting.until("short");
    let before = sitting.records.len();
    sitting.keys("unknwn⏎");
    let drawn = sitting.drawn();
    assert!(drawn.contains("look at the spelling") && drawn.contains("\n  unknwn\n"), "{drawn}");
    sitting.keys("←←o⏎");
    assert_eq!(sitting.records[before].answer, "unknown");
}

#[test]
fn undo_flag_and_guess() {
    let mut sitting = Sitting::kinds((80, 24));
    sitting.until("choice");
    let before = sitting.records.len();
    sitting.keys("⇥b");
    assert!(sitting.drawn().contains("A guess."));
    sitting.keys("⏎");
    assert_eq!(sitting.records[before].sure, Some(crate::log::Sure::Guess));
    // While the verdict is read, both are about the question that it is of.
    sitting.keys("!two are right");
    assert_snapshot!("flag", sitting.drawn());
    sitting.keys("⏎");
    assert!(sitting.drawn().contains("Flagged kinds/pick"));
    sitting.keys("u");
    let drawn = sitting.drawn();
    assert!(drawn.contains("Taken back.") && drawn.contains("kinds/pick"), "{drawn}");
    assert!(!sitting.reads());
}

#[test]
fn scrolling_reaches_everything() {
    for size in [(20, 5), (40, 12), (9, 2)] {
        let mut sitting = Sitting::kinds(size);
        sitting.until("trace");
        let (page, _) = sitting.screen.lay_out(usize::from(size.0));
        let mut seen = sitting.drawn();
        for _ in 0..page.lines().len() {
            sitting.keys("⇟");
            seen += &sitting.drawn();
        }
        sitting.keys("⇱⇲");
        sitting.paint();
        for line in page.lines() {
            assert!(seen.contains(line.text().trim_end()), "{size:?}: {}", line.text());
        }
    }
}

#[test]
fn what_is_typed_stays_in_sight_and_survives_another_size() {
    let mut sitting = Sitting::kinds((20, 5));
    sitting.until("free");
    sitting.drawn();
    sitting.keys("鎖を取る前に読んだ。そして書いた");
    assert!(sitting.drawn().replace(char::is_whitespace, "").contains("そして書いた"));
    sitting.resize(60, 20);
    assert!(sitting.drawn().replace(char::is_whitespace, "").contains("鎖を取る前に読んだ。そして書いた"));
    sitting.resize(1, 1);
    sitting.drawn();
    sitting.resize(20, 5);
    assert!(sitting.drawn().replace(char::is_whitespace, "").contains("そして書いた"));
}

#[test]
fn without_colours_it_is_bold_and_reversed() {
    let mut sitting = Sitting::kinds((80, 24));
    sitting.screen = Screen::new(false);
    let mut again = Sitting::kinds((80, 24));
    std::mem::swap(&mut sitting.session, &mut again.session);
    sitting.step(Event::DontKnow);
    sitting.drawn();
    let cells = &sitting.terminal.backend().buffer().content;
    assert!(cells.iter().all(|cell| cell.fg == ratatui::style::Color::Reset));
    assert!(cells.iter().any(|cell| cell.modifier.contains(ratatui::style::Modifier::BOLD)));
}

fn any_key() -> impl Strategy<Value = KeyEvent> {
    let chars = prop::sample::select(
        "⏎⏎⏎⏎→←↑↓⌫␛⇥⇞⇟⇱⇲␄ abcdjkJKgfuq?!ny.0123459鎖\u{301}é".chars().collect::<Vec<_>>(),
    );
    let kind = prop::sample::select(vec![
        KeyEventKind::Press,
        KeyEventKind::Press,
        KeyEventKind::Press,
        KeyEventKind::Release,
    ]);
    (chars, kind).prop_map(|(c, kind)| KeyEvent { kind, ..key(c) })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn no_key_and_no_size_loses_an_answer(
        steps in prop::collection::vec((any_key(), prop::option::weighted(0.1, (1u16..90, 1u16..30))), 0..120),
        four: bool,
        seconds in prop::option::of(1u32..100),
    ) {
        let manner = Manner { four_grades: four, seconds, always_confidence: seconds.is_some(), ..Manner::plain(Mode::Quiz) };
        let mut sitting = Sitting::new(KINDS.all(), manner, (80, 24));
        let mut said = 0;
        for (key, size) in steps {
            if let Some((width, height)) = size {
                sitting.resize(width, height);
            }
            let before = (sitting.records.len(), sitting.unfit);
            sitting.paint();
            if let Some(event) = sitting.screen.key(key) {
                let undo = event == Event::Undo;
                let answer = matches!(event, Event::Choose(_) | Event::ChooseAll(_) | Event::Arrange(_) | Event::Number(_)
                    | Event::Text(_) | Event::Said | Event::Reveal | Event::Judge(_) | Event::Sure(_) | Event::Guess(_));
                sitting.step(event.clone());
                // What the screen lets through is an answer to what was asked.
                prop_assert!(!answer || sitting.unfit == before.1, "{event:?} at\n{}", sitting.drawn());
                said += usize::from(answer);
                prop_assert!(undo || sitting.records.len() >= before.0);
            }
        }
        prop_assert!(sitting.records.len() <= said + sitting.records.iter().filter(|record| record.answer.contains('?') || record.answer.contains("forgot")).count());
        sitting.drawn();
    }
}

/// Whenever the window shrinks to nothing and comes back, what has to be read first is seen first.
#[test]
fn a_window_that_bounces_shows_the_verdict() {
    for bounces in 0u32..64 {
        let mut sitting = Sitting::kinds((20, 5));
        sitting.until("trace");
        for (step, keys) in ["⇟⇟⇟⇟⇟⇟b", "⏎", "7", "0", "⏎", ""].into_iter().enumerate() {
            sitting.paint();
            if bounces & 1 << step != 0 {
                sitting.resize(1, 1);
                sitting.paint();
            }
            sitting.keys(keys);
            if bounces & 1 << step != 0 {
                sitting.paint();
                sitting.resize(20, 5);
            }
        }
        let drawn = sitting.drawn();
        assert!(drawn.contains("Not this time") || drawn.contains("Right."), "{bounces:b}:\n{drawn}");
    }
}

/// The rows of a flag's note are those that are drawn.
#[test]
fn the_cursor_goes_up_a_row_of_the_note() {
    let mut sitting = Sitting::kinds((40, 24));
    sitting.until("choice");
    // One row of the window, two beside `What is wrong? `.
    sitting.keys("!two are right and one is not asked");
    assert!(sitting.drawn().contains("What is wrong? is not asked"), "{}", sitting.drawn());
    sitting.keys("↑");
    assert!(sitting.drawn().contains("What is wrong? two are right and one"), "{}", sitting.drawn());
    sitting.keys("↓");
    assert!(sitting.drawn().contains("What is wrong? is not asked"), "{}", sitting.drawn());
}
