//! Contracts: one module an exercise. What a learner implements, and nothing else.

pub mod lost_update;
