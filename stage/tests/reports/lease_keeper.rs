//! What a learner of `lease-keeper` reads at eighty columns, for the mistakes that are made most often.

use grader::exercise::exam;
use grader::harness::Exam;
use kit::contract::lease_keeper::{GiveBack, Held, Release, Renew, Renewal};
use kit::sql::{Databases, SqlError, Value};
use stage::lease_keeper::given::REFERENCE;
use stage::lease_keeper::play::Play;
use stage::lease_keeper::{Candidate, Code, Keeper, Part, broken};

use crate::told;

type Renewed = Result<Renewal, SqlError>;
type Released = Result<Release, SqlError>;

/// The report on one rule about some code.
fn report(code: Code, rule: &str) -> String {
    let keeper = Keeper { renew: code.renew, give_back: code.give_back };
    let mut exam: Exam<Play> = exam(Part::Open, Candidate { faded: keeper, open: keeper });
    exam.world = Box::new(move || Play::new(code));
    told(&exam, rule)
}

fn renewing(renew: Renew) -> Code {
    Code { renew, ..REFERENCE }
}

fn releasing(give_back: GiveBack) -> Code {
    Code { give_back, ..REFERENCE }
}

fn shown(held: &Held) -> [Value; 3] {
    [held.name.as_str().into(), held.id.as_str().into(), held.token.into()]
}

const MINE: &str = "name = $1 AND owner = $2 AND fence_token = $3 AND now_ms() < expires_at";

/// The statement of the chapter, with another end.
fn beat(databases: &mut dyn Databases, held: &Held, end: &str, ttl_ms: i64) -> Renewed {
    let sql = format!("UPDATE lease SET expires_at = {end} WHERE {MINE} RETURNING expires_at");
    let [name, id, token] = shown(held);
    let rows = databases.shared().query(&sql, &[name, id, token, ttl_ms.into()])?;
    Ok(rows.first().map_or(Renewal::Lost, |row| Renewal::Until(row.int(0))))
}

fn free(databases: &mut dyn Databases, held: &Held) -> Released {
    let sql = format!("UPDATE lease SET owner = '', expires_at = now_ms() WHERE {MINE}");
    let changed = databases.shared().execute(&sql, &shown(held))?;
    Ok(if changed == 1 { Release::Released } else { Release::Lost })
}

#[test]
fn the_heartbeat_takes_the_lease_anew() {
    insta::assert_snapshot!(report(broken::heartbeat::CODE, "loss_is_reported"));
    insta::assert_snapshot!(report(broken::heartbeat::CODE, "stale_grant_changes_nothing"));
}

#[test]
fn what_is_over_is_renewed() {
    insta::assert_snapshot!(report(broken::renews_what_is_over::CODE, "expired_lease_stays_expired"));
    insta::assert_snapshot!(report(broken::renews_what_is_over::CODE, "loss_is_reported"));
}

#[test]
fn the_time_was_asked_for_before() {
    insta::assert_snapshot!(report(broken::time_that_was::CODE, "expired_lease_stays_expired"));
}

#[test]
fn a_release_deletes_the_row() {
    insta::assert_snapshot!(report(broken::delete_on_release::CODE, "release_keeps_the_count"));
    insta::assert_snapshot!(report(broken::delete_on_release::CODE, "released_lease_is_free"));
}

#[test]
fn a_release_ignores_the_owner() {
    insta::assert_snapshot!(report(broken::unlock_ignores_owner::CODE, "stale_grant_changes_nothing"));
    insta::assert_snapshot!(report(broken::unlock_ignores_owner::CODE, "release_says_if_it_was_held"));
}

#[test]
fn it_looks_and_then_deletes() {
    insta::assert_snapshot!(report(broken::check_then_delete::CODE, "stale_grant_changes_nothing"));
}

#[test]
fn the_holder_stays_in_the_row() {
    fn give_back(databases: &mut dyn Databases, held: &Held) -> Released {
        let sql = format!("UPDATE lease SET expires_at = now_ms() WHERE {MINE}");
        let changed = databases.shared().execute(&sql, &shown(held))?;
        Ok(if changed == 1 { Release::Released } else { Release::Lost })
    }
    insta::assert_snapshot!(report(releasing(give_back), "release_names_nobody"));
}

#[test]
fn the_ttl_is_added_to_the_end() {
    fn renew(databases: &mut dyn Databases, held: &Held, ttl_ms: i64) -> Renewed {
        beat(databases, held, "expires_at + $4", ttl_ms)
    }
    insta::assert_snapshot!(report(renewing(renew), "renewal_lasts_from_now"));
}

#[test]
fn a_renewal_counts_as_a_grant() {
    fn renew(databases: &mut dyn Databases, held: &Held, ttl_ms: i64) -> Renewed {
        beat(databases, held, "now_ms() + $4, fence_token = fence_token + 1", ttl_ms)
    }
    insta::assert_snapshot!(report(renewing(renew), "renewal_keeps_the_token"));
}

#[test]
fn it_settles_on_the_copy() {
    fn give_back(databases: &mut dyn Databases, held: &Held) -> Released {
        let sql = format!("UPDATE lease SET owner = '', expires_at = now_ms() WHERE {MINE}");
        match databases.shared().execute(&sql, &shown(held)) {
            Err(SqlError::NoAnswer) => {}
            changed => return Ok(if changed? == 1 { Release::Released } else { Release::Lost }),
        }
        let row = databases.copy().query("SELECT owner FROM lease WHERE name = $1", &shown(held)[..1])?;
        match row.first() {
            Some(row) if row.text(0).is_empty() => Ok(Release::Released),
            _ => Ok(Release::Lost),
        }
    }
    insta::assert_snapshot!(report(releasing(give_back), "release_says_if_it_was_held"));
}

#[test]
fn it_asks_the_copy() {
    fn renew(databases: &mut dyn Databases, held: &Held, ttl_ms: i64) -> Renewed {
        let sql = format!("SELECT 1 FROM lease WHERE {MINE}");
        match databases.copy().query(&sql, &shown(held))?.is_empty() {
            true => Ok(Renewal::Lost),
            false => beat(databases, held, "now_ms() + $4", ttl_ms),
        }
    }
    insta::assert_snapshot!(report(renewing(renew), "live_renewal_succeeds"));
}

#[test]
fn no_answer_is_taken_for_a_loss() {
    fn renew(databases: &mut dyn Databases, held: &Held, ttl_ms: i64) -> Renewed {
        match beat(databases, held, "now_ms() + $4", ttl_ms) {
            Err(SqlError::NoAnswer) => Ok(Renewal::Lost),
            told => told,
        }
    }
    insta::assert_snapshot!(report(renewing(renew), "loss_is_reported"));
}

#[test]
fn a_release_is_sent_twice() {
    fn give_back(databases: &mut dyn Databases, held: &Held) -> Released {
        match free(databases, held) {
            Err(SqlError::NoAnswer) => free(databases, held).map_err(|_| SqlError::NoAnswer),
            told => told,
        }
    }
    insta::assert_snapshot!(report(releasing(give_back), "release_says_if_it_was_held"));
}

#[test]
fn a_lock_is_refused_after_a_lost_answer() {
    fn renew(databases: &mut dyn Databases, held: &Held, ttl_ms: i64) -> Renewed {
        match beat(databases, held, "now_ms() + $4", ttl_ms) {
            Err(SqlError::NoAnswer) => beat(databases, held, "now_ms() + $4", ttl_ms),
            told => told,
        }
    }
    insta::assert_snapshot!(report(renewing(renew), "giving_up_needs_a_reason"));
}
