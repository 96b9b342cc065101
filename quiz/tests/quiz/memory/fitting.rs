//! Parameters fitted to a reader.

use super::*;
use quiz::memory::fit::{Past, workload};

/// A reader who forgets sooner than most: knows a card after a day or two, and after ten no more.
fn forgetful(cards: u32) -> Reviews {
    let mut records = Vec::new();
    for n in 0..cards {
        let mut day = i64::from(n % 17);
        for step in 0..6i64 {
            let gap = [0, 1, 2, 9, 1, 12][step as usize] + i64::from(n % 2);
            day += gap;
            let grade = if gap > 6 { Grade::Again } else { Grade::Good };
            let key = format!("bank/card-{n}");
            let at = at(day);
            let id = Record::id("pod-7", &key, step as u32, at);
            records.push(Record { id, key, at, day: at.study_day(), ..drill(0, day, grade) });
        }
    }
    reviews(&records, &[])
}

#[test]
fn a_fit_foretells_its_own_past_better() {
    let reviews = forgetful(90);
    let past = Past::of(&reviews, &Deck::default(), LATE);
    assert_eq!(past.len(), 90 * 5, "all but the first answer to each card");
    let before = past.fitness(&[]).expect("there is a past");
    let weights = past.fit(|_, _| {}).expect("a fit");
    let after = past.fitness(&weights).expect("weights that the model takes");
    assert!(after.log_loss < before.log_loss, "{before:?} {after:?}");
    let tuned = Settings { weights, ..Settings::default() };
    let memory = Memory::tuned(&reviews, &Deck::default(), tuned, LATE);
    assert!(memory.cards().all(|(_, card)| card.stability.is_finite() && card.stability > 0.0));
}

#[test]
fn a_higher_retention_is_more_work() {
    let banks = banks();
    let deck = Deck::of(&banks);
    let seen: Vec<Record> = (0..5).map(|n| drill(n, 0, Grade::Good)).collect();
    let reviews = reviews(&seen, &[]);
    let work = |retention| {
        let settings = Settings { retention, ..Settings::default() };
        workload(&reviews, &deck, &settings, day(0), 30).iter().sum::<usize>()
    };
    assert!(
        work(0.97) > work(0.90) && work(0.90) > work(0.70),
        "{} {} {}",
        work(0.97),
        work(0.90),
        work(0.70)
    );
    assert_eq!(workload(&reviews, &deck, &Settings::default(), day(0), 30)[0], 0, "all was drilled today");
}

#[test]
fn nothing_can_be_learned_of_an_empty_past() {
    let past = Past::of(&Reviews::default(), &Deck::default(), LATE);
    assert!(past.is_empty() && past.fitness(&[]).is_none());
}
