//! Where the log lies, and which host this is.

use crate::chance::hash;
use std::env;
use std::path::{Path, PathBuf};

/// The platform's folder for a program's data. Written out here: three variables and three paths
/// are no reason for a library.
pub fn data_folder() -> Option<PathBuf> {
    if let Some(folder) = variable("WORKBOOK_DATA") {
        return Some(folder);
    }
    let base = if cfg!(windows) {
        variable("APPDATA")?
    } else if cfg!(target_os = "macos") {
        variable("HOME")?.join("Library").join("Application Support")
    } else {
        // The standard says to ignore a relative XDG_DATA_HOME.
        let named = variable("XDG_DATA_HOME").filter(|folder| folder.is_absolute());
        named.or_else(|| Some(variable("HOME")?.join(".local").join("share")))?
    };
    Some(base.join("who-holds-the-lock"))
}

fn variable(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The name that WORKBOOK_HOST gives this machine, if it gives one.
pub fn host_from_environment() -> Option<String> {
    env::var("WORKBOOK_HOST").ok().filter(|name| !name.is_empty())
}

/// This machine's name in small letters, digits and hyphens; `local` if it has none.
pub fn host_name() -> String {
    let file = |path: &str| std::fs::read_to_string(Path::new(path)).ok();
    let name = host_from_environment()
        .or_else(|| file("/proc/sys/kernel/hostname"))
        .or_else(|| env::var("COMPUTERNAME").ok())
        .or_else(|| file("/etc/hostname"))
        .or_else(|| {
            let output = std::process::Command::new("hostname").output().ok()?;
            String::from_utf8(output.stdout).ok()
        });
    plain(&name.unwrap_or_default())
}

const IMPORTS: &str = "-imported";

/// The name under which a host keeps what it imported, in a file of its own: what somebody did
/// elsewhere is not what was done here last, and its times begin anew with each import.
pub fn imports_of(host: &str) -> String {
    format!("{host}{IMPORTS}")
}

pub(super) fn holds_imports(host: &str) -> bool {
    host.ends_with(IMPORTS)
}

/// So long is a name at most.
const LONGEST: usize = 40;

/// A name that lost letters, by its script or its length, ends in a few that stand for all of it: two
/// machines must not share one.
fn plain(name: &str) -> String {
    let letters = name.trim().to_lowercase();
    let lost =
        letters.chars().any(|c| c.is_alphanumeric() && !c.is_ascii()) || letters.chars().count() > LONGEST;
    let ending = if lost { format!("-{:08x}", hash(&[&letters]) as u32) } else { String::new() };
    let plain = letters.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    let kept: String = plain.take(LONGEST - ending.len()).collect();
    match format!("{}{ending}", kept.trim_matches('-')).trim_start_matches('-') {
        "" => "local".to_owned(),
        kept => kept.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_host_name_is_safe_in_a_file_name() {
        assert_eq!(plain("Asha's MacBook.local\n"), "asha-s-macbook-local");
        assert_eq!(plain("../../etc/passwd"), "etc-passwd");
        assert_eq!(plain(" \n"), "local");
        assert_eq!(plain(&"x".repeat(300)).len(), 40);
        assert_eq!(plain("Pod-7.local"), "pod-7-local");
    }

    #[test]
    fn two_names_that_lose_letters_stay_two() {
        let names =
            ["лаптоп", "сервер", "ノート", "gerät", "gerüt", &"x".repeat(41), &"x".repeat(42)].map(plain);
        let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{names:?}");
        let safe = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(names.iter().all(|name| name.len() <= 40 && name.chars().all(safe)), "{names:?}");
    }
}
