//! Settings: shown, changed, taken back, fitted.

use super::json;
use crate::house::{House, ago};
use insta::assert_snapshot;
use quiz::log::{Grade, Mode, Record};

/// Enough answers for a fit, of a reader who forgets soon; of questions that are gone.
fn many() -> Vec<Record> {
    let mut records = Vec::new();
    for n in 0..90i64 {
        let mut day = 200 - n % 17;
        for gap in [0, 1, 2, 9, 1, 12] {
            day -= gap + n % 2;
            let grade = if gap > 6 { Grade::Again } else { Grade::Good };
            records.push(ago(&format!("gone/card-{n}"), day, Mode::Drill, grade));
        }
    }
    records
}

#[test]
fn settings_are_shown_changed_and_taken_back() {
    let house = House::new("tune").drilled();
    assert_snapshot!("tune", house.run("tune", "").shown());
    assert_snapshot!("tune_retention", house.run("tune --retention 0.95", "").shown());
    let document = json(&house.run("tune --json", "").out);
    assert_eq!(document["retention"].as_f64(), Some(0.95));
    assert_eq!(house.run("tune --easy on", "").code, 0);
    assert_eq!(json(&house.run("tune --json", "").out)["easy"], true);
    let again = house.run("tune --easy on", "").out;
    assert!(again.contains("Nothing was written"), "{again}");
    assert_snapshot!("tune_reset", house.run("tune --reset", "").shown());
    assert_eq!(json(&house.run("tune --json", "").out)["retention"].as_f64(), Some(0.9));
    assert!(house.run("tune --reset", "").out.contains("Nothing was written"));
}

#[test]
fn numbers_that_are_none_are_refused_with_the_range() {
    let house = House::new("tune-refused");
    for wrong in ["0.69", "0.971", "90", "-1", "NaN", "inf", "much", "1e-3"] {
        let outcome = house.run(&format!("tune --retention={wrong}"), "");
        assert_eq!(outcome.code, 2, "{wrong}: {}", outcome.shown());
        assert!(outcome.err.contains("from 0.70 to 0.97"), "{wrong}: {}", outcome.err);
    }
    assert_eq!(house.run("tune --easy maybe", "").code, 2);
    assert_eq!(house.run("tune --reset --fit", "").code, 2);
    assert_eq!(house.run("tune --yes", "").code, 2);
    assert_eq!(house.shell.log(), [""; 0], "nothing was written");
}

#[test]
fn a_fit_waits_for_enough_answers() {
    let house = House::new("tune-few").drilled();
    assert_snapshot!("tune_fit_few", house.run("tune --fit", "").shown());
    assert!(json(&house.run("tune --fit --json", "").out)["fit"].is_null());
}

#[test]
fn a_fit_is_shown_first_and_kept_on_demand() {
    let mut house = House::new("tune-fit");
    house.write(&many());
    let before = house.shell.log().len();
    let looked = house.run("tune --fit", "").out;
    assert!(
        looked.starts_with("Fitted to 450 answers.") && looked.contains("Nothing was written"),
        "{looked}"
    );
    house.shell.echo = false;
    let refused = house.run("tune --fit", "n\n").out;
    assert!(refused.contains("Nothing was written"), "{refused}");
    assert_eq!(house.shell.log().len(), before);
    let kept = house.run("tune --fit", "y\n").out;
    assert!(kept.contains("in force from now on"), "{kept}");
    assert_eq!(house.shell.log().len(), before + 1);
    let document = json(&house.run("tune --json", "").out);
    assert_eq!(
        (document["fitted"].as_bool(), document["weights"].as_array().map(Vec::len)),
        (Some(true), Some(21))
    );
    house.run("tune --reset", "");
    let document = json(&house.run("tune --fit --yes --json", "").out);
    assert_eq!(document["fit"]["kept"], true);
    assert!(document["fit"]["after"]["log_loss"].as_f64() < document["fit"]["before"]["log_loss"].as_f64());
}
