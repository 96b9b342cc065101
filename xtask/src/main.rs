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

use clap::{CommandFactory, Parser, Subcommand};

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
    /// Print completions for a shell
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// For which shell
        shell: clap_complete::Shell,
    },
}

const COMPLETIONS: &str = "Examples:
  cargo xtask completions bash > ~/.local/share/bash-completion/completions/xtask
  cargo xtask completions fish > ~/.config/fish/completions/xtask.fish

They complete the program `xtask` (cargo install --path xtask), not `cargo xtask`.";

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
    if let Command::Completions { shell } = command {
        let _ = std::io::stdout().write_all(&completions(*shell));
        return Ok(());
    }
    let house = House::find()?;
    match command {
        Command::Status(arguments) => status::run(&house, arguments),
        Command::Replay(arguments) => replay::run(&house, arguments),
        Command::Reset(arguments) => reset::run(&house, arguments),
        Command::Prove(arguments) => prove::run(&house, arguments),
        Command::Bless(arguments) => bless::run(&house, arguments),
        Command::New(arguments) => new::run(&house, arguments),
        Command::Bench(arguments) => bench::run(&house, arguments),
        Command::Completions { .. } => Ok(()),
    }
}

/// In memory first: clap_complete panics where it cannot write, as on a closed pipe.
fn completions(shell: clap_complete::Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "xtask", &mut script);
    script
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory, ValueEnum};

    #[test]
    fn the_command_line_is_sound() {
        super::Cli::command().debug_assert();
    }

    #[test]
    fn every_help_has_an_example_and_the_first_says_the_exit_codes() {
        fn look(command: &Command) {
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(after.contains("Example"), "{} --help: {after}", command.get_name());
            command.get_subcommands().for_each(look);
        }
        let cli = super::Cli::command();
        look(&cli);
        assert!(cli.get_after_help().unwrap().to_string().contains("Exit codes: "));
    }

    #[test]
    fn completions_know_the_commands() {
        for shell in clap_complete::Shell::value_variants() {
            let script = String::from_utf8(super::completions(*shell)).unwrap();
            assert!(script.contains("xtask") && script.contains("replay"), "{shell}: {script}");
        }
    }
}
