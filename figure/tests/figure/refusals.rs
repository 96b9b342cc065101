//! A figure that cannot be read is not drawn, and its author is told why.

use figure::{Options, Place, Trouble, svg};
use kit::trace::Mark;

use crate::traces;

fn pill(text: &str) -> Mark {
    Mark::Pill { lane: "ledger".to_owned(), text: text.to_owned(), at: 1 }
}

#[test]
fn labels_that_cover_each_other_are_named_with_their_steps() {
    let mut trace = traces::lost_update();
    trace.steps[0].marks.extend((0..12).map(|n| pill(&format!("first {n}"))));
    trace.steps[2].marks.push(pill("the last straw"));
    let overlaps = svg(&trace, &Options::default()).expect_err("there is no room for so many");
    let last = overlaps.iter().find(|overlap| overlap.label.text == "the last straw").expect("it is named");
    assert_eq!(last.label, Place { text: "the last straw".to_owned(), step: 3 });
    assert!(matches!(&last.trouble, Trouble::Covers(other) if other.step == 1), "{last}");
    let said = last.to_string();
    assert!(said.starts_with("`the last straw` (step 3) overlaps `first "), "{said}");
    assert!(said.contains("(step 1)"), "{said}");
}

#[test]
fn a_label_that_an_arrow_cannot_carry_is_refused() {
    let mut trace = traces::lost_update();
    let Some(Mark::Arrow { label, .. }) = trace.steps[1].marks.first_mut() else { panic!("an arrow") };
    *label = "write 70.0".to_owned();
    let overlaps = svg(&trace, &Options::default()).expect_err("ten characters");
    assert_eq!(overlaps.len(), 1);
    assert_eq!(
        overlaps[0].to_string(),
        "`write 70.0` (step 2) has 10 characters and an arrow carries 9; say the rest in the step"
    );
}

#[test]
fn a_pill_wider_than_the_figure_is_refused() {
    let mut trace = traces::lost_update();
    let long = "a state that needs far more words than a figure of this width has room for";
    trace.steps[1].marks.push(pill(long));
    let overlaps = svg(&trace, &Options::default()).expect_err("too wide");
    assert!(matches!(overlaps[0].trouble, Trouble::LeavesTheFigure), "{}", overlaps[0]);
}

/// Without this a mark on a mistyped lane would vanish without a word.
#[test]
fn a_lane_that_nobody_declared_is_seen() {
    let mut trace = traces::lost_update();
    trace.steps[1].marks.push(Mark::Note { lane: "pod-9".to_owned(), text: "here".to_owned(), at: 2 });
    let picture = svg(&trace, &Options::default()).expect("it fits");
    assert!(picture.contains(">pod-9</text>"));
    assert!(figure::ascii(&trace, 80).contains("pod-9"));
}
