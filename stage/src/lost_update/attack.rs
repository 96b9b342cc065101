//! The break-it part: a learner's schedule must make the given code lose ₹30.
//!
//! Accepted only if the loss is the one asked for, in the cast that was given, and a correct debit
//! survives the very same file: then it is the code's fault, and not the schedule's.

use std::fs;
use std::path::Path;

use grader::report::{WIDTH, wrap};
use grader::world::{Case, World};
use kit::contract::lost_update::{Order, Outcome};
use kit::diagnostic::{Diagnostic, Place};
use kit::money::rupees;
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
    let scenario = Scenario::parse(text).map_err(|error| error.render(file, text))?;
    let cast = Cast::read(&scenario.cast).map_err(|error| error.render(file, text))?;
    if let Some(slip) = cheats(&scenario, &cast) {
        return Err(slip.render(file, text));
    }
    let case = Case { cast, plan: scenario.plan.clone() };
    let mut play = Play::new(NAIVE);
    play.check(&case).map_err(|slip| slip.diagnostic(&scenario).render(file, text))?;
    let played = play.run(&case);
    if !loses(&played) {
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

/// The cast and the code are given; only the schedule is the learner's.
fn cheats(scenario: &Scenario, cast: &Cast) -> Option<Diagnostic> {
    let top = Place { line: 1, column: 1 };
    if *cast != given() {
        let place = scenario.cast.first().map_or(top, |setting| setting.key_at);
        let help = "put back `account 42: ₹100`, `pod-7: debit ₹30 from 42` and `pod-3: debit ₹30 from 42`";
        return Some(Diagnostic::new(place, "the cast has changed; only the schedule is yours").help(help));
    }
    if scenario.code != "naive" {
        let message = format!("`code: {}`: the code under attack is `naive`", scenario.code);
        return Some(Diagnostic::new(scenario.place("code"), message).help("put back `code: naive`"));
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
    out += &wrap(
        "Nothing is lost in this schedule. Each worker reads, and later writes what it computed. Ask what the \
         second one must read for its write to undo the first one's.",
        2,
        WIDTH,
    );
    out += "\n  edit     exercises/01-lost-update/attack.txt\n";
    out += "  read     chapter 1, \"When is the money lost?\"\n";
    out
}

/// The body of the test.
///
/// # Panics
/// When the attack fails; why has been printed.
pub fn judge(path: &str) {
    let shown = Path::new(path);
    let shown = shown.strip_prefix(std::env::current_dir().unwrap_or_default()).unwrap_or(shown);
    let shown = shown.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"));
    if let Err(what) = text.and_then(|text| verdict(&shown, &text)) {
        println!("{what}");
        std::panic::resume_unwind(Box::new(()));
    }
}
