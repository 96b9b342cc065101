//! `quiz/sources.yaml`: every question, card, recall line, self-test and drill of the texts that this
//! course grew from, and the questions of ours that stand for it.

use crate::place::workspace;
use quiz::bank::{Banks, Sources};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    seed: String,
    section: String,
    form: String,
    chapter: String,
    about: String,
    items: Vec<String>,
}

fn entries() -> Vec<Entry> {
    let text = std::fs::read_to_string(workspace().join("quiz/sources.yaml")).expect("the list");
    serde_yaml::from_str(&text).expect("a list of entries")
}

/// The chapters that the book has.
fn finished() -> BTreeSet<String> {
    let summary = std::fs::read_to_string(workspace().join("book/text/SUMMARY.md")).expect("the summary");
    let pages = summary.lines().filter_map(|line| line.split_once("](")?.1.strip_suffix(".md)"));
    pages.map(str::to_owned).collect()
}

/// What a finished chapter leaves out of an entry.
fn left_out(entries: &[Entry], finished: &BTreeSet<String>, banks: &Banks) -> Vec<String> {
    let mut out = Vec::new();
    for entry in entries {
        if finished.contains(&entry.chapter) && entry.items.is_empty() {
            out.push(format!("{}: {} is finished, and nothing stands for it", entry.id, entry.chapter));
        }
        for key in entry.items.iter().filter(|key| banks.item(key).is_none_or(|item| item.key != **key)) {
            out.push(format!("{}: there is no question {key}", entry.id));
        }
    }
    out
}

#[test]
fn each_entry_of_a_finished_chapter_has_questions_that_are_asked() {
    let banks = Banks::load(&Sources::of_workspace(&workspace())).expect("banks without errors");
    let (entries, finished) = (entries(), finished());
    assert!(finished.contains("fencing-tokens"), "{finished:?}");
    assert_eq!(left_out(&entries, &finished, &banks), Vec::<String>::new());
    // The check can fail: were every chapter finished, much would be missing.
    let all: BTreeSet<String> = entries.iter().map(|entry| entry.chapter.clone()).collect();
    assert!(left_out(&entries, &all, &banks).iter().any(|line| line.starts_with("quiz-raft-walkthrough:")));
}

/// What the texts hold was counted once, by hand.
#[test]
fn the_list_is_whole_and_each_entry_says_where_it_stands() {
    let entries = entries();
    let mut forms: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut ids = BTreeSet::new();
    for entry in &entries {
        *forms.entry((&entry.seed, &entry.form)).or_default() += 1;
        assert!(ids.insert(&entry.id), "{} stands twice", entry.id);
        assert!(!entry.section.is_empty() && entry.about.len() < 80, "{}", entry.id);
    }
    let expected = [
        (("consensus", "drill"), 1),
        (("consensus", "flashcard"), 5),
        (("consensus", "question"), 5),
        (("consensus", "recall"), 24),
        (("consensus", "self-test"), 4),
        (("coordination", "drill"), 1),
        (("coordination", "question"), 5),
    ];
    assert_eq!(forms.into_iter().collect::<Vec<_>>(), expected);
}
