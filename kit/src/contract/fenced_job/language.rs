//! How the messages of `fenced-job` are named, read and worded.

use super::{Answer, Deed, Msg, Night, Run, Step};
use crate::money::{parse_rupees, rupees};
use crate::trace::ArrowKind;
use crate::world::{Lasting, Protocol};

/// The language of `fenced-job`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Job;

/// Nobody writes to a disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nothing;

impl Protocol for Job {
    type Msg = Msg;
    type Record = Nothing;
    type Request = Run;
    type Answer = Answer;
    type Deed = Deed;

    const KINDS: &'static [&'static str] = &[
        "Acquire",
        "Granted",
        "Refused",
        "Release",
        "Released",
        "Claim",
        "Claimed",
        "Read",
        "Progress",
        "Write",
        "Applied",
        "Duplicate",
        "Short",
        "Fenced",
    ];
    const TIMERS: &'static [&'static str] = &["again"];

    fn kind(msg: &Msg) -> &'static str {
        match msg {
            Msg::Acquire { .. } => "Acquire",
            Msg::Granted { .. } => "Granted",
            Msg::Refused { .. } => "Refused",
            Msg::Release { .. } => "Release",
            Msg::Released { .. } => "Released",
            Msg::Claim { .. } => "Claim",
            Msg::Claimed { .. } => "Claimed",
            Msg::Read { .. } => "Read",
            Msg::Progress { .. } => "Progress",
            Msg::Write { .. } => "Write",
            Msg::Applied { .. } => "Applied",
            Msg::Duplicate { .. } => "Duplicate",
            Msg::Short { .. } => "Short",
            Msg::Fenced { .. } => "Fenced",
        }
    }

    fn parse_request(text: &str) -> Result<Run, String> {
        let read = || {
            let (night, amount) = text.trim().strip_prefix("run ")?.split_once(':')?;
            let paise = parse_rupees(amount.trim()).filter(|paise| *paise > 0)?;
            Some(Run { night: night_of(night.trim())?, paise })
        };
        read().ok_or_else(|| format!("expected a request such as `run 2026-11-29: ₹30`, found `{text}`"))
    }

    fn label(msg: &Msg) -> String {
        match msg {
            Msg::Granted { token, .. } => format!("token {token}"),
            Msg::Claim { token } => format!("claim {token}"),
            Msg::Write { step, .. } => format!("step {}", step.number()),
            Msg::Fenced { .. } => "fenced".to_owned(),
            Msg::Progress { done, .. } => match done.as_slice() {
                [] => "none done".to_owned(),
                done => format!("{} done", numbers(done)),
            },
            other => Self::kind(other).to_lowercase(),
        }
    }

    fn prose(msg: &Msg) -> String {
        let under = |fence: &Option<u64>| match fence {
            Some(token) => format!("under token {token}"),
            None => "unfenced".to_owned(),
        };
        match msg {
            Msg::Acquire { .. } => "it wants the lease".to_owned(),
            Msg::Granted { token, .. } => format!("granted, token {token}"),
            Msg::Refused { .. } => "refused".to_owned(),
            Msg::Release { token, .. } => format!("token {token} is given back"),
            Msg::Released { .. } => "it is free".to_owned(),
            Msg::Claim { token } => format!("claimed for token {token}"),
            Msg::Claimed { token } => format!("token {token} has it"),
            Msg::Read { fence, night } => format!("what of {night} is done? ({})", under(fence)),
            Msg::Progress { done, .. } if done.is_empty() => "nothing is done".to_owned(),
            Msg::Progress { done, .. } => format!("done: {}", numbers(done)),
            Msg::Write { fence, night, step, paise } => {
                format!("step {} of {night}, {}, {}", step.number(), rupees(*paise), under(fence))
            }
            Msg::Applied { step, .. } => format!("step {} is applied", step.number()),
            Msg::Duplicate { step, .. } => format!("step {} was applied before", step.number()),
            Msg::Short { step, .. } => format!("not enough for step {}", step.number()),
            Msg::Fenced { token, by } => format!("token {token} is fenced by {by}"),
        }
    }

    fn arrow(msg: &Msg) -> ArrowKind {
        match msg {
            Msg::Acquire { .. }
            | Msg::Release { .. }
            | Msg::Claim { .. }
            | Msg::Read { .. }
            | Msg::Write { .. } => ArrowKind::Request,
            _ => ArrowKind::Reply,
        }
    }

    fn request_prose(run: &Run) -> String {
        format!("run {}: {}", run.night, rupees(run.paise))
    }

    fn answer_prose(answer: &Answer) -> String {
        format!("{answer:?}")
    }

    fn deed_label(deed: &Deed) -> String {
        match deed {
            Deed::Grants { token } => format!("grants {token}"),
            Deed::Ends { .. } => "given back".to_owned(),
            Deed::Marks { token } => format!("mark {token}"),
            Deed::Applies { fence: Some(_), step, .. } => format!("step {}", step.number()),
            Deed::Applies { step, paise, .. } if *paise < 0 => format!("{} undone", step.number()),
            Deed::Applies { step, .. } => format!("{} unfenced", step.number()),
            Deed::Lacks { .. } => "too little".to_owned(),
            Deed::Refuses { token, by } => format!("{token} < {by}"),
        }
    }

    fn deed_prose(deed: &Deed) -> String {
        match deed {
            Deed::Grants { token } => format!("grants token {token}"),
            Deed::Ends { token } => format!("has token {token} back"),
            Deed::Marks { token } => format!("has its mark at {token}"),
            Deed::Applies { fence, step, paise, .. } => {
                let back = if *paise < 0 { format!(" with {}", rupees(*paise)) } else { String::new() };
                let by = fence.map_or("unchecked".to_owned(), |token| format!("for {token}"));
                format!("does step {}{back} {by}", step.number())
            }
            Deed::Lacks { step } => format!("has too little for step {}", step.number()),
            Deed::Refuses { token, by } => format!("refuses {token}: {by} was here"),
        }
    }

    fn tells(deed: &Deed) -> bool {
        !matches!(deed, Deed::Ends { .. } | Deed::Marks { .. })
    }

    fn lasting(deed: &Deed) -> Option<Lasting> {
        match deed {
            Deed::Grants { token } | Deed::Marks { token } => Some(Lasting::Begins(token.to_string())),
            Deed::Ends { .. } => Some(Lasting::Ends(String::new())),
            Deed::Applies { .. } | Deed::Lacks { .. } | Deed::Refuses { .. } => None,
        }
    }
}

/// `1 and 3`
fn numbers(steps: &[Step]) -> String {
    let numbers: Vec<String> = steps.iter().map(|step| step.number().to_string()).collect();
    match numbers.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => numbers.concat(),
    }
}

fn night_of(text: &str) -> Option<Night> {
    let digits = |part: &str, count: usize| {
        (part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit())).then(|| part.parse().ok())?
    };
    let mut parts = text.split('-');
    let (year, month, day): (u32, u32, u32) =
        (digits(parts.next()?, 4)?, digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let is_date = (1..=12).contains(&month) && (1..=31).contains(&day) && parts.next().is_none();
    is_date.then_some(Night(year * 10_000 + month * 100 + day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_reads_back_as_it_is_worded() {
        let run = Run { night: Night(20261129), paise: 3_000 };
        assert_eq!(Job::parse_request(&Job::request_prose(&run)), Ok(run));
    }

    #[test]
    fn what_is_no_request_is_named() {
        for text in ["run", "run 2026-11-29", "run 2026-13-29: ₹30", "run 2026-11-29: ₹0", "run 26-11-29: ₹3"]
        {
            let error = Job::parse_request(text).unwrap_err();
            assert!(error.contains("`run 2026-11-29: ₹30`") && error.contains(text), "{error}");
        }
    }

    #[test]
    fn labels_fit_on_an_arrow() {
        let attempt = super::super::Attempt { boot: 1, count: 1 };
        for msg in [
            Msg::Granted { attempt, token: 33 },
            Msg::Progress { fence: None, done: vec![Step::Debit, Step::Credit] },
            Msg::Duplicate { fence: None, step: Step::Debit },
        ] {
            assert!(Job::label(&msg).chars().count() <= 12, "{}", Job::label(&msg));
        }
    }
}
