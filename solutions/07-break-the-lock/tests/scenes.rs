//! What the given nodes do, beside the schedules that break them. Here and not in the kit, whose files a
//! learner is told to read: these schedules are the answers.

use std::path::Path;

use kit::contract::break_the_lock::books::Books;
use kit::contract::break_the_lock::promises::{Promise, kept};
use kit::contract::break_the_lock::scene::{Code, Scene, node};
use kit::contract::break_the_lock::{Answer, BreakTheLock, Deed, Msg, Run, TTL};
use kit::world::{Ending, Event, What, World};

/// The schedule of the solution.
fn known(scene: Scene) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("attack/{}.txt", scene.name()));
    let text = std::fs::read_to_string(file).expect("a schedule is text");
    text.split_once("\n\n").expect("a head ends with an empty line").1.to_owned()
}

/// The run of this schedule, and how it ended where time goes on after it.
fn run(scene: Scene, code: Code, plan: &str) -> (Run, Option<Ending>) {
    let plan = plan.parse().unwrap_or_else(|error| panic!("{error:?}"));
    let mut world = World::new(scene.cast(), Box::new(move |me| node(scene, code, me, scene.cast())));
    world.run(&plan);
    let goes_on = scene == Scene::TwoLeases;
    let all_answered = &mut |run: &Run| Books::of(run).in_doubt.is_empty();
    let ending = goes_on.then(|| world.finish(120_000, all_answered));
    (world.seen().clone(), ending)
}

fn is_broken(scene: Scene, run: &Run) -> bool {
    let books = Books::of(run);
    if scene == Scene::TwoLeases {
        books.writes == 0 && books.in_doubt.len() == 2
    } else {
        !books.are_right()
    }
}

fn promise(scene: Scene, run: &Run) -> Option<Promise> {
    scene.leases().iter().find_map(|services| kept(run, services).err()).map(|(promise, _)| promise)
}

#[test]
fn each_lock_breaks_although_its_lease_keeps_every_promise() {
    for scene in Scene::ALL {
        let (run, _) = run(scene, Code::Given, &known(scene));
        assert!(run.skipped.is_empty(), "{scene:?}: {:?}", run.skipped);
        assert!(is_broken(scene, &run), "{scene:?}: {:?}", Books::of(&run));
        assert_eq!(promise(scene, &run), None, "{scene:?}");
    }
}

#[test]
fn each_reference_survives_the_same_schedule() {
    for scene in Scene::ALL {
        let (run, ending) = run(scene, Code::Reference, &known(scene));
        assert!(!is_broken(scene, &run), "{scene:?}: {:?}", Books::of(&run));
        assert_eq!(promise(scene, &run), None, "{scene:?}");
        assert!(!matches!(ending, Some(Ending::OutOfTime | Ending::Livelock)), "{scene:?}: {ending:?}");
    }
}

#[test]
fn one_after_the_other_all_is_well_in_every_scene() {
    let plan = "ask pod-7 \"debit ₹30\"\nat 5 s\nask pod-3 \"debit ₹30\"\nat 10 s";
    for scene in Scene::ALL {
        for code in [Code::Given, Code::Reference] {
            let books = Books::of(&run(scene, code, plan).0);
            assert_eq!((books.balance, books.told.as_slice()), (4_000, &[3_000, 3_000][..]), "{scene:?}");
        }
    }
}

#[test]
fn a_pause_that_ends_with_the_lease_harms_nobody() {
    let plan = known(Scene::Pause).replace("at 30 s", "at 29999 ms").replace("at 35 s", "at 34999 ms");
    let (run, _) = run(Scene::Pause, Code::Given, &plan);
    assert!(Books::of(&run).are_right());
}

/// Then one number is issued twice, and no comparison of numbers tells the two apart.
#[test]
fn a_grant_that_the_replica_never_heard_of_breaks_the_lease_and_the_reference_too() {
    let plan = r#"
        hold Copy store -> replica; hold Balance ledger -> pod-7
        ask pod-7 "debit ₹30"
        crash store
        ask replica "take over"
        ask pod-3 "debit ₹30"
        release Balance ledger -> pod-7
        at 5 s
    "#;
    for code in [Code::Given, Code::Reference] {
        let (run, _) = run(Scene::Failover, code, plan);
        assert!(is_broken(Scene::Failover, &run), "{code:?}");
        assert_eq!(promise(Scene::Failover, &run), Some(Promise::TokensRise), "{code:?}");
    }
}

#[test]
fn a_clock_of_the_service_that_is_off_breaks_the_lease() {
    let plan = known(Scene::Pause).replace("at 30 s\n", "clock lease +30 s\n").replace("at 35 s", "at 5 s");
    let (run, _) = run(Scene::Pause, Code::Given, &plan);
    assert!(is_broken(Scene::Pause, &run));
    assert_eq!(promise(Scene::Pause, &run), Some(Promise::OneLiveGrant));
}

#[test]
fn a_punctual_pod_gives_up_in_time() {
    let (run, _) = run(Scene::LatePacket, Code::Given, &known(Scene::Pause));
    let books = Books::of(&run);
    assert_eq!((books.balance, books.told.as_slice()), (7_000, &[3_000][..]));
}

#[test]
fn what_nobody_was_told_is_in_doubt_and_breaks_nothing() {
    let plan = known(Scene::LatePacket).replace("at 35 s", "at 34 s");
    let books = Books::of(&run(Scene::LatePacket, Code::Given, &plan).0);
    assert_eq!((books.balance, books.in_doubt.as_slice()), (7_000, &[3_000][..]));
    assert!(books.are_right());
}

#[test]
fn what_is_written_and_not_told_is_in_doubt_too() {
    let plan = "drop Written ledger -> pod-7\nask pod-7 \"debit ₹30\"\nat 5 s";
    let books = Books::of(&run(Scene::Pause, Code::Given, plan).0);
    assert_eq!((books.balance, books.owed(), books.in_doubt.as_slice()), (7_000, 0, &[3_000][..]));
    assert!(books.are_right());
}

#[test]
fn a_service_that_comes_back_remembers_what_it_has_told() {
    let plan = "ask pod-7 \"debit ₹30\"\ncrash lease\nrestart lease\nask pod-3 \"debit ₹30\"\nat 5 s";
    let books = Books::of(&run(Scene::Pause, Code::Given, plan).0);
    assert_eq!((books.balance, books.told.as_slice()), (7_000, &[3_000][..]));
}

fn deeds(run: &Run) -> Vec<(kit::Ms, &Deed)> {
    run.events
        .iter()
        .filter_map(|event| if let What::Applied(deed) = &event.what { Some((event.at, deed)) } else { None })
        .collect()
}

#[test]
fn a_punctual_pod_counts_from_before_it_asked() {
    let plan = "hold Granted lease -> pod-7\nask pod-7 \"debit ₹30\"\nat 28 s\nrelease Granted lease -> pod-7\nat 40 s";
    let (run, _) = run(Scene::LatePacket, Code::Given, plan);
    let books = Books::of(&run);
    assert_eq!((books.writes, books.in_doubt.len()), (0, 0), "it gives up at 33 s");
}

/// Whatever its clock within the bound, what it sends it sends while the lease is live.
#[test]
fn a_punctual_pod_writes_within_its_lease_by_every_clock_within_the_bound() {
    for rate in ["runs 1 % slow", "runs 1 % fast"] {
        for release in (24_000..26_000).step_by(50) {
            let plan = format!(
                "clock pod-7 {rate}\nhold Balance ledger -> pod-7\nask pod-7 \"debit ₹30\"\nat {release} ms\n\
                 release Balance ledger -> pod-7\nat 40 s"
            );
            let (run, _) = run(Scene::LatePacket, Code::Given, &plan);
            for (at, deed) in deeds(&run) {
                assert!(!matches!(deed, Deed::Sets { .. }) || at < TTL, "{rate}: a write at {at} ms");
            }
        }
    }
}

#[test]
fn a_late_release_ends_nobody_elses_lease() {
    let plan = known(Scene::Pause).replace("at 35 s\n", "").replace("resume pod-7", "resume pod-7\nat 31 s");
    let (run, _) = run(Scene::Pause, Code::Given, &plan);
    assert!(deeds(&run).iter().all(|(_, deed)| !matches!(deed, Deed::Ends { .. })), "{:?}", deeds(&run));
}

#[test]
fn an_acquire_that_comes_twice_is_granted_once() {
    let plan = "duplicate Acquire pod-7 -> lease\nask pod-7 \"debit ₹30\"\nat 5 s";
    let (run, _) = run(Scene::Pause, Code::Given, plan);
    let grants = deeds(&run).iter().filter(|(_, deed)| matches!(deed, Deed::Grants { .. })).count();
    assert_eq!((grants, Books::of(&run).balance), (1, 7_000));
    let refused =
        |event: &Event<BreakTheLock>| matches!(event.what, What::Sent { msg: Msg::Refused { .. }, .. });
    assert!(!run.events.iter().any(refused), "it holds the lease that it asks for again");
}

#[test]
fn neither_a_replica_nor_a_store_that_comes_back_serves_unasked() {
    let plan = "crash store\nrestart store\nask pod-7 \"debit ₹30\"\nat 60 s";
    let (before, _) = run(Scene::Failover, Code::Given, plan);
    assert_eq!((Books::of(&before).writes, Books::of(&before).in_doubt.len()), (0, 1));
    let asked = plan.replace("ask pod-7", "ask replica \"take over\"\nask pod-7");
    let (after, _) = run(Scene::Failover, Code::Given, &asked);
    assert_eq!(Books::of(&after).balance, 7_000);
}

#[test]
fn a_fenced_ledger_refuses_a_claim_and_a_write_that_come_late() {
    let write = known(Scene::LatePacket);
    for plan in [write.replace("Write", "Claim"), write] {
        let (run, _) = run(Scene::Pause, Code::Reference, &plan);
        let books = Books::of(&run);
        assert_eq!((books.balance, books.told.as_slice()), (7_000, &[3_000][..]));
        let fenced = |event: &Event<BreakTheLock>| {
            matches!(&event.what, What::Answered { answer: Answer::Fenced(2), .. })
        };
        assert!(run.events.iter().any(fenced), "{plan}");
    }
}
