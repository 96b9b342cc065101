//! Questions about lines: put them in order, or find the one at fault.

use super::{Asked, Shown, part, prose, reason, why};
use crate::html::escape;
use quiz::bank::{Order, Spot};
use quiz::chance::hash;

pub(super) fn order(asked: &Asked<'_>, order: &Order) -> Shown {
    let numbers: String = (1..=order.steps.len())
        .map(|number| format!("<option value=\"{number}\">{number}</option>"))
        .collect();
    let select = |&place: &usize| {
        format!(
            "<label class=\"quiz-step\"><select name=\"{}-{}\"><option value=\"\">–</option>{numbers}</select> \
             <span class=\"quiz-text\">{}</span></label>\n",
            asked.id,
            place + 1,
            prose::inline(&order.steps[place].text)
        )
    };
    let inside: String = mixed(&asked.item.key, order).iter().map(select).collect();
    // `2>1 3>1`: what stands before a `>` must come after what stands behind it.
    let pairs =
        order.steps.iter().enumerate().flat_map(|(then, step)| {
            step.after.iter().map(move |first| format!("{}>{}", then + 1, first + 1))
        });
    let steps: String = order
        .steps
        .iter()
        .map(|step| {
            let why = step.why.as_deref().map_or(String::new(), |why| format!(" {}", prose::inline(why)));
            format!("<li><strong>{}</strong>{why}</li>\n", prose::inline(&step.text))
        })
        .collect();
    let others = if order.is_partial() { "<p>Other orders are right too.</p>\n" } else { "" };
    let key = format!("<ol class=\"quiz-reasons\">\n{steps}</ol>\n{others}{}", why(asked.item));
    Shown {
        prompt: format!(
            "{}<p class=\"quiz-hint\">Give each line its place, from 1.</p>\n",
            prose::html(&asked.item.prompt)
        ),
        parts: part(asked, None, "order", &pairs.collect::<Vec<_>>().join(" "), &inside),
        paper: key.clone(),
        key,
    }
}

/// The steps as they are shown: never in a right order.
fn mixed(key: &str, order: &Order) -> Vec<usize> {
    let mut places: Vec<usize> = (0..order.steps.len()).collect();
    places.sort_by_key(|&place| hash(&["page", key, &order.steps[place].text]));
    if order.broken(&places).is_empty() {
        places.reverse();
    }
    places
}

pub(super) fn spot(asked: &Asked<'_>, spot: &Spot) -> Shown {
    let line = |(index, text): (usize, &String)| {
        let number = index + 1;
        format!(
            "<label class=\"quiz-line\"><input type=\"radio\" name=\"{}-0\" value=\"{number}\"> \
             <span class=\"quiz-letter\">{number}</span> <code class=\"quiz-code nohighlight\">{}</code></label>\n",
            asked.id,
            escape(text)
        )
    };
    let inside: String = spot.lines.iter().enumerate().map(line).collect();
    let right: Vec<String> = spot.right.iter().map(|line| (line + 1).to_string()).collect();
    let fault = |line: &String| format!("<strong>Line {line}</strong>");
    let wrong: String = spot
        .wrong
        .iter()
        .map(|wrong| reason(false, &format!("Line {}", wrong.line + 1), &wrong.why))
        .collect();
    let key = format!(
        "<p class=\"quiz-right\">{}.</p>\n{}<ul class=\"quiz-reasons\">\n{wrong}</ul>\n",
        right.iter().map(fault).collect::<Vec<_>>().join(", or "),
        why(asked.item)
    );
    Shown {
        prompt: format!(
            "{}<p class=\"quiz-hint\">Mark the line that is at fault.</p>\n",
            prose::html(&asked.item.prompt)
        ),
        parts: part(asked, None, "one", &right.join(" "), &inside),
        paper: key.clone(),
        key,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quiz::bank::OrderStep;

    #[test]
    fn steps_never_begin_in_a_right_order() {
        let step = |text: &str, after: &[usize]| OrderStep {
            id: String::new(),
            text: text.to_owned(),
            after: after.to_vec(),
            why: None,
        };
        let order = Order { steps: vec![step("read", &[]), step("write", &[0])] };
        for key in 0..20 {
            assert_eq!(mixed(&format!("one/{key}"), &order), [1, 0]);
        }
    }
}
