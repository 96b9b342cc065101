//! Code that grants one lease twice, or never, for attacks and the figures of the chapter. Broken on
//! purpose.

pub mod check_then_set;
pub mod insert_without_key;
pub mod published;
pub mod reads_the_copy;
pub mod table_on_each_pod;
pub mod update_leader;

/// The table of the contract.
const TABLE: &str = "
CREATE TABLE lease (
  name        TEXT PRIMARY KEY,
  owner       TEXT NOT NULL,
  fence_token INTEGER NOT NULL,
  acquired_at INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL
)";
