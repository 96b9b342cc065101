//! What the player and the stylesheet rely on. How they behave is tested in a browser, with the
//! book's pages.

use figure::{CSS, JS, Options, svg};

use crate::traces;

fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next())
}

/// The open point of the grammar: at step 6 the picture must not yet show that the pause of
/// step 7 ends.
#[test]
fn what_lasts_is_veiled_below_the_next_step() {
    let picture = svg(&traces::paused_holder(), &Options::default()).expect("it fits");
    let lines: Vec<&str> = picture.lines().collect();
    let mut discs = Vec::new();
    for pair in lines.windows(2) {
        if let Some(now) = attribute(pair[0], "data-now") {
            let y = attribute(pair[1], "cy").expect("a number stands somewhere");
            discs.push((now.parse::<f64>().expect("a height"), y.parse::<f64>().expect("a height")));
        }
    }
    assert_eq!(discs.len(), 9);
    for pair in discs.windows(2) {
        let ((now, y), (next_now, next_y)) = (pair[0], pair[1]);
        assert!(now > y, "a step shows what begins with it");
        assert!(now < next_y, "{now} shows what begins at {next_y}");
        assert!(now <= next_now);
    }
}

#[test]
fn every_mark_tells_its_step_and_its_instant() {
    let picture = svg(&traces::paused_holder(), &Options::default()).expect("it fits");
    let classes =
        ["fig-arrow", "fig-bar", "fig-belief", "fig-pause", "fig-label", "fig-note", "fig-pill", "fig-disc"];
    let mut marks = 0;
    for line in picture.lines().filter(|line| line.contains("class=\"")) {
        let class = attribute(line, "class").expect("a class").split(' ').next().expect("a name");
        if classes.contains(&class) {
            assert!(attribute(line, "data-step").is_some() && attribute(line, "data-at").is_some(), "{line}");
            marks += 1;
        }
    }
    assert!(marks > 25, "{marks}");
}

#[test]
fn the_player_finds_what_it_looks_for() {
    let figure = figure::html(&traces::paused_holder(), &Options::default()).expect("it fits");
    for class in
        ["trace", "trace-steps", "trace-who", "trace-act", "trace-result", "fig", "fig-until", "fig-disc"]
    {
        assert!(JS.contains(&format!(".{class}")), "the player does not know {class}");
        let there = figure.split("class=\"").skip(1).any(|rest| {
            rest.split('"').next().is_some_and(|classes| classes.split(' ').any(|name| name == class))
        });
        assert!(there, "no figure has {class}");
    }
}

#[test]
fn a_still_figure_is_left_alone_by_the_player() {
    let options = |still| Options { still, ..Options::default() };
    let figure = |still| figure::html(&traces::paused_holder(), &options(still)).expect("it fits");
    assert!(figure(true).starts_with("<figure class=\"trace trace-still\""));
    assert!(!figure(false).contains("trace-still"));
    assert!(JS.contains("figure.trace:not(.trace-still)"));
}

/// Fonts lack symbols; screen readers read them out.
#[test]
fn the_player_speaks_in_words() {
    assert!(JS.is_ascii());
    for word in ["Start", "Back", "Next", "Show all", "Show me"] {
        assert!(JS.contains(&format!("\"{word}\"")), "{word}");
    }
}

#[test]
fn every_theme_has_its_colours() {
    for theme in
        [".coal", ".navy", ".ayu", ".rust", "html:not(.js)", "@media print", "prefers-reduced-motion"]
    {
        assert!(CSS.contains(theme), "{theme}");
    }
    let picture = svg(&traces::faults(), &Options::default()).expect("it fits");
    assert!(!picture.contains("style=") && !picture.contains("fill=") && !picture.contains("stroke="));
}
