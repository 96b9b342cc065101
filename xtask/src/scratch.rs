//! A house of a few files for tests, removed when it goes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::house::House;

#[derive(Debug)]
pub(crate) struct Scratch {
    root: PathBuf,
}

impl Scratch {
    /// With these files: path from the root, and text.
    pub(crate) fn new(files: &[(&str, &str)]) -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("xtask-{}-{number}", std::process::id()));
        fs::create_dir_all(&root).unwrap();
        let scratch = Scratch { root };
        files.iter().for_each(|(path, text)| scratch.write(path, text));
        scratch
    }

    pub(crate) fn house(&self) -> House {
        House::at(&self.root)
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    /// Every file and its text, to see that nothing has changed.
    pub(crate) fn all(&self) -> Vec<(PathBuf, String)> {
        let files = crate::house::files_below(&self.root).unwrap();
        files
            .into_iter()
            .map(|file| (file.clone(), fs::read_to_string(self.root.join(file)).unwrap()))
            .collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}
