//! `{{#recall}}`: the reader writes from memory before any summary is shown.
//!
//! ```text
//! {{#recall}}
//! Close the page in your mind. When was the money lost, and what would have kept it?
//! ---
//! A model answer, in a `<details>`; it may be left out.
//! {{/recall}}
//! ```

use super::{Chapter, Request, Wrong};
use crate::html::{block, escape};
use crate::markdown;
use kit::diagnostic::Diagnostic;

pub(super) fn run(chapter: &Chapter<'_>, request: Request<'_>) -> Result<String, Wrong> {
    let Request { at, mut args, body } = request;
    let (name, name_at) = args.optional_word().unwrap_or_else(|| ("recall".to_owned(), at));
    args.finish("a name, for a second block in one chapter")?;
    let id = escape(&chapter.id(&name, name_at)?);
    let lines = markdown::lines(body.text, body.first);
    let cut = lines.iter().position(|line| line.is_prose() && line.text.trim_end() == "---");
    let prompt_end = cut.map_or(body.text.len(), |cut| lines[cut].start);
    if body.text[..prompt_end].trim().is_empty() {
        return Err(Diagnostic::new(at, "this block asks nothing")
            .help("write what to recall between `{{#recall}}` and `{{/recall}}`")
            .into());
    }
    let mut out = block(&format!(
        "<div class=\"recall\" id=\"{id}\">\n<p class=\"recall-label\">From memory</p>\n\
         <div class=\"recall-prompt\" id=\"{id}-prompt\">"
    ));
    out.push_str(&chapter.expand(&body.text[..prompt_end], body.first));
    out.push_str(&block(&format!(
        "</div>\n<textarea class=\"recall-text\" rows=\"6\" aria-labelledby=\"{id}-prompt\"></textarea>\n\
         <p class=\"recall-kept\">What you write stays in this browser.</p>"
    )));
    if let Some(cut) = cut {
        let model = lines.get(cut + 1).map_or("", |line| &body.text[line.start..]);
        out.push_str(&block(
            "<details class=\"recall-model\">\n<summary>Compare with a model answer</summary>",
        ));
        out.push_str(&chapter.expand(model, body.first + cut as u32 + 1));
        out.push_str(&block("</details>"));
    }
    out.push_str(&block("</div>"));
    Ok(out)
}
