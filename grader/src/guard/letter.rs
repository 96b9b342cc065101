//! The letters between a child and its parent: one line each, fields separated by tabs.

use kit::pulse::Line;

/// A verdict as far as the parent needs it: the report is rendered where the run is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdictlet {
    pub property: String,
    pub status: Status,
    /// The first run that broke the rule, from 1; 0 if none did.
    pub found: u32,
    /// Steps of the counterexample, 0 without one.
    pub steps: u32,
    /// What to print.
    pub report: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Passes,
    Fails,
    /// Another property says why nothing could be judged.
    Waits,
    /// No run came near the rule.
    Untested,
}

/// One line of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Letter {
    Run(u32),
    Told(Line),
    Stuck(Stuck),
    Verdict(Verdictlet),
    Done,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stuck {
    Loops,
    Sleeps,
    StandsStill,
    Grows,
}

const STUCK: [(Stuck, &str); 4] = [
    (Stuck::Loops, "loops"),
    (Stuck::Sleeps, "sleeps"),
    (Stuck::StandsStill, "stands-still"),
    (Stuck::Grows, "grows"),
];

const STATUS: [(Status, &str); 4] = [
    (Status::Passes, "passes"),
    (Status::Fails, "fails"),
    (Status::Waits, "waits"),
    (Status::Untested, "untested"),
];

impl Letter {
    pub(super) fn encode(&self) -> String {
        let fields: Vec<String> = match self {
            Letter::Run(number) => vec!["run".into(), number.to_string()],
            Letter::Told(line) => {
                vec!["told".into(), escape(&line.who), escape(&line.act), escape(&line.result)]
            }
            Letter::Stuck(stuck) => vec!["stuck".into(), word(&STUCK, *stuck).into()],
            Letter::Verdict(v) => vec![
                "verdict".into(),
                escape(&v.property),
                word(&STATUS, v.status).into(),
                v.found.to_string(),
                v.steps.to_string(),
                escape(&v.report),
            ],
            Letter::Done => vec!["done".into()],
        };
        fields.join("\t") + "\n"
    }

    /// Reads one line; `None` when it is torn.
    pub(super) fn decode(line: &str) -> Option<Letter> {
        let fields: Vec<&str> = line.split('\t').collect();
        Some(match fields.as_slice() {
            ["run", number] => Letter::Run(number.parse().ok()?),
            ["told", who, act, result] => {
                Letter::Told(Line { who: unescape(who), act: unescape(act), result: unescape(result) })
            }
            ["stuck", how] => Letter::Stuck(named(&STUCK, how)?),
            ["verdict", property, status, found, steps, report] => Letter::Verdict(Verdictlet {
                property: unescape(property),
                status: named(&STATUS, status)?,
                found: found.parse().ok()?,
                steps: steps.parse().ok()?,
                report: unescape(report),
            }),
            ["done"] => Letter::Done,
            _ => return None,
        })
    }
}

fn word<T: PartialEq>(table: &'static [(T, &'static str)], value: T) -> &'static str {
    table.iter().find(|(item, _)| *item == value).map_or("", |(_, word)| word)
}

fn named<T: Copy>(table: &[(T, &str)], word: &str) -> Option<T> {
    table.iter().find(|(_, name)| *name == word).map(|(item, _)| *item)
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('t') => out.push('\t'),
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some(other) => out.push(other),
                None => {}
            },
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_letter_arrives_as_it_was_sent(property in ".*", report in ".*", found: u32) {
            let sent = Letter::Verdict(Verdictlet {
                property, status: Status::Fails, found, steps: 3, report,
            });
            let line = sent.encode();
            prop_assert_eq!(Letter::decode(line.trim_end_matches('\n')), Some(sent));
        }

        #[test]
        fn a_torn_letter_is_no_letter(cut in 0usize..11) {
            let line = Letter::Stuck(Stuck::Loops).encode();
            prop_assert_eq!(Letter::decode(&line[..cut]), None);
        }
    }
}
