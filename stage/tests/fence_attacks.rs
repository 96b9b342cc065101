//! What a learner of `fence` is told of the three files: as they are given, as the solution has them,
//! and where they miss what was asked.

use grader::attack::Attack;
use stage::fence::attack::{before_the_first_write, compare_in_code, strict};
use stage::fence::play::Play;

const ATTACKS: [fn() -> Attack<Play>; 3] = [compare_in_code, strict, before_the_first_write];

/// The file in a folder of the repository.
fn file(attack: &Attack<Play>, folder: &str) -> String {
    let path = format!("{}/../{folder}/{}", env!("CARGO_MANIFEST_DIR"), attack.file);
    std::fs::read_to_string(path).expect("a file of the exercise")
}

#[test]
fn what_is_given_breaks_nothing_yet() {
    for attack in ATTACKS.map(|attack| attack()) {
        let given = file(&attack, "exercises/08-fence/stub");
        insta::assert_snapshot!(attack.verdict(attack.file, &given).unwrap_err());
    }
}

#[test]
fn the_solution_breaks_what_was_asked_for() {
    for attack in ATTACKS.map(|attack| attack()) {
        let solved = file(&attack, "solutions/08-fence");
        insta::assert_snapshot!(attack.verdict(attack.file, &solved).unwrap());
    }
}

#[test]
fn a_write_before_anybody_came_is_none() {
    for attack in [compare_in_code(), before_the_first_write()] {
        let given = file(&attack, "exercises/08-fence/stub");
        let (head, _) = given.split_once("\n\n").expect("a head");
        let told = attack.verdict("attack.txt", &format!("{head}\n\nrun pod-7 to end\nrun pod-3 to end\n"));
        assert!(told.unwrap_err().contains("both are right"));
    }
}

#[test]
fn a_stop_before_the_first_statement_is_said() {
    let given = file(&compare_in_code(), "exercises/08-fence/stub");
    let (head, _) = given.split_once("\n\n").expect("a head");
    let text = format!("{head}\n\nrun pod-7 to \"UPDATE\"\nrun pod-3 to end\nrun pod-7 to end\n");
    let told = compare_in_code().verdict("attack.txt", &text).unwrap_err();
    assert!(
        told.contains("the first statement of pod-7 contains \"UPDATE\", and this stops before it"),
        "{told}"
    );
}
