//! `{{#erratum NAME}}`: a published slip, the run that shows it, and the repair.
//!
//! ```text
//! {{#erratum same-owner}}
//! The statement that many articles print:
//!
//! {{#code exercises/05-lease-table/attack/published.sql broken lang=sql}}
//!
//! ---
//! {{#trace lease-table/two-threads-one-token.txt}}
//!
//! At step 4 both threads hold token 7.
//!
//! ---
//! An owner that is new for each attempt:
//!
//! {{#code solutions/05-lease-table/src/worked.rs:acquire}}
//! {{/erratum}}
//! ```
//!
//! Above the first `---` stands what was published, as a quotation (`> …`) or as broken code; then
//! the run, and the step at which it goes wrong; then the repair. Code that is not marked `broken`
//! is refused above the line, and broken code below it; a statement inside a quotation gets the
//! cross of a broken line. So what copies cleanly is right, and the last code of the box is the
//! repair.

use super::{Chapter, Request, Wrong, known};
use crate::directive::{self, Call, Part};
use crate::html::{block, escape};
use crate::markdown::{self, Kind, Line};
use kit::diagnostic::{Diagnostic, Place};

/// What stands over each piece of the box.
const PIECES: [(&str, &str); 3] =
    [("published", "As published"), ("run", "What happens"), ("repair", "The repair")];

#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    first: u32,
}

pub(super) fn run(chapter: &Chapter<'_>, request: Request<'_>) -> Result<String, Wrong> {
    let Request { at, mut args, body } = request;
    let (name, name_at) = args.word("a name for the slip, such as `same-owner`")?;
    args.finish("a name")?;
    let id = escape(&chapter.id(&format!("erratum-{name}"), name_at)?);
    let pieces = pieces(Piece { text: body.text, first: body.first }, at)?;
    check(&pieces, at)?;
    let mut out = block(&format!(
        "<div class=\"erratum\" id=\"{id}\" role=\"group\" aria-labelledby=\"{id}-label\">\n\
         <p class=\"erratum-label\" id=\"{id}-label\">Erratum: published, and wrong</p>"
    ));
    for (&(class, title), piece) in PIECES.iter().zip(&pieces) {
        out.push_str(&block(&format!(
            "<div class=\"erratum-{class}\">\n<p class=\"erratum-piece\">{title}</p>"
        )));
        let crossed = if class == PIECES[0].0 { crossed(piece.text) } else { piece.text.to_owned() };
        out.push_str(&chapter.expand(&crossed, piece.first));
        out.push_str(&block("</div>"));
    }
    out.push_str(&block("</div>"));
    Ok(out)
}

/// A statement in a quotation gets the cross of a broken listing, which goes along when it is copied.
/// A word alone, such as a column's name, does not.
fn crossed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for paragraph in text.split_inclusive("\n\n") {
        let spans: Vec<&str> = paragraph.split('`').collect();
        if !paragraph.trim_start().starts_with('>') || spans.len().is_multiple_of(2) {
            out.push_str(paragraph);
            continue;
        }
        for (index, span) in spans.into_iter().enumerate() {
            let code = index % 2 == 1;
            out.push_str(if index > 0 { "`" } else { "" });
            out.push_str(if code && span.trim().contains(char::is_whitespace) { "× " } else { "" });
            out.push_str(span);
        }
    }
    out
}

/// The three pieces between the lines `---`.
fn pieces(body: Piece<'_>, at: Place) -> Result<[Piece<'_>; 3], Diagnostic> {
    let lines = markdown::lines(body.text, body.first);
    let is_cut = |line: &Line<'_>| line.is_prose() && line.text.trim_end() == "---";
    let cuts: Vec<usize> = (0..lines.len()).filter(|&index| is_cut(&lines[index])).collect();
    let &[first, second] = cuts.as_slice() else {
        return Err(Diagnostic::new(at, format!("{} lines `---` in this erratum", cuts.len()))
            .help("two of them part what was published, the run that shows it, and the repair"));
    };
    let offset = |index: usize| lines.get(index).map_or(body.text.len(), |line| line.start);
    let piece = |from: usize, to: usize| Piece {
        text: &body.text[offset(from)..offset(to)],
        first: body.first + from as u32,
    };
    Ok([piece(0, first), piece(first + 1, second), piece(second + 1, lines.len())])
}

fn check([published, run, repair]: &[Piece<'_>; 3], at: Place) -> Result<(), Diagnostic> {
    let place = |piece: &Piece<'_>| Place { line: piece.first, column: 1 };
    let mut shown = false;
    for mut call in calls(published, "code") {
        shown = true;
        if !call.args.flag("broken") {
            return Err(Diagnostic::new(call.at, "the published code is not marked as broken")
                .help("write `broken` behind its path: then it says so, and does not copy cleanly"));
        }
    }
    let lines = markdown::lines(published.text, published.first);
    if let Some(fence) = lines.iter().find(|line| line.kind == Kind::Fence) {
        return Err(Diagnostic::new(Place { line: fence.number, column: 1 }, "this code copies cleanly")
            .help("put it into a tested file and show it with `{{#code PATH:ANCHOR broken}}`"));
    }
    if !shown && !lines.iter().any(|line| line.is_prose() && line.text.starts_with('>')) {
        return Err(Diagnostic::new(at, "this erratum shows nothing that was published").help(
            "above the first `---` show it with `{{#code … broken}}`, or quote the sentence behind `> `",
        ));
    }
    if calls(run, "trace").is_empty() {
        return Err(Diagnostic::new(place(run), "this erratum has no run that shows the slip")
            .help("between the two `---` put `{{#trace PATH}}`, and say at which step it goes wrong"));
    }
    if !markdown::names_a_step(run.text) {
        return Err(Diagnostic::new(place(run), "this erratum does not say where the run goes wrong")
            .help("behind `{{#trace …}}` say at which step: `at step 4 …`"));
    }
    if repair.text.trim().is_empty() {
        return Err(Diagnostic::new(at, "this erratum has no repair")
            .help("below the second `---` say what to write instead, with `{{#code …}}`"));
    }
    let repaired = calls(repair, "code");
    if shown && repaired.is_empty() {
        return Err(Diagnostic::new(place(repair), "the repair shows no code")
            .help("the last code of the box must be right: add `{{#code …}}`"));
    }
    for mut call in repaired {
        if call.args.flag("broken") {
            return Err(Diagnostic::new(call.at, "the repair is marked as broken")
                .help("show the right code here, and the wrong one above the first `---`"));
        }
    }
    Ok(())
}

/// The uses of one directive in a piece. Its mistakes are told when it is expanded.
fn calls<'a>(piece: &Piece<'a>, name: &str) -> Vec<Call<'a>> {
    let (parts, _) = directive::scan(piece.text, piece.first, &known());
    let call = |part| if let Part::Call(call) = part { Some(call) } else { None };
    parts.into_iter().filter_map(call).filter(|call| call.name == name).collect()
}
