//! No line is wider than the window: of any command, on either stream, with what was typed.

use crate::house::House;
use unicode_width::UnicodeWidthStr;

const WIDTHS: [usize; 4] = [20, 40, 80, 120];

/// Commands with what is typed to them. Each writes something at the house below.
const COMMANDS: [(&str, &str); 33] = [
    ("", ""),
    ("flash --limit 9", "?\n?\nneither of them is what I would have said at all, 鎖鎖鎖\nq\n"),
    (
        "run --kind free",
        "Both workers read the same old balance, and the second write won over the first.\n\n3\n1 2\n",
    ),
    (
        "run small",
        "what is this supposed to be, and why does nobody say so\n! a note of some length on it\nu\na\nq\n",
    ),
    ("interview", ".\n3\n1 2\nsome words of an answer that goes on and on\n\n"),
    ("stats", ""),
    ("stats --concepts", ""),
    ("tune", ""),
    ("tune --fit", ""),
    ("list", ""),
    ("list --flagged", ""),
    ("show kinds/pick", ""),
    ("show kinds/locked-debit", ""),
    ("suspend small/say", ""),
    ("suspend", ""),
    ("flag kinds/count the unit is nowhere to be found in this question, not even in the answer", ""),
    ("flag", ""),
    ("undo --list", ""),
    ("undo", ""),
    ("doctor", ""),
    ("check", ""),
    ("check BROKEN", ""),
    ("check --fix --dry-run BROKEN", ""),
    ("import DAMAGED", ""),
    ("import NOWHERE", ""),
    ("export nothing", ""),
    ("export json --out NOWHERE/deep/below/export.json", ""),
    ("show nothing-that-there-is-in-any-bank", ""),
    ("run --checkpoint", ""),
    ("run --level hardest", ""),
    ("run --no-such-option-of-any-command", ""),
    ("--json stats", ""),
    ("suspend small/sya kinds/pikc", ""),
];

/// The log has lines that are no entries, and a bank has errors far out in long lines.
fn house(name: &str) -> House {
    let mut house = House::new(name).drilled();
    house.shell.wraps_errors = true;
    let damaged = format!("{{\"v\":1,\"id\":\"{}\",\"key\":7}}\n[1]\n5\nnot at all\n", "鎖x".repeat(40));
    std::fs::write(house.shell.data.join("reviews-other.jsonl"), &damaged).expect("the folder is ours");
    std::fs::write(house.root.join("damaged.jsonl"), &damaged).expect("the folder is ours");
    let far = "    prompt: 鎖 tell what a lock is for, in as many words as you like: and then some more\n";
    let bank = format!(
        "bank: broken\ntitle: T\nchapter: lost-update\nitems:\n  - id: a\n    kind: chocie\n    level: foundational\n\
         {far}    concepts: [lost-update, a-concept-that-is-in-no-list-of-concepts-at-all, lost-updat]\n"
    );
    std::fs::write(house.root.join("broken.yaml"), bank).expect("the house is ours");
    house
}

fn too_wide(text: &str, width: usize) -> Vec<&str> {
    text.lines().filter(|line| line.width() > width).collect()
}

#[test]
fn no_command_writes_beyond_the_window() {
    let mut house = house("all-widths");
    let root = house.root.display().to_string();
    let mut complained = 0;
    for width in WIDTHS {
        house.shell.width = width;
        for (command, typed) in COMMANDS {
            let arguments = command
                .replace("BROKEN", &format!("{root}/broken.yaml"))
                .replace("DAMAGED", &format!("{root}/damaged.jsonl"))
                .replace("NOWHERE", &format!("{root}/nowhere"));
            let outcome = house.run(&arguments, typed);
            assert!(!(outcome.out.is_empty() && outcome.err.is_empty()), "{command} says nothing");
            complained += usize::from(!outcome.err.is_empty());
            assert_eq!(too_wide(&outcome.out, width), [""; 0], "{command} at {width}");
            assert_eq!(too_wide(&outcome.err, width), [""; 0], "{command}, errors at {width}");
        }
    }
    assert!(complained > 60, "the log is damaged, so most commands warn: {complained}");
}

#[test]
fn errors_of_a_bank_at_a_narrow_window() {
    let mut house = house("error-widths");
    let mut shown = String::new();
    for width in [20, 40, 80] {
        house.shell.width = width;
        let outcome = house.run(&format!("check {}", house.root.join("broken.yaml").display()), "");
        // Where the folder lies decides where its name is broken.
        let text: Vec<&str> = outcome.err.lines().skip_while(|line| !line.contains(" | ")).collect();
        let text: Vec<&str> = text.into_iter().filter(|line| !line.contains('/')).collect();
        shown.push_str(&format!("at {width}\n{}\n\n", text[..2.min(text.len())].join("\n")));
    }
    insta::assert_snapshot!(shown);
}
