//! The break-it part: against a learner's own detector, whatever it is.

use kit::contract::detector::{Clocks, Detector, Make, Outputs, Seen as Sees, Watching};

use super::adversary::try_all;
use super::facts::Facts;
use super::{EVERYBODY, Seen, nodes, seconds};
use crate::messages::{Nodes, Roster, misses};
use grader::attack::{Attack, judge_and};
use grader::world::Stop;

/// `broken` makes the world with the learner's detector.
pub fn wrong_kill(broken: fn() -> Nodes<Watching>) -> Attack<Nodes<Watching>> {
    Attack {
        exercise: "detector",
        goal: "a_living_pod_is_declared_dead",
        wanted: "Your detector declares pod-7 dead, and pod-7, which never crashed, sends a beat afterwards.",
        folder: "exercises/07-detector",
        file: "attack/wrong-kill.txt",
        section: "chapter 7, \"Which timeout is right?\"",
        cast: Roster::new(EVERYBODY),
        code: "watch",
        broken,
        correct: || nodes(|| Box::new(Never)),
        reached,
        misses,
        end,
        hint,
        too_much: "",
        shortest: 2,
    }
}

/// The only detector that no schedule makes kill: it declares nobody dead, the dead neither.
struct Never;

impl Detector for Never {
    fn step(&mut self, _: Clocks, _: Sees, _: &mut Outputs) {}
}

fn reached(seen: &Seen) -> bool {
    let facts = Facts::of(seen);
    seen.stop.is_none() && !facts.forced && facts.died.is_none() && facts.beats_after_death()
}

fn end(seen: &Seen) -> String {
    let facts = Facts::of(seen);
    let until = seconds(facts.end);
    match (&seen.stop, facts.declared.first()) {
        (Some(Stop::NotWritten { what }), _) => what.clone(),
        (Some(Stop::Panicked { message, at, .. }), _) => format!("your detector panicked at {at}: {message}"),
        (Some(_), _) => "your detector did not come to its end".to_owned(),
        (None, None) => format!("at {until} nobody has been declared dead"),
        (None, Some((_, at))) => format!("pod-7 was declared dead at {}", seconds(*at)),
    }
}

fn hint(seen: &Seen) -> &'static str {
    let facts = Facts::of(seen);
    match () {
        () if seen.stop.is_some() => "There is no detector yet that could be wrong. Write it first.",
        () if facts.died.is_some() => {
            "pod-7 died, and whoever calls it dead is right. The pod of this schedule lives, and your detector says \
             that it does not."
        }
        () if facts.forced => {
            "You made the watcher look before it had asked to. It was promised its clock, and who looks by another \
             shows nothing of bounds. Whoever is late has to be pod-7, or the network."
        }
        () if facts.declared.is_empty() => {
            "Your detector had patience to the end. For how long is it silent before it gives a pod up? This schedule \
             need not keep the bound that you were promised: no bound is a law of nature."
        }
        () if facts.heard_after_death() => {
            "Your detector gave pod-7 up, and what has arrived since was sent before. Whoever sent it may have died in \
             the meantime. Let it beat once more."
        }
        () => {
            "Your detector gave pod-7 up, and nothing has been heard of it since. It may as well be dead. Let it show \
             that it is not."
        }
    }
}

/// The body of the test: judges the file, and on success says what else the adversary found.
///
/// # Panics
/// When the attack fails; why has been printed.
pub fn judge(attack: &Attack<Nodes<Watching>>, make: Make, package: &str, folder: &str) {
    judge_and(attack, package, folder, || {
        let mut text = "\n  What you have just done can be done to every detector. Of yours:\n\n".to_owned();
        for line in try_all(make).in_words() {
            text += &format!("    {line}\n");
        }
        text + "\n  The first number and the others grow together.\n"
    });
}

/// Runs all that [`judge`] will run, in a child that may be ended: the detector is a learner's, and
/// may never come back. What comes of it is for `judge` to say.
///
/// # Errors
/// None.
pub fn rehearse(attack: &Attack<Nodes<Watching>>, make: Make, package: &str) -> Result<(), String> {
    let path = std::path::Path::new(package).join(attack.file);
    if let Ok(text) = std::fs::read_to_string(path)
        && attack.verdict(attack.file, &text).is_ok()
    {
        try_all(make);
    }
    Ok(())
}
