//! Spot questions: lines of code, and the one that is at fault, named by its own text, so that
//! no inserted line can move the answer.

use super::Question;
use crate::bank::locate::{Step, way};
use crate::bank::{Spot, WrongLine, raw};

/// More do not fit a screen beside the question.
const MOST: usize = 20;

impl Question<'_, '_> {
    pub(super) fn spot(&mut self, raw: raw::Item) -> Option<Spot> {
        let code = self.required(raw.code, "code", "the lines, one of which is at fault");
        let answer = self.required(raw.answer, "answer", "the line at fault, as `code` has it");
        let code = code?;
        let lines: Vec<String> = code.lines().map(|line| line.trim_end().to_owned()).collect();
        if !(2..=MOST).contains(&lines.len()) {
            let message = format!("`code` has 2 to {MOST} lines; here is {}", lines.len());
            self.say_at_key(&way!["code"], message, "keep what a reader needs to find the fault");
        }
        let mut right = Vec::new();
        right.extend(self.line(&answer?, &lines, &way!["answer"]));
        for (n, other) in raw.accept.unwrap_or_default().iter().enumerate() {
            right.extend(self.line(other, &lines, &way!["accept", n]));
        }
        let mut wrong = Vec::new();
        let cases = raw.wrong.unwrap_or_default();
        if cases.is_empty() && !self.skipped.has(Some(self.index), "wrong") {
            let help = "`wrong:` with `when` (a line that people suspect) and `why` it is not that one";
            self.say(&[], "no other line has a reason [option-without-reason]", help);
        }
        for (n, case) in cases.into_iter().enumerate() {
            let Some((when, why)) = self.belief(n, case, "a line") else { continue };
            let Some(line) = self.line(&when, &lines, &way!["wrong", n, "when"]) else { continue };
            if right.contains(&line) {
                let help = "a line is right or wrong; delete this one, or correct the answer";
                self.say(&way!["wrong", n, "when"], "this line is a right answer", help);
            }
            wrong.push(WrongLine { line, why });
        }
        Some(Spot { lines, right, wrong })
    }

    /// The place of a line that stands once, or `line 7` of one that stands more often.
    fn line(&mut self, text: &str, lines: &[String], at: &[Step]) -> Option<usize> {
        let wanted = text.trim();
        let same: Vec<usize> = (0..lines.len()).filter(|n| lines[*n].trim() == wanted).collect();
        if let [only] = same.as_slice() {
            return Some(*only);
        }
        let number = wanted.strip_prefix("line ").and_then(|number| number.trim().parse::<usize>().ok());
        if let Some(place) = number.and_then(|n| n.checked_sub(1)).filter(|n| *n < lines.len()) {
            return Some(place);
        }
        let (message, help) = match same.first() {
            None => {
                let trimmed: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
                let near = crate::bank::text::nearest(wanted, &trimmed);
                let help = near.map_or("copy the line as it stands there".to_owned(), |near| {
                    format!("did you mean `{near}`?")
                });
                (format!("`code` has no line `{wanted}`"), help)
            }
            Some(first) => {
                let help = format!("write `line {}` for the first of them", first + 1);
                (format!("`{wanted}` stands on {} lines", same.len()), help)
            }
        };
        self.say(at, message, help);
        None
    }
}
