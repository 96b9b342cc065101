//! How fast plans of messages are graded, in the profile in which learners run them. `cargo xtask
//! bench` reads the line; nothing is judged here, since a busy machine is no fault of the code.

use std::time::Instant;

use grader::messages::{Faults, Nodes, Portfolio, Vocabulary};
use grader::settings::Settings;
use grader::world::Search;
use kit::toys::election::{Election, Node, at_most_one_leader_per_term};

const NAMES: [&str; 5] = ["n1", "n2", "n3", "n4", "n5"];
const CASES: u32 = 3_000;

#[test]
fn events_and_cases_a_second() {
    let mut world = Nodes::new(&NAMES, Box::new(|me| Box::new(Node::new(me, 5))), None);
    let vocabulary = Vocabulary {
        names: NAMES.to_vec(),
        requests: vec!["stand"],
        macros: Vec::new(),
        faults: Faults::ALL,
        stride: 150,
    };
    let mut search = Portfolio::<Election>::new(&vocabulary, Vec::new(), CASES, &Settings::default());
    let begun = Instant::now();
    let (mut events, mut cases) = (0, 0);
    while let Some(tried) = search.next(&mut world) {
        assert_eq!(at_most_one_leader_per_term(&tried.run.run), Ok(()));
        events += tried.run.run.events.len();
        cases += 1;
    }
    assert_eq!(cases, CASES);
    let second = begun.elapsed().as_secs_f64();
    println!("speed\tevents\t{:.0}", events as f64 / second);
    println!("speed\tcases of messages\t{:.0}", f64::from(cases) / second);
}
