//! The break-it part: a learner's schedule must make the given code lose ₹30.
//!
//! Accepted only if the loss is the one asked for, in the cast that was given, and a correct debit
//! survives the very same file: then it is the code's fault, and not the schedule's.

use std::fs;
use std::path::Path;

use grader::keep::Shelf;
use grader::report::{WIDTH, wrap};
use grader::world::{Case, World};
use kit::contract::lost_update::{Order, Outcome};
use kit::diagnostic::{Diagnostic, Place};
use kit::money::rupees;
use kit::plan::{Act, Extent};
use kit::scenario::Scenario;
use kit::sql::{Sql, SqlError};

use super::Code;
use super::cast::{Cast, Kind};
use super::naive;
use super::play::{Play, Played};
use super::run::words;

const NAIVE: Code = Code { debit: naive::debit, credit: naive::debit };
const REFERENCE: Code = Code { debit: reference, credit: reference };

/// A debit that no schedule breaks.
fn reference(db: &mut dyn Sql, order: &Order) -> Result<Outcome, SqlError> {
    let changed = db.execute(
        "UPDATE accounts SET balance = balance - $1 WHERE id = $2 AND balance >= $1",
        &[order.paise.into(), order.account.into()],
    )?;
    Ok(if changed == 1 { Outcome::Accepted } else { Outcome::Insufficient })
}

fn given() -> Cast {
    Cast::new(100, &[("pod-7", &[(Kind::Debit, 30)]), ("pod-3", &[(Kind::Debit, 30)])])
}

/// Judges the text of an attack; the error is what to print.
pub fn verdict(file: &str, text: &str) -> Result<(), String> {
    let shown = |error: Diagnostic| error.render(file, text);
    if text.trim().is_empty() {
        return Err(format!("{file}: the file is empty\n  help: {PUT_BACK}\n"));
    }
    let scenario = Scenario::parse(text).map_err(shown)?;
    let cast = Cast::read(&scenario.cast).map_err(shown)?;
    cheats(&scenario, &cast).map_or(Ok(()), |slip| Err(shown(slip)))?;
    let case = Case { cast, plan: scenario.plan.clone() };
    let mut play = Play::new(NAIVE);
    play.check(&case).map_err(|slip| shown(slip.diagnostic(&scenario)))?;
    let played = play.run(&case);
    if !loses(&played) {
        misses(&scenario, &played).map_or(Ok(()), |slip| Err(shown(slip)))?;
        return Err(report(&play, &played));
    }
    let survived = Play::new(REFERENCE).run(&case);
    if loses(&survived) {
        return Err(
            "✗ attack\n\n  A correct debit loses money under this schedule too: a fault of the workbook, \
                    not of yours. Please report it with your attack.txt.\n"
                .to_owned(),
        );
    }
    Ok(())
}

const PUT_BACK: &str =
    "`cargo xtask reset lost-update --yes` puts the given files back and keeps yours aside";

/// The cast and the code are given; only the schedule is the learner's.
fn cheats(scenario: &Scenario, cast: &Cast) -> Option<Diagnostic> {
    let given = given().settings();
    if *cast != Cast::read(&given).ok()? {
        let differs = |index: usize| {
            let (is, must) = (scenario.cast.get(index)?, given.get(index));
            (must.is_none_or(|must| (&is.key, &is.value) != (&must.key, &must.value))).then_some(is.key_at)
        };
        let place = (0..scenario.cast.len()).find_map(differs).unwrap_or(TOP);
        let help = "put back `account 42: ₹100`, `pod-7: debit ₹30 from 42` and `pod-3: debit ₹30 from 42`";
        return Some(Diagnostic::new(place, "the cast has changed; only the schedule is yours").help(help));
    }
    if scenario.code != "naive" {
        let message = format!("the code under attack is `naive`, not `{}`", scenario.code);
        return Some(Diagnostic::new(scenario.place("code"), message).help("put back `code: naive`"));
    }
    None
}

const TOP: Place = Place { line: 1, column: 1 };

/// A `run … to "…"` whose text stands in no statement of that worker ran to the end unnoticed.
fn misses(scenario: &Scenario, played: &Played) -> Option<Diagnostic> {
    let record = &played.raw.record;
    for (phase, acts) in scenario.plan.phases.iter().enumerate() {
        for (act, what) in acts.acts.iter().enumerate() {
            let Act::Run { who, extent: Extent::Before(wanted) } = what else { continue };
            let theirs = record.turns.iter().filter(|turn| record.cast[turn.who] == who.word);
            let wanted = wanted.to_uppercase();
            let meets = theirs
                .filter_map(|turn| turn.statement())
                .any(|s| s.shown().to_uppercase().contains(&wanted));
            if !meets {
                let place = scenario.places.get(phase).and_then(|acts| acts.get(act)).copied().unwrap_or(TOP);
                let message =
                    format!("no statement of {} contains {wanted:?}, so it ran to its end", who.word);
                return Some(
                    Diagnostic::new(place, message).help("its statements are a SELECT and an UPDATE"),
                );
            }
        }
    }
    None
}

fn loses(played: &Played) -> bool {
    let accepted = |answer: &Option<super::run::Answer>| *answer == Some(Ok(Outcome::Accepted));
    played.run.calls.iter().all(|call| accepted(&call.answer)) && played.run.final_balance() > 4_000
}

fn report(play: &Play, played: &Played) -> String {
    let mut out =
        "✗ the_given_code_loses_thirty_rupees                        lost-update · attack\n\n".to_owned();
    out += &wrap("Both debits of ₹30 are accepted, and account 42 still holds ₹70.", 2, WIDTH);
    out.push('\n');
    out += &figure::ascii_steps(&play.trace(played), WIDTH);
    let answers = played.run.calls.iter().enumerate().map(|(index, call)| {
        let answer = call.answer.as_ref().map_or("never came back".to_owned(), words);
        format!("{} {answer}", played.run.worker(index))
    });
    let answers: Vec<String> = answers.collect();
    let end = format!("at the end: balance {}; {}", rupees(played.run.final_balance()), answers.join("; "));
    out += &wrap(&end, 7, WIDTH);
    out.push('\n');
    let accepted = played.run.calls.iter().all(|call| call.answer == Some(Ok(Outcome::Accepted)));
    let hint = if accepted {
        "Nothing is lost in this schedule. Each worker reads, and later writes what it computed. Ask what the \
         second one must read for its write to undo the first one's."
    } else {
        "Both debits must be accepted: the loss that nobody notices is the one to find. It takes no fault, only \
         another order."
    };
    out += &wrap(hint, 2, WIDTH);
    out += "\n  edit     exercises/01-lost-update/attack.txt\n";
    out += "  read     chapter 1, \"When is the money lost?\"\n";
    out
}

/// The body of the test.
///
/// # Panics
/// When the attack fails; why has been printed.
pub fn judge(path: &str, folder: &str) {
    let shown = Path::new(path);
    let shown = shown.strip_prefix(std::env::current_dir().unwrap_or_default()).unwrap_or(shown);
    let shown = shown.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| format!("{shown}: {error}\n  help: {PUT_BACK}"));
    let verdict = text.and_then(|text| verdict(&shown, &text));
    let status = if verdict.is_ok() { "passes" } else { "fails" };
    let shelf = Shelf::new(Path::new(folder), "attack");
    // A record that cannot be kept changes no verdict.
    let _ = shelf.record(&[("the_given_code_loses_thirty_rupees".to_owned(), status)]);
    if let Err(what) = verdict {
        println!("{what}");
        std::panic::resume_unwind(Box::new(()));
    }
}
