//! `{{#trace lost-update/two-debits.txt}}`: the recorded run of a scenario, as a figure.
//!
//! The path counts from `scenarios/`. Options: `caption="…"` (else the scenario's title) and
//! `fold`, which puts the figure into a `<details>`. Only what stands under the line of the file
//! is drawn: a figure never shows what the code did not do.

use super::{Chapter, Request, Wrong};
use crate::html::{block, escape};
use kit::diagnostic::{Diagnostic, Place};
use kit::scenario::Scenario;
use kit::trace::Trace;

pub(super) fn run(chapter: &Chapter<'_>, request: Request<'_>) -> Result<String, Wrong> {
    let Request { at, mut args, .. } = request;
    let caption = args.option("caption").map(|(caption, _)| caption);
    let fold = args.flag("fold");
    let (path, path_at) = args.word("the path of a scenario, such as `lost-update/two-debits.txt`")?;
    args.finish("a path under scenarios/, `caption=\"…\"` and `fold`")?;
    let file = format!("scenarios/{path}");
    let source = chapter.workspace.read_tested(&file).map_err(|refused| {
        Diagnostic::new(path_at, format!("cannot read {file}: {refused}"))
            .help("the path counts from scenarios/ at the root of the workspace")
    })?;
    let there = |diagnostic| Wrong::There { at, file: file.clone(), source: source.clone(), diagnostic };
    let scenario = Scenario::parse(&source).map_err(there)?;
    let Some(trace) = &scenario.recorded else {
        return Err(there(unrecorded(&source, &file)));
    };
    let id = chapter.id(&format!("run-{}", stem(&path)), path_at)?;
    let caption = caption.unwrap_or(scenario.title);
    let figure = draw(trace, &caption, &id).map_err(|overlap| there(overlap))?;
    Ok(block(&if fold {
        format!("<details class=\"run-fold\">\n<summary>{}</summary>\n{figure}\n</details>", escape(&caption))
    } else {
        figure
    }))
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

// SEAM: figure is not merged yet.
fn draw(_: &Trace, caption: &str, id: &str) -> Result<String, Diagnostic> {
    Ok(format!(
        "<figure class=\"trace\" id=\"{id}\"><svg viewBox=\"0 0 360 200\"><title>{caption}</title><rect width=\"360\" height=\"200\" fill=\"none\" stroke=\"currentColor\"/></svg><ol><li>one</li></ol><figcaption>{caption}</figcaption></figure>"
    ))
}
