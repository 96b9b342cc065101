//! Files that are written whole or not at all.

use super::scratch::Scratch;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Why there is no file.
#[derive(Debug)]
pub enum Unwritten {
    /// Something stands there already, and nobody said that it may go.
    Exists(PathBuf),
    Io(PathBuf, io::Error),
}

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unwritten::Exists(path) => write!(
                f,
                "{}: there is a file of this name\n  help: --force replaces it; --out names another\n",
                path.display()
            ),
            Unwritten::Io(path, error) => {
                write!(f, "{}: {error}\n  help: --out names another place\n", path.display())
            }
        }
    }
}

/// Writes a file by way of another beside it, so that nobody ever sees half of it, and a crash or a
/// full disk leaves what was there. Without `force`, nothing is replaced.
pub fn write_whole(path: &Path, bytes: &[u8], force: bool) -> Result<(), Unwritten> {
    let failed = |error| Unwritten::Io(path.to_owned(), error);
    let there = || Unwritten::Exists(path.to_owned());
    if !force && path.symlink_metadata().is_ok() {
        return Err(there());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let name = path.file_name().map_or("out".into(), |name| name.to_string_lossy());
    let (scratch, mut file) = Scratch::within(folder.unwrap_or(Path::new(".")), &name).map_err(failed)?;
    file.write_all(bytes).and_then(|()| file.sync_all()).map_err(failed)?;
    drop(file);
    if !force {
        // A link never replaces: whoever wrote the same name meanwhile keeps their file.
        match std::fs::hard_link(scratch.path(), path) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(there()),
            // A file system without links.
            Err(_) => {}
        }
    }
    std::fs::rename(scratch.path(), path).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_if_that_was_said_and_nothing_is_left_beside_it() {
        let (scratch, _) = Scratch::anywhere().expect("a temporary file");
        let folder = scratch.path().with_extension("folder");
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("cards.json");
        write_whole(&path, b"one", false).expect("there is nothing yet");
        assert!(matches!(write_whole(&path, b"two", false), Err(Unwritten::Exists(_))));
        assert_eq!(std::fs::read(&path).expect("a file"), b"one");
        write_whole(&path, b"two", true).expect("it may be replaced");
        assert_eq!(std::fs::read(&path).expect("a file"), b"two");
        let left = std::fs::read_dir(&folder).expect("a folder").count();
        std::fs::remove_dir_all(&folder).expect("it is ours");
        assert_eq!(left, 1);
        assert!(matches!(write_whole(&folder.join("x"), b"", false), Err(Unwritten::Io(..))));
    }
}
