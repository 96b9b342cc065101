//! The rules of the world, one by one, on nodes that do what they are told.

use std::panic::{AssertUnwindSafe, catch_unwind};

use kit::plan::{Act, Phase, Plan, Who};
use kit::world::{Budget, Ending, Fold, Loss, NodeId, OURS, Run, What, Why, World};

use crate::puppet::{Puppets, puppets};

const CAST: [&str; 3] = ["n1", "n2", "n3"];

fn plan(text: &str) -> Plan {
    text.parse().expect("a plan")
}

fn run(text: &str) -> Run<Puppets> {
    let mut world = World::new(&CAST, puppets());
    let run = world.run(&plan(text)).clone();
    crate::audit::audit(&run).expect("the world keeps its promises");
    run
}

/// What nodes noted, with their names.
fn notes(run: &Run<Puppets>) -> Vec<String> {
    let noted = run.events.iter().filter_map(|event| match (&event.what, event.who) {
        (What::Noted(text), Some(who)) => Some(format!("{} {text}", run.name(who))),
        _ => None,
    });
    noted.collect()
}

fn skipped(text: &str) -> Vec<(u32, u32, Why)> {
    run(text).skipped.into_iter().map(|skipped| (skipped.phase, skipped.act, skipped.why)).collect()
}

fn losses(run: &Run<Puppets>) -> Vec<Loss> {
    let lost = run.events.iter().filter_map(|event| match event.what {
        What::Lost { why, .. } => Some(why),
        _ => None,
    });
    lost.collect()
}

#[test]
fn a_crash_falls_after_any_output() {
    let outputs = ["write a", "sync", "write b", "write c", "send 1 hi"];
    for after in 0..=6 {
        let script = outputs.join(", ");
        let run = run(&format!(
            "crash n1 after output {after} of its next step, keeping 1 unsynced write
             ask n1 \"{script}\"
             restart n1"
        ));
        let expected: &[&str] = match after {
            0 => &["n1 kept []"],
            1 | 2 => &["n1 kept [\"a\"]"],
            3 | 4 => &["n1 kept [\"a\", \"b\"]"],
            _ => &["n2 heard hi", "n1 kept [\"a\", \"b\"]"],
        };
        assert_eq!(notes(&run), expected, "after {after}");
        assert_eq!(run.skipped, []);
    }
}

#[test]
fn what_a_crash_kept_is_safe_from_then_on() {
    let run = run("ask n1 \"write a, write b\"
         crash n1, keeping 1 unsynced write
         restart n1
         crash n1
         restart n1");
    assert_eq!(notes(&run), ["n1 kept [\"a\"]", "n1 kept [\"a\"]"]);
}

#[test]
fn acts_that_cannot_apply_are_listed() {
    assert_eq!(skipped("crash n1\ncrash n1; restart n2"), [(1, 0, Why::Down), (1, 1, Why::Up)]);
    assert_eq!(skipped("pause n1; pause n1; resume n2"), [(0, 1, Why::Paused), (0, 2, Why::NotPaused)]);
    assert_eq!(skipped("at 2 s\nat 1 s; at 2 s"), [(1, 0, Why::Past), (1, 1, Why::Past)]);
    assert_eq!(
        skipped("heal; cut n1 | n2; cut n2 | n1; isolate n1; isolate n1"),
        [(0, 0, Why::NothingCut), (0, 2, Why::AlreadyCut), (0, 4, Why::AlreadyCut)]
    );
    assert_eq!(
        skipped("hold Say n1 -> n2; hold Say n1 -> n2; release Do n1 -> n2"),
        [(0, 1, Why::AlreadyHeld), (0, 2, Why::NotHeld)]
    );
    assert_eq!(
        skipped("hold all; hold all; deliver Say n1 -> n2; release all; release all"),
        [(0, 1, Why::AlreadyHeld), (0, 2, Why::NothingWaits), (0, 4, Why::NotHeld)]
    );
    assert_eq!(skipped("n1 times out; clock n1 +0 s"), [(0, 0, Why::NoTimerSet), (0, 1, Why::SameClock)]);
    assert_eq!(skipped("clock n1 runs 1 % fast; clock n1 runs 10 permille fast"), [(0, 1, Why::SameRate)]);
    assert_eq!(skipped("crash n1; ask n1 \"note x\""), [(0, 1, Why::Down)]);
    let waits = "drop Say n1 -> n2; duplicate Do n1 -> n2; crash n1 after output 1 of its next step";
    let never = |act| (0, act, Why::NeverCame);
    assert_eq!(skipped(waits), [never(0), never(1), never(2)]);
    let twice = "crash n1 after output 1 of its next step; crash n1 after output 2 of its next step";
    assert_eq!(skipped(twice), [(0, 0, Why::Replaced), never(1)]);
    assert!(skipped("crash boss")[0].2 == Why::NobodyPlays("boss".to_owned()));
}

#[test]
fn acts_that_can_never_apply_are_mistakes() {
    let texts = [
        "crash n9",
        "hold Vote n1 -> n2",
        "n1 times out z",
        "ask n1 \"\"",
        "run n1",
        "crash old n1",
        "at 9999999999999999 s",
        "clock n1 -9223372036854775807 ms",
        "clock n1 runs 500001 ppm slow",
    ];
    for text in texts {
        let run = run(text);
        assert!(run.skipped[0].why.is_mistake(), "{text}: {:?}", run.skipped);
        assert!(!run.skipped[0].why.to_string().is_empty());
    }
    assert!(!skipped("restart n1")[0].2.is_mistake());
}

#[test]
fn roles_follow_who_plays_them() {
    let taken = "ask n1 \"role boss\"\n ask n2 \"role boss\"\n";
    // The last who took it; the one before; and after a fall, the one who still plays it.
    assert_eq!(notes(&run(&format!("{taken} ask boss \"note me\""))), ["n2 me"]);
    assert_eq!(notes(&run(&format!("{taken} ask old boss \"note me\""))), ["n1 me"]);
    assert_eq!(notes(&run(&format!("{taken} ask n2 \"role clerk\"\n ask boss \"note me\""))), ["n1 me"]);
    assert_eq!(notes(&run(&format!("{taken} crash boss\n restart old boss"))), ["n2 kept []"]);
    assert_eq!(
        skipped("ask n1 \"role boss\"\n crash boss\n restart boss")[0].2,
        Why::NobodyPlays("boss".into())
    );
    // `n3` is also a role of this protocol, and the name wins.
    assert_eq!(notes(&run("ask n3 \"note me\"")), ["n3 me"]);
}

#[test]
fn timers_go_off_in_the_order_of_time_and_setting() {
    let run = run("ask n1 \"timer t 20, timer u 10\"; ask n2 \"timer t 20, timer u 20\"
         ask n1 \"timer t 30\"
         at 40 ms");
    assert_eq!(notes(&run), ["n1 u at 10", "n2 t at 20", "n2 u at 20", "n1 t at 30"]);
}

#[test]
fn mail_arrives_before_the_next_timer() {
    let run = run("ask n2 \"timer x 10\"\n ask n1 \"timer t 10\"; ask n3 \"timer t 10\"\n at 20 ms");
    assert_eq!(notes(&run), ["n3 t at 10"]);
}

#[test]
fn timers_die_with_their_life() {
    assert_eq!(notes(&run("ask n1 \"timer t 10\"\n crash n1\n restart n1\n at 20 ms")), ["n1 kept []"]);
}

#[test]
fn a_plan_lets_a_timer_go_off_early_and_only_once() {
    let text = "ask n1 \"timer t 10, timer u 5\"\n n1 times out t\n n1 times out\n at 20 ms";
    assert_eq!(notes(&run(text)), ["n1 t at 0", "n1 u at 0"]);
}

#[test]
fn a_clock_that_is_off_does_not_change_timers() {
    let text = "at 100 ms\n clock n1 -70 ms; clock n2 -1 s\n
         ask n1 \"now, timer t 10\"; ask n2 \"now\"; ask n3 \"now\"\n at 115 ms";
    assert_eq!(notes(&run(text)), ["n1 now 30", "n2 now 0", "n3 now 100", "n1 t at 40"]);
}

#[test]
fn a_fast_clock_fires_early_and_a_slow_one_late() {
    let text = "clock n1 runs 1 % fast; clock n2 runs 10 permille slow; clock n1 +70 s
         ask n1 \"timer t 30000\"; ask n2 \"timer t 30000\"; ask n3 \"timer t 30000\"
         at 31 s";
    // 30,000 of its own milliseconds are 29,702.97 and 30,303.03 true ones.
    let run = run(text);
    assert_eq!(notes(&run), ["n1 t at 99703", "n3 t at 30000", "n2 t at 30304"]);
}

#[test]
fn the_steady_clock_is_never_set_and_goes_on_through_crashes() {
    let text = "clock n1 runs 1 % fast; clock n1 -7 s\n at 10 s\n crash n1\n at 20 s
         restart n1; ask n1 \"steady\"; ask n2 \"steady\"\n at 20001 ms; ask n1 \"steady, now\"";
    let expected = ["n1 kept []", "n1 steady 20200", "n2 steady 20000", "n1 steady 20201", "n1 now 13001"];
    assert_eq!(notes(&run(text)), expected);
}

#[test]
fn a_timer_that_is_set_follows_the_rate() {
    // Half of its 100 ms pass at half speed; nothing is rounded away in between.
    let text = "ask n1 \"timer t 100, timer u 101\"\n at 50 ms\n clock n1 runs 50 % slow\n at 100 ms
         clock n1 runs true; ask n1 \"steady\"\n at 200 ms";
    assert_eq!(notes(&run(text)), ["n1 steady 75", "n1 t at 125", "n1 u at 126"]);
    // What waits for a paused node has gone off and is not set back.
    let text = "ask n1 \"timer t 10\"\n pause n1\n at 20 ms\n clock n1 runs 50 % slow\n resume n1";
    assert_eq!(notes(&run(text)), ["n1 t at 20"]);
}

#[test]
fn the_longest_timer_of_the_fastest_clock_overflows_nothing() {
    let text = "clock n1 runs 50 % fast; clock n2 runs 500000 ppm slow
         ask n1 \"timer t 18446744073709551615\"; ask n2 \"timer t 18446744073709551615\"
         at 1000000000000 s; ask n1 \"steady\"; ask n2 \"steady\"
         clock n1 runs 1 ppm slow";
    assert_eq!(notes(&run(text)), ["n1 steady 1500000000000000", "n2 steady 500000000000000"]);
}

#[test]
fn what_waits_for_a_paused_node_comes_in_order() {
    let run = run("ask n1 \"timer t 10\"\n pause n1
         ask n2 \"send 0 one\"
         at 20 ms
         ask n2 \"send 0 two\"; ask n1 \"note three\"
         resume n1; ask n2 \"send 0 four\"");
    // The request was there at once, the mail of its phase only after the acts.
    let expected = ["n1 heard one", "n1 t at 20", "n1 three", "n1 heard two", "n1 heard four"];
    assert_eq!(notes(&run), expected);
}

#[test]
fn a_timer_that_waited_can_still_be_cancelled() {
    let run = run("ask n1 \"timer t 10\"\n pause n1
         ask n2 \"send 0 do cancel t\"
         at 20 ms
         resume n1");
    assert_eq!(notes(&run), [] as [&str; 0]);
}

#[test]
fn a_crash_loses_what_waited_for_a_paused_node() {
    let text = "pause n1\n ask n2 \"send 0 hi\"; ask n1 \"note x\"\n resume n1; crash n1; restart n1";
    let run = run(text);
    assert_eq!(notes(&run), ["n1 kept []"]);
    assert_eq!(losses(&run), [Loss::Down]);
}

#[test]
fn cuts_stop_mail_at_sending_and_at_arrival() {
    assert_eq!(losses(&run("cut n1 | n2\n ask n1 \"send 1 hi\"\n heal")), [Loss::Cut]);
    assert_eq!(losses(&run("ask n1 \"send 1 hi\"; cut n1 | n2; ask n1 \"send 2 hi\"")), [Loss::Cut]);
    assert_eq!(losses(&run("cut n1 | n2; ask n1 \"send 1 hi\"; heal")), [Loss::Cut]);
    let held = "hold Say n1 -> n2; ask n1 \"send 1 hi\"\n isolate n2\n release Say n1 -> n2\n heal";
    assert_eq!(losses(&run(held)), [Loss::Cut]);
    let healed = "hold Say n1 -> n2; ask n1 \"send 1 hi\"\n isolate n2\n heal\n release Say n1 -> n2";
    assert_eq!(notes(&run(healed)), ["n2 heard hi"]);
}

#[test]
fn of_what_is_held_the_first_may_be_let_go_alone() {
    let two = "hold Say n1 -> n2; ask n1 \"send 1 one, send 1 two\"\n deliver Say n1 -> n2\n";
    assert_eq!(notes(&run(two)), ["n2 heard one"]);
    // The hold stands: what is sent afterwards waits behind what waits.
    let more = format!("{two} ask n1 \"send 1 three\"\n deliver Say n1 -> n2\n");
    assert_eq!(notes(&run(&more)), ["n2 heard one", "n2 heard two"]);
    assert_eq!(
        notes(&run(&format!("{more} release Say n1 -> n2"))),
        ["n2 heard one", "n2 heard two", "n2 heard three"]
    );
    let cut = "hold Say n1 -> n2; ask n1 \"send 1 hi\"\n isolate n2; deliver Say n1 -> n2\n heal";
    assert_eq!(losses(&run(cut)), [Loss::Cut]);
    assert_eq!(skipped("hold Say n1 -> n2; deliver Say n1 -> n2"), [(0, 1, Why::NothingWaits)]);
}

#[test]
fn where_all_is_held_messages_arrive_by_name_alone() {
    let sent = "hold all; ask n1 \"send 1 a, send 2 b, send 1 c\"";
    assert_eq!(notes(&run(sent)), [""; 0]);
    let one = format!("{sent}\n deliver Say n1 -> n3");
    assert_eq!(notes(&run(&one)), ["n3 heard b"]);
    // The oldest goes first, and a message that it brings about waits as well.
    let both = format!("{sent}\n deliver Say n1 -> n2\n ask n2 \"send 2 d\"\n deliver Say n1 -> n2");
    assert_eq!(notes(&run(&both)), ["n2 heard a", "n2 heard c"]);
    let all = format!("{sent}\n release all; ask n2 \"send 2 d\"");
    assert_eq!(notes(&run(&all)), ["n2 heard a", "n3 heard b", "n2 heard c", "n3 heard d"]);
    assert_eq!(losses(&run(&format!("{sent}\n cut n1 | n2; deliver Say n1 -> n2"))), [Loss::Cut]);
    assert_eq!(losses(&run(&format!("{sent}\n crash n2; deliver Say n1 -> n2"))), [Loss::Down]);
}

/// That a message waits says nothing there: all do.
#[test]
fn where_all_is_held_a_step_tells_what_is_sent() {
    let results = |plan: &str| {
        let trace = run(plan).trace(Fold::Phases);
        trace.steps.into_iter().map(|step| (step.who, step.result)).collect::<Vec<_>>()
    };
    let told = |who: &str, result: &str| (who.to_owned(), result.to_owned());
    assert_eq!(
        results("hold all\n ask n1 \"send 1 do send 2 hi\"\n deliver Do n1 -> n2"),
        [told("", ""), told("n1", "sends Do to n2"), told("n2", "sends Say to n3")]
    );
    assert_eq!(
        results("hold Say n1 -> n2\n ask n1 \"send 1 hi\""),
        [told("", ""), told("n1", "Say to n2 waits on the way")]
    );
}

#[test]
fn a_message_may_arrive_in_a_later_life_of_both() {
    let run = run("hold Say n1 -> n2; ask n1 \"send 1 hi\"
         crash n1; crash n2
         restart n1; restart n2
         release Say n1 -> n2");
    assert_eq!(notes(&run), ["n1 kept []", "n2 kept []", "n2 heard hi"]);
    let last = run.events.iter().rfind(|event| event.what.is_input()).expect("an input");
    assert_eq!((last.life, run.events[last.cause.expect("a cause") as usize].life), (1, 0));
}

#[test]
fn mail_goes_down_with_its_sender_if_the_plan_says_so() {
    let sent = "hold Say n1 -> n2; ask n1 \"send 1 hi, send 2 hi\"\n ask n3 \"send 1 ho\"; ask n1 \"send 2 x\"; crash n1";
    assert_eq!(losses(&run(sent)), []);
    let run = run(&format!("{sent}, losing mail in flight\n restart n1\n release Say n1 -> n2"));
    assert_eq!(losses(&run), [Loss::SenderCrashed, Loss::SenderCrashed]);
    assert_eq!(notes(&run), ["n3 heard hi", "n2 heard ho", "n1 kept []"]);
}

#[test]
fn what_reaches_a_node_that_is_down_is_lost() {
    let run = run("crash n2\n ask n1 \"send 1 hi, send 7 hi\"\n restart n2");
    assert_eq!(losses(&run), [Loss::Nobody, Loss::Down]);
}

#[test]
fn drop_takes_the_oldest_or_the_next() {
    let next = run("drop Say n1 -> n2\n ask n1 \"send 1 do note x, send 1 one, send 1 two\"");
    assert_eq!(notes(&next), ["n2 x", "n2 heard two"]);
    let oldest = run(
        "hold Say n1 -> n2; ask n1 \"send 1 one, send 1 two\"\n drop Say n1 -> n2\n release Say n1 -> n2",
    );
    assert_eq!(notes(&oldest), ["n2 heard two"]);
    let held = run("hold Say n1 -> n2; ask n1 \"send 1 one\"
         ask n1 \"send 1 two\"; drop Say n1 -> n2
         release Say n1 -> n2");
    assert_eq!(notes(&held), ["n2 heard two"]);
    // What was released is older than what waits by then.
    let both = run("hold Say n1 -> n2; ask n1 \"send 1 one\"
         release Say n1 -> n2; hold Say n1 -> n2; ask n1 \"send 1 two\"; drop Say n1 -> n2
         release Say n1 -> n2");
    assert_eq!(notes(&both), ["n2 heard two"]);
}

#[test]
fn a_duplicate_arrives_twice() {
    assert_eq!(
        notes(&run("duplicate Say n1 -> n2\n ask n1 \"send 1 a, send 1 b\"")),
        ["n2 heard a", "n2 heard a", "n2 heard b"]
    );
    let held = run("hold Say n1 -> n2; ask n1 \"send 1 a, send 1 b\"
         duplicate Say n1 -> n2; duplicate Say n1 -> n2
         release Say n1 -> n2");
    assert_eq!(notes(&held), ["n2 heard a", "n2 heard b", "n2 heard a", "n2 heard a"]);
}

#[test]
fn a_release_ends_its_own_hold_only() {
    let run = run("hold Say n1 -> n2; hold Do n1 -> n2; ask n1 \"send 1 hi, send 1 do note x\"
         release Say n1 -> n2
         ask n1 \"send 1 ho\"");
    assert_eq!(notes(&run), ["n2 heard hi", "n2 heard ho"]);
    assert_eq!(run.on_the_way.len(), 1);
}

#[test]
fn nodes_that_keep_each_other_busy_are_found_out() {
    let mut world = World::new(&CAST, puppets());
    world.set_budget(Budget { instant: 300, run: 100_000 });
    let echo = Plan {
        phases: vec![
            Phase { acts: vec![ask("n1", &nested(400))] },
            Phase { acts: vec![ask("n2", "note x")] },
        ],
    };
    let run = world.run(&echo);
    let livelock = run.livelock.clone().expect("a livelock");
    assert!(livelock.still && livelock.what == "n1 → n1 Do" && livelock.times > 90, "{livelock}");
    assert_eq!(run.skipped[0].why, Why::Over);
    let told = run.trace(Fold::Phases);
    assert!(told.steps.iter().any(|step| step.result.contains("no end")), "{told}");
    assert_eq!(world.finish(10, &mut |_| false), Ending::Livelock);
    // The next run is not touched by it.
    assert_eq!(world.run(&plan("ask n2 \"note x\"")).livelock, None);
}

/// A message to itself that sends a message to itself that …
fn nested(depth: usize) -> String {
    format!("{}note end", "send 0 do ".repeat(depth))
}

fn ask(who: &str, request: &str) -> Act {
    Act::Ask { who: Who::new(who), request: request.to_owned() }
}

#[test]
fn the_final_phase_ends_every_fault() {
    let faults = "hold Say n1 -> n2; ask n1 \"send 1 late, timer t 50\"
         crash n3; pause n1; cut n1 | n2; drop Say n2 -> n1
         ask n1 \"send 1 more\"";
    let mut world = World::new(&CAST, puppets());
    world.run(&plan(faults));
    assert_eq!(world.finish(1_000, &mut |_| false), Ending::Quiet);
    let mut noted = notes(world.seen());
    noted.sort();
    assert_eq!(noted, ["n1 t at 50", "n2 heard late", "n2 heard more", "n3 kept []"]);
    assert!(world.seen().on_the_way.is_empty());
    assert_eq!(world.seen().skipped.len(), 1);

    world.run(&plan(faults));
    assert_eq!(world.finish(49, &mut |_| false), Ending::OutOfTime);
    world.run(&plan(faults));
    let mut fired = |run: &Run<Puppets>| run.events.iter().any(|event| matches!(event.what, What::Fired(_)));
    assert_eq!(world.finish(1_000, &mut fired), Ending::Reached(50));
}

#[test]
fn a_run_can_be_read_after_a_panic_in_a_node() {
    let mut world = World::new(&CAST, puppets());
    let text = plan("ask n1 \"note before\"\n ask n2 \"panic\"");
    assert!(catch_unwind(AssertUnwindSafe(|| _ = world.run(&text))).is_err());
    let last = world.seen().events.last().expect("an event");
    assert!(matches!(last.what, What::Asked(_)) && last.who == Some(NodeId(1)));
    assert_eq!(notes(world.seen()), ["n1 before"]);
    assert_eq!(world.seen().trace(Fold::Phases).steps.len(), 2);
    assert_eq!(notes(world.run(&plan("ask n1 \"note after\""))), ["n1 after"]);
}

#[test]
fn a_fault_of_ours_is_reported_as_ours() {
    let crowd = [""; 33];
    let panic = catch_unwind(|| _ = World::new(&crowd, puppets())).expect_err("a panic");
    assert!(panic.downcast_ref::<String>().is_some_and(|text| text.starts_with(OURS)));
}
