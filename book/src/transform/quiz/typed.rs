//! Questions answered by typing: a word, a number, the gaps of a sentence.

use super::{Asked, Shown, part, prose, reason, why};
use crate::html::escape;
use quiz::bank::{Cloze, Numeric, Piece, Short};

pub(super) fn short(asked: &Asked<'_>, short: &Short) -> Shown {
    let accepted: Vec<&str> =
        [short.answer.as_str()].into_iter().chain(short.accept.iter().map(String::as_str)).collect();
    let also = match &accepted[1..] {
        [] => String::new(),
        others => format!(" Also accepted: {}.", escape(&others.join(", "))),
    };
    let wrong: String =
        short.wrong.iter().map(|wrong| reason(false, &quoted(&wrong.when), &wrong.why)).collect();
    let key = format!(
        "<p class=\"quiz-right\"><strong>{}</strong>.{also}</p>\n{}{}",
        escape(&short.answer),
        list(&wrong),
        why(asked.item)
    );
    Shown {
        prompt: prose::html(&asked.item.prompt),
        parts: part(asked, None, "text", &accepted.join("\n"), &text_input(asked, "Your answer")),
        paper: key.clone(),
        key,
    }
}

pub(super) fn numeric(asked: &Asked<'_>, numeric: &Numeric) -> Shown {
    // A checked bank always has an instance; a page without one would show the bare template.
    let instance = asked.item.fixed_instance();
    let answer = instance.as_ref().map_or(0, |instance| instance.answer);
    let unit = numeric.unit.as_deref().map_or(String::new(), escape);
    // ₹70, but 70 ms.
    let (before, behind) = match unit.as_str() {
        "" => (String::new(), String::new()),
        "₹" => (unit, String::new()),
        _ => (String::new(), format!(" {unit}")),
    };
    let input = format!(
        "<label class=\"quiz-field\"><span class=\"quiz-unseen\">A whole number</span>\
         {before}<input type=\"number\" step=\"1\" name=\"{}-0\" autocomplete=\"off\">{behind}</label>\n",
        asked.id
    );
    let wrong = instance.iter().flat_map(|instance| &instance.wrong);
    let wrong: String = wrong.map(|(number, why)| reason(false, &number.to_string(), why)).collect();
    let within = match numeric.tolerance {
        0 => String::new(),
        off => format!(" {off} more or less also counts."),
    };
    let why =
        instance.as_ref().and_then(|instance| instance.why.as_deref()).map_or(String::new(), prose::html);
    let key = format!(
        "<p class=\"quiz-right\"><strong>{before}{answer}{behind}</strong>.{within}</p>\n{}{why}",
        list(&wrong)
    );
    let prompt = instance.as_ref().map_or(&asked.item.prompt, |instance| &instance.prompt);
    Shown {
        prompt: prose::html(prompt),
        parts: part(asked, None, "number", &format!("{answer} {}", numeric.tolerance), &input),
        paper: key.clone(),
        key,
    }
}

pub(super) fn cloze(asked: &Asked<'_>, cloze: &Cloze) -> Shown {
    let mut gaps: Vec<(&str, &str)> = Vec::new();
    let mut text = String::new();
    for piece in &cloze.pieces {
        match piece {
            Piece::Text(piece) => text.push_str(piece),
            Piece::Gap { answer, hint } => {
                text.push_str(&placeholder(gaps.len()));
                gaps.push((answer, hint.as_deref().unwrap_or("")));
            }
        }
    }
    let (mut fields, mut whole) = (prose::inline(&text), prose::inline(&text));
    for (number, (answer, hint)) in gaps.iter().enumerate() {
        fields = fields.replace(&placeholder(number), &gap(asked, number, hint));
        whole = whole.replace(&placeholder(number), &format!("<strong>{}</strong>", escape(answer)));
    }
    let answers: Vec<&str> = gaps.iter().map(|(answer, _)| *answer).collect();
    let key = format!("<p class=\"quiz-right\">{whole}</p>\n{}", why(asked.item));
    Shown {
        prompt: "<p>Fill the gaps.</p>\n".to_owned(),
        parts: part(
            asked,
            None,
            "gaps",
            &answers.join("\n"),
            &format!("<p class=\"quiz-cloze\">{fields}</p>\n"),
        ),
        paper: key.clone(),
        key,
    }
}

/// Stands for a gap while Markdown is read: a letter that no bank uses, and a number.
fn placeholder(number: usize) -> String {
    format!("\u{e000}{number}\u{e001}")
}

fn gap(asked: &Asked<'_>, number: usize, hint: &str) -> String {
    let name = if hint.is_empty() { String::new() } else { format!(": {}", escape(hint)) };
    format!(
        "<input class=\"quiz-gap\" type=\"text\" name=\"{}-{number}\" aria-label=\"Gap {}{name}\" \
         placeholder=\"{}\" autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\">",
        asked.id,
        number + 1,
        escape(hint),
    )
}

/// A field for a word or two.
pub(super) fn text_input(asked: &Asked<'_>, label: &str) -> String {
    numbered_text_input(asked, 0, label)
}

pub(super) fn numbered_text_input(asked: &Asked<'_>, number: usize, label: &str) -> String {
    format!(
        "<label class=\"quiz-field\"><span class=\"quiz-unseen\">{}</span>\
         <input type=\"text\" name=\"{}-{number}\" autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\"></label>\n",
        escape(label),
        asked.id
    )
}

fn quoted(text: &str) -> String {
    format!("“{}”", escape(text))
}

/// Reasons as a list; nothing where there are none.
fn list(reasons: &str) -> String {
    if reasons.is_empty() { String::new() } else { format!("<ul class=\"quiz-reasons\">\n{reasons}</ul>\n") }
}
