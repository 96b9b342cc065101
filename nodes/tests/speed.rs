//! How fast plans of messages are graded, in the profile in which learners run them. `cargo xtask
//! bench` reads the line; nothing is judged here, since a busy machine is no fault of the code.

use std::rc::Rc;
use std::time::Instant;

use grader::settings::Settings;
use grader::world::{Search, World};
use kit::toys::election::{Election, Node, at_most_one_leader_per_term};
use nodes::messages::{Everybody, Faults, Nodes, Portfolio, Vocabulary};

const NAMES: [&str; 5] = ["n1", "n2", "n3", "n4", "n5"];
const CASES: u32 = 3_000;

#[test]
fn cases_and_events_a_second() {
    let everybody = Everybody { names: &NAMES, least: NAMES.len() };
    let mut world = Nodes::new(everybody, Rc::new(|me, _| Box::new(Node::new(me, 5))), None);
    let vocabulary = Vocabulary {
        names: NAMES.to_vec(),
        requests: vec!["stand"],
        macros: Vec::new(),
        faults: Faults::ALL,
        stride: 150,
    };
    let mut search = Portfolio::<Election>::new(&vocabulary, Vec::new(), CASES, &Settings::default());
    let begun = Instant::now();
    let mut cases = Vec::new();
    while let Some(tried) = search.next(&mut world) {
        cases.push(tried.case());
    }
    assert_eq!(cases.len(), CASES as usize);
    println!("speed\tcases of messages\t{:.0}", f64::from(CASES) / begun.elapsed().as_secs_f64());

    // The same again without drawing them: what the simulator takes, with its record and a check.
    let begun = Instant::now();
    let mut events = 0;
    for case in &cases {
        let seen = world.run(case);
        assert_eq!(at_most_one_leader_per_term(&seen.run), Ok(()));
        events += seen.run.events.len();
    }
    println!("speed\tevents\t{:.0}", events as f64 / begun.elapsed().as_secs_f64());
}
