//! What a learner's attack is told: accepted only when it does what was asked, in the cast that was
//! given, and otherwise sent to the line that has to change.

use grader::attack::judge;
use stage::lost_update::attack::attack;

const HEAD: &str = "title: Lose ₹30
for: lost-update
code: naive
account 42: ₹100
pod-7: debit ₹30 from 42
pod-3: debit ₹30 from 42
claim: breaks no_debit_is_lost

";

fn told(text: &str) -> String {
    attack().verdict("attack.txt", text).expect_err("the attack is refused")
}

#[test]
fn the_loss_that_was_asked_for_is_accepted() {
    let praised = |plan: &str| attack().verdict("attack.txt", &format!("{HEAD}{plan}")).unwrap();
    let shortest = praised("run pod-7 to \"UPDATE\"\nrun pod-3 to end\n");
    assert!(shortest.ends_with("does it in 4 steps, and no shorter one is known.\n"), "{shortest}");
    // What it comes down to is shown, as a schedule and as its run.
    insta::assert_snapshot!(praised("run pod-7\nat 5 s\nat 6 s\nrun pod-3 to end\n"));
}

#[test]
fn a_schedule_that_loses_nothing_is_shown() {
    let report = told(&format!("{HEAD}run pod-7 to end\n"));
    assert!(report.contains("at the end: balance ₹40") && report.contains("Nothing is lost"), "{report}");
}

#[test]
fn a_fault_is_not_the_loss_that_was_asked_for() {
    let report = told(&format!("{HEAD}run pod-7\ncrash pod-7\n"));
    assert!(report.contains("Both debits must be accepted"), "{report}");
}

#[test]
fn the_cast_and_the_code_are_given() {
    let cast =
        told(&format!("{}run pod-7\nrun pod-3\n", HEAD.replace("pod-3: debit ₹30", "pod-3: debit ₹40")));
    assert!(cast.starts_with("attack.txt:6:1: the cast has changed"), "{cast}");
    let code = told(&format!("{}run pod-7\nrun pod-3\n", HEAD.replace("naive", "locked")));
    assert!(code.starts_with("attack.txt:3:1: the code under attack is `naive`"), "{code}");
}

#[test]
fn slips_are_shown_where_they_stand() {
    let nobody = told(&format!("{HEAD}run pod-9 to end\n"));
    assert!(nobody.starts_with("attack.txt:9:1: there is no client `pod-9`"), "{nobody}");
    let nothing = told(&format!("{HEAD}run pod-7 to \"DELETE\"\n"));
    assert!(nothing.starts_with("attack.txt:9:1: no statement of pod-7 contains \"DELETE\""), "{nothing}");
    let word = told(&format!("{HEAD}runn pod-7\n"));
    assert!(word.starts_with("attack.txt:9:1:") && word.contains("run"), "{word}");
    assert!(told("").contains("reset lost-update"));
}

/// The tests of several attacks run at the same time, and must not write over each other's record.
#[test]
fn each_file_has_a_record_of_its_own() {
    let package = std::env::temp_dir().join(format!("attacks-{}", std::process::id()));
    let folder = package.join("kept");
    std::fs::create_dir_all(package.join("attack")).unwrap();
    let judged = |file: &'static str, goal: &'static str, plan: &str| {
        std::fs::write(package.join(file), format!("{HEAD}{plan}")).unwrap();
        let (package, folder) = (package.to_str().unwrap(), folder.to_str().unwrap());
        let mut attack = attack();
        (attack.file, attack.goal) = (file, goal);
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| judge(&attack, package, folder))).is_ok()
    };
    assert!(judged("attack/one.txt", "one", "run pod-7\nrun pod-3\n"));
    assert!(!judged("attack/two.txt", "two", "run pod-7 to end\n"));
    assert!(judged("attack.txt", "all", "run pod-7\nrun pod-3\n"));
    let kept = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    assert_eq!(kept("attack.one.verdicts"), "one\tpasses\n");
    assert_eq!(kept("attack.two.verdicts"), "two\tfails\n");
    assert_eq!(kept("attack.verdicts"), "all\tpasses\n");
    std::fs::remove_dir_all(package).unwrap();
}
