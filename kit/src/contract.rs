//! Contracts: one module an exercise. What a learner implements, and nothing else.

pub mod fence;
pub mod lease_table;
pub mod lost_update;
