//! `cargo quiz interview`: questions as an interviewer asks them: against the clock, how sure you are
//! before you see anything, judged point by point, followed up.

use super::check::counted;
use super::look::Look;
use super::run::{known_concepts, level, named};
use super::{Run, Stop};
use crate::bank::{Item, Kind, Level};
use crate::chance::hash;
use crate::log::Mode;
use crate::memory::Memory;
use crate::session::{Manner, Task};
use clap::Args;

const HELP: &str = "\
Examples:
  cargo quiz interview                          three questions, 90 seconds each
  cargo quiz interview --chapter fencing-tokens --count 1
  cargo quiz interview --level staff --seconds 180
  printf '.\\n3\\n1 2\\n' | cargo quiz interview --count 1

Say your answer aloud and type `.`, or write it. Then say how sure you are. Then you see a model
answer and tick the points that you made; the points decide, not the mood. Last come the
questions that an interviewer would ask next. What you were sure of and missed comes back first.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// A chapter; may be given more than once [default: all].
    #[arg(long = "chapter", value_name = "CHAPTER")]
    chapters: Vec<String>,
    /// A concept; may be given more than once.
    #[arg(long = "concept", value_name = "CONCEPT")]
    concepts: Vec<String>,
    /// interview or staff; may be given more than once [default: both].
    #[arg(long = "level", value_name = "LEVEL", value_parser = level)]
    levels: Vec<Level>,
    /// At most this many questions.
    #[arg(long, short = 'n', value_name = "N", default_value = "3", value_parser = super::arguments::at_least_one)]
    count: usize,
    /// Seconds for each answer. Going over is told, not punished.
    #[arg(long, value_name = "N", default_value = "90", value_parser = clap::value_parser!(u32).range(10..=3600))]
    seconds: u32,
    #[command(flatten)]
    look: Look,
}

impl Run<'_, '_> {
    pub(super) fn interview(self, options: Options) -> Result<(), Stop> {
        let banks = self.banks()?;
        known_concepts(&banks, &options.concepts)?;
        let chosen = named(&banks, options.chapters.iter())?;
        let items: Vec<&Item> =
            chosen.iter().flat_map(|bank| &bank.items).filter(|item| options.takes(item)).collect();
        if items.is_empty() {
            let text =
                "no question to answer in sentences is all of that\n  help: leave one of the options out\n";
            return Err(Stop::Arguments(text.to_owned()));
        }
        let manner = Manner {
            probes: true,
            repeats: false,
            always_confidence: true,
            seconds: Some(options.seconds),
            ..Manner::plain(Mode::Quiz)
        };
        self.sitting(manner, options.look, &banks, "", |memory, _, seed| {
            picked(&items, memory, options.count, seed)
        })
    }
}

impl Options {
    fn takes(&self, item: &Item) -> bool {
        let level = match self.levels.is_empty() {
            true => matches!(item.level, Level::Interview | Level::Staff),
            false => self.levels.contains(&item.level),
        };
        let concept =
            self.concepts.is_empty() || self.concepts.iter().any(|concept| item.concepts.contains(concept));
        item.kind() == Kind::Free && level && concept
    }
}

/// What the reader is told before the clock runs.
pub(super) fn announced(count: usize, seconds: u32) -> String {
    let count = counted(count, "question");
    format!("{count}, {seconds} seconds each. Say your answer aloud and type a full stop, or write it.")
}

/// What was asked least often comes first; among equals the seed decides. Suspended questions are
/// not asked.
fn picked<'a>(items: &[&'a Item], memory: &Memory, count: usize, seed: u64) -> Vec<Task<'a>> {
    let mut items: Vec<&Item> =
        items.iter().copied().filter(|item| !memory.is_suspended(&item.key)).collect();
    items.sort_by_key(|item| (memory.shown(&item.key), hash(&[&seed.to_string(), &item.key])));
    items.into_iter().take(count).map(|item| Task::of(item, memory)).collect()
}
