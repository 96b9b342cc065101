//! `cargo quiz run`: a quiz over what the reader picks, or a checkpoint over all that came so far.

use super::look::Look;
use super::{Run, Stop};
use crate::bank::{Bank, Item, Kind, Level, text_nearest};
use crate::log::Mode;
use crate::session::{self, Manner};
use clap::Args;

/// Questions of a quiz over more than one bank.
const MIXED: usize = 10;

const HELP: &str = "\
Examples:
  cargo quiz run                       ten questions from all chapters
  cargo quiz run fencing-tokens        all of one chapter; `run 8` is the same
  cargo quiz run --level interview --concept fencing-token
  cargo quiz run --kind trace --count 5
  cargo quiz run --checkpoint          all parts up to the last one, mixed
  cargo quiz run --checkpoint 2        up to the second part
  cargo quiz run --seed 7              the same ones in the same order
  printf 'a\\n?\\n' | cargo quiz run lost-update --count 2

Type `?` for what you do not know, `b?` for a guess, `! text` to flag a question, `u` to take
back your last answer, `q` to leave. A quiz measures: only a miss moves your schedule, and
makes a card that you knew due now.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// A chapter, by its name or its number [default: all chapters].
    chapter: Option<String>,
    /// A chapter; may be given more than once.
    #[arg(long = "chapter", value_name = "CHAPTER")]
    chapters: Vec<String>,
    /// A level: foundational, applied, interview, staff; may be given more than once.
    #[arg(long = "level", value_name = "LEVEL", value_parser = level)]
    levels: Vec<Level>,
    /// A concept, such as `fencing-token`; may be given more than once.
    #[arg(long = "concept", value_name = "CONCEPT")]
    concepts: Vec<String>,
    /// A kind, such as `trace`; may be given more than once.
    #[arg(long = "kind", value_name = "KIND", value_parser = kind)]
    kinds: Vec<Kind>,
    /// At most this many questions [default: a whole chapter, or 10].
    #[arg(long, short = 'n', visible_alias = "limit", value_name = "N", value_parser = super::arguments::at_least_one)]
    count: Option<usize>,
    /// A mixture of all chapters up to the end of a part, without their names: its number, from 1,
    /// or a word of its title [default: the last part].
    #[arg(long, value_name = "PART", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["chapter", "chapters"])]
    checkpoint: Option<String>,
    #[command(flatten)]
    look: Look,
}

impl Run<'_, '_> {
    pub(super) fn quiz(self, options: Options) -> Result<(), Stop> {
        let banks = self.banks()?;
        let mut chosen: Vec<Bank> = match &options.checkpoint {
            Some(part) => up_to(&banks, part)?,
            None => named(&banks, options.chapter.iter().chain(&options.chapters))?,
        };
        known_concepts(&banks, &options.concepts)?;
        for bank in &mut chosen {
            bank.items.retain(|item| options.takes(item));
        }
        chosen.retain(|bank| !bank.items.is_empty());
        if chosen.is_empty() {
            let text = "no question is all of that\n  help: leave one of the options out; `cargo quiz list` shows what there is\n";
            return Err(Stop::Arguments(text.to_owned()));
        }
        let whole = chosen.len() == 1 && options.checkpoint.is_none();
        let count = options.count.unwrap_or(if whole { usize::MAX } else { MIXED });
        let mut manner = Manner::plain(Mode::Quiz);
        manner.anonymous = options.checkpoint.is_some();
        let picked: Vec<&Bank> = chosen.iter().collect();
        self.sitting(manner, options.look, &banks, "", |memory, _, seed| match options.checkpoint {
            Some(_) => session::mix(&picked, memory, count, seed),
            None => session::quiz(&picked, memory, count, seed),
        })
    }
}

impl Options {
    fn takes(&self, item: &Item) -> bool {
        let has = |concept: &String| item.concepts.contains(concept);
        (self.levels.is_empty() || self.levels.contains(&item.level))
            && (self.kinds.is_empty() || self.kinds.contains(&item.kind()))
            && (self.concepts.is_empty() || self.concepts.iter().any(has))
    }
}

/// The banks of these chapters; all if none is named.
pub(super) fn named<'n>(banks: &[Bank], names: impl Iterator<Item = &'n String>) -> Result<Vec<Bank>, Stop> {
    let mut chosen: Vec<Bank> = Vec::new();
    let mut any = false;
    for name in names {
        any = true;
        let found = banks.iter().find(|bank| is_called(bank, name));
        let bank =
            found.ok_or_else(|| unknown("chapter", name, banks.iter().map(|bank| bank.id.as_str())))?;
        if !chosen.contains(bank) {
            chosen.push(bank.clone());
        }
    }
    Ok(if any { chosen } else { banks.to_vec() })
}

/// A chapter goes by its name, its bank's, its file's (`07-zombies`) and its number in the book.
pub(super) fn is_called(bank: &Bank, name: &str) -> bool {
    let stem = std::path::Path::new(&bank.file).file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
    let number = stem.split('-').next().and_then(|number| number.parse::<u32>().ok());
    let wanted = name.parse::<u32>().ok();
    bank.id == name || bank.chapter == name || stem == name || (wanted.is_some() && wanted == number)
}

/// The banks up to the end of a part of the book.
fn up_to(banks: &[Bank], part: &str) -> Result<Vec<Bank>, Stop> {
    let mut parts: Vec<&str> = Vec::new();
    for title in banks.iter().filter_map(|bank| bank.part.as_deref()) {
        if !parts.contains(&title) {
            parts.push(title);
        }
    }
    if parts.is_empty() {
        let text = "the book has no parts here, so there is no checkpoint\n  help: leave --checkpoint out: `cargo quiz run` asks from all chapters\n";
        return Err(Stop::Arguments(text.to_owned()));
    }
    let listed = || {
        let numbered = parts.iter().enumerate().map(|(n, title)| format!("{} {title}", n + 1));
        format!("there are: {}", numbered.collect::<Vec<_>>().join("; "))
    };
    let wanted = match (part, part.parse::<usize>()) {
        ("", _) => parts.last(),
        (_, Ok(number)) => number.checked_sub(1).and_then(|n| parts.get(n)),
        _ => parts.iter().find(|title| title.to_lowercase().contains(&part.to_lowercase())),
    };
    let Some(wanted) = wanted else {
        return Err(Stop::Arguments(format!("there is no part `{part}`\n  help: {}\n", listed())));
    };
    let last = banks.iter().rposition(|bank| bank.part.as_deref() == Some(*wanted)).unwrap_or(0);
    Ok(banks[..=last].to_vec())
}

pub(super) fn known_concepts(banks: &[Bank], concepts: &[String]) -> Result<(), Stop> {
    let known = || banks.iter().flat_map(|bank| &bank.items).flat_map(|item| &item.concepts);
    match concepts.iter().find(|concept| !known().any(|other| other == *concept)) {
        Some(concept) => Err(unknown("concept", concept, known().map(String::as_str))),
        None => Ok(()),
    }
}

fn unknown<'k>(what: &str, name: &str, known: impl Iterator<Item = &'k str>) -> Stop {
    let known: std::collections::BTreeSet<&str> = known.collect();
    let known: Vec<&str> = known.into_iter().collect();
    let help = match text_nearest(name, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.len() > 20 => "`cargo quiz list` shows what there is".to_owned(),
        None => format!("there are: {}", known.join(", ")),
    };
    Stop::Arguments(format!("there is no {what} `{name}`\n  help: {help}\n"))
}

pub(super) fn level(text: &str) -> Result<Level, String> {
    let found = Level::ALL.into_iter().find(|level| level.name() == text);
    found.ok_or_else(|| format!("there are: {}", Level::ALL.map(Level::name).join(", ")))
}

pub(super) fn kind(text: &str) -> Result<Kind, String> {
    let found = Kind::ALL.into_iter().find(|kind| kind.name() == text);
    found.ok_or_else(|| format!("there are: {}", Kind::ALL.map(Kind::name).join(", ")))
}
