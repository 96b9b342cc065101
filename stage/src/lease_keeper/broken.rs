//! Code that keeps what it has lost, or gives back what is another one's, for attacks and the figures
//! of the chapter. Broken on purpose.

pub mod check_then_delete;
pub mod delete_on_release;
pub mod heartbeat;
pub mod renews_by_name;
pub mod renews_what_is_over;
pub mod time_that_was;
pub mod unlock_ignores_owner;
