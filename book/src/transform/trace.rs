//! `{{#trace lost-update/two-debits.txt}}`: the recorded run of a scenario, as a figure.
//!
//! The path counts from `scenarios/`. Options: `caption="…"` (else the scenario's title), `height=700`
//! (room for the time axis, see [`figure::Options`]), `fold`, which puts the figure into a
//! `<details>`, and `name=again` for a run that the chapter shows twice. Only what stands under the
//! line of the file is drawn: a figure never shows what the code did not do.

use super::{Chapter, Request, Wrong};
use crate::html::{block, escape};
use figure::{Options, Overlap};
use kit::diagnostic::{Diagnostic, Place};
use kit::scenario::Scenario;
use kit::trace::Trace;

pub(super) fn run(chapter: &Chapter<'_>, request: Request<'_>) -> Result<String, Wrong> {
    let Request { at, mut args, .. } = request;
    let caption = args.option("caption").map(|(caption, _)| caption);
    let height = args.option("height");
    let name = args.option("name");
    let fold = args.flag("fold");
    let (path, path_at) = args.word("the path of a scenario, such as `lost-update/two-debits.txt`")?;
    args.finish("a path under scenarios/, `caption=\"…\"`, `height=`, `name=` and `fold`")?;
    let scenario = Recorded::read(chapter, &path, path_at, at)?;
    let caption = caption.unwrap_or_else(|| scenario.title.clone());
    let (name, name_at) = name.unwrap_or_else(|| (stem(&path), path_at));
    let mut options = Options {
        id: chapter.id(&format!("run-{name}"), name_at)?,
        title: scenario.title.clone(),
        caption: caption.clone(),
        ..Options::default()
    };
    if let Some((height, height_at)) = height {
        options.max_height = height.parse().map_err(|_| {
            Diagnostic::new(height_at, format!("`{height}` is no height"))
                .help("write a number such as `height=700`")
        })?;
    }
    let figure = scenario.draw(chapter, &scenario.trace, &options)?;
    Ok(block(&if fold {
        format!("<details class=\"run-fold\">\n<summary>{}</summary>\n{figure}\n</details>", escape(&caption))
    } else {
        figure
    }))
}

/// A scenario whose run was recorded.
pub(super) struct Recorded {
    pub(super) title: String,
    pub(super) trace: Trace,
    file: String,
    source: String,
    /// Where the chapter asks for it.
    at: Place,
}

impl Recorded {
    /// Reads a file below `scenarios/`; its path stands at `path_at`, its directive at `at`.
    pub(super) fn read(
        chapter: &Chapter<'_>,
        path: &str,
        path_at: Place,
        at: Place,
    ) -> Result<Recorded, Wrong> {
        let file = format!("scenarios/{path}");
        let source = chapter.workspace.read_tested(&file).map_err(|refused| {
            Diagnostic::new(path_at, format!("cannot read {file}: {refused}"))
                .help("the path counts from scenarios/ at the root of the workspace")
        })?;
        let there = |diagnostic| Wrong::There { at, file: file.clone(), source: source.clone(), diagnostic };
        let scenario = Scenario::parse(&source).map_err(there)?;
        let Some(trace) = scenario.recorded else { return Err(there(unrecorded(&source, &file))) };
        Ok(Recorded { title: scenario.title, trace, file, source, at })
    }

    /// The figure of this run or of a piece of it. What does not fit is complained of, at the mark
    /// that draws it.
    pub(super) fn draw(
        &self,
        chapter: &Chapter<'_>,
        trace: &Trace,
        options: &Options,
    ) -> Result<String, Wrong> {
        figure::html(trace, options).map_err(|overlaps| {
            let there = |overlap: &Overlap| Wrong::There {
                at: self.at,
                file: self.file.clone(),
                source: self.source.clone(),
                diagnostic: misfit(overlap, &self.source),
            };
            let mut wrong: Vec<Wrong> = overlaps.iter().map(there).collect();
            let last =
                wrong.pop().unwrap_or(Wrong::Here(Diagnostic::new(self.at, "the figure does not fit")));
            wrong.into_iter().for_each(|wrong| chapter.complain(wrong));
            last
        })
    }
}

/// `lost-update/two-debits.txt` → `two-debits`.
fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name).to_ascii_lowercase()
}

fn unrecorded(source: &str, file: &str) -> Diagnostic {
    let line = source.lines().count().max(1) as u32;
    Diagnostic::new(Place { line, column: 1 }, "this scenario has no recorded run")
        .help(format!("`cargo xtask bless {file}` runs it and records what happened"))
}

/// What does not fit is a mistake in the recorded run, at the mark that draws it.
fn misfit(overlap: &Overlap, source: &str) -> Diagnostic {
    let label = &overlap.label;
    Diagnostic::new(mark(source, label.step, &label.text), format!("the figure does not fit: {overlap}"))
        .help("change the schedule or the world's marks and record again, or try `height=` on `{{#trace …}}`")
}

/// Where step `step` draws `text`; the step's own line when that cannot be told; the head for step 0.
fn mark(source: &str, step: u32, text: &str) -> Place {
    let begins = format!("{step} |");
    let recorded = source.lines().position(|line| line.trim() == "----").unwrap_or(0);
    let lines = (1..).zip(source.lines()).skip(recorded);
    let mut own = lines.skip_while(|(_, line)| !line.starts_with(&begins));
    let Some((first, _)) = own.next() else { return Place { line: recorded as u32 + 1, column: 1 } };
    let drawn = own.take_while(|(_, line)| line.starts_with(' ')).find(|(_, line)| line.contains(text));
    match drawn {
        Some((line, found)) => {
            let before = found.find(text).map_or(0, |at| found[..at].chars().count());
            Place { line, column: before as u32 + 1 }
        }
        None => Place { line: first, column: 1 },
    }
}
