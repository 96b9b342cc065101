//! One process writes a host's log at a time.
//!
//! The lock is that of an empty file beside the log: on some platforms whoever does not have a
//! file's lock cannot read it, and reading is for everybody. Elsewhere the log itself is locked too,
//! so that a program from before this file is kept out, and keeps out.

use super::read::regular;
use super::refusal::Refusal;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often, and how long apart, a lock is tried: a sitting that is just ending, or a process that
/// was just forked off, has it for a moment.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(10);

/// `reviews-HOST.lock`.
fn beside(log: &Path) -> PathBuf {
    log.with_extension("lock")
}

/// Takes the lock beside the log `path`, and holds it as long as the file is open. `None` where
/// there is no lock and none can be made: the log's own has to do.
pub(super) fn take(path: &Path) -> Result<Option<File>, Refusal> {
    let lock = beside(path);
    regular(&lock).map_err(|error| Refusal::Io(lock.clone(), error))?;
    match OpenOptions::new().write(true).create(true).truncate(false).open(&lock) {
        Ok(file) => {
            exclusive(&file, path)?;
            Ok(Some(file))
        }
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(None),
        Err(error) => Err(Refusal::Io(lock, error)),
    }
}

/// Takes the lock of the log itself, where that keeps nobody from reading it.
pub(super) fn take_log(log: &File, path: &Path) -> Result<(), Refusal> {
    if cfg!(windows) { Ok(()) } else { exclusive(log, path) }
}

/// Whether somebody could write to the log `path`, which is open as `log`. It makes nothing.
pub(super) fn try_both(log: &File, path: &Path) -> Result<(), Refusal> {
    let opened = regular(&beside(path)).and_then(|()| OpenOptions::new().write(true).open(beside(path)));
    match opened {
        Ok(lock) => exclusive(&lock, path)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {}
        Err(error) => return Err(Refusal::Io(beside(path), error)),
    }
    take_log(log, path)
}

fn exclusive(file: &File, path: &Path) -> Result<(), Refusal> {
    let mut taken = file.try_lock();
    for _ in 1..TRIES {
        if !matches!(taken, Err(TryLockError::WouldBlock)) {
            break;
        }
        std::thread::sleep(PAUSE);
        taken = file.try_lock();
    }
    match taken {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Refusal::InUse(path.to_owned())),
        // A file system without locks: one learner, one session; go on.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(Refusal::Io(path.to_owned(), error)),
    }
}
