//! An exercise in which nobody writes code: its files to break something with have no variants to
//! put in. Instead its solution has `misses/`, and tests that try each of them; these are the proof.

use crate::cargo::{cargo, run, said_by_tests};
use crate::house::{Exercise, House};
use crate::say::{say, step};
use crate::stop::Stop;

/// Whether this exercise is one: it has misses, and no program of variants.
pub(super) fn without_code(house: &House, exercise: &Exercise) -> bool {
    let solution = house.solution_folder(exercise);
    solution.join("misses").is_dir() && !solution.join("proof").is_dir()
}

/// Whether all is green.
///
/// # Errors
/// When cargo cannot be run.
pub(super) fn prove(house: &House, exercise: &Exercise) -> Result<bool, Stop> {
    let name = &exercise.name;
    step(&format!("{name}: no code to vary; its tests try every miss"));
    let mut command = cargo(house);
    command.args(["test", "-p", &format!("{name}-solution"), "--tests"]);
    let mut lines: Vec<String> = Vec::new();
    let ended = run(&mut command, |line| lines.push(line.to_owned()))?;
    match ended.success {
        true => say!("✓ {name}: its schedules reach their goals, and every miss is told why"),
        false => {
            say!("{}", said_by_tests(lines.iter().map(String::as_str)).trim_end());
            say!("{}", ended.stderr_of_program().trim_end());
            say!("✗ {name}: the tests of its solution fail");
        }
    }
    Ok(ended.success)
}

#[cfg(test)]
mod tests {
    use super::without_code;
    use crate::scratch::Scratch;

    #[test]
    fn only_what_has_misses_and_no_program_is_proven_by_its_tests() {
        let files = [
            ("exercises/01-x/Cargo.toml", ""),
            ("solutions/01-x/misses/a.txt", ""),
            ("exercises/02-y/Cargo.toml", ""),
            ("solutions/02-y/misses/a.txt", ""),
            ("solutions/02-y/proof/main.rs", ""),
            ("exercises/03-z/Cargo.toml", ""),
            ("solutions/03-z/src/lib.rs", ""),
        ];
        let scratch = Scratch::new(&files);
        let house = scratch.house();
        let is = |name: &str| without_code(&house, &house.exercise(name).unwrap());
        assert_eq!([is("x"), is("y"), is("z")], [true, false, false]);
    }
}
