//! Every variant of this solution against every rule. `cargo xtask prove` writes the variants and
//! names the file in `PROOF_VARIANTS`.

use kit::contract::lease_table::CarryOut;

#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    pub carry_out: CarryOut,
}

macro_rules! candidate {
    ($module:ident) => {
        Candidate { carry_out: $module::carry_out }
    };
}

include!(env!("PROOF_VARIANTS"));

fn main() {
    // No rules yet. When there are some, report what each variant does with each of them, as
    // `grader::proof::run` does.
    for (_variant, candidate) in all() {
        let _ = candidate.carry_out;
    }
}
