//! What makes a page teach: wrong beliefs die at a step of a run, broken code never has the last
//! word, and a later chapter first asks about earlier ones.

use super::chapter::Chapter;
use super::page::{Element, Page};
use super::report::{Check, Finding};
use crate::markdown::names_a_step;

/// A chapter's wrong beliefs are the wrong choices of its predictions. A recorded run stands in the
/// prediction, and the explanation names the step at which the belief dies.
pub(super) fn misconceptions(chapters: &[Chapter], pages: &[Page]) -> Check {
    let mut check = Check::new("beliefs", "wrong choices are refuted at a step of a run");
    for (chapter, page) in with_pages(chapters, pages) {
        let lines = chapter.uses("predict");
        let mut refuted = 0;
        for (number, (index, _)) in having(page, "predict").enumerate() {
            let inside = |element: &&Element| element.parents.contains(&index);
            let has = |class: &str| page.elements.iter().filter(inside).find(|e| e.tag.has_class(class));
            if has(super::FIGURE).is_none() {
                continue;
            }
            let wrong = page.elements.iter().filter(inside).filter(|e| e.tag.has_class("predict-choice"));
            refuted += wrong.count().saturating_sub(1);
            let told = has("predict-outcome").is_some_and(|outcome| names_a_step(&outcome.text));
            check.findings.extend((!told).then(|| {
                Finding::new(
                    chapter.at(lines.get(number).copied().unwrap_or(1)),
                    "the explanation of this prediction names no step of its run",
                    "below `---` say at which step the wrong belief dies: `at step 4 …`",
                )
            }));
        }
        check.looked_at += refuted;
        check.findings.extend((refuted == 0).then(|| {
            Finding::new(
                chapter.at(1),
                "no wrong belief is refuted by a run",
                "put `{{#trace …}}` into a `{{#predict NAME}}` whose choices hold the belief",
            )
        }));
    }
    check
}

/// A prediction that goes wrong brings up questions about what it turned on.
pub(super) fn drilled(chapters: &[Chapter], pages: &[Page]) -> Check {
    let mut check = Check::new("drill", "predictions name what the drill asks about when they go wrong");
    for (chapter, page) in with_pages(chapters, pages) {
        let lines = chapter.uses("predict");
        for (number, (_, prediction)) in having(page, "predict").enumerate() {
            check.look(prediction.tag.get("data-prediction").is_none().then(|| {
                Finding::new(
                    chapter.at(lines.get(number).copied().unwrap_or(1)),
                    "this prediction names no idea",
                    "write ideas of concepts.yaml behind its name: `{{#predict NAME lost-update}}`",
                )
            }));
        }
    }
    check
}

/// The last code of a chapter is code that works.
pub(super) fn last_code(chapters: &[Chapter], pages: &[Page]) -> Check {
    let mut check = Check::new("last code", "the last listings of chapters are not broken ones");
    for (chapter, page) in with_pages(chapters, pages) {
        let Some((_, last)) = having(page, "listing").last() else { continue };
        check.look(last.tag.has_class("broken").then(|| {
            Finding::new(
                chapter.at(chapter.uses("code").last().copied().unwrap_or(1)),
                "the last code on this page is broken code",
                "show the code that works once more behind it",
            )
        }));
    }
    check
}

/// How many questions on earlier chapters a chapter begins with.
const EARLIER: usize = 3;

/// From the third chapter on, questions of earlier chapters' banks stand near the beginning: before
/// the second `##`.
pub(super) fn earlier(chapters: &[Chapter], pages: &[Page]) -> Check {
    let mut check = Check::new("earlier", "later chapters begin with questions on earlier ones");
    for (place, chapter) in chapters.iter().enumerate().skip(2) {
        let Some(page) = pages.iter().find(|page| page.name == chapter.html) else { continue };
        let before: Vec<&str> = chapters[..place].iter().map(Chapter::name).collect();
        let sections: Vec<usize> = page
            .elements
            .iter()
            .enumerate()
            .filter(|(_, element)| element.tag.name == "h2" && page.in_main(element))
            .map(|(index, _)| index)
            .collect();
        let end = sections.get(1).copied().unwrap_or(page.elements.len());
        let asked = having(page, "quiz")
            .filter(|(index, _)| *index < end)
            .filter(|(_, quiz)| quiz.tag.get("data-chapter").is_some_and(|of| before.contains(&of)))
            .count();
        check.look((asked < EARLIER).then(|| {
            Finding::new(
                chapter.at(1),
                format!("{asked} questions on earlier chapters before its second section, not {EARLIER}"),
                format!("ask with `{{{{#quiz BANK ITEM}}}}`; earlier chapters are {}", before.join(", ")),
            )
        }));
    }
    check
}

fn with_pages<'a>(
    chapters: &'a [Chapter],
    pages: &'a [Page],
) -> impl Iterator<Item = (&'a Chapter, &'a Page)> {
    chapters
        .iter()
        .filter_map(|chapter| Some((chapter, pages.iter().find(|page| page.name == chapter.html)?)))
}

/// The elements of the chapter with this class, in order.
fn having<'a>(page: &'a Page, class: &'a str) -> impl Iterator<Item = (usize, &'a Element)> {
    page.elements
        .iter()
        .enumerate()
        .filter(move |(_, element)| element.tag.has_class(class) && page.in_main(element))
}

#[cfg(test)]
mod tests;
