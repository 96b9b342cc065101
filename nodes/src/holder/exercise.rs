//! `holder` as an exercise: its one part, rules, cases, examples and codes.

use std::rc::Rc;

use kit::Ms;
use kit::contract::holder::{Keeping, Make, Pod, STORE, Store};
use kit::world::{Event, Machine, NodeId, RequestId, Run, What};

use super::plans::{EVERYBODY, Plans};
use super::rules::rules;
use super::{Candidate, broken, examples};
use crate::messages::{Everybody, Final, Nodes};
use grader::exercise::{Exercise, RuleOf};
use grader::settings::Settings;
use grader::world::Search;

/// How long the fair final phase may last: all jobs of a plan, one after the other, and two leases
/// that have to run out.
const WITHIN: Ms = 300_000;

/// The given store, and pods of this make.
pub(super) fn nodes(make: Make) -> Nodes<Keeping> {
    let everybody = Everybody { names: EVERYBODY, least: 2 };
    let last = Final { within: WITHIN, until: all_answered };
    let node = move |me, _: &[&'static str]| match me {
        STORE => Box::new(Store::default()) as Box<dyn Machine<Keeping>>,
        me => Box::new(Pod::new(me, make)),
    };
    Nodes::new(everybody, Rc::new(node), Some(last))
}

/// Whether no request of a living pod waits for its answer. It is asked after each instant, and looks
/// only when an answer has just been given.
fn all_answered(run: &Run<Keeping>) -> bool {
    let Some(last) = run.events.last() else { return true };
    let begins = run.phases.last().copied().unwrap_or_default() as usize;
    let instant = run.events[begins..].iter().rev().take_while(|event| event.at == last.at);
    let first = run.events[begins].at == last.at;
    first_or_answered(first, instant) && waiting(run) == 0
}

fn first_or_answered<'r>(first: bool, mut instant: impl Iterator<Item = &'r Event<Keeping>>) -> bool {
    first || instant.any(|event| matches!(event.what, What::Answered { .. }))
}

fn waiting(run: &Run<Keeping>) -> usize {
    let mut open: Vec<(NodeId, RequestId)> = Vec::new();
    for event in &run.events {
        let Some(who) = event.who.filter(|who| *who != STORE) else { continue };
        match event.what {
            What::Asked(id) => open.push((who, id)),
            What::Answered { id, .. } => open.retain(|(_, asked)| *asked != id),
            What::Crashed { .. } => open.retain(|(pod, _)| *pod != who),
            _ => {}
        }
    }
    open.len()
}

impl Exercise for Candidate {
    type World = Nodes<Keeping>;
    type Part = ();

    const NAME: &'static str = "holder";
    const PARTS: &'static [()] = &[()];

    fn module((): ()) -> &'static str {
        "rules::pod"
    }

    fn file((): ()) -> &'static str {
        "exercises/06-holder/src/lib.rs"
    }

    fn world(self, (): ()) -> Nodes<Keeping> {
        nodes(self.make)
    }

    fn rules() -> Vec<RuleOf<Candidate>> {
        rules()
    }

    fn search((): (), settings: &Settings) -> Box<dyn Search<Nodes<Keeping>>> {
        Box::new(Plans::new(settings))
    }

    const EXAMPLES: &'static [&'static str] = &[examples::EXAMPLES[0].name, examples::EXAMPLES[1].name];

    fn example(self, name: &str, (): ()) -> Result<(), String> {
        let named = examples::EXAMPLES.iter().filter(|example| example.name == name);
        named.into_iter().try_for_each(|example| example.check(self.make))
    }

    const CODES: &'static [&'static str] =
        &["holder", "counts-from-the-answer", "all-wait-alike", "each-waits-by-its-dice"];

    fn flaws(name: &str) -> &'static [&'static str] {
        match name {
            "holder" => &[],
            // They renew nothing, and think of one thing at a time.
            _ => broken::FLAWS,
        }
    }

    fn code(self, name: &str) -> Option<Nodes<Keeping>> {
        Some(match name {
            "holder" => nodes(self.make),
            "counts-from-the-answer" => nodes(broken::counts_from_the_answer),
            "all-wait-alike" => nodes(broken::all_wait_alike),
            "each-waits-by-its-dice" => nodes(broken::each_waits_by_its_dice),
            _ => return None,
        })
    }
}
