//! The review log: one JSON record a line, appended and synced with every answer.
//!
//! It is the only state there is. Each host writes its own file, so that a folder kept in git
//! merges without conflicts; all files of the folder are read as one. A record is never changed
//! or deleted, and a line that cannot be read is reported and left where it is.

mod append;
mod folder;
mod note;
mod read;
mod record;

pub use append::{Log, Refusal};
pub use folder::{data_folder, host_name};
pub use note::{Note, What};
pub use read::{Reviews, read_folder, read_text};
pub use record::{Grade, Mode, Record, Sure};
