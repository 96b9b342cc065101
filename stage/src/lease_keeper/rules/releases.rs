//! Rules about what a release leaves behind, and what it says.

use grader::{Check, Finding};
use kit::contract::lease_keeper::{Held, Release};

use super::answers::quiet;
use super::cause::{self, Cause};
use super::{LOST, SILENCE, named, outcome};
use crate::lease_keeper::cast::What;
use crate::lease_keeper::run::{Answer, CallRecord, Run, Told, instant, words};

/// The releases that showed a grant.
fn releases(run: &Run) -> impl Iterator<Item = (usize, &CallRecord, &Held)> {
    run.keeping().filter(|(_, record, _)| record.call.is_release())
}

fn says_released(record: &CallRecord) -> bool {
    record.answer == Some(Answer::Released(Ok(Release::Released)))
}

pub(super) fn release_keeps_the_count(run: &Run) -> Check {
    let mut tried = false;
    for (call, record, held) in releases(run) {
        tried |= says_released(record);
        for (turn, change) in run.moved(call) {
            if !change.before.as_ref().is_some_and(|before| before.counts(held)) {
                continue;
            }
            tried = true;
            let (observed, next) = match &change.after {
                Some(after) if after.counts(held) => continue,
                Some(after) => {
                    (format!("token {}", after.token), "The next grant counts from there".to_owned())
                }
                None => ("the row is gone".to_owned(), "The next grant begins to count at 1".to_owned()),
            };
            let cause = match change.after {
                None => "the lease is given back by deleting it.",
                Some(_) => "the whole row is put back to how it was at first.",
            };
            return Check::Broken(Finding {
                step: run.turns[turn].step,
                observed,
                required: format!("a row with token {}", held.token),
                consequence: format!(
                    "{next}. What {} has sent with token {}, and is still under way, will look as good as what the \
                     next holder sends, or better.",
                    held.id, held.token,
                ),
                suspicion: format!("Often the cause: {cause}"),
                section: None,
            });
        }
    }
    outcome(tried, None)
}

pub(super) fn release_names_nobody(run: &Run) -> Check {
    let mut tried = false;
    for (call, record, held) in releases(run).filter(|(_, record, _)| says_released(record)) {
        tried = true;
        // Somebody else may have taken it before the answer came.
        let row = run.standing(&held.name, record.ended).filter(|row| row.counts(held));
        let Some(row) = row else { continue };
        let live = row.live(record.ended_at);
        if row.names_nobody() && !live {
            continue;
        }
        let cause = if record.asked && !record.shared {
            "it was given back in a database that the others do not see."
        } else if run.moved(call).next().is_none() {
            "it is reported as done, and no row was changed."
        } else if run.cast.ahead_ms(run.client(call)) != 0 && live {
            "the pod's own clock was asked what time it is."
        } else if live {
            "the holder's name is wiped out, and the end stays where it was."
        } else {
            "the end is moved, and the holder's name stays."
        };
        let consequence = match live {
            true => format!(
                "{} is told that it gave {} back. Until the row's end everybody is refused, and nobody works.",
                named(run, call),
                held.name
            ),
            false => format!(
                "Whoever looks at the row at night sees {} as the holder, and calls for help because it is late.",
                run.client(call)
            ),
        };
        return Check::Broken(Finding {
            step: record.step,
            observed: row.text(),
            required: format!("token {}, nobody, over at {}", held.token, instant(record.ended_at)),
            consequence,
            suspicion: format!("Often the cause: {cause}"),
            section: None,
        });
    }
    outcome(tried, None)
}

/// The first acquire that follows a release, if nobody was granted the lease in between.
fn next_acquire<'r>(run: &'r Run, released: &CallRecord, held: &Held) -> Option<(usize, &'r CallRecord)> {
    let later = run.calls.iter().enumerate().filter(|(_, other)| {
        let acquires = matches!(other.call.what, What::Acquire { .. });
        acquires && other.asked && other.call.name == held.name && other.began >= released.ended
    });
    let (call, next) = later.min_by_key(|(_, other)| other.began)?;
    let ended = next.ended.saturating_sub(1);
    run.standing(&held.name, ended).is_none_or(|row| row.counts(held)).then_some((call, next))
}

pub(super) fn released_lease_is_free(run: &Run) -> Check {
    let mut tried = false;
    for (call, record, held) in releases(run).filter(|(_, record, _)| says_released(record)) {
        let Some((next, after)) = next_acquire(run, record, held) else { continue };
        let Some(Answer::Acquired(Ok(granted))) = &after.answer else { continue };
        tried = true;
        if granted.as_ref().is_some_and(|told| told.held.token > held.token) {
            continue;
        }
        let (whom, whose) = (named(run, next), named(run, call));
        let (consequence, cause) = match granted {
            Some(Told { held: new, .. }) => (
                format!(
                    "{} had {} with token {}. What it has sent, and is still under way, looks no older than what {} \
                     sends with token {}.",
                    held.id, held.name, held.token, new.id, new.token
                ),
                "the row that counted is gone.",
            ),
            None => (
                format!(
                    "{whose} has given {} back. {whom} asks for it, and nobody does the work.",
                    held.name
                ),
                "the row is not over, or another one than that of the grant was changed.",
            ),
        };
        return Check::Broken(Finding {
            step: after.step,
            observed: after.answer.as_ref().map(words).unwrap_or_default(),
            required: format!("granted, a token above {}", held.token),
            consequence,
            suspicion: format!("Often the cause: {cause}"),
            section: None,
        });
    }
    outcome(tried, None)
}

pub(super) fn release_says_if_it_was_held(run: &Run) -> Check {
    let mut tried = false;
    for (call, record, held) in releases(run) {
        let Some(Answer::Released(answer)) = &record.answer else { continue };
        let live = run.held_before(held, record.began, record.began_at);
        tried |= answer.is_ok();
        let finding = match answer {
            Ok(Release::Released) if run.gave_back(call) || run.given_back_before(call) => continue,
            Ok(Release::Released) => nothing_given_back(run, call),
            Ok(Release::Lost) if run.moments(call).contains(&false) => continue,
            Ok(Release::Lost) => not_lost(run, call, held),
            Err(_) if quiet(run, call) && live => not_lost(run, call, held),
            Err(_) => continue,
        };
        return Check::Broken(finding);
    }
    outcome(tried, None)
}

/// `Released`, and it was not.
fn nothing_given_back(run: &Run, call: usize) -> Finding {
    let record = &run.calls[call];
    let (consequence, cause) = match run.moments(call).contains(&true) {
        true => (
            format!("{} held {}, and nothing has ended that.", named(run, call), record.call.name),
            match run.undisturbed(call) {
                true => "it is reported as done, and no row was changed.",
                false => "an answer that did not come, or a refused lock, was taken for a yes.",
            },
        ),
        false => (
            format!(
                "{} {} commits what it did last, and does not know that it ran unprotected.",
                cause::how_it_was_lost(run, call),
                named(run, call)
            ),
            match Cause::of(run, call) {
                Cause::Unclear => "nobody looks at how many rows the release has changed.",
                cause => cause.text(),
            },
        ),
    };
    Finding {
        step: record.step,
        observed: "released".into(),
        required: if run.undisturbed(call) { "lost" } else { "lost, busy or no answer" }.into(),
        consequence,
        suspicion: format!("Often the cause: {cause}"),
        section: Some(LOST),
    }
}

/// Another answer than `Released`, and it was held until it was given back.
fn not_lost(run: &Run, call: usize, held: &Held) -> Finding {
    let record = &run.calls[call];
    let lost = run.turns_of(call).any(|(_, turn)| turn.lost);
    let (suspicion, section) = match lost && run.gave_back(call) && !record.copy {
        true => (
            "Often the cause: after a lost answer, a second look finds the row as the first statement left it."
                .to_owned(),
            SILENCE,
        ),
        false => cause::not_kept(run, call),
    };
    Finding {
        step: record.step,
        observed: record.answer.as_ref().map(words).unwrap_or_default(),
        required: match run.undisturbed(call) {
            true => "released",
            false => "released, busy or no answer",
        }
        .into(),
        consequence: format!(
            "{} held {} until it asked to give it back. It takes good work for work that ran unprotected.",
            named(run, call),
            held.name,
        ),
        suspicion,
        section: Some(section),
    }
}
