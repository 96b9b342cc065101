//! Code that loses money in other ways than [`super::naive`], for the figures of the chapter.
//! Broken on purpose.

pub mod lock_only_the_write;
pub mod timeout_counted_as_failure;
