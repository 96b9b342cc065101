//! Kinds that are answered in words: short, cloze, free.

use super::Question;
use crate::bank::locate::way;
use crate::bank::{Cloze, Free, Piece, Point, Probe, Short, WrongText, is_reserved, raw, same};

/// Characters of a typed answer: more is a sentence, and no two people write the same one.
const TYPED: usize = 40;

impl Question<'_, '_> {
    pub(super) fn short(&mut self, raw: raw::Item) -> Option<Short> {
        let answer = self.required(raw.answer, "answer", "a word or two, as it is to be shown")?;
        let accept = raw.accept.unwrap_or_default();
        let all: Vec<&str> = [answer.as_str()].into_iter().chain(accept.iter().map(String::as_str)).collect();
        for (n, text) in all.iter().enumerate() {
            let at = if n == 0 { vec!["answer".into()] } else { way!["accept", n - 1].to_vec() };
            if text.chars().count() > TYPED {
                let message = format!("nobody types more than {TYPED} characters alike");
                self.say(&at, message, "ask for a word or two, or make it `flash` or `free`");
            }
            if is_reserved(text) {
                let message = format!("`{}` cannot be typed as an answer", text.trim());
                let help = "?, skip, q, quit, u, undo, `!…` and `…?` stand for something else in a sitting; ask for another word";
                self.say(&at, message, help);
            } else if !same(text, text) {
                self.say(&at, "this answer has no letters", "write a word or a number");
            } else if let Some(earlier) = all[..n].iter().find(|earlier| same(text, earlier)) {
                let message = format!("`{text}` counts as `{earlier}` already");
                let help = "case, spaces, hyphens and ₹ make no difference; delete this one";
                self.say(&at, message, help);
            }
        }
        let wrong = self.beliefs(raw.wrong, "a wrong answer");
        for (n, case) in wrong.iter().enumerate() {
            if all.iter().any(|text| same(text, &case.when)) {
                let message = format!("`{}` is a right answer", case.when);
                self.say(&way!["wrong", n, "when"], message, "delete it here or there");
            }
        }
        Some(Short { answer, accept, wrong })
    }

    pub(super) fn cloze(&mut self, text: Option<String>) -> Option<Cloze> {
        let help = "a sentence with gaps: `Take the lock {{before::when?}} the read.`";
        let text = self.required(text, "text", help)?;
        let mut pieces = Vec::new();
        let mut gaps = 0;
        for (n, part) in text.split("{{").enumerate() {
            if n == 0 {
                pieces.push(Piece::Text(part.to_owned()));
                continue;
            }
            let Some((gap, rest)) = part.split_once("}}") else {
                self.say(
                    &way!["text"],
                    "a gap is opened and not closed",
                    "`{{answer}}` or `{{answer::hint}}`",
                );
                return None;
            };
            let (answer, hint) = match gap.split_once("::") {
                Some((answer, hint)) => (answer.trim(), Some(hint.trim().to_owned())),
                None => (gap.trim(), None),
            };
            if answer.is_empty() || hint.as_deref() == Some("") {
                let help = "`{{answer}}` or `{{answer::hint}}`";
                self.say(&way!["text"], format!("the gap `{{{{{gap}}}}}` has an empty part"), help);
            }
            gaps += 1;
            pieces.push(Piece::Gap { answer: answer.to_owned(), hint });
            pieces.push(Piece::Text(rest.to_owned()));
        }
        pieces.retain(|piece| *piece != Piece::Text(String::new()));
        match gaps {
            0 => self.say(&way!["text"], "this cloze has no gap", help),
            1..=4 => {}
            _ => {
                let help = "at most four; make two questions of it";
                self.say(&way!["text"], format!("{gaps} gaps in one sentence"), help);
            }
        }
        Some(Cloze { pieces })
    }

    pub(super) fn free(&mut self, raw: raw::Item) -> Option<Free> {
        let model = self.required(raw.model, "model", "an answer that makes every point");
        let Some(points) = raw.rubric else {
            if !self.skipped.has(Some(self.index), "rubric") {
                let help = "three to six points, each with `text`; `must: true` where it cannot be missed";
                self.say(&[], "`rubric` is missing from this question", help);
            }
            return None;
        };
        if !(3..=6).contains(&points.len()) {
            let message = format!("a rubric has three to six points; here is {}", points.len());
            self.say_at_key(&way!["rubric"], message, "each is one thing that a good answer says");
        }
        let mut rubric = Vec::new();
        for (n, point) in points.into_iter().enumerate() {
            let text = point.text.unwrap_or_default().trim().to_owned();
            if text.is_empty() {
                self.say(&way!["rubric", n], "this point has no `text`", "what a good answer says");
            }
            let worth = point.points.unwrap_or(1);
            if !(1..=10).contains(&worth) {
                let message = format!("a point is worth 1 to 10, not {worth}");
                self.say(&way!["rubric", n, "points"], message, "delete it if all weigh the same");
            }
            rubric.push(Point { text, points: worth, must: point.must.unwrap_or(false) });
        }
        let wrong = self.beliefs(raw.wrong, "a belief");
        let probes = self.probes(raw.probes);
        Some(Free { model: model?, rubric, wrong, probes })
    }

    /// What an interviewer asks next: one to three questions.
    fn probes(&mut self, raw: Option<Vec<raw::Probe>>) -> Vec<Probe> {
        let raw = raw.unwrap_or_default();
        if raw.len() > 3 {
            let message = format!("{} probes behind one answer", raw.len());
            self.say_at_key(&way!["probes"], message, "at most three; make a question of the others");
        }
        let filled = |text: Option<String>| text.unwrap_or_default().trim().to_owned();
        let mut probes = Vec::new();
        for (n, probe) in raw.into_iter().enumerate() {
            let probe = Probe { ask: filled(probe.ask), answer: filled(probe.answer) };
            if probe.ask.is_empty() || probe.answer.is_empty() {
                let help = "`ask` is what the interviewer asks next, `answer` what a good answer says";
                self.say(&way!["probes", n], "a probe needs `ask` and `answer`", help);
            }
            probes.push(probe);
        }
        probes
    }

    /// Wrong answers in words.
    fn beliefs(&mut self, cases: Option<Vec<raw::Wrong>>, what: &str) -> Vec<WrongText> {
        let cases = cases.unwrap_or_default().into_iter().enumerate();
        let typed = cases.filter_map(|(n, case)| self.belief(n, case, what));
        typed.map(|(when, why)| WrongText { when, why }).collect()
    }

    /// `when` and `why`; `what` says what `when` is here.
    pub(super) fn belief(&mut self, n: usize, case: raw::Wrong, what: &str) -> Option<(String, String)> {
        let filled = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let (Some(when), Some(why)) = (filled(case.when), filled(case.why)) else {
            let help = format!("`when` is {what}, `why` is what to tell who gave it");
            self.say(&way!["wrong", n], "a wrong answer needs `when` and `why`", help);
            return None;
        };
        Some((when.trim().to_owned(), why.trim_end().to_owned()))
    }
}
