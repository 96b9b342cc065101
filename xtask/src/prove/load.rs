//! Reads what a proof needs: solution, stub, variants, explanations.

use kit::diagnostic::{Diagnostic, Place};

use super::explanations::{self, Explanations};
use super::hunk::{self, Files};
use super::materialise::{self, Module, sources};
use super::variant::{self, Kind, Variant};
use crate::house::{Exercise, House, entries, read_text};
use crate::stop::Stop;

#[derive(Debug)]
pub(crate) struct Loaded {
    /// Sorted by name.
    pub(crate) variants: Vec<Variant>,
    /// Reference, stub and all variants, as they will be written.
    pub(crate) modules: Vec<Module>,
    pub(crate) explanations: Explanations,
}

/// Everything that is wrong in the files is said at once, not one thing a run.
pub(crate) fn load(house: &House, exercise: &Exercise) -> Result<Loaded, Stop> {
    let solution = house.solution_folder(exercise);
    let reference = sources(house, &solution)?;
    let stub = sources(house, &house.exercise_folder(exercise).join("stub"))?;
    let mut wrong_files = String::new();
    for (folder, files) in [(&solution, &reference), (&house.exercise_folder(exercise).join("stub"), &stub)] {
        wrong_files.extend(files.iter().filter_map(|(file, source)| {
            let diagnostic = crate_path(source)?;
            Some(diagnostic.render(&house.shown(&folder.join(file)), source))
        }));
    }
    let mut variants: Vec<Variant> = Vec::new();
    let mut modules = Vec::new();
    for (kind, stem, file, source) in texts(house, exercise)? {
        let read = variant::parse(&file, &stem, kind, &source).and_then(|variant| {
            not_twice(&variant, &variants)?;
            let files: Files = hunk::apply(&variant, &reference)?;
            Ok((variant, files))
        });
        match read {
            Ok((variant, files)) => {
                modules.push(Module { name: variant.name.clone(), files });
                variants.push(variant);
            }
            Err(diagnostic) => wrong_files.push_str(&diagnostic.render(&file, &source)),
        }
    }
    let explanations = match explained(house, exercise)? {
        Ok(explanations) => explanations,
        Err(rendered) => {
            wrong_files.push_str(&rendered);
            Explanations::default()
        }
    };
    if !wrong_files.is_empty() {
        return Err(Stop::Input(wrong_files));
    }
    variants.sort_by(|a, b| a.name.cmp(&b.name));
    modules.sort_by(|a, b| a.name.cmp(&b.name));
    let modules = materialise::modules(reference, stub, modules);
    Ok(Loaded { variants, modules, explanations })
}

/// Two files give one module when their names are equal.
fn not_twice(variant: &Variant, others: &[Variant]) -> Result<(), Diagnostic> {
    match others.iter().find(|other| other.module() == variant.module()) {
        None => Ok(()),
        Some(other) => {
            let message = format!("{} has the same name", other.file);
            Err(Diagnostic::new(Place { line: 1, column: 1 }, message).help("rename one of them"))
        }
    }
}

/// Kind, stem, name for people and text of every variant.
fn texts(house: &House, exercise: &Exercise) -> Result<Vec<(Kind, String, String, String)>, Stop> {
    let mut texts = Vec::new();
    for kind in [Kind::Wrong, Kind::Right] {
        for path in entries(&house.solution_folder(exercise).join(kind.folder()))? {
            if path.extension().is_none_or(|extension| extension != "txt") {
                continue;
            }
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let file = house.shown(&path);
            let source = read_text(&path, &file)?;
            texts.push((kind, stem, file, source));
        }
    }
    Ok(texts)
}

fn explained(house: &House, exercise: &Exercise) -> Result<Result<Explanations, String>, Stop> {
    let path = house.solution_folder(exercise).join("explanations.txt");
    if !path.exists() {
        return Ok(Ok(Explanations::default()));
    }
    let file = house.shown(&path);
    let source = read_text(&path, &file)?;
    Ok(explanations::parse(&file, &source).map_err(|diagnostic| diagnostic.render(&file, &source)))
}

/// A variant is a module of a larger crate: a path from `crate` leads elsewhere there.
fn crate_path(source: &str) -> Option<Diagnostic> {
    source.lines().enumerate().find_map(|(index, line)| {
        let at = line.find("crate::").filter(|_| !line.trim_start().starts_with("//"))?;
        let place = Place { line: index as u32 + 1, column: line[..at].chars().count() as u32 + 1 };
        let help = "write `super::` or `self::`: a proof compiles this file inside another crate";
        Some(Diagnostic::new(place, "a path from `crate` has no place here").help(help))
    })
}
