//! `cargo quiz man`: the manual, made from the help.

use super::arguments::Arguments;
use super::check::counted;
use super::{Run, Stop};
use crate::front::screen::Style;
use clap::{Args, CommandFactory};
use clap_mangen::Man;
use std::io;
use std::path::{Path, PathBuf};

const HELP: &str = "\
Examples:
  cargo quiz man | man -l -
  cargo quiz man --out ~/.local/share/man/man1      then: man quiz, man quiz-flash

Without --out, all pages come one after the other. The pages are for the program `quiz`
(cargo install --path quiz); `cargo quiz` takes the same commands.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// Write a page for each command into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Run<'_, '_> {
    pub(super) fn man(self, options: Options) -> Result<(), Stop> {
        let pages = pages()?;
        let Some(folder) = options.out else {
            for (_, page) in &pages {
                self.terminal.out.write_all(page)?;
            }
            return Ok(());
        };
        let named = |path: &Path, error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        };
        std::fs::create_dir_all(&folder).map_err(|error| named(&folder, error))?;
        for (name, page) in &pages {
            let path = folder.join(format!("{name}.1"));
            std::fs::write(&path, page).map_err(|error| named(&path, error))?;
        }
        let text = format!("{}: {}.", folder.display(), counted(pages.len(), "page"));
        Ok(self.terminal.line(Style::Good, &text)?)
    }
}

/// `quiz`, then `quiz-check` and the like, each as roff.
fn pages() -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut top = Arguments::command().name("quiz").bin_name("quiz").disable_help_subcommand(true);
    top.build();
    let mut pages = vec![("quiz".to_owned(), page(&top)?)];
    for command in top.get_subcommands().filter(|command| !command.is_hide_set()) {
        pages.push((format!("quiz-{}", command.get_name()), page(command)?));
    }
    Ok(pages)
}

fn page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let examples = command.get_after_help().map(ToString::to_string);
    let man = Man::new(command.clone()).source(concat!("quiz ", env!("CARGO_PKG_VERSION"))).date("");
    let mut roff = Vec::new();
    man.render_title(&mut roff)?;
    man.render_name_section(&mut roff)?;
    man.render_synopsis_section(&mut roff)?;
    man.render_description_section(&mut roff)?;
    man.render_options_section(&mut roff)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut roff)?;
    }
    roff.extend(as_it_stands(&examples.unwrap_or_default()).into_bytes());
    Ok(once(&String::from_utf8_lossy(&roff)).into_bytes())
}

/// Each section comes with the same two lines that define an apostrophe: once is enough.
fn once(roff: &str) -> String {
    let mut defined = [false; 2];
    let kept = roff.lines().filter(|line| {
        let which = if line.starts_with(".ie \\n(.g .ds Aq") { 0 } else { 1 };
        let defines = which == 0 || line.starts_with(".el .ds Aq");
        !(defines && std::mem::replace(&mut defined[which], true))
    });
    kept.map(|line| format!("{line}\n")).collect()
}

/// Examples and what follows them, line by line: filled, commands would run into one another.
fn as_it_stands(text: &str) -> String {
    let mut roff = String::new();
    let mut lines = text.lines();
    if text.starts_with("Examples:") {
        lines.next();
        roff.push_str(".SH EXAMPLES\n");
    } else if !text.is_empty() {
        roff.push_str(".SH NOTES\n");
    }
    if !text.is_empty() {
        roff.push_str(".nf\n");
    }
    for line in lines {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        // A line that begins with one of these would be a request.
        let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
        roff.push_str(&format!("{guard}{line}\n"));
    }
    if !text.is_empty() {
        roff.push_str(".fi\n");
    }
    roff
}
