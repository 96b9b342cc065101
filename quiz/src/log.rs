//! The review log: one JSON entry a line, appended and synced with every answer.
//!
//! It is the only state there is. Each host writes its own file, so that a folder kept in git
//! merges without conflicts; all files of the folder are read as one. An entry is never changed
//! or deleted: what takes an earlier one back is an entry too. A line that cannot be read is
//! reported and left where it is.
//!
//! Beside `reviews-HOST.jsonl` may lie `.torn`, what a crash cut off, and `.lock`, an empty file that
//! whoever writes has locked. Neither is state, and nobody needs to keep them.

mod actions;
mod append;
mod entry;
mod folder;
mod line;
mod lock;
mod note;
mod read;
mod record;
mod refusal;
mod reviews;
mod standing;
mod survey;
mod torn;
mod undo;

pub use actions::{Action, actions, last_done, last_undone};
pub use append::Log;
pub use entry::Entry;
pub use folder::{data_folder, host_from_environment, host_name, imports_of};
pub use note::{Note, What};
pub use read::{read_folder, read_text};
pub(crate) use record::{DRIFT, FROM_ANKI};
pub use record::{Grade, Mode, Record, Sure};
pub use refusal::Refusal;
pub use reviews::Reviews;
pub use standing::{Flag, Miss, Settings, Standing};
pub use survey::{Access, Survey, Surveyed, access, survey};
