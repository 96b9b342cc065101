//! `cargo xtask`: the workbench of the workbook, for learners (reset, replay, status) and for
//! those who write it (prove, bless, new, bench).
//!
//! Exit codes: 0 all is well, 1 a check failed, 2 what was asked for or a file is wrong.

mod bench;
mod bless;
mod cargo;
mod house;
mod new;
mod prove;
mod replay;
mod reset;
mod say;
#[cfg(test)]
mod scratch;
mod status;
mod stop;
mod verdicts;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use house::House;
use stop::Stop;

#[derive(Debug, Parser)]
#[command(
    name = "xtask",
    bin_name = "cargo xtask",
    about = "The workbench: look at failures, start over, prove graders, record scenarios",
    after_help = "Examples:
  cargo xtask status                       what passes so far
  cargo xtask replay lost-update           the counterexamples that your tests kept
  cargo xtask reset lost-update            begin an exercise again; nothing is lost
  cargo xtask prove lost-update            does its grader tell right from wrong?
  cargo xtask COMMAND --help               more examples

Exit codes: 0 all is well, 1 a check failed, 2 bad input. NO_COLOR=1 takes the colour out."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show which rules pass, as your last tests left it
    Status(status::Arguments),
    /// List kept counterexamples, or run one again and draw it
    Replay(replay::Arguments),
    /// Put the stub of an exercise back; your files are copied first
    Reset(reset::Arguments),
    /// Prove graders: right variants pass, wrong ones are rejected by name
    Prove(prove::Arguments),
    /// Record the runs of scenarios anew
    Bless(bless::Arguments),
    /// Make a skeleton
    New(new::Arguments),
    /// Measure what the workbook costs, beside its budgets
    Bench(bench::Arguments),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => {
            let _ = write!(std::io::stderr(), "{stop}");
            ExitCode::from(stop.code())
        }
    }
}

fn run(command: &Command) -> Result<(), Stop> {
    let house = House::find()?;
    match command {
        Command::Status(arguments) => status::run(&house, arguments),
        Command::Replay(arguments) => replay::run(&house, arguments),
        Command::Reset(arguments) => reset::run(&house, arguments),
        Command::Prove(arguments) => prove::run(&house, arguments),
        Command::Bless(arguments) => bless::run(&house, arguments),
        Command::New(arguments) => new::run(&house, arguments),
        Command::Bench(arguments) => bench::run(&house, arguments),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        super::Cli::command().debug_assert();
    }
}
