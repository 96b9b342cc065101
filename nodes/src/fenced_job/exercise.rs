//! `fenced-job` as an exercise: its part, rules, plans, examples and codes.

use kit::contract::fenced_job::Job;

use super::examples::{EXAMPLE_NAMES, check};
use super::rules::rules;
use super::{Candidate, Worker, broken, nodes, plans};
use crate::messages::Nodes;
use grader::exercise::{Exercise, RuleOf};
use grader::settings::Settings;
use grader::world::Search;

impl Exercise for Candidate {
    type World = Nodes<Job>;
    type Part = Worker;

    const NAME: &'static str = "fenced-job";
    const PARTS: &'static [Worker] = &[Worker];

    fn module(Worker: Worker) -> &'static str {
        "job::worker"
    }

    fn file(Worker: Worker) -> &'static str {
        "exercises/08-fenced-job/src/worker.rs"
    }

    fn world(self, Worker: Worker) -> Nodes<Job> {
        nodes(self.worker)
    }

    fn rules() -> Vec<RuleOf<Candidate>> {
        rules()
    }

    fn search(Worker: Worker, settings: &Settings) -> Box<dyn Search<Nodes<Job>>> {
        Box::new(plans::search(settings))
    }

    const EXAMPLES: &'static [&'static str] = EXAMPLE_NAMES;

    fn example(self, name: &str, Worker: Worker) -> Result<(), String> {
        check(name, self.worker)
    }

    const CODES: &'static [&'static str] = &["worker", "one-table-of-three", "compensates-after-fenced"];

    fn flaws(name: &str) -> &'static [&'static str] {
        match name {
            "one-table-of-three" => &["every_table_is_claimed_first"],
            _ => &[],
        }
    }

    fn code(self, name: &str) -> Option<Nodes<Job>> {
        Some(match name {
            "worker" => nodes(self.worker),
            "one-table-of-three" => nodes(broken::one_table_of_three),
            "compensates-after-fenced" => nodes(broken::compensates_after_fenced),
            _ => return None,
        })
    }
}
