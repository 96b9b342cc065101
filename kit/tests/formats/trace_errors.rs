//! What an author reads when a recorded trace is wrong.

use super::scenario_errors::scenario_error;

/// Errors in the trace of a scenario, with places in the whole file.
fn trace_errors(traces: &[&str]) -> String {
    let file = |trace: &&str| scenario_error(&format!("title: t\nfor: w\n\nrun a\n----\n{trace}"));
    traces.iter().map(file).collect::<Vec<_>>().join("\n")
}

#[test]
fn traces_with_a_mistake_in_the_head() {
    insta::assert_snapshot!(trace_errors(&[
        "1 | 0 | a | x", "lanes: a b", "lanes: a, a", "lanes: a", "lanes: a\nclock: seconds",
    ]), @r#"
    lost.txt:6:1: expected `lanes:`, found `1 | 0 | a | x`
      6 | 1 | 0 | a | x
        | ^
      help: a trace begins with two lines such as `lanes: pod-7, ledger "account 42"` and `clock: instants`

    lost.txt:6:10: expected `,` after `a`, found `b`
      6 | lanes: a b
        |          ^
      help: a trace begins with two lines such as `lanes: pod-7, ledger "account 42"` and `clock: instants`

    lost.txt:6:11: the lane `a` is named twice
      6 | lanes: a, a
        |           ^
      help: a trace begins with two lines such as `lanes: pod-7, ledger "account 42"` and `clock: instants`

    lost.txt:6:9: expected `clock:`, found the end of the text
      6 | lanes: a
        |         ^
      help: a trace begins with two lines such as `lanes: pod-7, ledger "account 42"` and `clock: instants`

    lost.txt:7:8: expected `instants` or `milliseconds`, found `seconds`
      7 | clock: seconds
        |        ^
      help: a trace begins with two lines such as `lanes: pod-7, ledger "account 42"` and `clock: instants`
    "#);
}

#[test]
fn traces_with_a_mistake_in_a_step() {
    let step = |step: &str| format!("lanes: pod-7, ledger\nclock: instants\n{step}\n");
    let steps = [
        "2 | 0 | pod-7 | x",
        "1 | 0 | pod-7 | x\n1 | 1 | pod-7 | x",
        "1 | 0 | pod-8 | x",
        "1 | 0 | pod-7",
        "1 | soon | pod-7 | x",
        "1 | 0 | pod-7 | x | y | 0 events",
        "1 | 0 | pod-7 | x | y | 2 events | z",
        "1 | 0 | pod-7 | \"x\" y",
        "SELECT 1",
        "= balance ₹70",
        "! step 1 | a | b",
        "1 | 0 | | x\n! step 2 | a | b",
        "= a: b\n1 | 0 | | x",
        "1 | 0 | | x\n! step 1 | a | b\n! step 1 | a | b",
        "1 | 0 | | x\n! 1 | a | b",
        "! step 1 | a",
    ]
    .map(step);
    insta::assert_snapshot!(trace_errors(&steps.each_ref().map(String::as_str)), @r#"
    lost.txt:8:1: expected step 1, found step 2
      8 | 2 | 0 | pod-7 | x
        | ^
      help: steps count from 1, without a gap

    lost.txt:9:1: expected step 2, found step 1
      9 | 1 | 1 | pod-7 | x
        | ^
      help: steps count from 1, without a gap

    lost.txt:8:9: no lane has the id "pod-8"
      8 | 1 | 0 | pod-8 | x
        |         ^
      help: did you mean "pod-7"?

    lost.txt:8:14: expected 4 to 6 fields, found 3
      8 | 1 | 0 | pod-7
        |              ^
      help: a step is written NUMBER | INSTANT | LANE | ACT | RESULT | N events

    lost.txt:8:5: expected an instant, found `soon`
      8 | 1 | soon | pod-7 | x
        |     ^
      help: a step is written NUMBER | INSTANT | LANE | ACT | RESULT | N events

    lost.txt:8:25: expected a count such as `3 events`, found `0 events`
      8 | 1 | 0 | pod-7 | x | y | 0 events
        |                         ^
      help: a step has at least 1 event

    lost.txt:8:36: expected 4 to 6 fields, found 7
      8 | 1 | 0 | pod-7 | x | y | 2 events | z
        |                                    ^
      help: a step is written NUMBER | INSTANT | LANE | ACT | RESULT | N events

    lost.txt:8:21: expected the end of the field after its closing quote
      8 | 1 | 0 | pod-7 | "x" y
        |                     ^
      help: inside a field in quotes, a quote is written \"

    lost.txt:8:1: expected a number, found `SELECT 1`
      8 | SELECT 1
        | ^
      help: a step is written NUMBER | INSTANT | LANE | ACT | RESULT | N events

    lost.txt:8:14: expected `:` and a space after the name of the fact
      8 | = balance ₹70
        |              ^
      help: a fact is written = balance: ₹70

    lost.txt:8:3: there is no `step 1`; the trace has 0
      8 | ! step 1 | a | b
        |   ^
      help: a violation is written ! step 4 | observed | required

    lost.txt:9:3: there is no `step 2`; the trace has 1
      9 | ! step 2 | a | b
        |   ^
      help: a violation is written ! step 4 | observed | required

    lost.txt:9:1: expected a fact or the violation, found `1 | 0 | | x`
      9 | 1 | 0 | | x
        | ^
      help: steps and their marks stand above the facts and the violation

    lost.txt:10:1: a second violation; a run ends at the first
      10 | ! step 1 | a | b
         | ^
      help: a violation is written ! step 4 | observed | required

    lost.txt:9:3: expected `step` and its number, found `1`
      9 | ! 1 | a | b
        |   ^
      help: a violation is written ! step 4 | observed | required

    lost.txt:8:13: expected 3 fields, found 2
      8 | ! step 1 | a
        |             ^
      help: a violation is written ! step 4 | observed | required
    "#);
}

#[test]
fn traces_with_a_mistake_in_a_mark() {
    let mark = |mark: &str| format!("lanes: pod-7, ledger\nclock: instants\n1 | 0 | | x\n  {mark}\n");
    let marks = [
        "arow pod-7 -> ledger request \"r\" 0..1 arrives",
        "arrow pod-7 -> leger request \"r\" 0..1 arrives",
        "arrow pod-7 -> ledger request \"r\" 0 arrives",
        "arrow pod-7 -> ledger request \"r\" 2..1 arrives",
        "arrow pod-7 -> ledger request \"r\" 0..1",
        "pill ledger ₹70 at 3",
        "bar s ends \"gone\" at 3",
        "bar s begins on ledger \"x\" at 3\n  bar s ends \"gone\" at 2",
        "pause pod-7 begins at 1\n  pause pod-7 begins at 2",
        "crash pod-7",
        "crash pod-7 at 3 at 4",
        "star pod-7",
    ]
    .map(mark);
    insta::assert_snapshot!(trace_errors(&marks.each_ref().map(String::as_str)), @r#"
    lost.txt:9:3: expected a mark, found `arow`
      9 |   arow pod-7 -> ledger request "r" 0..1 arrives
        |   ^
      help: did you mean `arrow`?

    lost.txt:9:18: no lane has the id "leger"
      9 |   arrow pod-7 -> leger request "r" 0..1 arrives
        |                  ^
      help: did you mean "ledger"?

    lost.txt:9:37: expected when it was sent and when it arrives, such as `0..1`, after "r", found `0`
      9 |   arrow pod-7 -> ledger request "r" 0 arrives
        |                                     ^
      help: this mark is written `arrow pod-7 -> ledger request "read" 0..1 arrives`

    lost.txt:9:37: `2..1` arrives before it was sent
      9 |   arrow pod-7 -> ledger request "r" 2..1 arrives
        |                                     ^
      help: this mark is written `arrow pod-7 -> ledger request "read" 0..1 arrives`

    lost.txt:9:41: expected `arrives` or `refused` or `lost` after `0..1`, found the end of the line
      9 |   arrow pod-7 -> ledger request "r" 0..1
        |                                         ^
      help: this mark is written `arrow pod-7 -> ledger request "read" 0..1 arrives`

    lost.txt:9:15: `₹` cannot stand here
      9 |   pill ledger ₹70 at 3
        |               ^
      help: anything but letters, digits and -_:. stands in quotes

    lost.txt:9:3: the bar "s" ends and has not begun
      9 |   bar s ends "gone" at 3
        |   ^
      help: what ends here begins with a mark of this or an earlier step

    lost.txt:10:3: the bar "s" ends at 2, before it begins at 3
      10 |   bar s ends "gone" at 2
         |   ^
      help: the first instant that fits is 3

    lost.txt:10:3: the pause "pod-7" begins again before it has ended
      10 |   pause pod-7 begins at 2
         |   ^
      help: it ends first, or has another name

    lost.txt:9:14: expected `at` after `pod-7`, found the end of the line
      9 |   crash pod-7
        |              ^
      help: this mark is written `crash n1 at 3`

    lost.txt:9:20: expected the end of the line after `3`, found `at`
      9 |   crash pod-7 at 3 at 4
        |                    ^
      help: this mark is written `crash n1 at 3`

    lost.txt:9:3: expected a mark, found `star`
      9 |   star pod-7
        |   ^
      help: did you mean `bar`?
    "#);
}

#[test]
fn a_mark_without_a_step() {
    insta::assert_snapshot!(trace_errors(&["lanes: a\nclock: instants\n  crash a at 1\n"]), @r#"
    lost.txt:8:3: an indented line is a mark, and no step stands above it
      8 |   crash a at 1
        |   ^
      help: steps begin at the first column
    "#);
}
