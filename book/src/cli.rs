//! What `cargo book` understands. Exit codes: 0 all is well, 1 a check failed, 2 the book's
//! sources or the command line are wrong.

use crate::workspace::Workspace;
use crate::{build, check, preprocess, serve};
use anyhow::Result;
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  cargo book                    build, serve and open the book; reload when a file changes
  cargo book --port 8080 --no-open
  cargo book build              into target/book, to read without a server
  cargo book build --out site
  cargo book test               build and check links, figures, listings and chapters

Exit codes: 0 all is well, 1 a check failed, 2 the book's sources or the arguments are wrong.";

const BUILD: &str = "\
Examples:
  cargo book build              into target/book; open index.html there
  cargo book build --out site   into a new folder, or one that holds an earlier build";

const TEST: &str = "\
Examples:
  cargo book test               one line a check; a mistake names its file and line
  cargo book test | grep FAILED

Exit code 1 if a check failed.";

const COMPLETIONS: &str = "\
Examples:
  cargo book completions bash > ~/.local/share/bash-completion/completions/book
  cargo book completions fish > ~/.config/fish/completions/book.fish

They complete the program `book` (cargo install --path book), not `cargo book`.";

#[derive(Parser)]
#[command(
    name = "cargo book",
    bin_name = "cargo book",
    about = "Build, serve and check \"Who Holds the Lock?\"",
    after_help = EXAMPLES,
    disable_help_subcommand = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Door>,
    #[command(flatten)]
    serve: ServeArgs,
}

#[derive(Args)]
struct ServeArgs {
    /// Serve on this port of 127.0.0.1 [default: 3000, or the next free one]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

#[derive(Subcommand)]
enum Door {
    /// Build the book into a folder
    #[command(after_help = BUILD)]
    Build {
        /// Where to [default: target/book]. What is in the folder is deleted.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Build the book and check it; needs no network
    #[command(after_help = TEST)]
    Test,
    /// Print completions for a shell
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// For which shell
        shell: clap_complete::Shell,
    },
    /// For mdBook alone: read a book as JSON and write it back
    #[command(hide = true)]
    Preprocess {
        #[command(subcommand)]
        question: Option<Question>,
    },
}

#[derive(Subcommand)]
enum Question {
    Supports { renderer: String },
}

const CHECK_FAILED: u8 = 1;
const BAD_INPUT: u8 = 2;

pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command {
        Some(Door::Preprocess { question }) => answer_mdbook(question),
        Some(Door::Completions { shell }) => {
            let _ = std::io::stdout().write_all(&completions(shell));
            Ok(0)
        }
        command => workspace().and_then(|workspace| match command {
            Some(Door::Build { out }) => build_into(&workspace, out),
            Some(Door::Test) => test(&workspace),
            _ => serve::run(&workspace, &serve::Options { port: cli.serve.port, open: !cli.serve.no_open })
                .map(|()| 0),
        }),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprint!("{}", build::explain(&error));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Where the command was given; else the workspace that this program was compiled in.
fn workspace() -> Result<Workspace> {
    let here = std::env::current_dir().unwrap_or_default();
    Workspace::find(&here).or_else(|| Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR")))).ok_or_else(
        || {
            anyhow::anyhow!(
                "there is no book/book.toml at or above {}; run it inside the clone",
                here.display()
            )
        },
    )
}

fn build_into(workspace: &Workspace, out: Option<PathBuf>) -> Result<u8> {
    let out = match out {
        None => workspace.target().join("book"),
        Some(out) => {
            refuse_foreign(&out)?;
            out
        }
    };
    let built = build::build(workspace, &out)?;
    for warning in &built.warnings {
        eprintln!("mdBook says: {warning}");
    }
    println!("{} chapters are in {}", built.chapters.len(), out.join("index.html").display());
    Ok(0)
}

/// mdBook empties the folder that it builds into. One that holds something else stays as it is.
fn refuse_foreign(out: &Path) -> Result<()> {
    let occupied = std::fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some());
    anyhow::ensure!(
        !occupied || out.join("toc.html").is_file(),
        "{} holds files that are no book, and building would delete them; name another folder",
        out.display()
    );
    Ok(())
}

fn test(workspace: &Workspace) -> Result<u8> {
    let report = check::run(workspace, &workspace.target().join("book-test"))?;
    // Whoever closes the pipe early (`| head`) has seen enough; the exit code stands all the same.
    let _ = write!(std::io::stdout(), "{report}");
    Ok(if report.passed() { 0 } else { CHECK_FAILED })
}

/// In memory first: clap_complete panics where it cannot write, as on a closed pipe.
fn completions(shell: clap_complete::Shell) -> Vec<u8> {
    let whole = Cli::command();
    // clap_complete offers hidden commands too.
    let mut shown = clap::Command::new("book")
        .disable_help_subcommand(true)
        .args(whole.get_arguments())
        .subcommands(whole.get_subcommands().filter(|command| !command.is_hide_set()));
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut shown, "book", &mut script);
    script
}

fn answer_mdbook(question: Option<Question>) -> Result<u8> {
    match question {
        Some(Question::Supports { renderer }) => Ok(u8::from(!preprocess::supports(&renderer))),
        None => preprocess::serve_mdbook(std::io::stdin().lock(), std::io::stdout().lock()).map(|()| 0),
    }
}
