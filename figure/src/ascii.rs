//! The run for a terminal: a picture of characters, and numbered steps as in a report.

mod canvas;
mod columns;
mod drawing;
mod rows;
mod table;

use kit::trace::Trace;

/// The narrowest terminal that both forms keep to; a narrower `width` counts as this.
const NARROWEST: usize = 40;

/// The run as lanes of characters, time running down, with the numbered steps below and what
/// holds at the end.
///
/// No line is wider than `width` columns (40 at least). Lines end in `\n`, without spaces before
/// it. What the signs mean:
///
/// ```text
/// |--- read -->|   a request            | - ₹100 - >|   a reply
/// |--- beat --x    lost on the way      |== write ==X   refused
/// [33]  [|]        a fact that lasts    (|)             what a party believes
/// #  paused        X  crashed, then :   ^  restarted    /\  cut off
/// ```
pub fn ascii(trace: &Trace, width: usize) -> String {
    let width = width.max(NARROWEST);
    let mut text = drawing::draw(trace, width);
    if !text.is_empty() && !trace.steps.is_empty() {
        text.push('\n');
    }
    text.push_str(&table::steps_and_end(trace, width));
    text
}

/// The numbered steps alone, as a failing property prints them: number, who, what, and what came
/// of it in a column that ends at the margin. The step that broke a rule is marked with `►`, and
/// what must be stands under what was.
///
/// No line is wider than `width` columns (40 at least); what is too long goes on under itself.
pub fn ascii_steps(trace: &Trace, width: usize) -> String {
    table::steps(trace, width.max(NARROWEST))
}
