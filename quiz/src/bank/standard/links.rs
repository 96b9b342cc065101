//! Links into the book: finished chapters and headings that are there.

use super::Asked;
use super::lint::Lint;
use crate::bank::book::{Book, Chapter};
use crate::bank::load::Loaded;
use crate::bank::locate::{Target, way};
use crate::bank::text::nearest;
use crate::bank::{Item, Problem};

pub(super) fn look(asked: &mut Asked<'_>, book: &Book) {
    let item: &Item = asked.item;
    let see = &item.see;
    let Some(chapter) = book.chapter(&see.chapter) else {
        // A link that every question of a bank has by default is the bank's affair.
        if see.chapter != asked.file.bank.chapter {
            let (message, help) = no_chapter(&see.chapter, book);
            asked.say(Lint::DeadLink, &way!["see"], message, help);
        }
        return;
    };
    if let Some(anchor) = see.anchor.as_deref().filter(|anchor| chapter.heading(anchor).is_none()) {
        let (message, help) = no_heading(anchor, chapter);
        asked.say(Lint::DeadLink, &way!["see"], message, help);
    }
}

pub(super) fn of_bank(file: &Loaded, book: &Book, problems: &mut Vec<Problem>) {
    let chapter = &file.bank.chapter;
    if !chapter.is_empty() && book.chapter(chapter).is_none() {
        let (message, help) = no_chapter(chapter, book);
        let message = format!("{message} [{}]", Lint::DeadLink.name());
        problems.push(file.page.problem(&way!["chapter"], Target::Value, message, help));
    }
}

fn no_chapter(name: &str, book: &Book) -> (String, String) {
    let names: Vec<&str> = book.chapters.iter().map(|chapter| chapter.name.as_str()).collect();
    let help = match nearest(name, &names) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "SUMMARY.md lists finished chapters; link to one of them".to_owned(),
    };
    (format!("the book has no finished chapter `{name}`"), help)
}

fn no_heading(anchor: &str, chapter: &Chapter) -> (String, String) {
    let ids: Vec<&str> = chapter.headings.iter().map(|heading| heading.id.as_str()).collect();
    let help = match nearest(anchor, &ids).or_else(|| alike(anchor, &ids)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it has: {}", ids.join(", ")),
    };
    (format!("`{}` has no heading `#{anchor}`", chapter.name), help)
}

/// The heading that has most of these words, for one that was put in other words since.
fn alike<'a>(anchor: &str, ids: &[&'a str]) -> Option<&'a str> {
    let words: Vec<&str> = anchor.split('-').collect();
    let shared = |id: &str| id.split('-').filter(|word| words.contains(word)).count();
    let best = ids.iter().max_by_key(|id| shared(id))?;
    (shared(best) * 2 >= words.len().max(best.split('-').count())).then_some(best)
}
