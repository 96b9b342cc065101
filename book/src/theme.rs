//! The part of the page's style and script that another crate owns.

use crate::workspace::Workspace;
use anyhow::{Context, Result};

/// Puts the figures' style and player where `book.toml` expects them. They belong to crate
/// `figure`, and mdBook takes files from below its own root alone; git ignores these copies.
pub fn write_generated(workspace: &Workspace) -> Result<()> {
    let folder = workspace.book().join("theme/generated");
    for (name, text) in [("figure.css", figure::CSS), ("player.js", figure::JS)] {
        let path = folder.join(name);
        if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        // By way of a rename, so that a build beside this one never reads half a file.
        let half = folder.join(format!("{name}.{}", std::process::id()));
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(&half, text))
            .and_then(|()| std::fs::rename(&half, &path))
            .with_context(|| format!("cannot write {}", workspace.shown(&path)))?;
    }
    Ok(())
}
