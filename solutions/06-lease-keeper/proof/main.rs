//! Every variant of this solution against every rule. `cargo xtask prove` writes the variants and
//! names the file in `PROOF_VARIANTS`.

use std::process::ExitCode;

use stage::lease_keeper::Candidate;
use stage::lease_keeper_candidate as candidate;

include!(env!("PROOF_VARIANTS"));

fn main() -> ExitCode {
    stage::exercise::prove(all)
}
