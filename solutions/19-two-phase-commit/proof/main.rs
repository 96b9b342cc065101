//! Every variant of this solution against every rule. `cargo xtask prove` writes the variants and
//! names the file in `PROOF_VARIANTS`.

use std::process::ExitCode;

use nodes::two_phase_commit::Candidate;
use nodes::two_phase_commit_candidate as candidate;

include!(env!("PROOF_VARIANTS"));

fn main() -> ExitCode {
    nodes::exercise::prove(all)
}
