//! What the exercises about leases share: one row a lease in one table, pods with clocks of their own.
//!
//! * [`cast`]: who takes part, with the calls of an exercise.
//! * [`scene`]: the lines of a scenario that say how things stand before anybody comes.
//! * [`row`]: columns of a row, instants, and the rows that are there at the start.
//! * [`words`]: how statements about leases are worded in steps and figures.

pub(crate) mod cast;
pub(crate) mod row;
pub(crate) mod scene;
pub(crate) mod words;

use grader::{Check, Finding};

/// `Broken` by the first finding, else `Holds` if anything could have been broken.
pub(crate) fn outcome(tried: bool, finding: Option<Finding>) -> Check {
    match finding {
        Some(finding) => Check::Broken(finding),
        None if tried => Check::Holds,
        None => Check::Silent,
    }
}
