//! `cargo quiz accept`: writes `banks.lock`, and shows what changed.

use super::check::counted;
use super::{Run, Stop};
use crate::bank::{Accepted, Change, Refused};
use crate::front::screen::Style;
use std::io;

impl Run<'_, '_> {
    pub(super) fn accept(self, reworded: bool) -> Result<(), Stop> {
        let Accepted { file, changes } = self.sources.accept(reworded).map_err(|refused| match refused {
            Refused::Problems(problems) => Stop::Problems(problems),
            Refused::Io(file, error) => Stop::Io(io::Error::new(error.kind(), format!("{file}: {error}"))),
        })?;
        for (key, change) in &changes {
            let how = match change {
                Change::New => "new".to_owned(),
                Change::Asked => "asked in other words".to_owned(),
                Change::Reworded => "answered in other words".to_owned(),
                Change::Raised(rev) => format!("another question since rev {rev}"),
                Change::Retired => "retired".to_owned(),
                Change::Renamed => "has another id now".to_owned(),
            };
            self.terminal.line(Style::Plain, &format!("{key}: {how}"))?;
        }
        let total = match changes.len() {
            0 => format!("{file}: nothing to accept."),
            n => format!("{file}: {}.", counted(n, "change")),
        };
        Ok(self.terminal.line(Style::Good, &total)?)
    }
}
