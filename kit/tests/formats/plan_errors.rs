//! What an author reads when a plan is wrong.

use kit::plan::Plan;

/// Errors of a plan, each on its line.
fn plan_errors(texts: &[&str]) -> String {
    let error = |text: &&str| match text.parse::<Plan>() {
        Ok(plan) => panic!("{text} was read as {plan:?}"),
        Err(error) => error.render("plan.txt", text),
    };
    texts.iter().map(error).collect::<Vec<_>>().join("\n")
}

#[test]
fn unknown_acts() {
    insta::assert_snapshot!(plan_errors(&[
        "rnu pod-7",
        "kill n1",
        "dance",
        "n2 time out",
        "n2 time",
        "old leader crashes",
        "run a;",
        "; run a",
        "run a,",
        "at 3 s; ---",
    ]), @r#"
    plan.txt:1:1: unknown act `rnu`
      1 | rnu pod-7
        | ^
      help: did you mean `run`? It is written `run pod-7`, `run pod-7 for 3`, `run pod-7 to "UPDATE"` or `run pod-7 to end`

    plan.txt:1:1: unknown act `kill`
      1 | kill n1
        | ^
      help: did you mean `crash`? It is written `crash n1` or `crash n1 after output 2 of its next step, losing mail in flight, keeping 1 unsynced write`

    plan.txt:1:1: unknown act `dance`
      1 | dance
        | ^
      help: an act begins with at, run, lose, refuse, ask, crash, restart, pause, resume, cut, isolate, heal, hold, release, deliver, drop, duplicate, clock; or it is NAME times out

    plan.txt:1:4: expected `times out` after `n2`, found `time`
      1 | n2 time out
        |    ^
      help: this act is written `n2 times out` or `n2 times out election`

    plan.txt:1:4: expected `times out` after `n2`, found `time`
      1 | n2 time
        |    ^
      help: this act is written `n2 times out` or `n2 times out election`

    plan.txt:1:12: expected `times out` after `leader`, found `crashes`
      1 | old leader crashes
        |            ^
      help: this act is written `n2 times out` or `n2 times out election`

    plan.txt:1:7: expected an act after `;`, found the end of the line
      1 | run a;
        |       ^
      help: an act begins with at, run, lose, refuse, ask, crash, restart, pause, resume, cut, isolate, heal, hold, release, deliver, drop, duplicate, clock; or it is NAME times out

    plan.txt:1:3: expected the end of the line after `;`, found `run`
      1 | ; run a
        |   ^
      help: `;` stands between two acts

    plan.txt:1:6: expected `;` or the end of the line after `a`, found `,`
      1 | run a,
        |      ^
      help: this act is written `run pod-7`, `run pod-7 for 3`, `run pod-7 to "UPDATE"` or `run pod-7 to end`

    plan.txt:1:9: expected an act, found `---`
      1 | at 3 s; ---
        |         ^
      help: the line above a recorded trace has four dashes, `----`, and only a scenario has one
    "#);
}

#[test]
fn acts_with_a_mistake() {
    insta::assert_snapshot!(plan_errors(&[
        "run",
        "run to end",
        "run pod-7 until \"UPDATE\"",
        "run pod-7 to UPDATE",
        "run pod-7 for three",
        "run pod-7 for 4294967296",
        "run pod-7 pod-3",
        "lose reply to pod-7",
        "lose the answer to pod-7",
        "lose the request to pod-7",
        "ask leader acquire kickoff:ACH",
        "n2 times",
        "crash n1 after write 1 of its next step",
        "crash n1 after output 1",
        "crash n1, losing messages",
        "crash n1, keeping 1 unsynced write, keeping 2 unsynced writes",
        "cut n1 n2",
        "cut n1, n2 | n3",
        "hold Vote n1 n2",
        "hold n1 -> n2",
        "pause old",
        "heal n1",
    ]), @r#"
    plan.txt:1:4: expected a name or a role after `run`, found the end of the line
      1 | run
        |    ^
      help: this act is written `run pod-7`, `run pod-7 for 3`, `run pod-7 to "UPDATE"` or `run pod-7 to end`

    plan.txt:1:5: expected a name or a role after `run`, found `to`
      1 | run to end
        |     ^
      help: `to` is a word of the grammar; a party of that name is written "to"

    plan.txt:1:11: expected `for`, `to`, `;` or the end of the line after `pod-7`, found `until`
      1 | run pod-7 until "UPDATE"
        |           ^
      help: this act is written `run pod-7`, `run pod-7 for 3`, `run pod-7 to "UPDATE"` or `run pod-7 to end`

    plan.txt:1:14: expected `end`, or a part of the statement in quotes after `to`, found `UPDATE`
      1 | run pod-7 to UPDATE
        |              ^
      help: this act is written `run pod-7`, `run pod-7 for 3`, `run pod-7 to "UPDATE"` or `run pod-7 to end`

    plan.txt:1:15: expected a number of statements after `for`, found `three`
      1 | run pod-7 for three
        |               ^
      help: this act is written `run pod-7`, `run pod-7 for 3`, `run pod-7 to "UPDATE"` or `run pod-7 to end`

    plan.txt:1:15: `4294967296` is too large; the largest number here is 4294967295
      1 | run pod-7 for 4294967296
        |               ^
      help: this act is written `run pod-7`, `run pod-7 for 3`, `run pod-7 to "UPDATE"` or `run pod-7 to end`

    plan.txt:1:11: expected `for`, `to`, `;` or the end of the line after `pod-7`, found `pod-3`
      1 | run pod-7 pod-3
        |           ^
      help: this act is written `run pod-7`, `run pod-7 for 3`, `run pod-7 to "UPDATE"` or `run pod-7 to end`

    plan.txt:1:6: expected `the` after `lose`, found `reply`
      1 | lose reply to pod-7
        |      ^
      help: this act is written `lose the reply to pod-7` or `lose the request of pod-7`

    plan.txt:1:10: expected `reply to` or `request of` after `the`, found `answer`
      1 | lose the answer to pod-7
        |          ^
      help: this act is written `lose the reply to pod-7` or `lose the request of pod-7`

    plan.txt:1:18: expected `of` after `request`, found `to`
      1 | lose the request to pod-7
        |                  ^
      help: this act is written `lose the reply to pod-7` or `lose the request of pod-7`

    plan.txt:1:12: expected a request in quotes after `leader`, found `acquire`
      1 | ask leader acquire kickoff:ACH
        |            ^
      help: this act is written `ask leader "acquire kickoff:ACH"`

    plan.txt:1:9: expected `out` after `times`, found the end of the line
      1 | n2 times
        |         ^
      help: this act is written `n2 times out` or `n2 times out election`

    plan.txt:1:16: expected `output` after `after`, found `write`
      1 | crash n1 after write 1 of its next step
        |                ^
      help: all outputs of a step are counted, whatever they are: `after output 1`

    plan.txt:1:24: expected `of` after `1`, found the end of the line
      1 | crash n1 after output 1
        |                        ^
      help: this act is written `crash n1` or `crash n1 after output 2 of its next step, losing mail in flight, keeping 1 unsynced write`

    plan.txt:1:18: expected `mail` after `losing`, found `messages`
      1 | crash n1, losing messages
        |                  ^
      help: this act is written `crash n1` or `crash n1 after output 2 of its next step, losing mail in flight, keeping 1 unsynced write`

    plan.txt:1:37: expected `losing` after `,`, found `keeping`
      1 | crash n1, keeping 1 unsynced write, keeping 2 unsynced writes
        |                                     ^
      help: this act is written `crash n1` or `crash n1 after output 2 of its next step, losing mail in flight, keeping 1 unsynced write`

    plan.txt:1:10: expected a name, or `|` and the other side after `n2`, found the end of the line
      1 | cut n1 n2
        |          ^
      help: this act is written `cut n1 n2 | n3`

    plan.txt:1:7: expected a name, or `|` and the other side after `n1`, found `,`
      1 | cut n1, n2 | n3
        |       ^
      help: this act is written `cut n1 n2 | n3`

    plan.txt:1:14: expected `->` after `n1`, found `n2`
      1 | hold Vote n1 n2
        |              ^
      help: this act is written `hold Vote n1 -> n2` or `hold all`

    plan.txt:1:9: expected a name or a role after `n1`, found `->`
      1 | hold n1 -> n2
        |         ^
      help: this act is written `hold Vote n1 -> n2` or `hold all`

    plan.txt:1:10: expected a role after `old`, found the end of the line
      1 | pause old
        |          ^
      help: this act is written `pause n1`

    plan.txt:1:6: expected `;` or the end of the line after `heal`, found `n1`
      1 | heal n1
        |      ^
      help: this act is written `heal`
    "#);
}

#[test]
fn times_with_a_mistake() {
    insta::assert_snapshot!(plan_errors(&[
        "at 31s",
        "at 31",
        "at 3 min",
        "at -1 s",
        "at 18446744073709551615 s",
        "at 99999999999999999999 ms",
        "at noon",
        "clock n2 500 ms",
        "clock n2 +9223372036854775808 ms",
        "clock n2 +500ms",
        "clock n2 + 500 ms",
    ]), @r#"
    plan.txt:1:4: expected a number after `at`, found `31s`
      1 | at 31s
        |    ^
      help: put a space before the unit: `31 s`

    plan.txt:1:6: expected the unit, `s` or `ms`, after `31`, found the end of the line
      1 | at 31
        |      ^
      help: this act is written `at 31 s`, `at 250 ms` or `at 29.999 s`

    plan.txt:1:6: expected the unit, `s` or `ms`, after `3`, found `min`
      1 | at 3 min
        |      ^
      help: this act is written `at 31 s`, `at 250 ms` or `at 29.999 s`

    plan.txt:1:4: expected an instant, such as `31 s`, after `at`, found `-1`
      1 | at -1 s
        |    ^
      help: this act is written `at 31 s`, `at 250 ms` or `at 29.999 s`

    plan.txt:1:4: this time is too long to be counted in milliseconds
      1 | at 18446744073709551615 s
        |    ^
      help: this act is written `at 31 s`, `at 250 ms` or `at 29.999 s`

    plan.txt:1:4: `99999999999999999999` is too large; the largest number here is 18446744073709551615
      1 | at 99999999999999999999 ms
        |    ^
      help: this act is written `at 31 s`, `at 250 ms` or `at 29.999 s`

    plan.txt:1:4: expected an instant, such as `31 s`, after `at`, found `noon`
      1 | at noon
        |    ^
      help: this act is written `at 31 s`, `at 250 ms` or `at 29.999 s`

    plan.txt:1:10: expected an offset with its sign, such as `+500 ms`, after `n2`, found `500`
      1 | clock n2 500 ms
        |          ^
      help: this act is written `clock n2 +500 ms`, `clock n2 -2 s` or `clock n2 runs 1 % fast`

    plan.txt:1:10: this time is too long to be counted in milliseconds
      1 | clock n2 +9223372036854775808 ms
        |          ^
      help: this act is written `clock n2 +500 ms`, `clock n2 -2 s` or `clock n2 runs 1 % fast`

    plan.txt:1:10: expected a number after `n2`, found `+500ms`
      1 | clock n2 +500ms
        |          ^
      help: put a space before the unit: `+500 ms`

    plan.txt:1:10: expected an offset with its sign, such as `+500 ms`, after `n2`, found `+`
      1 | clock n2 + 500 ms
        |          ^
      help: this act is written `clock n2 +500 ms`, `clock n2 -2 s` or `clock n2 runs 1 % fast`
    "#);
}

#[test]
fn words_with_a_mistake() {
    insta::assert_snapshot!(plan_errors(&[
        "run pod-7 to \"UPDATE",
        "ask leader \"C:\\dir\"",
        "ask leader \"\\u{d800}\"",
        "run “pod 7”",
        "run pod-7 # first",
        "run pod(7)",
        "restart пod\t₹",
        "run \u{1}",
    ]), @r#"
    plan.txt:1:14: this string does not end
      1 | run pod-7 to "UPDATE
        |              ^
      help: it needs a closing " on the same line; a line break inside it is written \n

    plan.txt:1:15: this backslash begins no known escape
      1 | ask leader "C:\dir"
        |               ^
      help: known are \" \\ \n \r \t and \u{2028}; a backslash itself is written \\

    plan.txt:1:13: this backslash begins no known escape
      1 | ask leader "\u{d800}"
        |             ^
      help: known are \" \\ \n \r \t and \u{2028}; a backslash itself is written \\

    plan.txt:1:5: `“` cannot stand here
      1 | run “pod 7”
        |     ^
      help: quotes are written " on both sides

    plan.txt:1:11: `#` cannot stand here
      1 | run pod-7 # first
        |           ^
      help: a comment stands on a line of its own

    plan.txt:1:8: `(` cannot stand here
      1 | run pod(7)
        |        ^
      help: anything but letters, digits and -_:. stands in quotes

    plan.txt:1:13: `₹` cannot stand here
      1 | restart пod	₹
        |            	^
      help: anything but letters, digits and -_:. stands in quotes

    plan.txt:1:5: `\u{1}` cannot stand here
      1 | run ·
        |     ^
      help: anything but letters, digits and -_:. stands in quotes
    "#);
}

#[test]
fn rates_with_a_mistake() {
    insta::assert_snapshot!(plan_errors(&[
        "clock n2 runs",
        "clock n2 runs fast",
        "clock n2 runs 1.5 % fast",
        "clock n2 runs 3 slow",
        "clock n2 runs 3 %",
        "clock n2 runs 214749 % fast",
    ]), @r#"
    plan.txt:1:14: expected `true`, or how far from true time, such as `1 % fast`, after `runs`, found the end of the line
      1 | clock n2 runs
        |              ^
      help: this act is written `clock n2 +500 ms`, `clock n2 -2 s` or `clock n2 runs 1 % fast`

    plan.txt:1:15: expected `true`, or how far from true time, such as `1 % fast`, after `runs`, found `fast`
      1 | clock n2 runs fast
        |               ^
      help: this act is written `clock n2 +500 ms`, `clock n2 -2 s` or `clock n2 runs 1 % fast`

    plan.txt:1:15: expected `true`, or how far from true time, such as `1 % fast`, after `runs`, found `1.5`
      1 | clock n2 runs 1.5 % fast
        |               ^
      help: this act is written `clock n2 +500 ms`, `clock n2 -2 s` or `clock n2 runs 1 % fast`

    plan.txt:1:17: expected the unit, `%`, `permille` or `ppm`, after `3`, found `slow`
      1 | clock n2 runs 3 slow
        |                 ^
      help: this act is written `clock n2 +500 ms`, `clock n2 -2 s` or `clock n2 runs 1 % fast`

    plan.txt:1:18: expected `fast` or `slow` after `%`, found the end of the line
      1 | clock n2 runs 3 %
        |                  ^
      help: this act is written `clock n2 +500 ms`, `clock n2 -2 s` or `clock n2 runs 1 % fast`

    plan.txt:1:15: no clock is so far from true time
      1 | clock n2 runs 214749 % fast
        |               ^
      help: this act is written `clock n2 +500 ms`, `clock n2 -2 s` or `clock n2 runs 1 % fast`
    "#);
}

#[test]
fn a_rate_is_printed_in_the_largest_unit() {
    for (read, printed) in [
        ("clock n2 runs 1% fast", "clock n2 runs 1 % fast"),
        ("clock n2 runs 10 permille slow", "clock n2 runs 1 % slow"),
        ("clock n2 runs 9000 ppm slow", "clock n2 runs 9 permille slow"),
        ("clock n2 runs 1001 ppm fast", "clock n2 runs 1001 ppm fast"),
        ("clock n2 runs 0 % fast", "clock n2 runs true"),
        ("clock runs runs true", "clock runs runs true"),
    ] {
        let plan: Plan = read.parse().expect("it parses");
        assert_eq!(plan.to_string().trim_end(), printed);
    }
}
