//! What finished chapters teach and no question asks about.

use super::lint::Lint;
use crate::bank::book::Book;
use crate::bank::concepts::{Concept, Concepts};
use crate::bank::load::Loaded;
use crate::bank::locate::{Target, way};
use crate::bank::{Kind, Problem};
use std::collections::{BTreeMap, BTreeSet};

/// Questions about a central idea, and kinds among them, at least.
const CENTRAL: usize = 3;
const KINDS: usize = 2;

#[derive(Default)]
struct Asked {
    questions: usize,
    kinds: BTreeSet<Kind>,
}

/// One error a chapter, at the first idea that lacks something.
pub(super) fn look(files: &[Loaded], concepts: &Concepts, book: &Book, problems: &mut Vec<Problem>) {
    let mut asked: BTreeMap<&str, Asked> = BTreeMap::new();
    for item in files.iter().flat_map(|file| &file.bank.items) {
        for concept in &item.concepts {
            let about = asked.entry(concept).or_default();
            about.questions += 1;
            about.kinds.insert(item.kind());
        }
    }
    for chapter in &book.chapters {
        let own = concepts.list.iter().enumerate().filter(|(_, concept)| concept.chapter == chapter.name);
        let lacking: Vec<(usize, String)> = own
            .filter_map(|(n, concept)| Some((n, lack(concept, asked.get(concept.id.as_str()))?)))
            .collect();
        let Some((first, _)) = lacking.first() else { continue };
        let all: Vec<&str> = lacking.iter().map(|(_, lack)| lack.as_str()).collect();
        let message = format!(
            "`{}` teaches what is not asked: {} [{}]",
            chapter.name,
            all.join("; "),
            Lint::NotAsked.name()
        );
        let help = "each idea of a finished chapter has a question, each central one three of two kinds";
        problems.push(concepts.page.problem(&way![*first, "id"], Target::Value, message, help));
    }
}

fn lack(concept: &Concept, asked: Option<&Asked>) -> Option<String> {
    let (questions, kinds) = asked.map_or((0, 0), |asked| (asked.questions, asked.kinds.len()));
    let id = &concept.id;
    if questions == 0 {
        return Some(format!("{id} (no question)"));
    }
    if !concept.central {
        return None;
    }
    if questions < CENTRAL {
        return Some(format!("{id} (central: {questions} of {CENTRAL} questions)"));
    }
    (kinds < KINDS).then(|| format!("{id} (central: all of one kind)"))
}
