//! `cargo quiz stats`.

use super::{Run, Stop};
use clap::Args;

const HELP: &str = "\
Examples:
  cargo quiz stats";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {}

impl Run<'_, '_> {
    pub(super) fn stats(self, _options: Options) -> Result<(), Stop> {
        Err(Stop::Arguments("not written yet\n".to_owned()))
    }
}
