//! The recorded traces of this exercise's scenarios are what fresh code does.
//!
//! With `BLESS=1` (as `cargo xtask bless` sets it) they are recorded anew instead.

use std::fs;
use std::path::{Path, PathBuf};

use kit::scenario::{self, Scenario};
use stage::lost_update::scenarios::record;

fn candidate() -> stage::lost_update::Candidate {
    stage::lost_update_candidate!(lost_update_solution)
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/lost-update");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder of scenarios")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    files
}

#[test]
fn every_recorded_trace_is_what_the_code_does() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = String::new();
    for path in files() {
        let file = format!("scenarios/lost-update/{}", path.file_name().unwrap_or_default().display());
        let source = fs::read_to_string(&path).expect("a scenario is text");
        let recorded = Scenario::parse(&source)
            .and_then(|scenario| record(&scenario, candidate()))
            .and_then(|trace| scenario::with_recorded(&source, &trace));
        match recorded {
            Err(error) => wrong += &error.render(&file, &source),
            Ok(text) if text == source => {}
            Ok(text) if bless => fs::write(&path, text).expect("the scenario can be written"),
            Ok(_) => {
                wrong += &format!(
                    "{file}: the recorded trace is not what the code does; run `cargo xtask bless`\n"
                )
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
