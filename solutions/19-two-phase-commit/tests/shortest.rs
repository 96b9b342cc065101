//! The three schedules are the shortest that there are, as far as these acts go: every one with an act less was
//! tried, with its acts joined and apart in every way.

use kit::plan::{Act, Phase, Plan};
use nodes::attack::Attack;
use nodes::three_phases::attack::three_phases;
use nodes::two_phase_commit::attack::{blocks, one_bank};
use nodes::world::{Case, World};

const ASK: &str = "ask coordinator \"t1: bank-a -₹30, bank-b +₹30\"";

/// Acts that any protocol has a use for.
const ALL: [&str; 15] = [
    "at 5 s",
    "at 65 s",
    "crash coordinator",
    "crash coordinator, losing mail in flight",
    "restart coordinator",
    "crash bank-a",
    "crash bank-b",
    "pause coordinator",
    "pause bank-b",
    "resume bank-b",
    "isolate coordinator",
    "isolate bank-a",
    "isolate bank-b",
    "cut bank-a | bank-b",
    "hold all",
];

fn acts(kinds: &[(&str, bool)], timers: &[&str]) -> Vec<Act> {
    let mut texts: Vec<String> = ALL.iter().map(|act| (*act).to_owned()).collect();
    texts.extend((1..=4).map(|after| format!("crash coordinator after output {after} of its next step")));
    for bank in ["bank-a", "bank-b"] {
        for (kind, away) in kinds {
            let (from, to) = if *away { ("coordinator", bank) } else { (bank, "coordinator") };
            texts.extend(["hold", "release", "drop"].map(|act| format!("{act} {kind} {from} -> {to}")));
        }
    }
    for who in ["coordinator", "bank-a", "bank-b"] {
        texts.extend(timers.iter().map(|timer| format!("{who} times out {timer}")));
    }
    texts.iter().map(|text| act(text)).collect()
}

fn act(text: &str) -> Act {
    text.parse::<Plan>().expect("an act is a plan").phases.remove(0).acts.remove(0)
}

/// The acts in this order, in phases: a bit for each of them after the first says whether it begins one.
fn plan(acts: &[Act], apart: usize) -> Plan {
    let mut phases: Vec<Phase> = Vec::new();
    for (number, act) in acts.iter().enumerate() {
        if number == 0 || apart & (1 << (number - 1)) != 0 {
            phases.push(Phase { acts: Vec::new() });
        }
        phases.last_mut().expect("there is one").acts.push(act.clone());
    }
    Plan { phases }
}

fn is_the_shortest<W: World<Cast: PartialEq>>(attack: &Attack<W>, acts: &[Act]) {
    let mut world = (attack.broken)();
    let mut tried = 0;
    let others = attack.shortest - 2;
    for number in 0..acts.len().pow(others as u32) {
        let chosen: Vec<Act> = (0..others)
            .map(|place| acts[number / acts.len().pow(place as u32) % acts.len()].clone())
            .collect();
        for ask in 0..=others {
            let mut sequence = chosen.clone();
            sequence.insert(ask, act(ASK));
            for apart in 0..1 << others {
                let plan = plan(&sequence, apart);
                let run = world.run(&Case { cast: attack.cast.clone(), plan: plan.clone() });
                tried += 1;
                assert!(!(attack.reached)(&run), "this is shorter:\n{plan}");
            }
        }
    }
    println!("{} schedules for {}", tried, attack.file);
}

const TWO: &[(&str, bool)] = &[("Prepare", true), ("Vote", false), ("Decide", true), ("Done", false)];
const THREE: &[(&str, bool)] =
    &[("CanCommit", true), ("Vote", false), ("Ready", true), ("Readied", false), ("Decide", true)];

#[test]
fn no_shorter_way_to_money_in_one_bank() {
    is_the_shortest(&one_bank(), &acts(TWO, &["votes", "again", "doubt"]));
}

#[test]
fn no_shorter_way_to_a_bank_that_waits() {
    is_the_shortest(&blocks(), &acts(TWO, &["votes", "again", "doubt"]));
}

#[test]
fn no_shorter_way_to_two_outcomes() {
    is_the_shortest(&three_phases(), &acts(THREE, &["votes", "readied", "doubt", "answers"]));
}
