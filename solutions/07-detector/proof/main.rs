//! Every variant of this solution against every rule. `cargo xtask prove` writes the variants and
//! names the file in `PROOF_VARIANTS`.

use std::process::ExitCode;

use grader::detector::Candidate;
use grader::detector_candidate as candidate;

include!(env!("PROOF_VARIANTS"));

fn main() -> ExitCode {
    grader::exercise::prove(all)
}
