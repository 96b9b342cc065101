use kit::toys::election::wrong::{Flaw, Wrong};
use kit::toys::election::{Election, Node, at_most_one_leader_per_term, somebody_leads_in_the_end};
use kit::world::Make;

use crate::{Fault, Property, fails_by_this_alone, right_passes_all};

const CAST: [&str; 5] = ["n1", "n2", "n3", "n4", "n5"];
const PROPERTIES: [Property<Election>; 2] = [at_most_one_leader_per_term, somebody_leads_in_the_end];

/// In each, n2 has a vote that two candidates of term 1 would like to have, or the like. The last
/// line is an undisturbed election of a later term, so that nobody stands when the faults end.
fn plans(fault: Fault) -> &'static str {
    match fault {
        Fault::None => "ask n1 \"stand\"\n ask n3 \"stand\"",
        Fault::CrashBetweenWriteAndSend => {
            "hold Ask n1 -> n3; hold Ask n1 -> n5
             crash n2 after output 1 of its next step, keeping 1 unsynced write; ask n1 \"stand\"
             restart n2
             ask n3 \"stand\"
             ask n2 \"stand\""
        }
        Fault::UnsyncedLoss => {
            "hold Ask n1 -> n3; hold Ask n1 -> n5
             ask n1 \"stand\"
             crash n2
             restart n2
             ask n3 \"stand\"
             ask n2 \"stand\""
        }
        Fault::MailLost => {
            "ask n1 \"stand\"; crash n1, losing mail in flight
             restart n1
             ask n1 \"stand\""
        }
        Fault::Pause => {
            "pause n2
             ask n1 \"stand\"
             at 1 s
             ask n3 \"stand\"; resume n2
             ask n2 \"stand\""
        }
        Fault::Cut => {
            "cut n1 | n2 n3 n4 n5
             ask n1 \"stand\"
             ask n3 \"stand\"
             at 1 s
             heal
             ask n2 \"stand\""
        }
        Fault::Drop => {
            "drop Ask n1 -> n2; drop Ask n1 -> n3; drop Ask n1 -> n4; drop Ask n1 -> n5
             ask n1 \"stand\""
        }
        Fault::Duplicate => {
            "hold Ask n1 -> n3; hold Ask n1 -> n4; hold Ask n1 -> n5
             duplicate Vote n2 -> n1; ask n1 \"stand\"
             ask n3 \"stand\"
             ask n2 \"stand\""
        }
        Fault::Late => {
            "hold Vote n2 -> n1; hold Vote n4 -> n1; hold Ask n1 -> n3; hold Ask n1 -> n5
             ask n1 \"stand\"
             hold Ask n1 -> n2; hold Ask n1 -> n4
             ask n1 \"stand\"
             release Vote n2 -> n1; release Vote n4 -> n1
             ask n2 \"stand\"
             ask n3 \"stand\""
        }
        Fault::LateAfterRestart => {
            "hold Vote n2 -> n1; hold Vote n3 -> n1; hold Vote n4 -> n1; hold Vote n5 -> n1
             ask n1 \"stand\"
             crash n1, keeping 9 unsynced writes
             restart n1
             release Vote n2 -> n1; release Vote n3 -> n1; release Vote n4 -> n1; release Vote n5 -> n1
             ask n2 \"stand\""
        }
        Fault::ClockOffset => {
            "at 10 s
             clock n1 -5 s; clock n2 +5 s
             ask n1 \"stand\"
             ask n2 \"stand\"
             at 20 s"
        }
        Fault::RestartUnderTheSameName => {
            "ask n1 \"stand\"
             crash n1, keeping 9 unsynced writes
             restart n1
             ask n1 \"stand\""
        }
    }
}

fn fails_only_by(own: Fault, flaw: Flaw) {
    let make = || -> Make<Election> { Box::new(move |me| Box::new(Wrong::new(me, 5, flaw))) };
    fails_by_this_alone(&CAST, make, plans, &PROPERTIES, own);
}

#[test]
fn the_right_node_passes_all() {
    let make = || -> Make<Election> { Box::new(|me| Box::new(Node::new(me, 5))) };
    right_passes_all(&CAST, make, plans, &PROPERTIES);
}

#[test]
fn votes_before_writing() {
    fails_only_by(Fault::CrashBetweenWriteAndSend, Flaw::VotesBeforeWriting);
}

#[test]
fn never_syncs() {
    fails_only_by(Fault::UnsyncedLoss, Flaw::NeverSyncs);
}

#[test]
fn counts_votes() {
    fails_only_by(Fault::Duplicate, Flaw::CountsVotes);
}

#[test]
fn any_term() {
    fails_only_by(Fault::Late, Flaw::AnyTerm);
}

#[test]
fn asks_once() {
    fails_only_by(Fault::Drop, Flaw::AsksOnce);
}

#[test]
fn silence_is_consent() {
    fails_only_by(Fault::Cut, Flaw::SilenceIsConsent);
}
