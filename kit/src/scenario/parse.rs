//! Scenarios from text. The grammar is in the head of [`crate::scenario`].

use std::str::FromStr;

use super::{Claim, Scenario, Setting};
use crate::diagnostic::{Diagnostic, Place, nearest};
use crate::lexer::{Line, Tokens, lines, shortened};
use crate::plan;
use crate::trace::text;

impl FromStr for Scenario {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Scenario, Diagnostic> {
        Scenario::parse(text)
    }
}

impl Scenario {
    /// Reads a scenario file. Places in the result and in the error are those of the whole file.
    pub fn parse(source: &str) -> Result<Scenario, Diagnostic> {
        let all: Vec<Line<'_>> = lines(source).collect();
        let cut = all.iter().position(is_rule);
        let mut scenario = before_rule(&all[..cut.unwrap_or(all.len())])?;
        let recorded = cut.map_or(&[][..], |cut| &all[cut + 1..]);
        // Nothing under the line is nothing recorded: the way to ask for a new recording.
        if let Some(last) = recorded.last().filter(|_| !recorded.iter().all(Line::is_blank)) {
            scenario.recorded = Some(text::trace(recorded.iter().copied(), last.place(last.text.len()))?);
        }
        Ok(scenario)
    }

    /// Where one of `title`, `for`, `code`, `claim` stands; the beginning of the file without it.
    pub fn place(&self, key: &str) -> Place {
        let own = self.keys.iter().find(|(own, _)| *own == key);
        own.map_or(Place { line: 1, column: 1 }, |(_, place)| *place)
    }

    /// Whether both say the same, wherever it stands in their files.
    pub fn same_as(&self, other: &Scenario) -> bool {
        let words = |cast: &[Setting]| -> Vec<(String, String)> {
            cast.iter().map(|setting| (setting.key.clone(), setting.value.clone())).collect()
        };
        let Scenario { prose, title, world, code, cast, claim, plan, places: _, keys: _, recorded } = self;
        (prose, title, world, code) == (&other.prose, &other.title, &other.world, &other.code)
            && words(cast) == words(&other.cast)
            && (claim, plan, recorded) == (&other.claim, &other.plan, &other.recorded)
    }
}

/// Whether this line begins the recorded trace.
pub(super) fn is_rule(line: &Line<'_>) -> bool {
    line.text.trim() == "----"
}

/// The scenario on the lines above `----`, with nothing recorded.
pub(super) fn before_rule(all: &[Line<'_>]) -> Result<Scenario, Diagnostic> {
    let skip = |line: &&Line<'_>| line.is_blank() || line.is_comment();
    let begin = all.iter().take_while(skip).count();
    let length = all[begin..].iter().take_while(|line| !line.is_blank()).count();
    let prose = all[..begin].iter().filter(|line| line.is_comment()).map(prose).collect();
    let (head, schedule) = all[begin..].split_at(length);
    let mut read = Head::default();
    for line in head.iter().filter(|line| !line.is_comment()) {
        read.line(line)?;
    }
    let start = head.first().map_or(Place { line: 1, column: 1 }, Line::start);
    read.must_have("title", start)?;
    read.must_have("for", start)?;
    let (plan, places) = plan::phases(schedule.iter().copied())?;
    let Head { title, world, code, cast, claim, set: keys } = read;
    Ok(Scenario { prose, title, world, code, cast, claim, plan, places, keys, recorded: None })
}

fn prose(line: &Line<'_>) -> String {
    let text = line.text.trim_start();
    let text = text.strip_prefix('#').unwrap_or(text);
    text.strip_prefix(' ').unwrap_or(text).to_owned()
}

#[derive(Default)]
struct Head {
    title: String,
    world: String,
    code: String,
    cast: Vec<Setting>,
    claim: Claim,
    /// The keys, other than those of the cast, that have been set.
    set: Vec<(&'static str, Place)>,
}

impl Head {
    fn line(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        let Some(colon) = colon(line.text) else {
            return Err(no_colon(line));
        };
        let rest = &line.text[colon + 1..];
        let value = rest.trim();
        let space = if value.is_empty() { 0 } else { rest.len() - rest.trim_start().len() };
        let setting = Setting {
            key: line.text[..colon].trim().to_owned(),
            value: value.to_owned(),
            key_at: line.start(),
            value_at: line.place(colon + 1 + space),
        };
        match setting.key.as_str() {
            "" => return Err(Diagnostic::new(setting.key_at, "expected a key before `:`").help(HELP_HEAD)),
            "title" => self.title = self.own("title", setting)?,
            "for" => self.world = self.own("for", setting)?,
            "code" => self.code = self.own("code", setting)?,
            "claim" => {
                self.own("claim", setting)?;
                self.claim = claim(&mut Tokens::of(line, colon + 1)?)?;
            }
            _ => self.cast.push(setting),
        }
        Ok(())
    }

    /// The value of a key that may be set once.
    fn own(&mut self, key: &'static str, setting: Setting) -> Result<String, Diagnostic> {
        if let Some((_, first)) = self.set.iter().find(|(set, _)| *set == key) {
            let message = format!("`{key}` is set again; it was set at {first}");
            let help = format!("a scenario has one `{key}`; remove one of the two lines");
            return Err(Diagnostic::new(setting.key_at, message).help(help));
        }
        if setting.value.is_empty() {
            let message = format!("expected a value after `{key}:`, found the end of the line");
            return Err(Diagnostic::new(setting.value_at, message).help("write it on the same line"));
        }
        self.set.push((key, setting.key_at));
        Ok(setting.value)
    }

    fn must_have(&self, key: &str, start: Place) -> Result<(), Diagnostic> {
        if self.set.iter().any(|(set, _)| *set == key) {
            return Ok(());
        }
        let keys = self.cast.iter().map(|setting| setting.key.as_str());
        let near = nearest(key, keys).and_then(|near| self.cast.iter().find(|setting| setting.key == near));
        Err(match near {
            Some(near) => {
                Diagnostic::new(near.key_at, format!("the head has no `{key}`, and it has `{}`", near.key))
                    .help(format!("did you mean `{key}`?"))
            }
            None => Diagnostic::new(start, format!("the head has no `{key}`")).help(match key {
                "for" => "add a line such as `for: lost-update`, which says whose world runs it",
                _ => "add a line such as `title: ₹30 is gone and the log looks perfect`",
            }),
        })
    }
}

const HELP_HEAD: &str = "the head has one `key: value` a line, and an empty line ends it";

/// The byte of the first colon that a space or the end of the line follows: `lease kickoff:ACH`
/// may be a key.
fn colon(text: &str) -> Option<usize> {
    let mut colons = text.match_indices(':').map(|(byte, _)| byte);
    colons.find(|byte| text[byte + 1..].chars().next().is_none_or(char::is_whitespace))
}

fn no_colon(line: &Line<'_>) -> Diagnostic {
    let found = shortened(line.text.trim());
    let error = Diagnostic::new(line.start(), format!("expected `key: value`, found `{found}`"));
    let is_act = || Tokens::of(line, 0).is_ok() && plan::phases([*line].into_iter()).is_ok();
    if is_act() {
        return error.help("this is an act; an empty line separates the head from the schedule");
    }
    match line.text.contains(':') {
        true => error.help("put a space after the colon"),
        false => error.help(HELP_HEAD),
    }
}

fn claim(tokens: &mut Tokens) -> Result<Claim, Diagnostic> {
    let help = "a claim is written `claim: holds` or `claim: breaks no_debit_is_lost`";
    let claim = if tokens.take_word("holds") {
        Claim::Holds
    } else if tokens.take_word("breaks") {
        Claim::Breaks(tokens.name("the name of a property").map_err(|error| error.help(help))?)
    } else {
        return Err(tokens.expected("`holds` or `breaks`").help(help));
    };
    if tokens.is_done() { Ok(claim) } else { Err(tokens.expected("the end of the line").help(help)) }
}
