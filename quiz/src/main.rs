//! `cargo quiz`. All of it is in the library, so that tests can drive it without a terminal.

use std::process::ExitCode;

fn main() -> ExitCode {
    quiz::command::main()
}
