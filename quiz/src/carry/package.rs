//! Anki packages: an SQLite database in a zip. Written in the older form (`collection.anki2`, schema
//! 11), which every Anki, AnkiDroid and AnkiMobile reads; read in all three forms that there are.

mod read;
mod schema;
mod unpack;
mod write;

pub use read::{Review, Reviewed, reviewed};
pub use unpack::Broken;
pub use write::apkg;
