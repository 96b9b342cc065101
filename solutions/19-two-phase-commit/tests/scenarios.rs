//! The recorded traces of this exercise's scenarios are what fresh code does.
//!
//! With `BLESS=1` (as `cargo xtask bless` sets it) they are recorded anew instead.

use std::path::Path;

use nodes::three_phases::exercise::record;

#[test]
fn every_recorded_trace_is_what_the_code_does() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let candidate = nodes::two_phase_commit_candidate!(two_phase_commit_solution);
    nodes::scenarios::hold_folder_by(&root, "two-phase-commit", |scenario| record(scenario, candidate));
}
