//! What three runs look like. After a wanted change: look at `cargo run -p figure --example
//! gallery`, then `INSTA_UPDATE=always cargo test -p figure`.

use figure::{Options, ascii, ascii_steps, svg};
use kit::trace::{Clock, Lane, Mark, Step, Trace, Violation};

use crate::traces;

fn drawn(trace: &Trace, id: &str, title: &str) -> String {
    let options = Options { id: id.to_owned(), title: title.to_owned(), ..Options::default() };
    svg(trace, &options)
        .unwrap_or_else(|overlaps| overlaps.iter().map(|overlap| format!("{overlap}\n")).collect())
}

#[test]
fn lost_update_as_svg() {
    insta::assert_snapshot!(drawn(&traces::lost_update(), "lost", "Two debits, one of them lost"));
}

#[test]
fn paused_holder_as_svg() {
    insta::assert_snapshot!(drawn(&traces::paused_holder(), "lease", "A holder sleeps through its lease"));
}

#[test]
fn faults_as_svg() {
    insta::assert_snapshot!(drawn(&traces::faults(), "faults", "A crash and a cut"));
}

#[test]
fn five_lanes_as_svg() {
    insta::assert_snapshot!(drawn(&traces::five_lanes(), "five", "Five lanes"));
}

#[test]
fn lost_update_as_steps() {
    insta::assert_snapshot!(figure::steps_html(&traces::lost_update()));
}

#[test]
fn text_at_80_columns() {
    let runs = [traces::lost_update(), traces::paused_holder(), traces::faults(), traces::five_lanes()];
    insta::assert_snapshot!(runs.map(|trace| ascii(&trace, 80)).join("\n\n"));
}

#[test]
fn text_at_60_columns() {
    let runs = [traces::lost_update(), traces::paused_holder(), traces::faults()];
    insta::assert_snapshot!(runs.map(|trace| ascii(&trace, 60)).join("\n\n"));
}

#[test]
fn text_at_40_columns() {
    let runs = [traces::lost_update(), traces::paused_holder(), traces::faults()];
    insta::assert_snapshot!(runs.map(|trace| ascii(&trace, 40)).join("\n\n"));
}

/// The report of a failing property, as a learner sees it.
#[test]
fn steps_of_a_report() {
    let step = |who: &str, act: &str, result: &str| Step {
        who: who.to_owned(),
        act: act.to_owned(),
        result: result.to_owned(),
        ..Step::default()
    };
    let trace = Trace {
        lanes: vec![Lane { id: "pod-7".to_owned(), title: "pod-7".to_owned() }],
        clock: Clock::Milliseconds,
        steps: vec![
            step("pod-7", "acquire kickoff:ACH, ttl 30 s", "granted, token 1"),
            step("", "… 31 s pass, the lease expires", ""),
            step("pod-3", "acquire kickoff:ACH, ttl 30 s", "granted, token 2"),
            step("", "… 31 s pass, the lease expires", ""),
            step("pod-7", "renew   kickoff:ACH, token 1", "granted, token 3"),
        ],
        violation: Some(Violation {
            step: 5,
            observed: "granted, token 3".to_owned(),
            required: "lost".to_owned(),
        }),
        ..Trace::default()
    };
    insta::assert_snapshot!(ascii_steps(&trace, 80), @r"
      1  pod-7   acquire kickoff:ACH, ttl 30 s                    granted, token 1
      2          … 31 s pass, the lease expires
      3  pod-3   acquire kickoff:ACH, ttl 30 s                    granted, token 2
      4          … 31 s pass, the lease expires
    ► 5  pod-7   renew kickoff:ACH, token 1                       granted, token 3
                                                                  must be: lost
    ");
}

/// Where the whole requirement is too long for the picture, its first part stands there.
#[test]
fn what_must_be_stands_at_the_wrong_state() {
    let must_be = |required: &str| {
        let mut trace = traces::lost_update();
        trace.violation.as_mut().expect("it breaks a rule").required = required.to_owned();
        let picture = drawn(&trace, "lost", "");
        let notes = picture.lines().filter(|line| line.contains("fig-must"));
        let text = |line: &str| line.split(['>', '<']).nth(2).unwrap_or_default().replace('\u{a0}', " ");
        notes.map(text).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(must_be("₹40 left"), "must be: ₹40 left");
    assert_eq!(must_be("₹40, since ₹70 was there when the second worker wrote"), "must be: ₹40");
    assert_eq!(must_be("a sentence of many words without any comma in it at all"), "");
}

/// Every world's labels fit, in either fold.
#[test]
fn every_run_of_a_toy_can_be_drawn() {
    let runs = crate::toys::runs();
    assert!(runs.len() > 20, "{}", runs.len());
    let wrong = runs.iter().filter_map(|(name, trace)| {
        let overlaps = svg(trace, &Options::default()).err()?;
        Some(overlaps.iter().map(|overlap| format!("{name}: {overlap}\n")).collect::<String>())
    });
    assert_eq!(wrong.collect::<String>(), "");
}

/// Twice as long is twice as far down, also across a long pause.
#[test]
fn time_is_drawn_to_scale() {
    let picture = drawn(&traces::paused_holder(), "lease", "");
    let discs: Vec<f64> = picture
        .lines()
        .filter(|line| line.starts_with("<circle"))
        .map(|line| line.split("cy=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a height"))
        .map(|height| height.parse().expect("a number"))
        .collect();
    // Steps 3, 4 and 7 are at 3, 10.8 and 15 s.
    let ratio = (discs[6] - discs[2]) / (discs[3] - discs[2]);
    assert!((ratio - 12.0 / 7.8).abs() < 0.01, "{ratio}");
}

#[test]
fn a_long_pause_makes_no_long_figure() {
    let mut trace = traces::faults();
    trace.steps.truncate(1);
    trace.steps.push(Step {
        at: 7_200_000,
        who: "n1".to_owned(),
        act: "wakes".to_owned(),
        ..Step::default()
    });
    trace.steps[0].marks.clear();
    let picture = drawn(&trace, "long", "");
    let height = picture.split("viewBox=\"0 0 360 ").nth(1).and_then(|rest| rest.split('"').next());
    let height: u32 = height.and_then(|height| height.parse().ok()).expect("a height");
    assert!(height < 620, "{height}");
    let endless = Options { max_height: u32::MAX, ..Options::default() };
    trace.steps[0].marks.push(Mark::PauseBegins { lane: "n1".to_owned(), at: 200 });
    trace.steps[1].at = u64::MAX;
    assert!(svg(&trace, &endless).expect("it fits").len() < 60_000);
}

/// Five lanes leave no room for `kickoff:ACH` on one line, and a name that is cut tells nothing.
#[test]
fn a_lease_is_named_in_full_below_its_colon() {
    let names = ["pod-7", "kickoff:ACH", "recon:card", "sweep:stale", "pod-3"].map(|name| (name, name));
    let trace = Trace { lanes: traces::lanes(&names), ..traces::five_lanes() };
    let trace =
        Trace { steps: vec![Step { who: "pod-7".to_owned(), events: 1, ..Step::default() }], ..trace };
    let svg = drawn(&trace, "names", "Names");
    for line in ["kickoff:", "ACH", "recon:", "card", "sweep:", "stale"] {
        assert!(svg.contains(&format!(">{line}<")), "{line}:\n{svg}");
    }
}
