//! Plans as text. Whatever is printed here, `parse` reads back as the same plan.

use std::fmt::{self, Display, Formatter};

use super::parse::is_reserved;
use super::{Act, Extent, Mail, Phase, Plan, Who};
use crate::Ms;
use crate::lexer::{name, quoted};

/// One line a phase, each with its end.
impl Display for Plan {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.phases.iter().try_for_each(|phase| writeln!(f, "{phase}"))
    }
}

/// One line, without its end. A phase without acts is `;`.
impl Display for Phase {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.acts.is_empty() {
            return f.write_str(";");
        }
        for (index, act) in self.acts.iter().enumerate() {
            let joint = if index == 0 { "" } else { "; " };
            write!(f, "{joint}{act}")?;
        }
        Ok(())
    }
}

impl Display for Who {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let old = if self.old { "old " } else { "" };
        let word = if is_reserved(&self.word) { quoted(&self.word) } else { name(&self.word) };
        write!(f, "{old}{word}")
    }
}

impl Display for Act {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Act::At(instant) => write!(f, "at {}", duration(*instant)),
            Act::Run { who, extent } => match extent {
                Extent::Statements(1) => write!(f, "run {who}"),
                Extent::Statements(count) => write!(f, "run {who} for {count}"),
                Extent::Before(text) => write!(f, "run {who} to {}", quoted(text)),
                Extent::End => write!(f, "run {who} to end"),
            },
            Act::LoseReply(who) => write!(f, "lose the reply to {who}"),
            Act::LoseRequest(who) => write!(f, "lose the request of {who}"),
            Act::Refuse(who) => write!(f, "refuse {who}"),
            Act::Ask { who, request } => write!(f, "ask {who} {}", quoted(request)),
            Act::TimesOut { who, timer: None } => write!(f, "{who} times out"),
            Act::TimesOut { who, timer: Some(timer) } => write!(f, "{who} times out {}", name(timer)),
            Act::Crash { who, after, mail, keeping } => crash(f, who, *after, *mail, *keeping),
            Act::Restart(who) => write!(f, "restart {who}"),
            Act::Pause(who) => write!(f, "pause {who}"),
            Act::Resume(who) => write!(f, "resume {who}"),
            Act::Cut { left, right } => {
                f.write_str("cut")?;
                left.iter().try_for_each(|who| write!(f, " {who}"))?;
                f.write_str(" |")?;
                right.iter().try_for_each(|who| write!(f, " {who}"))
            }
            Act::Isolate(who) => write!(f, "isolate {who}"),
            Act::Heal => f.write_str("heal"),
            Act::Hold { kind, from, to } => write!(f, "hold {} {from} -> {to}", name(kind)),
            Act::Release { kind, from, to } => write!(f, "release {} {from} -> {to}", name(kind)),
            Act::HoldAll => f.write_str("hold all"),
            Act::ReleaseAll => f.write_str("release all"),
            Act::Deliver { kind, from, to } => write!(f, "deliver {} {from} -> {to}", name(kind)),
            Act::Drop { kind, from, to } => write!(f, "drop {} {from} -> {to}", name(kind)),
            Act::Duplicate { kind, from, to } => write!(f, "duplicate {} {from} -> {to}", name(kind)),
            Act::Clock { who, offset } => {
                let sign = if *offset < 0 { '-' } else { '+' };
                write!(f, "clock {who} {sign}{}", duration(offset.unsigned_abs()))
            }
            Act::Rate { who, ppm } => write!(f, "clock {who} runs {}", rate(*ppm)),
        }
    }
}

fn crash(f: &mut Formatter<'_>, who: &Who, after: Option<u32>, mail: Mail, keeping: u32) -> fmt::Result {
    write!(f, "crash {who}")?;
    if let Some(output) = after {
        write!(f, " after output {output} of its next step")?;
    }
    if mail == Mail::Lost {
        f.write_str(", losing mail in flight")?;
    }
    match keeping {
        0 => Ok(()),
        1 => f.write_str(", keeping 1 unsynced write"),
        count => write!(f, ", keeping {count} unsynced writes"),
    }
}

/// How a clock runs, in the largest unit that fits: `1 % fast`, `5 permille slow`, `20 ppm fast`, `true`.
pub fn rate(ppm: i32) -> String {
    let number = ppm.unsigned_abs();
    let way = if ppm < 0 { "slow" } else { "fast" };
    if ppm == 0 {
        "true".to_owned()
    } else if number.is_multiple_of(10_000) {
        format!("{} % {way}", number / 10_000)
    } else if number.is_multiple_of(1_000) {
        format!("{} permille {way}", number / 1_000)
    } else {
        format!("{number} ppm {way}")
    }
}

/// Whole seconds as `31 s`, anything finer as `250 ms`.
/// An instant or a span as plans write it: `31 s`, `250 ms`.
pub fn duration(ms: Ms) -> String {
    if ms.is_multiple_of(1000) { format!("{} s", ms / 1000) } else { format!("{ms} ms") }
}

/// Reads what [`duration`] writes.
pub fn read_duration(text: &str) -> Option<Ms> {
    let (number, unit) = text.trim().split_once(' ')?;
    let number: Ms = number.parse().ok()?;
    match unit.trim() {
        "ms" => Some(number),
        "s" => number.checked_mul(1000),
        _ => None,
    }
}
