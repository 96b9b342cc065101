//! A folder of our own in the system's place for temporary files, gone when it is dropped.
//!
//! A process that is killed, or ends while a learner's endless loop still holds a stage, drops
//! nothing. So each folder holds a file that its owner keeps locked, and the first stage of a
//! process removes the folders whose lock nobody holds any more.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

const PREFIX: &str = "who-holds-the-lock-";
const ALIVE: &str = "alive";

#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// Held open for its lock until the folder goes.
    alive: Option<File>,
}

impl Folder {
    pub(super) fn create() -> io::Result<Folder> {
        let place = std::env::temp_dir();
        static SWEEP: Once = Once::new();
        SWEEP.call_once(|| sweep(&place));
        let path = free_name(&place)?;
        // Locked before it has its name: whoever sees `alive` unlocked sees a dead owner's.
        let unnamed = path.join("locking");
        let alive = File::create(&unnamed)?;
        alive.try_lock().map_err(io::Error::other)?;
        fs::rename(&unnamed, path.join(ALIVE))?;
        Ok(Folder { path, alive: Some(alive) })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Not every system removes a file that is open.
        self.alive.take();
        // Nothing can be done about a failure here; the next sweep tries again.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// A new folder: the process's number and a count keep processes and threads apart, and a
/// leftover of an earlier process with this number is stepped over.
fn free_name(place: &Path) -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = place.join(format!("{PREFIX}{}-{count}", process::id()));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        }
    }
}

/// Removes what dead owners left. Folders of other users cannot be opened and are left alone.
fn sweep(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let Ok(alive) = File::open(entry.path().join(ALIVE)) else { continue };
        if alive.try_lock().is_ok() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place_of_its_own(name: &str) -> PathBuf {
        let place = std::env::temp_dir().join(format!("stage-folder-test-{}-{name}", process::id()));
        fs::create_dir_all(&place).unwrap();
        place
    }

    #[test]
    fn the_sweep_takes_the_dead_and_spares_the_living() {
        let place = place_of_its_own("sweep");
        let dead = place.join(format!("{PREFIX}1-0"));
        let living = place.join(format!("{PREFIX}1-1"));
        let stranger = place.join("somebody-else");
        for path in [&dead, &living, &stranger] {
            fs::create_dir(path).unwrap();
            File::create(path.join(ALIVE)).unwrap();
        }
        let held = File::open(living.join(ALIVE)).unwrap();
        held.try_lock().unwrap();

        sweep(&place);

        assert!(!dead.exists());
        assert!(living.exists());
        assert!(stranger.exists());
        fs::remove_dir_all(&place).unwrap();
    }

    #[test]
    fn a_panic_takes_its_folder_along() {
        let folder = Folder::create().unwrap();
        let path = folder.path().to_owned();
        let caught = std::panic::catch_unwind(move || {
            let _folder = folder;
            std::panic::resume_unwind(Box::new(()));
        });
        assert!(caught.is_err());
        assert!(!path.exists());
    }
}
