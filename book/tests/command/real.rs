//! The book itself passes its own checks; this is the one place where it is built for a test.

use book::check;
use book::workspace::Workspace;
use std::path::Path;

#[test]
fn the_book_passes_its_checks() {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("book/book.toml");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book/real");
    match check::run(&workspace, &out) {
        Ok(report) => assert!(report.passed(), "run `cargo book test`\n{report}"),
        Err(error) => panic!("{}", book::build::explain(&error)),
    }
}
