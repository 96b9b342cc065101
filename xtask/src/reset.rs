//! `reset`: the stub again, and what the learner had is kept.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::house::{Exercise, House, entries, files_below};
use crate::say::say;
use crate::stop::Stop;

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "Examples:
  cargo xtask reset lost-update         asks, copies your files to target/reset/, puts the stub back
  cargo xtask reset lost-update --yes   the same without asking")]
pub(crate) struct Arguments {
    /// The exercise
    name: String,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

pub(crate) fn run(house: &House, arguments: &Arguments) -> Result<(), Stop> {
    let exercise = house.exercise(&arguments.name)?;
    let changed = changed(house, &exercise)?;
    if changed.is_empty() {
        say!("{} is as it began: nothing to put back.", exercise.name);
        return Ok(());
    }
    let files: Vec<String> = changed.iter().map(|path| format!("  {}\n", path.display())).collect();
    let plan = format!("The stub of {} would go over your\n{}", exercise.name, files.concat());
    if !arguments.yes {
        if !io::stdin().is_terminal() {
            let help = "  help: say `--yes`; your files are copied to target/reset/ first\n";
            return Err(Stop::Input(format!("{plan}{help}")));
        }
        if !agreed(&format!("{plan}Your files are copied first. Put the stub back? [y/N] ")) {
            say!("Nothing has changed.");
            return Ok(());
        }
    }
    let saved = begin_again(house, &exercise, &changed)?;
    say!("Your files are in {} (`cargo clean` would remove them).", house.shown(&saved));
    say!("{} is as it began.", exercise.name);
    Ok(())
}

/// Copies first, and returns where to; only then the stub goes over these files.
fn begin_again(house: &House, exercise: &Exercise, changed: &[PathBuf]) -> Result<PathBuf, Stop> {
    let saved = save(house, exercise)?;
    put_back(house, exercise, changed)
        .map_err(|stop| Stop::Input(format!("{stop}Your files are in {}\n", house.shown(&saved))))?;
    Ok(saved)
}

fn agreed(question: &str) -> bool {
    let _ = write!(io::stdout(), "{question}");
    let _ = io::stdout().flush();
    let mut answer = String::new();
    let read = io::stdin().read_line(&mut answer);
    read.is_ok() && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}

/// The files of the stub that the learner's folder has otherwise or not at all.
fn changed(house: &House, exercise: &Exercise) -> Result<Vec<PathBuf>, Stop> {
    let (stub, own) = (house.exercise_folder(exercise).join("stub"), house.exercise_folder(exercise));
    let files = files_below(&stub)?;
    if files.is_empty() {
        return Err(Stop::Input(format!(
            "{} is not there: there is nothing to put back\n",
            house.shown(&stub)
        )));
    }
    let mut changed = Vec::new();
    for file in files {
        let path = stub.join(&file);
        let wanted = fs::read(&path).map_err(|error| Stop::file("read", &path, &error))?;
        if fs::read(own.join(&file)).ok().as_ref() != Some(&wanted) {
            changed.push(file);
        }
    }
    Ok(changed)
}

/// Copies all of the learner's files to a folder that did not exist, and returns it.
fn save(house: &House, exercise: &Exercise) -> Result<PathBuf, Stop> {
    let own = house.exercise_folder(exercise);
    let mut files = files_below(&own.join("stub"))?;
    files.extend(files_below(&own.join("src"))?.into_iter().map(|file| Path::new("src").join(file)));
    files.sort();
    files.dedup();
    let saved = new_folder(&house.target().join("reset").join(&exercise.name))?;
    for file in files.iter().filter(|file| own.join(file).exists()) {
        let copy = saved.join(file);
        let folder = copy.parent().unwrap_or(&saved);
        let copied = fs::create_dir_all(folder).and_then(|()| fs::copy(own.join(file), &copy));
        copied.map_err(|error| Stop::file("write", &copy, &error))?;
    }
    Ok(saved)
}

/// `1`, or the number after the greatest one there.
fn new_folder(home: &Path) -> Result<PathBuf, Stop> {
    fs::create_dir_all(home).map_err(|error| Stop::file("make", home, &error))?;
    let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    let mut next = entries(home)?.iter().filter_map(number).max().unwrap_or(0) + 1;
    loop {
        let folder = home.join(next.to_string());
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            // Somebody was faster: nobody's copy is written over.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => next += 1,
            Err(error) => return Err(Stop::file("make", &folder, &error)),
        }
    }
}

fn put_back(house: &House, exercise: &Exercise, files: &[PathBuf]) -> Result<(), Stop> {
    let own = house.exercise_folder(exercise);
    for file in files {
        let path = own.join(file);
        let folder = path.parent().unwrap_or(&own);
        // Read and written anew, so that the file gets a new time and cargo sees the change.
        let text = fs::read(own.join("stub").join(file));
        let put = fs::create_dir_all(folder).and(text).and_then(|text| fs::write(&path, text));
        put.map_err(|error| Stop::file("write", &path, &error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
