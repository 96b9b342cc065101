//! What a fix did, or would do.

use super::super::{Run, Stop};
use super::counted;
use super::format::Format;
use crate::bank::{Fixed, Mended};
use crate::front::screen::Style;
use std::io;

impl Run<'_, '_> {
    /// Says what would be done. Whoever asks in a script learns by the exit code whether anything is.
    pub(super) fn would_mend(mut self, fixed: &[Fixed]) -> Result<(), Stop> {
        self.tell_mended(fixed, Format::Human)?;
        let count: usize = fixed.iter().map(|one| one.mends.len()).sum();
        if count == 0 {
            return Ok(self.terminal.line(Style::Good, "There is nothing mechanical to put right.")?);
        }
        let (changes, files) = (counted(count, "change"), counted(fixed.len(), "file"));
        self.terminal.line(Style::Plain, &format!("It would be {changes} in {files}."))?;
        Err(Stop::Said(2))
    }

    /// Writes, and says what was done.
    pub(super) fn mend(&mut self, fixed: &[Fixed], format: Format) -> Result<(), Stop> {
        for one in fixed {
            one.write().map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", one.file)))?;
        }
        self.tell_mended(fixed, format)
    }

    fn tell_mended(&mut self, fixed: &[Fixed], format: Format) -> Result<(), Stop> {
        // The other formats are for programs, which want problems alone.
        if format != Format::Human {
            return Ok(());
        }
        for one in fixed {
            self.terminal.line(Style::Strong, &one.file)?;
            for mend in &one.mends {
                self.tell_one(mend)?;
            }
            self.terminal.blank()?;
        }
        Ok(())
    }

    fn tell_one(&mut self, mend: &Mended) -> Result<(), Stop> {
        let line = mend.line.map_or(String::new(), |line| format!("line {line}: "));
        self.terminal.hanging(Style::Plain, "  ", &format!("{line}{}", mend.what))?;
        for line in &mend.from {
            self.terminal.preformatted(&format!("    - {line}"))?;
        }
        for line in &mend.to {
            self.terminal.preformatted(&format!("    + {line}"))?;
        }
        Ok(())
    }
}
