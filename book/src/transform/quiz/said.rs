//! Questions that the reader answers in words and judges: cards, and answers with a rubric.

use super::{Asked, Shown, part, prose, reason, why};
use crate::html::escape;
use quiz::bank::{Free, Point};

pub(super) fn flash(asked: &Asked<'_>, answer: &str) -> Shown {
    let key = format!("{}{}", prose::html(answer), why(asked.item));
    Shown { prompt: prose::html(&asked.item.prompt), parts: String::new(), paper: key.clone(), key }
}

pub(super) fn free(asked: &Asked<'_>, free: &Free) -> Shown {
    let area = format!(
        "<textarea class=\"quiz-area\" rows=\"5\" name=\"{0}-0\" aria-labelledby=\"{0}-prompt\"></textarea>\n",
        asked.id
    );
    let worth = |point: &Point| {
        let must = if point.must { ", a must" } else { "" };
        let points = if point.points == 1 { "point" } else { "points" };
        format!("{} {points}{must}", point.points)
    };
    let box_of = |(number, point): (usize, &Point)| {
        format!(
            "<label class=\"quiz-choice\"><input type=\"checkbox\" name=\"{}-rubric\" value=\"{}\" \
             data-points=\"{}\"{}> <span class=\"quiz-text\">{} <span class=\"quiz-worth\">({})</span></span></label>\n",
            asked.id,
            number + 1,
            point.points,
            if point.must { " data-must" } else { "" },
            prose::inline(&point.text),
            worth(point),
        )
    };
    let boxes: String = free.rubric.iter().enumerate().map(box_of).collect();
    let on_paper = |point: &Point| format!("<li>{} ({})</li>\n", prose::inline(&point.text), worth(point));
    let paper: String = free.rubric.iter().map(on_paper).collect();
    let beliefs: String = free
        .wrong
        .iter()
        .map(|wrong| reason(false, &format!("“{}”", escape(&wrong.when)), &wrong.why))
        .collect();
    let beliefs =
        if beliefs.is_empty() { beliefs } else { format!("<ul class=\"quiz-reasons\">\n{beliefs}</ul>\n") };
    let model = prose::html(&free.model);
    let ending = format!("{beliefs}{}", why(asked.item));
    Shown {
        prompt: prose::html(&asked.item.prompt),
        parts: part(asked, None, "free", "", &area),
        key: format!(
            "{model}<fieldset class=\"quiz-rubric\">\n<legend>Which points did you make?</legend>\n{boxes}</fieldset>\n{ending}"
        ),
        paper: format!("{model}<ul class=\"quiz-reasons\">\n{paper}</ul>\n{ending}"),
    }
}
