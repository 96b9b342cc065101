//! Whether a name can be that of a new exercise.

use crate::house::{House, entries, read_text};
use crate::prove::is_name;
use crate::stop::Stop;

/// Every reason against it.
pub(super) fn refusals(house: &House, name: &str) -> Result<Vec<String>, Stop> {
    if !is_name(name) {
        return Ok(vec![format!(
            "`{name}` cannot name a crate here: write small letters, digits and single dashes, as in lease-table"
        )]);
    }
    let mut refusals = Vec::new();
    if ["std", "core", "alloc", "test", "proc-macro", "build", "deps", "examples", "incremental"]
        .contains(&name)
        || name.ends_with("-solution")
    {
        refusals.push(format!("`{name}` is a name that cargo or this workspace keeps for itself"));
    }
    for folder in ["exercises", "solutions"] {
        for path in entries(&house.root().join(folder))? {
            let slot = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if slot.split_once('-').is_some_and(|(_, other)| other == name) {
                refusals.push(format!("{} is there already", house.shown(&path)));
            }
        }
    }
    for room in ["kit/src/contract", "stage/src"] {
        let file = house.root().join(format!("{room}/{}.rs", name.replace('-', "_")));
        if file.exists() {
            refusals.push(format!("{} is there already", house.shown(&file)));
        }
    }
    let lock = house.root().join("Cargo.lock");
    let locked = if lock.exists() { read_text(&lock, &house.shown(&lock))? } else { String::new() };
    if refusals.is_empty() && locked.lines().any(|line| line == format!("name = \"{name}\"")) {
        refusals.push(format!("Cargo.lock has a package `{name}` already"));
    }
    Ok(refusals)
}
