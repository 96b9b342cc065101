//! Scenarios as text.

use std::fmt::{self, Display, Formatter};

use super::{Claim, Scenario};
use crate::lexer::name;

/// The whole file, each line with its end. Comments inside the head and the schedule of a file
/// that was read are not part of a scenario; [`super::with_recorded`] keeps them.
impl Display for Scenario {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for line in &self.prose {
            writeln!(f, "{}", if line.is_empty() { "#".to_owned() } else { format!("# {line}") })?;
        }
        writeln!(f, "title: {}", self.title)?;
        writeln!(f, "for: {}", self.world)?;
        if !self.code.is_empty() {
            writeln!(f, "code: {}", self.code)?;
        }
        for setting in &self.cast {
            writeln!(f, "{}", format!("{}: {}", setting.key, setting.value).trim_end())?;
        }
        writeln!(f, "claim: {}", self.claim)?;
        write!(f, "\n{}", self.plan)?;
        match &self.recorded {
            Some(trace) => write!(f, "----\n{trace}"),
            None => Ok(()),
        }
    }
}

impl Display for Claim {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Holds => f.write_str("holds"),
            Claim::Breaks(property) => write!(f, "breaks {}", name(property)),
        }
    }
}
