//! Writes all variants of an exercise as modules that one program includes.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::facts::{REFERENCE, STUB};
use super::hunk::Files;
use crate::house::{House, entries, files_below, read_text, write_text};
use crate::stop::Stop;

/// The Rust files below `folder/src`, by their path from `folder`.
pub(crate) fn sources(house: &House, folder: &Path) -> Result<Files, Stop> {
    let mut files = Files::new();
    for path in files_below(&folder.join("src"))? {
        let Some(name) = path.to_str().filter(|name| name.ends_with(".rs")) else { continue };
        let file = folder.join("src").join(&path);
        // Variants are written with `\n`, whatever the checkout did to the solution.
        let text = read_text(&file, &house.shown(&file))?.replace("\r\n", "\n");
        files.insert(format!("src/{}", name.replace('\\', "/")), text);
    }
    if files.contains_key("src/lib.rs") {
        return Ok(files);
    }
    Err(Stop::Input(format!("{} has no src/lib.rs\n", house.shown(folder))))
}

/// One variant, ready to be written: its name and its files.
#[derive(Debug, Clone)]
pub(crate) struct Module {
    pub(crate) name: String,
    pub(crate) files: Files,
}

/// Writes the modules below `folder` and returns the path of the `variants.rs` that lists them.
/// Files that are right already are not touched, so that a second proof builds nothing.
pub(crate) fn write(folder: &Path, modules: &[Module]) -> Result<PathBuf, Stop> {
    let mut text = String::from("// Written by `cargo xtask prove`.\n\n");
    let mut list = String::new();
    for Module { name, files } in modules {
        let module = name.replace('-', "_");
        let home = folder.join(&module);
        for (file, source) in files {
            write_if_new(&home.join(file.trim_start_matches("src/")), source)?;
        }
        forget_files(&home, files)?;
        let lib = home.join("lib.rs");
        let _ = writeln!(text, "#[allow(warnings, clippy::all)]\n#[path = {lib:?}]\npub mod {module};");
        let _ = writeln!(list, "        ({name:?}, candidate!({module})),");
    }
    let _ = write!(text, "\npub fn all() -> Vec<(&'static str, Candidate)> {{\n    vec![\n{list}    ]\n}}\n");
    forget_modules(folder, modules)?;
    let variants = folder.join("variants.rs");
    write_if_new(&variants, &text)?;
    Ok(variants)
}

fn write_if_new(path: &Path, text: &str) -> Result<(), Stop> {
    match fs::read(path) {
        Ok(there) if there == text.as_bytes() => Ok(()),
        _ => write_text(path, text),
    }
}

/// A file that the solution no longer has must not stay in the module.
fn forget_files(home: &Path, files: &Files) -> Result<(), Stop> {
    for path in files_below(home)? {
        let name = format!("src/{}", path.display()).replace('\\', "/");
        if !files.contains_key(&name) {
            let path = home.join(path);
            fs::remove_file(&path).map_err(|error| Stop::file("remove", &path, &error))?;
        }
    }
    Ok(())
}

fn forget_modules(folder: &Path, modules: &[Module]) -> Result<(), Stop> {
    for path in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !modules.iter().any(|module| module.name.replace('-', "_") == name) {
            fs::remove_dir_all(&path).map_err(|error| Stop::file("remove", &path, &error))?;
        }
    }
    Ok(())
}

/// Reference, stub, then the variants: the order in which they are proven.
pub(crate) fn modules(reference: Files, stub: Files, variants: Vec<Module>) -> Vec<Module> {
    let own = [(REFERENCE, reference), (STUB, stub)];
    let own = own.into_iter().map(|(name, files)| Module { name: name.to_owned(), files });
    own.chain(variants).collect()
}

#[cfg(test)]
mod tests;
