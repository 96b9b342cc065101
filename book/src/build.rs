//! mdBook, run in this process.

mod config;
mod log;

pub use config::Entry;

use crate::fault::Fault;
use crate::preprocess::Workbook;
use crate::workspace::Workspace;
use anyhow::Result;
use mdbook_driver::MDBook;
use std::path::Path;

/// A book that was built.
#[derive(Debug)]
pub struct Built {
    /// What `SUMMARY.md` lists, in order.
    pub chapters: Vec<Entry>,
    /// What mdBook found odd.
    pub warnings: Vec<String>,
}

/// Builds the book into `out`, whose old content goes.
///
/// # Errors
///
/// A [`Fault`] when the sources are wrong; then `out` is as it was.
pub fn build(workspace: &Workspace, out: &Path) -> Result<Built> {
    config::read(workspace)?;
    let chapters = config::summary(workspace)?;
    let log = log::Log::default();
    tracing::subscriber::with_default(log.clone(), || -> Result<()> {
        let mut book = MDBook::load(workspace.book())?;
        book.config.build.build_dir = std::path::absolute(out)?;
        book.with_preprocessor(Workbook);
        book.build()
    })?;
    Ok(Built { chapters, warnings: log.take() })
}

/// What a failed build tells the reader.
pub fn explain(error: &anyhow::Error) -> String {
    match error.downcast_ref::<Fault>() {
        Some(fault) => fault.to_string(),
        None => {
            let chain: Vec<String> = error.chain().map(ToString::to_string).collect();
            format!("The book could not be built: {}\n", chain.join(": "))
        }
    }
}
