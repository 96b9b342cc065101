//! What an author reads when the head or the schedule of a scenario is wrong.

use kit::scenario::Scenario;

pub(crate) fn scenario_error(text: &str) -> String {
    match Scenario::parse(text) {
        Ok(scenario) => panic!("{text} was read as {scenario:?}"),
        Err(error) => error.render("lost.txt", text),
    }
}

#[test]
fn a_head_without_a_title() {
    insta::assert_snapshot!(scenario_error("# Money is lost.\nfor: lost-update\n\nrun a\n"), @r#"
    lost.txt:2:1: the head has no `title`
      2 | for: lost-update
        | ^
      help: add a line such as `title: ₹30 is gone and the log looks perfect`
    "#);
}

#[test]
fn a_head_with_a_misspelt_key() {
    insta::assert_snapshot!(scenario_error("tilte: t\nfor: lost-update\n\nrun a\n"), @r#"
    lost.txt:1:1: the head has no `title`, and it has `tilte`
      1 | tilte: t
        | ^
      help: did you mean `title`?
    "#);
}

#[test]
fn a_head_with_a_key_twice() {
    insta::assert_snapshot!(scenario_error("title: t\nfor: lost-update\nclaim: holds\nclaim: breaks p\n"), @r#"
    lost.txt:4:1: `claim` is set again; it was set at 3:1
      4 | claim: breaks p
        | ^
      help: a scenario has one `claim`; remove one of the two lines
    "#);
}

#[test]
fn a_head_with_an_empty_value() {
    insta::assert_snapshot!(scenario_error("title:  \nfor: lost-update\n"), @r#"
    lost.txt:1:7: expected a value after `title:`, found the end of the line
      1 | title:  
        |       ^
      help: write it on the same line
    "#);
}

#[test]
fn a_head_without_a_space_after_the_colon() {
    insta::assert_snapshot!(scenario_error("title: t\nfor:lost-update\n"), @r#"
    lost.txt:2:1: expected `key: value`, found `for:lost-update`
      2 | for:lost-update
        | ^
      help: put a space after the colon
    "#);
}

#[test]
fn a_head_with_no_empty_line_below() {
    insta::assert_snapshot!(scenario_error("title: t\nfor: lost-update\nrun pod-7 to end\n"), @r#"
    lost.txt:3:1: expected `key: value`, found `run pod-7 to end`
      3 | run pod-7 to end
        | ^
      help: this is an act; an empty line separates the head from the schedule
    "#);
}

#[test]
fn a_claim_that_is_none() {
    insta::assert_snapshot!(scenario_error("title: t\nfor: w\nclaim: fails no_debit_is_lost\n"), @r#"
    lost.txt:3:8: expected `holds` or `breaks`, found `fails`
      3 | claim: fails no_debit_is_lost
        |        ^
      help: a claim is written `claim: holds` or `claim: breaks no_debit_is_lost`
    "#);
}

#[test]
fn a_mistake_in_the_schedule_of_a_scenario() {
    insta::assert_snapshot!(scenario_error("title: t\nfor: w\n\n# first\nrun a; run b to COMMIT\n----\n"), @r#"
    lost.txt:5:17: expected `end`, or a part of the statement in quotes after `to`, found `COMMIT`
      5 | run a; run b to COMMIT
        |                 ^
      help: this act is written `run pod-7`, `run pod-7 for 3`, `run pod-7 to "UPDATE"` or `run pod-7 to end`
    "#);
}

#[test]
fn an_empty_file() {
    insta::assert_snapshot!(scenario_error(""), @r#"
    lost.txt:1:1: the head has no `title`
      help: add a line such as `title: ₹30 is gone and the log looks perfect`
    "#);
}
