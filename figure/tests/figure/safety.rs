//! What holds for every run: well-formed pictures, no line too wide, no text lost, no panic.

use figure::{Options, ascii, ascii_steps, html, steps_html, svg};
use kit::trace::Trace;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::any_trace::any_trace;
use crate::traces;
use crate::well_formed::fault;

/// The same runs every time.
fn runner(cases: u32) -> TestRunner {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(Config { cases, failure_persistence: None, ..Config::default() }, rng)
}

fn for_any_trace(cases: u32, check: impl Fn(Trace) -> Result<(), TestCaseError>) {
    if let Err(error) = runner(cases).run(&any_trace(), check) {
        panic!("{error}");
    }
}

#[test]
fn every_picture_that_is_drawn_is_well_formed() {
    for_any_trace(200, |trace| {
        if let Ok(picture) = svg(&trace, &Options::default()) {
            prop_assert_eq!(fault(&picture), None, "{}", picture);
        }
        if let Ok(figure) = html(&trace, &Options { caption: "<b>".to_owned(), ..Options::default() }) {
            prop_assert_eq!(fault(&figure), None, "{}", figure);
        }
        prop_assert_eq!(fault(&steps_html(&trace)), None);
        Ok(())
    });
}

/// The check above would be empty if no random run were ever drawn.
#[test]
fn many_random_runs_are_drawn() {
    let mut runner = runner(1);
    let drawn = (0..300).filter(|_| {
        let trace = any_trace().new_tree(&mut runner).expect("a strategy without filters").current();
        !trace.steps.is_empty() && svg(&trace, &Options::default()).is_ok()
    });
    let drawn = drawn.count();
    assert!(drawn >= 60, "only {drawn} of 300 random runs are drawn");
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for_any_trace(200, |trace| {
        for width in [0, 40, 41, 60, 80, 120] {
            for text in [ascii(&trace, width), ascii_steps(&trace, width)] {
                for line in text.lines() {
                    prop_assert!(columns(line) <= width.max(40), "{} columns: `{}`", columns(line), line);
                    prop_assert_eq!(line.trim_end(), line);
                    prop_assert!(!line.contains(char::is_control));
                }
            }
        }
        Ok(())
    });
}

/// Counts as a terminal does, for characters whose width is beyond doubt; 0 for a line with any
/// other, which is drawn only to see that nothing panics.
fn columns(line: &str) -> usize {
    let count = |c: char| match c {
        ' '..='~' | '\u{a1}'..='\u{17f}' | '₹' | '…' | '►' | '│' | '\u{fffd}' => Some(1),
        '\u{300}'..='\u{36f}' => Some(0),
        '\u{3041}'..='\u{9fff}' => Some(2),
        _ => None,
    };
    line.chars().map(count).sum::<Option<usize>>().unwrap_or(0)
}

#[test]
fn every_text_of_every_step_is_in_the_list() {
    for_any_trace(200, |trace| {
        let html = steps_html(&trace);
        prop_assert!(!html.contains("<script"));
        let plain = unescaped(&html);
        for step in &trace.steps {
            for text in [&step.who, &step.act, &step.result] {
                for word in text.split_whitespace().filter(|word| !word.contains(steers)) {
                    prop_assert!(plain.contains(word), "`{}` is missing in {}", word, html);
                }
            }
        }
        if let Some(violation) = &trace.violation
            && !violation.required.contains(steers)
        {
            let required = violation.required.split_whitespace().collect::<Vec<_>>().join(" ");
            let must_be = format!("must be: {required}");
            prop_assert!(plain.contains(&must_be), "`{}` is missing in {}", must_be, html);
        }
        Ok(())
    });
}

fn steers(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c), 0x200e | 0x200f | 0x202a..=0x202e | 0x2066..=0x2069 | 0xfffe | 0xffff)
}

fn unescaped(html: &str) -> String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    entities.iter().fold(html.to_owned(), |text, (entity, c)| text.replace(entity, c))
}

#[test]
fn markup_in_a_text_is_text() {
    let mut trace = traces::lost_update();
    trace.steps[0].act = "<script>alert('1')</script>".to_owned();
    trace.steps[0].result = "a & b".to_owned();
    trace.lanes[0].title = "<pod>".to_owned();
    let figure = html(&trace, &Options::default()).expect("it fits");
    assert!(figure.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"));
    assert!(figure.contains("a &amp; b"));
    assert!(figure.contains("&lt;pod&gt;"));
    assert!(!figure.contains("<script>"));
}

#[test]
fn two_figures_of_a_page_share_no_identifier() {
    let one = Options { id: "first".to_owned(), ..Options::default() };
    let two = Options { id: "7 second\"".to_owned(), ..Options::default() };
    let figures = [one, two].map(|options| html(&traces::faults(), &options).expect("it fits"));
    assert_eq!(fault(&figures.concat()), None);
}
