//! `two-phase-commit` as an exercise: its parts, rules, plans, examples and codes.

use kit::contract::commit::Commit;

use super::examples::{EXAMPLE_NAMES, check};
use super::rules::{applies, rules};
use super::{Candidate, Part, broken, nodes, plans};
use crate::messages::Nodes;
use grader::exercise::{Exercise, RuleOf};
use grader::settings::Settings;
use grader::world::Search;

impl Exercise for Candidate {
    type World = Nodes<Commit>;
    type Part = Part;

    const NAME: &'static str = "two-phase-commit";
    const PARTS: &'static [Part] = &[Part::Protocol, Part::Recovery, Part::Termination];

    fn module(part: Part) -> &'static str {
        match part {
            Part::Protocol => "commit::protocol",
            Part::Recovery => "commit::recovery",
            Part::Termination => "commit::termination",
        }
    }

    fn file(part: Part) -> &'static str {
        match part {
            Part::Protocol => "exercises/19-two-phase-commit/src/protocol.rs",
            Part::Recovery => "exercises/19-two-phase-commit/src/recovery.rs",
            Part::Termination => "exercises/19-two-phase-commit/src/termination.rs",
        }
    }

    fn world(self, _: Part) -> Nodes<Commit> {
        nodes(self)
    }

    fn rules() -> Vec<RuleOf<Candidate>> {
        rules()
    }

    fn applies(part: Part, rule: &str) -> bool {
        applies(part, rule)
    }

    fn search(part: Part, settings: &Settings) -> Box<dyn Search<Nodes<Commit>>> {
        Box::new(plans::search(part, settings))
    }

    const EXAMPLES: &'static [&'static str] = EXAMPLE_NAMES;

    fn example(self, name: &str, _: Part) -> Result<(), String> {
        check(name, self)
    }

    const CODES: &'static [&'static str] = &[
        "commit",
        "forget-in-doubt-on-restart",
        "refusal-not-recorded",
        "release-locks-at-prepare",
        "send-decision-before-log",
        "timeout-aborts-alone",
        "vote-before-persist",
    ];

    fn flaws(name: &str) -> &'static [&'static str] {
        match name {
            "send-decision-before-log" => &["commit_is_durable_first"],
            _ => &[],
        }
    }

    fn code(self, name: &str) -> Option<Nodes<Commit>> {
        Some(match name {
            "commit" => nodes(self),
            "send-decision-before-log" => nodes(broken::send_decision_before_log()),
            "forget-in-doubt-on-restart" => nodes(broken::forget_in_doubt_on_restart()),
            "refusal-not-recorded" => nodes(broken::refusal_not_recorded()),
            "release-locks-at-prepare" => nodes(broken::release_locks_at_prepare()),
            "vote-before-persist" => nodes(broken::vote_before_persist()),
            "timeout-aborts-alone" => nodes(broken::timeout_aborts_alone()),
            _ => return None,
        })
    }
}
