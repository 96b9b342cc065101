//! Both faces in a real terminal, from the first question to the end of the sitting.

use crate::window::Window;

const ENTER: &str = "\r";
const CONTROL_C: &str = "\u{3}";
const CONTROL_D: &str = "\u{4}";
const ESCAPE: &str = "\u{1b}";
const UP: &str = "\u{1b}[A";

/// What was asked and answered, in the order that the seed gives.
const ALL_RIGHT: [&str; 10] = [
    "1 row | ₹70",
    "in doubt",
    "At the second read",
    "BEGIN IMMEDIATE > Note the time for the log > SELECT the balance > UPDATE the balance > COMMIT",
    "Let the database subtract + Lock before the read",
    "got it",
    "80",
    "line 1",
    "Both read first. | points 1 2",
    "got it",
];

#[test]
fn plain_lines_from_start_to_end() {
    let mut window = Window::open("pty-plain", "run", (80, 60));
    for (seen, keys) in [
        ("How is step 4 answered?\r\n", ""),
        ("Your pick", "a\r"),
        ("in the end?", "₹70\r"),
        ("2 of 10", "in doubt\r"),
        ("3 of 10", "b\r"),
        ("4 of 10", "5 2 4 1 3\r"),
        ("5 of 10", "c b\r"),
        ("6 of 10", "\r"),
        ("Did you have it?", "g\r"),
        ("7 of 10", "80\r"),
        ("8 of 10", "1\r"),
        ("9 of 10", "Both read first.\r\r"),
        ("How sure are you?", "3\r"),
        ("Which of these does your answer say?", "1 2\r"),
        ("10 of 10", "\r"),
        ("until the write is committed", "g\r"),
    ] {
        window.answer(seen.trim_end(), keys);
    }
    window.see("10 of 10 right.");
    assert_eq!(window.end(), 0);
    assert!(window.is_as_before());
    assert_eq!(window.answers(), ALL_RIGHT);
}

#[test]
fn the_whole_screen_from_start_to_end() {
    let mut window = Window::open("pty-full", "run --full", (80, 24));
    window.answer("step 4", "a\r");
    window.answer("in the end?", "₹70\r");
    window.answer("The whole run:", ENTER);
    window.answer("2 of 10", "in doubt\r");
    window.answer("Right.", ENTER);
    // In the middle, the window changes.
    window.see("3 of 10");
    window.resize((40, 12));
    window.until("new layout", |screen| screen.contents().contains("subtract ₹30, and\nwrite."));
    window.press("b");
    window.see("> b) At the second read");
    window.resize((72, 40));
    window.until("old layout", |screen| screen.contents().contains("  > b) At the second read"));
    window.press(ENTER);
    window.answer("Right.", ENTER);
    // The last step goes up to the top, and the step that is the last one then behind it.
    window.answer("4 of 10", "5");
    window.answer("> 5 BEGIN", " ");
    for held in ["↕ 5", "↕ 4", "↕ 3", "↕ 2"] {
        window.answer(held, UP);
    }
    window.answer("↕ 1 BEGIN", " 5");
    window.answer("> 5 SELECT", "K");
    window.answer("> 4 SELECT", "K");
    window.answer("> 3 SELECT", "K");
    window.answer("> 2 SELECT", "4");
    window.answer("> 4 Note", "K");
    window.answer("> 3 Note", ENTER);
    window.answer("One right order", ENTER);
    window.answer("5 of 10", "bc\r");
    window.answer("Right.", ENTER);
    window.answer("6 of 10", ENTER);
    window.answer("Did you have it?", "g");
    window.answer("7 of 10", "80\r");
    window.answer("Right.", ENTER);
    window.answer("8 of 10", "1\r");
    window.answer("Right.", ENTER);
    window.answer("9 of 10", "Both read first.");
    window.press(CONTROL_D);
    window.answer("How sure are you?", "3");
    window.answer("You wrote:", "12\r");
    window.answer("Right, and there is more to say.", ENTER);
    window.answer("10 of 10", ENTER);
    window.answer("Did you have it?", "g");
    window.see("10 of 10 right.");
    assert_eq!(window.end(), 0);
    assert!(window.is_as_before());
    let mut expected = ALL_RIGHT;
    expected[3] =
        "BEGIN IMMEDIATE > SELECT the balance > Note the time for the log > UPDATE the balance > COMMIT";
    assert_eq!(window.answers(), expected);
}

#[test]
fn control_c_puts_the_terminal_back_and_loses_nothing() {
    for look in ["--full", ""] {
        let mut window = Window::open(&format!("pty-interrupt{look}"), &format!("run {look}"), (80, 40));
        window.answer("step 4", "a\r");
        window.answer("in the end?", "₹70\r");
        window.see("The whole run:");
        if look == "--full" {
            window.until("second screen", vt100::Screen::alternate_screen);
            window.press(ENTER);
        }
        window.answer("2 of 10", "half an an");
        window.see("half an an");
        window.press(CONTROL_C);
        window.end();
        assert!(window.is_as_before(), "{look}");
        assert_eq!(window.answers(), ["1 row | ₹70"], "{look}");
    }
}

#[test]
fn a_program_that_is_told_to_stop_puts_the_terminal_back() {
    let mut window = Window::open("pty-terminated", "run --full", (80, 24));
    window.answer("step 4", "a\r");
    window.answer("in the end?", "*70*\r");
    // What was typed is no Markdown.
    window.see("You said: *70*");
    window.terminate();
    assert_eq!(window.end(), 1);
    window.see("told to stop; every answer given is in the log");
    assert!(window.is_as_before());
    assert_eq!(window.answers(), ["1 row | *70*"]);
}

#[test]
fn who_leaves_amid_an_answer_goes_on_there() {
    let mut window = Window::open("pty-resume", "flash --full --limit 20", (80, 24));
    window.answer("Two workers read", "b\r");
    window.answer("You were asked:", ENTER);
    window.answer("2 of 10", "half an answer");
    window.see("half an answer");
    window.press(ESCAPE);
    window.answer("Leave without this answer?", "y");
    window.see("1 answered");
    window.end();
    // What was answered is not asked again, and what was not is.
    let mut window =
        Window::again(&window.data, "flash --full --limit 20", (80, 24), &[("TERM", "xterm-256color")]);
    assert!(!window.see("1 of 9").contains("Two workers read"));
    window.press(ESCAPE);
    window.end();
    assert!(window.is_as_before());
    assert_eq!(window.answers().len(), 1);
}

#[test]
fn a_very_small_window() {
    let mut window = Window::open("pty-small", "run --full", (20, 5));
    window.see("Two debits of ₹30.");
    let mut pages = 0;
    while !window.see("").contains("b) 0 rows") && pages < 40 {
        pages += 1;
        window.press("\u{1b}[6~");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    window.answer("b) 0 rows", "b");
    window.answer("> b) 0 rows", ENTER);
    window.resize((1, 1));
    window.press("7");
    window.resize((20, 5));
    window.see("1 of 10");
    window.answer("7", "0\r");
    window.answer("Not this time", CONTROL_C);
    assert_eq!(window.end(), 0);
    assert_eq!(window.answers(), ["0 rows | 70"]);
}

#[test]
fn wide_letters_have_two_columns() {
    let mut window = Window::open("pty-wide", "run --full", (80, 24));
    window.answer("step 4", "a\r");
    window.see("in the end?");
    window.press("鎖を取る");
    let after = |column| move |screen: &vt100::Screen| screen.cursor_position().1 == column;
    window.until("cursor behind four wide letters", after(2 + 8));
    window.press("\u{1b}[D\u{1b}[D\u{7f}");
    window.until("cursor behind the first", after(2 + 2));
    window.see("鎖取る");
    // Pasted at once, with an end of line that must not send it.
    window.press("\u{1b}[200~a\rb\u{1b}[201~");
    window.see("鎖a b取る");
    window.press(ESCAPE);
    window.answer("Leave without", "y");
    window.end();
    assert_eq!(window.answers().len(), 0);
}

#[test]
fn a_dumb_terminal_keeps_to_lines() {
    let dumb = [("TERM", "dumb"), ("WORKBOOK_SCREEN", "full")];
    let folder = crate::place::folder("pty-dumb");
    let mut window = Window::again(&folder, "run", (80, 24), &dumb);
    let shown = window.see("Your pick");
    assert!(!window.until("screen", |_| true).contains('\u{1b}') && shown.contains("1 of 10"));
    window.press("q\r");
    assert_eq!(window.end(), 0);
    let mut window = Window::again(&folder, "run --full", (80, 24), &dumb);
    window.see("help: leave it out");
    assert_eq!(window.end(), 2);
    // Where it can be painted, the environment decides, and --plain over it.
    let wish = [("TERM", "xterm"), ("WORKBOOK_SCREEN", "full")];
    let mut window = Window::again(&folder, "run", (80, 24), &wish);
    window.until("second screen", vt100::Screen::alternate_screen);
    window.answer("step 4", "q");
    window.end();
    let mut window = Window::again(&folder, "run --plain", (80, 24), &wish);
    window.answer("Your pick", "q\r");
    assert_eq!(window.end(), 0);
}

#[test]
fn an_interview_shows_the_time_that_is_left() {
    let mut window = Window::open("pty-interview", "interview --seconds 30 --full", (80, 24));
    window.answer("0 of 30 s", "Both read first.");
    window.press(CONTROL_D);
    window.answer("How sure are you?", "1");
    window.answer("You wrote:", " ");
    window.press(CONTROL_C);
    window.end();
    assert!(window.is_as_before());
    assert_eq!(window.answers(), ["Both read first. | ?"]);
}
