//! The smallest complete examples of writing a node, and of judging what it did.
//!
//! * [`election`]: equals choose one leader by asking each other for votes.
//! * [`two_phase_commit`]: one coordinator and its participants decide together.
//! * [`lease`]: two workers and a table that lets one of them work at a time.
//!
//! Each has a node of at most 60 lines, properties over the events of a run, and a module `wrong`:
//! nodes that fail by one kind of fault alone. A wrong node is the right one behind a wrapper that
//! tampers with what it hears or says, so that nothing else can differ. The wrong nodes prove the
//! faults of the world, and later the properties of the grader.

pub mod election;
pub mod lease;
pub mod two_phase_commit;
