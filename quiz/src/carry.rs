//! What leaves the workbook and what comes back: Anki packages, Anki text, JSON, CSV.
//!
//! Each format is its own file, and pure where it can be: questions, memory and log in, bytes out.
//! A question is known outside by [`identity::guid`] alone, which no edit of its text changes.
//! Whatever is read here was written by somebody else: it is bounded, checked, and never trusted.

mod anki_text;
mod csv;
mod freight;
mod history;
mod html;
mod identity;
mod incoming;
mod json;
mod package;
mod scratch;
mod sides;
mod whole;

pub use anki_text::anki_text;
pub use csv::{csv, rows};
pub use freight::{Freight, Only};
pub use identity::{guid, key_of};
pub use incoming::{Arrival, from_anki, from_log};
pub(crate) use json::body;
pub use json::{json, log_of_json};
pub use package::{Broken, Review, Reviewed, apkg, reviewed};
pub use whole::{Unwritten, write_whole};
