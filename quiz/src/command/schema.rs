//! `cargo quiz schema`: the format of banks for editors.

use super::{Run, Stop};
use crate::bank::schema;
use clap::Args;

const HELP: &str = "\
Examples:
  cargo quiz schema > quiz/banks/bank.schema.json

An editor that knows YAML's language server reads the file through the first line of each bank,
`# yaml-language-server: $schema=bank.schema.json`: it completes fields, shows what they are for,
and marks what does not belong. `cargo quiz check` sees more.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {}

impl Run<'_, '_> {
    pub(super) fn schema(self, _options: Options) -> Result<(), Stop> {
        Ok(self.terminal.out.write_all(schema::file().as_bytes())?)
    }
}
