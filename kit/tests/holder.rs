//! The store and the pod that exercise `holder` gives: what the contract promises of them.

use kit::contract::holder::{
    Attempt, Clocks, Deed, Holder, Input, Keeping, Msg, Outputs, Pod, Request, STORE, Setup, Store, roll,
};
use kit::plan::Plan;
use kit::world::{NodeId, Run, What, World};

/// `work 1` asks for the lease, `work 2` renews, `work 3` gives back; `work 4` asks as the first attempt
/// again. It notes what it hears, and what it began with.
struct Puppet {
    setup: Setup,
    count: u64,
    token: u64,
}

impl Holder for Puppet {
    fn step(&mut self, clocks: Clocks, input: Input, out: &mut Outputs) {
        let attempt = Attempt { boot: self.setup.boot, count: self.count };
        match input {
            Input::Start => out.note(&format!("life {}", self.setup.boot)),
            Input::Restart { .. } => out.note("a restart, which never comes"),
            Input::Request { request: Request::Work { pieces }, .. } => match pieces {
                1 => {
                    self.count += 1;
                    out.send(STORE, Msg::Acquire { attempt: Attempt { count: self.count, ..attempt } });
                }
                2 => out.send(STORE, Msg::Renew { attempt, token: self.token, beat: 7 }),
                3 => out.send(STORE, Msg::Release { attempt, token: self.token }),
                _ => out.send(STORE, Msg::Acquire { attempt: Attempt { count: 1, ..attempt } }),
            },
            Input::Request { .. } => out.note(&format!("steady {}, wall {}", clocks.steady, clocks.wall)),
            Input::Message { msg, .. } => {
                if let Msg::Granted { token, .. } = msg {
                    self.token = token;
                }
                out.note(&format!("{msg:?}").replace("attempt: Attempt ", ""));
            }
            Input::Timer(_) => {}
        }
    }
}

fn run(plan: &str) -> Run<Keeping> {
    let mut world = World::<Keeping>::new(
        &["store", "pod-7", "pod-3"],
        Box::new(|me| match me {
            STORE => Box::new(Store::default()),
            me => Box::new(Pod::new(me, |setup| Box::new(Puppet { setup, count: 0, token: 0 }))),
        }),
    );
    world.run(&plan.parse::<Plan>().expect("a plan")).clone()
}

/// What pods heard, short: `pod-7 Granted 1`.
fn heard(plan: &str) -> Vec<String> {
    let run = run(plan);
    let notes = run.events.iter().filter_map(|event| match (&event.what, event.who) {
        (What::Noted(text), Some(who)) if !text.starts_with("life") => {
            let kind = text.split(' ').next().unwrap_or_default();
            let token = text.split("token: ").nth(1).map(|rest| rest.split([',', ' ']).next().unwrap_or(""));
            Some(format!("{} {kind} {}", run.name(who), token.unwrap_or("-")))
        }
        _ => None,
    });
    notes.collect()
}

#[test]
fn a_lease_lives_until_its_ttl_and_not_a_moment_longer() {
    let text = |at: &str| format!("ask pod-7 \"work 1\"\nat {at}; ask pod-3 \"work 1\"");
    assert_eq!(heard(&text("29999 ms")), ["pod-7 Granted 1", "pod-3 Refused -"]);
    assert_eq!(heard(&text("30 s")), ["pod-7 Granted 1", "pod-3 Granted 2"]);
}

#[test]
fn a_renewal_counts_from_when_it_arrives() {
    let text = |at: &str| {
        format!("ask pod-7 \"work 1\"\nat 20 s; ask pod-7 \"work 2\"\nat {at}; ask pod-3 \"work 1\"")
    };
    assert_eq!(heard(&text("49999 ms")), ["pod-7 Granted 1", "pod-7 Renewed 1", "pod-3 Refused -"]);
    assert_eq!(heard(&text("50 s")), ["pod-7 Granted 1", "pod-7 Renewed 1", "pod-3 Granted 2"]);
    let late = "ask pod-7 \"work 1\"\nat 30 s; ask pod-7 \"work 2\"";
    assert_eq!(heard(late), ["pod-7 Granted 1", "pod-7 Lost 1"]);
}

#[test]
fn an_attempt_that_holds_is_told_again_and_the_end_stays() {
    let text = "ask pod-7 \"work 1\"\nat 20 s; ask pod-7 \"work 4\"\nat 30 s; ask pod-3 \"work 1\"";
    assert_eq!(heard(text), ["pod-7 Granted 1", "pod-7 Granted 1", "pod-3 Granted 2"]);
    // Another attempt of the same pod is somebody else.
    assert_eq!(heard("ask pod-7 \"work 1\"\nask pod-7 \"work 1\""), ["pod-7 Granted 1", "pod-7 Refused -"]);
}

#[test]
fn what_is_given_back_is_free_at_once_and_lost_to_who_gave_it() {
    let text = "ask pod-7 \"work 1\"\nask pod-7 \"work 3\"\nask pod-3 \"work 1\"\nask pod-7 \"work 3\"\nask pod-7 \"work 2\"";
    assert_eq!(
        heard(text),
        ["pod-7 Granted 1", "pod-7 Released 1", "pod-3 Granted 2", "pod-7 Lost 1", "pod-7 Lost 1"]
    );
}

#[test]
fn an_operator_ends_a_lease() {
    let text = "ask pod-7 \"work 1\"\nask store \"revoke\"; ask store \"revoke\"\nask pod-7 \"work 2\"\nask pod-3 \"work 1\"";
    assert_eq!(heard(text), ["pod-7 Granted 1", "pod-7 Lost 1", "pod-3 Granted 2"]);
}

#[test]
fn what_was_granted_survives_a_crash_of_the_store() {
    let text = |at: &str| {
        format!(
            "ask pod-7 \"work 1\"\ncrash store\nat {at}; restart store; ask pod-3 \"work 1\"\nask pod-7 \"work 2\""
        )
    };
    assert_eq!(heard(&text("29 s")), ["pod-7 Granted 1", "pod-3 Refused -", "pod-7 Renewed 1"]);
    assert_eq!(heard(&text("30 s")), ["pod-7 Granted 1", "pod-3 Granted 2", "pod-7 Lost 1"]);
    // A crash between the grant and its words: it was never granted, or it holds.
    for after in 0..5 {
        let text = format!(
            "crash store after output {after} of its next step; ask pod-7 \"work 1\"\nrestart store\nask pod-3 \"work 1\""
        );
        let expected = if after < 2 { "pod-3 Granted 1" } else { "pod-3 Refused -" };
        assert!(heard(&text).contains(&expected.to_owned()), "after {after}: {:?}", heard(&text));
    }
}

#[test]
fn every_end_is_told_once_a_lease() {
    let run = run("ask pod-7 \"work 1\"\nat 31 s; ask pod-3 \"work 1\"\nask pod-3 \"work 3\"\nat 90 s");
    let ends = run.events.iter().filter(|event| matches!(event.what, What::Applied(Deed::Ends { .. })));
    assert_eq!(ends.map(|event| event.at).collect::<Vec<_>>(), [30_000, 31_000]);
}

#[test]
fn lives_are_counted_and_each_has_dice_of_its_own() {
    let run = run("crash pod-7\nrestart pod-7\ncrash pod-7\nrestart pod-7; ask pod-7 \"stop\"");
    let notes = run.events.iter().filter_map(|event| match (&event.what, event.who) {
        (What::Noted(text), Some(NodeId(1))) => Some(text.clone()),
        _ => None,
    });
    // Clocks that mean different things show different numbers.
    assert_eq!(notes.collect::<Vec<_>>(), ["life 1", "life 2", "life 3", "steady 3600000, wall 0"]);
    let mut dice: Vec<u64> = (1..=3)
        .flat_map(|pod| (1..=3).map(move |boot| (pod, boot)))
        .map(|(pod, boot)| kit::contract::holder::dice(NodeId(pod), boot))
        .collect();
    dice.sort_unstable();
    dice.dedup();
    assert_eq!(dice.len(), 9);
    let mut state = 5;
    let rolled: Vec<u64> = (0..100).map(|_| roll(&mut state, 10)).collect();
    assert!((0..10).all(|face| rolled.contains(&face)) && roll(&mut state, 0) == 0);
}
