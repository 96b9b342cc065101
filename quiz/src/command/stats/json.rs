//! The figures as one JSON document. Names of fields stay as they are; new ones may come.

use super::gathered::Gathered;
use super::ideas::Ideas;
use crate::log::Sure;
use crate::memory::figures::{Known, Share};
use serde_json::{Map, Value, json};

pub(super) fn document(gathered: &Gathered<'_>, ideas: &Ideas) -> Value {
    let figures = &gathered.figures;
    let answers: u32 = figures.days.values().sum();
    let concepts = gathered.chapters.iter().flat_map(|chapter| {
        chapter.concepts.iter().map(|known| concept(chapter.name, known, ideas.title(known.concept)))
    });
    let leeches = gathered
        .leeches
        .iter()
        .map(|(item, card)| json!({"key": item.key, "lapses": card.lapses, "see": item.see.slug()}));
    json!({
        "day": gathered.today.to_string(),
        "answers": answers,
        "days_answered": figures.days.len(),
        "days_in_a_row": figures.streak(gathered.today),
        "cards": gathered.seen,
        "known_today": round(gathered.known_now),
        "retention": {
            "wanted": round(gathered.wanted),
            "week": share(figures.week),
            "month": share(figures.month),
            "ever": share(figures.ever),
        },
        "coming": gathered.coming,
        "later": gathered.later,
        "activity": figures.days.iter().map(|(day, n)| (day.to_string(), json!(n))).collect::<Map<_, _>>(),
        "chapters": gathered.chapters.iter().map(|chapter| chapter.name).collect::<Vec<_>>(),
        "concepts": concepts.collect::<Vec<_>>(),
        "sure": figures.sure.iter().map(|(sure, n)| (name(*sure).to_owned(), share(*n))).collect::<Map<_, _>>(),
        "levels": figures.levels.iter().map(|(l, n)| (l.name().to_owned(), share(*n))).collect::<Map<_, _>>(),
        "kinds": figures.kinds.iter().map(|(k, n)| (k.name().to_owned(), share(*n))).collect::<Map<_, _>>(),
        "leeches": leeches.collect::<Vec<_>>(),
    })
}

fn concept(chapter: &str, known: &Known<'_>, title: Option<&str>) -> Value {
    json!({
        "id": known.concept,
        "title": title,
        "chapter": chapter,
        "grip": known.grip.name(),
        "questions": known.of,
        "drilled": known.seen,
        "holding": known.holding,
        "due": known.due,
        "days": known.days.map(round),
    })
}

fn share(share: Share) -> Value {
    json!({"right": share.right, "of": share.of})
}

fn name(sure: Sure) -> &'static str {
    match sure {
        Sure::Guess => "guess",
        Sure::Unsure => "unsure",
        Sure::Sure => "sure",
    }
}

/// To hundredths: more digits are the model's own affair.
fn round(number: f32) -> f64 {
    (f64::from(number) * 100.0).round() / 100.0
}
