//! A recorded run for the terminal.

use std::io::IsTerminal;

use kit::trace::Trace;

/// The run as lanes with the numbered steps below, or the steps alone.
pub(crate) fn picture(trace: &Trace, text: bool) -> String {
    let width = width();
    let drawn = if text { figure::ascii_steps(trace, width) } else { figure::ascii(trace, width) };
    drawn.trim_end().to_owned()
}

/// What the shell says of the terminal, if it says anything; 80 columns otherwise.
fn width() -> usize {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    told.filter(|_| std::io::stdout().is_terminal()).unwrap_or(80)
}
