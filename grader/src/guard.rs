//! Learner code may do anything. It runs in a child process, which may die of it.
//!
//! The test process starts itself again as a child, and the child explores in one worker thread
//! while its main thread watches. What ends a child, and how it is told apart:
//!
//! | the code … | who notices |
//! |---|---|
//! | panics | the world, by `catch_unwind`; no child dies |
//! | loops without an event | [`watch`]: no beat, and the worker burns CPU |
//! | sleeps or waits | [`watch`]: no beat, and no CPU |
//! | allocates without bound | [`memory`]: the allocator parks the worker, the watch reports |
//! | recurses, or calls `abort` | [`parent`]: the child died |
//! | calls `exit` | [`parent`]: the child ended without saying that it was done |
//!
//! After any of these the parent starts a second child that tells the story of that run, and a
//! third that passes it over, so that the other properties still get their verdicts. If that one
//! comes to grief too, a last child explores only what came before.

mod beacon;
mod child;
mod letter;
pub mod memory;
mod parent;
pub mod quiet;
mod watch;

pub use beacon::Beacon;
pub(crate) use child::OURS;
pub use child::{Detour, Job, Orders, serve};
pub use letter::{Status, Verdictlet};
pub use parent::{Launch, Outcome, explore};
