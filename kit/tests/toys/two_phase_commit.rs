use kit::toys::two_phase_commit::wrong::{self, Flaw};
use kit::toys::two_phase_commit::{TwoPhaseCommit, all_decide_alike, all_decide_in_the_end, node};
use kit::world::Make;

use crate::{Fault, Property, fails_by_this_alone, right_passes_all};

const CAST: [&str; 3] = ["n1", "n2", "n3"];
const PROPERTIES: [Property<TwoPhaseCommit>; 2] = [all_decide_alike, all_decide_in_the_end];

fn plans(fault: Fault) -> &'static str {
    match fault {
        Fault::None => "ask n1 \"commit\"",
        Fault::CrashBetweenWriteAndSend => {
            "crash n2 after output 1 of its next step, keeping 1 unsynced write
             ask n1 \"commit\"
             restart n2"
        }
        Fault::UnsyncedLoss => {
            "hold Decide n1 -> n2
             ask n1 \"commit\"
             crash n2
             restart n2"
        }
        Fault::MailLost => {
            "hold Decide n1 -> n2
             ask n1 \"commit\"
             crash n1, losing mail in flight
             restart n1"
        }
        Fault::Pause => {
            "pause n2
             ask n1 \"commit\"
             at 2 s
             resume n2"
        }
        Fault::Cut => {
            "cut n1 | n2
             ask n1 \"commit\"
             at 2 s
             heal"
        }
        Fault::Drop => "drop Decide n1 -> n2; ask n1 \"commit\"",
        Fault::Duplicate => "duplicate Yes n2 -> n1; duplicate Decide n1 -> n3; ask n1 \"commit\"",
        Fault::Late => {
            "hold Prepare n1 -> n2
             ask n1 \"commit\"
             at 2 s
             release Prepare n1 -> n2"
        }
        Fault::LateAfterRestart => {
            "hold Decide n1 -> n2
             ask n1 \"commit\"
             crash n2
             restart n2
             crash n1
             restart n1
             release Decide n1 -> n2"
        }
        Fault::ClockOffset => "at 10 s\n clock n2 -5 s; clock n1 +5 s\n ask n1 \"commit\"",
        Fault::RestartUnderTheSameName => {
            "ask n1 \"commit\"
             crash n1; crash n2
             restart n2; restart n1"
        }
    }
}

fn fails_only_by(own: Fault, flaw: Flaw) {
    let make = || -> Make<TwoPhaseCommit> { Box::new(move |me| wrong::node(me, 3, flaw)) };
    fails_by_this_alone(&CAST, make, plans, &PROPERTIES, own);
}

#[test]
fn the_right_node_passes_all() {
    let make = || -> Make<TwoPhaseCommit> { Box::new(|me| node(me, 3)) };
    right_passes_all(&CAST, make, plans, &PROPERTIES);
}

#[test]
fn forgets_its_decision() {
    fails_only_by(Fault::MailLost, Flaw::ForgetsItsDecision);
}

#[test]
fn votes_before_writing() {
    fails_only_by(Fault::CrashBetweenWriteAndSend, Flaw::VotesBeforeWriting);
}
