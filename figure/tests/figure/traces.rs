//! Runs made by hand: what a figure must be able to show.

use kit::Ms;
use kit::trace::{ArrowKind, Clock, Fate, Lane, Mark, Step, Trace, Violation};

pub(crate) fn lanes(names: &[(&str, &str)]) -> Vec<Lane> {
    names.iter().map(|(id, title)| Lane { id: (*id).to_owned(), title: (*title).to_owned() }).collect()
}

fn step(at: Ms, who: &str, act: &str, result: &str, marks: Vec<Mark>) -> Step {
    Step { at, who: who.to_owned(), act: act.to_owned(), result: result.to_owned(), marks, events: 1 }
}

fn arrow((from, to): (&str, &str), label: &str, (sent, arrives): (Ms, Ms)) -> Mark {
    Mark::Arrow {
        from: from.to_owned(),
        to: to.to_owned(),
        kind: ArrowKind::Request,
        label: label.to_owned(),
        sent,
        arrives,
        fate: Fate::Arrives,
    }
}

fn reply(lanes: (&str, &str), text: &str, times: (Ms, Ms)) -> Mark {
    with(arrow(lanes, text, times), ArrowKind::Reply, Fate::Arrives)
}

fn with(mark: Mark, new_kind: ArrowKind, new_fate: Fate) -> Mark {
    match mark {
        Mark::Arrow { from, to, label, sent, arrives, .. } => {
            Mark::Arrow { from, to, kind: new_kind, label, sent, arrives, fate: new_fate }
        }
        other => other,
    }
}

fn pill(lane: &str, text: &str, at: Ms) -> Mark {
    Mark::Pill { lane: lane.to_owned(), text: text.to_owned(), at }
}

fn note(lane: &str, text: &str, at: Ms) -> Mark {
    Mark::Note { lane: lane.to_owned(), text: text.to_owned(), at }
}

/// Two debits of ₹30 that read before either writes.
pub(crate) fn lost_update() -> Trace {
    let read = "SELECT balance FROM accounts WHERE id = 42";
    let write = "UPDATE accounts SET balance = 7000 WHERE id = 42";
    let steps = vec![
        step(
            0,
            "pod-7",
            read,
            "₹100",
            vec![
                pill("ledger", "₹100", 0),
                arrow(("pod-7", "ledger"), "read", (0, 1)),
                reply(("ledger", "pod-7"), "₹100", (1, 2)),
            ],
        ),
        step(
            2,
            "pod-3",
            read,
            "₹100",
            vec![arrow(("pod-3", "ledger"), "read", (2, 3)), reply(("ledger", "pod-3"), "₹100", (3, 4))],
        ),
        step(
            4,
            "pod-7",
            write,
            "1 row",
            vec![
                arrow(("pod-7", "ledger"), "write 70", (4, 5)),
                pill("ledger", "₹70", 5),
                reply(("ledger", "pod-7"), "done", (5, 6)),
            ],
        ),
        step(
            6,
            "pod-3",
            write,
            "1 row",
            vec![
                arrow(("pod-3", "ledger"), "write 70", (6, 7)),
                pill("ledger", "₹70", 7),
                reply(("ledger", "pod-3"), "done", (7, 8)),
            ],
        ),
    ];
    Trace {
        lanes: lanes(&[("pod-7", "pod-7"), ("ledger", "account 42"), ("pod-3", "pod-3")]),
        clock: Clock::Instants,
        steps,
        facts: vec![("balance".to_owned(), "₹70".to_owned())],
        violation: Some(Violation {
            step: 4,
            observed: "₹70 left, ₹60 handed out".to_owned(),
            required: "₹40 left".to_owned(),
        }),
    }
}

/// A holder that sleeps through the end of its lease and writes all the same.
pub(crate) fn paused_holder() -> Trace {
    let bar = |span: &str, at| Mark::BarBegins {
        lane: "table".to_owned(),
        span: span.to_owned(),
        text: span.to_owned(),
        at,
    };
    let believes =
        |lane: &str, span: &str, at| Mark::BeliefBegins { lane: lane.to_owned(), span: span.to_owned(), at };
    let steps = vec![
        step(
            0,
            "A",
            "acquire kickoff:ACH, ttl 10 s",
            "granted, token 33",
            vec![
                arrow(("A", "table"), "acquire", (0, 800)),
                bar("33", 800),
                reply(("table", "A"), "token 33", (800, 1_800)),
            ],
        ),
        step(1_800, "A", "believes that it holds the lease", "", vec![believes("A", "33", 1_800)]),
        step(
            3_000,
            "A",
            "stops in a long pause",
            "",
            vec![Mark::PauseBegins { lane: "A".to_owned(), at: 3_000 }],
        ),
        step(
            10_800,
            "",
            "the lease of token 33 expires",
            "free",
            vec![Mark::BarEnds { span: "33".to_owned(), at: 10_800, text: "expires".to_owned() }],
        ),
        step(
            13_200,
            "B",
            "acquire kickoff:ACH, ttl 10 s",
            "granted, token 34",
            vec![
                arrow(("B", "table"), "acquire", (11_200, 12_200)),
                bar("34", 12_200),
                reply(("table", "B"), "token 34", (12_200, 13_200)),
                believes("B", "34", 13_200),
            ],
        ),
        step(
            14_400,
            "storage",
            "accepts the write of B: 34 is the highest token seen",
            "max 34",
            vec![
                arrow(("B", "storage"), "write 34", (13_500, 14_400)),
                pill("storage", "max 34", 14_400),
                reply(("storage", "B"), "done", (14_400, 15_300)),
            ],
        ),
        step(15_000, "A", "wakes and writes", "", vec![Mark::PauseEnds { lane: "A".to_owned(), at: 15_000 }]),
        step(
            16_600,
            "storage",
            "refuses the write of A",
            "33 < 34",
            vec![
                with(
                    arrow(("A", "storage"), "write 33", (15_200, 16_600)),
                    ArrowKind::Request,
                    Fate::Refused,
                ),
                note("storage", "rejected 33 < 34", 16_600),
            ],
        ),
        step(
            17_800,
            "A",
            "learns that it lost the lease",
            "stops",
            vec![
                reply(("storage", "A"), "rejected", (16_600, 17_800)),
                Mark::BeliefEnds { span: "33".to_owned(), at: 17_800 },
            ],
        ),
    ];
    Trace {
        lanes: lanes(&[
            ("A", "worker A"),
            ("table", "lease table"),
            ("B", "worker B"),
            ("storage", "storage"),
        ]),
        clock: Clock::Milliseconds,
        steps,
        facts: Vec::new(),
        violation: None,
    }
}

/// A crash, a restart, a cut and a message that is lost on it.
pub(crate) fn faults() -> Trace {
    let steps = vec![
        step(200, "n1", "sends a heartbeat", "", vec![arrow(("n1", "n2"), "beat", (200, 1_400))]),
        step(
            3_400,
            "n2",
            "sends a heartbeat into the cut",
            "lost",
            vec![
                Mark::CutBegins {
                    left: "n2".to_owned(),
                    right: "n3".to_owned(),
                    span: "partition".to_owned(),
                    at: 2_200,
                },
                with(arrow(("n2", "n3"), "beat", (3_400, 4_600)), ArrowKind::Request, Fate::Lost),
            ],
        ),
        step(4_000, "n1", "crashes", "", vec![Mark::Crash { lane: "n1".to_owned(), at: 4_000 }]),
        step(
            7_000,
            "n3",
            "asks for a vote",
            "granted",
            vec![
                Mark::CutEnds { span: "partition".to_owned(), at: 5_800 },
                arrow(("n3", "n2"), "vote?", (7_000, 8_000)),
                reply(("n2", "n3"), "granted", (8_000, 9_200)),
                pill("n3", "leader", 9_200),
            ],
        ),
        step(10_000, "n1", "is back", "follower", vec![Mark::Restart { lane: "n1".to_owned(), at: 10_000 }]),
    ];
    Trace {
        lanes: lanes(&[("n1", "node 1"), ("n2", "node 2"), ("n3", "node 3")]),
        clock: Clock::Milliseconds,
        steps,
        facts: Vec::new(),
        violation: None,
    }
}

/// Five lanes, and a request with its answer inside one instant; a coordinator that is in doubt.
pub(crate) fn five_lanes() -> Trace {
    let nodes = ["p1", "p2", "p3", "p4"];
    let both = |request: &str, answer: &str, at: Ms| {
        let each =
            |node: &&str| [arrow(("tm", node), request, (at, at)), reply((node, "tm"), answer, (at, at))];
        nodes.iter().take(2).flat_map(each).collect::<Vec<Mark>>()
    };
    let steps = vec![
        step(1, "tm", "asks p1 and p2 to prepare", "both say yes", both("prepare", "yes", 1)),
        step(
            2,
            "tm",
            "asks p4 to prepare",
            "prepared",
            vec![
                arrow(("tm", "p4"), "prepare", (2, 3)),
                pill("p4", "prepared", 3),
                reply(("p4", "tm"), "yes", (3, 4)),
            ],
        ),
        step(
            4,
            "p3",
            "talks to itself, then pauses",
            "",
            vec![arrow(("p3", "p3"), "timeout", (4, 5)), Mark::PauseBegins { lane: "p3".to_owned(), at: 5 }],
        ),
        step(5, "tm", "decides", "commit", vec![pill("tm", "commit", 5)]),
        step(6, "p4", "crashes in doubt", "", vec![Mark::Crash { lane: "p4".to_owned(), at: 6 }]),
        step(7, "", "time passes", "", vec![]),
        step(
            8,
            "p3",
            "wakes",
            "in doubt",
            vec![Mark::PauseEnds { lane: "p3".to_owned(), at: 8 }, note("p3", "in doubt", 8)],
        ),
    ];
    Trace {
        lanes: lanes(&[
            ("tm", "transaction manager"),
            ("p1", "bank 1"),
            ("p2", "bank 2"),
            ("p3", "bank 3"),
            ("p4", "bank 4"),
        ]),
        clock: Clock::Instants,
        steps,
        facts: Vec::new(),
        violation: None,
    }
}
