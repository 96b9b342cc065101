use kit::toys::lease::wrong::{self, Flaw};
use kit::toys::lease::{self, Lease, nobody_works_after_the_next_grant};
use kit::world::Make;

use crate::{Fault, Property, fails_by_this_alone, right_passes_all};

const CAST: [&str; 3] = ["table", "pod-7", "pod-3"];
const PROPERTIES: [Property<Lease>; 1] = [nobody_works_after_the_next_grant];

/// A lease lives for 30 s and a piece of work takes 10 s.
fn plans(fault: Fault) -> &'static str {
    match fault {
        Fault::None => {
            "ask pod-7 \"work\"
             at 31 s
             ask pod-3 \"work\"
             at 70 s"
        }
        Fault::CrashBetweenWriteAndSend => {
            "crash table after output 1 of its next step, keeping 1 unsynced write
             ask pod-7 \"work\"
             restart table
             at 5 s
             ask pod-3 \"work\""
        }
        Fault::UnsyncedLoss => {
            "ask pod-7 \"work\"
             crash table
             restart table
             ask pod-3 \"work\"
             at 60 s"
        }
        Fault::MailLost => {
            "ask pod-7 \"work\"; crash pod-7, losing mail in flight
             restart pod-7
             ask pod-7 \"work\"
             at 31 s
             ask pod-3 \"work\"
             at 90 s"
        }
        Fault::Pause => {
            "ask pod-7 \"work\"
             pause pod-7
             at 31 s
             ask pod-3 \"work\"
             resume pod-7"
        }
        Fault::Cut => {
            "ask pod-7 \"work\"
             cut table | pod-3; ask pod-3 \"work\"
             at 31 s
             heal"
        }
        Fault::Drop => {
            "drop Granted table -> pod-7; ask pod-7 \"work\"
             at 31 s
             ask pod-3 \"work\"
             at 90 s"
        }
        Fault::Duplicate => {
            "duplicate Acquire pod-7 -> table; duplicate Granted table -> pod-7; ask pod-7 \"work\"
             at 31 s
             ask pod-3 \"work\"
             at 90 s"
        }
        Fault::Late => {
            "hold Granted table -> pod-7; ask pod-7 \"work\"
             at 25 s
             release Granted table -> pod-7
             at 31 s
             ask pod-3 \"work\"
             at 90 s"
        }
        Fault::LateAfterRestart => {
            "hold Granted table -> pod-7; ask pod-7 \"work\"
             crash pod-7
             restart pod-7
             at 25 s
             release Granted table -> pod-7
             at 31 s
             ask pod-3 \"work\"
             at 90 s"
        }
        Fault::ClockOffset => {
            "at 60 s
             clock pod-7 -25 s
             ask pod-7 \"work\"
             at 91 s
             ask pod-3 \"work\"
             at 150 s"
        }
        Fault::RestartUnderTheSameName => {
            "ask pod-7 \"work\"
             at 5 s
             crash pod-7
             restart pod-7
             at 15 s
             ask pod-7 \"work\"
             at 31 s
             ask pod-3 \"work\"
             at 90 s"
        }
    }
}

fn fails_only_by(own: Fault, flaw: Flaw) {
    let make = || -> Make<Lease> { Box::new(move |me| wrong::node(me, flaw)) };
    fails_by_this_alone(&CAST, make, plans, &PROPERTIES, own);
}

#[test]
fn the_right_nodes_pass_all() {
    right_passes_all(&CAST, || Box::new(lease::node), plans, &PROPERTIES);
}

#[test]
fn checks_once() {
    fails_only_by(Fault::Pause, Flaw::ChecksOnce);
}

#[test]
fn trusts_its_clock() {
    fails_only_by(Fault::ClockOffset, Flaw::TrustsItsClock);
}

#[test]
fn counts_from_the_answer() {
    fails_only_by(Fault::Late, Flaw::CountsFromTheAnswer);
}

#[test]
fn takes_any_grant() {
    fails_only_by(Fault::LateAfterRestart, Flaw::TakesAnyGrant);
}

#[test]
fn same_name_again() {
    fails_only_by(Fault::RestartUnderTheSameName, Flaw::SameNameAgain);
}
