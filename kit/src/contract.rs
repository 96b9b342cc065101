//! Contracts: one module an exercise. What a learner implements, and nothing else.

pub mod break_the_lock;
pub mod commit;
pub mod detector;
pub mod fence;
pub mod fenced_job;
pub mod holder;
pub mod lease_keeper;
pub mod lease_table;
pub mod lost_update;
