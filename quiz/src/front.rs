//! What a sitting looks like: the plain front end, lines in and lines out. It works in a pipe, in a
//! dumb terminal and with a screen reader; nothing is repainted and nothing needs a key other than
//! Enter.

pub(crate) mod input;
pub(crate) mod screen;
pub(crate) mod steps;
pub(crate) mod told;

pub use screen::Terminal;
