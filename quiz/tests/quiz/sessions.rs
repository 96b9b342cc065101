//! Whole sittings, as a reader sees them.

use crate::house::{House, ago};
use crate::place::{NOW, Shell, fixtures};
use insta::assert_snapshot;
use quiz::log::{Grade, Mode};
use std::ffi::OsString;

#[test]
fn the_first_day() {
    let shell = Shell::new("first-day");
    assert_snapshot!("first_day_before", shell.wide().run("", "").shown());
    // right, wrong by a known belief, forgotten, one part wrong and one right; then again what was
    // missed: right, not known, right, and what was not known once more
    let typed = "b\n60\n\nf\nb\n₹70\n50\n?\na\n70\n\ng\n";
    assert_snapshot!("first_day", shell.run("flash", typed).shown());
    assert_snapshot!("first_day_after", shell.wide().run("", "").shown());
}

#[test]
fn a_line_that_does_not_fit_is_asked_for_again_and_counts_for_nothing() {
    let shell = Shell::new("misfits");
    let outcome = shell.run("run small --seed 5", "x\n\n7.5\nq\n");
    assert_snapshot!(outcome.shown());
    assert_eq!(shell.log(), [""; 0]);
}

#[test]
fn a_quiz_measures_and_moves_no_schedule() {
    let shell = Shell::new("quiz-measures");
    let outcome = shell.run("run small", "?\n?\n?\n?\nq\n");
    assert_snapshot!(outcome.shown());
    assert_eq!(shell.field("mode"), ["quiz"; 4]);
    let after = shell.run("", "").out;
    assert!(after.contains("0 due today, 4 new."), "{after}");
}

#[test]
fn a_miss_in_a_quiz_makes_a_known_card_due() {
    let mut shell = Shell::new("quiz-miss");
    shell.run("flash --limit 1", "?\nq\n");
    shell.now = "2026-11-30T21:05:00+05:30".to_owned();
    shell.run("flash --limit 1", "c\nb\na\nq\n");
    shell.now = "2026-12-01T21:05:00+05:30".to_owned();
    let before = shell.run("", "").out;
    shell.run("run small", "?\n?\n?\n?\nq\n");
    let after = shell.run("", "").out;
    let due = |text: &str| text.split(' ').next().and_then(|n| n.parse::<u32>().ok());
    assert!(due(&after) >= due(&before), "{before}{after}");
    assert!(due(&after) > Some(0), "{before}{after}");
}

/// The numbers and the order of options are those of the question and its history, not of the
/// process: who was interrupted sees the same again.
#[test]
fn a_session_that_was_broken_off_shows_the_same_again() {
    let shell = Shell::new("resume");
    let first = shell.run("run small --seed 5", "").out;
    let second = shell.run("run small --seed 5", "").out;
    assert_eq!(first, second);
    let full = shell.run("run small --seed 5", "?\n").out;
    let (asked, _) = first.split_once("Nothing answered.").expect("the end of a sitting");
    assert!(full.starts_with(asked.trim_end()), "{full}");
    // The next showings differ, if not each from the one before: there are eight to draw from.
    let later = (0..5).map(|_| shell.run("run small --seed 5", "?\n").out.contains(&first[..100]));
    assert!(later.filter(|same| *same).count() < 5, "{first}");
}

#[test]
fn what_was_answered_before_the_input_ended_is_kept() {
    let shell = Shell::new("eof");
    let outcome = shell.run("flash", "?\n");
    assert_eq!(outcome.code, 0);
    assert_eq!(shell.field("ans"), ["?"]);
    // A card that was turned has been seen, so it counts as forgotten.
    let keys = shell.field("key");
    let outcome = shell.run("flash", "?\n?\n\n");
    assert_eq!(outcome.code, 0);
    let answered = shell.field("key");
    assert!(answered.len() > keys.len());
}

#[test]
fn leaving_after_a_look_does_not_undo_it() {
    let shell = Shell::new("look-and-leave");
    for typed in ["?\n", "?\n", "?\n", "?\n"] {
        shell.run("run small --limit 4", typed);
    }
    let before = shell.log().len();
    // The seed makes the flash card first; Enter turns it, and the input ends there.
    let outcome = (0..20).map(|seed| shell.run(&format!("run small --seed {seed} --limit 1"), "\n"));
    let turned = outcome.filter(|outcome| outcome.out.contains("Before the read.")).count();
    assert!(turned > 0);
    assert_eq!(shell.log().len(), before + turned);
    assert!(shell.field("ans").ends_with(&["forgot".to_owned()]));
}

#[test]
fn every_answer_is_in_the_file_before_the_next_is_asked_for() {
    use std::io::{self, BufRead, Read};

    /// Hands out one line at a time, and at each looks at how many answers the file has.
    struct Watched {
        lines: Vec<&'static [u8]>,
        file: std::path::PathBuf,
        seen: Vec<usize>,
    }
    impl Read for Watched {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let n = self.fill_buf()?.read(into)?;
            self.consume(n);
            Ok(n)
        }
    }
    impl BufRead for Watched {
        fn fill_buf(&mut self) -> io::Result<&[u8]> {
            if self.lines.first().is_some_and(|line| line.len() == 2) {
                let text = std::fs::read_to_string(&self.file).unwrap_or_default();
                self.seen.push(text.lines().count());
            }
            Ok(self.lines.first().copied().unwrap_or(b""))
        }
        fn consume(&mut self, n: usize) {
            if let Some(line) = self.lines.first_mut() {
                *line = &line[n..];
                if line.is_empty() {
                    self.lines.remove(0);
                }
            }
        }
    }

    let shell = Shell::new("synced");
    let file = shell.data.join(format!("reviews-{}.jsonl", quiz::log::host_name()));
    let mut input = Watched { lines: vec![b"?\n", b"?\n", b"?\n"], file, seen: Vec::new() };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut terminal = quiz::front::Terminal {
        input: &mut input,
        out: &mut out,
        err: &mut err,
        width: 80,
        colour: false,
        echo: false,
        paints: false,
        wraps_errors: false,
    };
    let fixtures = fixtures();
    let arguments = ["quiz", "flash", "--now", NOW, "--root"].map(OsString::from).into_iter();
    let arguments =
        arguments.chain([fixtures.clone().into(), "--banks".into(), fixtures.join("banks").into()]);
    let arguments = arguments.chain(["--data".into(), shell.data.clone().into()]);
    assert_eq!(quiz::command::run(arguments, &mut terminal), 0);
    assert_eq!(input.seen, [0, 1, 2]);
}

#[test]
fn a_second_session_is_refused_and_told_why() {
    let shell = Shell::new("in-use");
    let (_log, _) = quiz::log::Log::open(&shell.data, &quiz::log::host_name()).expect("the first one");
    let outcome = shell.run("flash", "?\n");
    assert_snapshot!(outcome.shown());
    assert_eq!(outcome.code, 1);
}

#[test]
fn wrong_arguments_end_with_two() {
    let shell = Shell::new("arguments");
    for (arguments, part) in [
        ("run smal", "did you mean `small`?"),
        ("run nothing-like-it", "there are: small"),
        ("flash --limit 0", "a whole number, at least 1"),
        ("flash --wat", "unexpected argument '--wat'"),
        ("dance", "unrecognized subcommand 'dance'"),
    ] {
        let outcome = shell.run(arguments, "");
        assert_eq!(outcome.code, 2, "{arguments}");
        assert!(outcome.err.contains(part), "{arguments}: {}", outcome.err);
        assert_eq!(outcome.out, "", "{arguments}");
    }
    let mut later = Shell::new("arguments-now");
    later.now = "yesterday".to_owned();
    assert!(later.run("", "").err.contains("2026-11-29T21:05:00+05:30"));
}

#[test]
fn help_has_examples_everywhere() {
    let shell = Shell::new("help");
    for command in ["", "run", "flash", "check", "completions"] {
        let mut arguments: Vec<OsString> = vec!["quiz".into()];
        arguments.extend(command.split_whitespace().map(OsString::from));
        arguments.push("--help".into());
        let outcome = shell.run_exactly(arguments, &mut &b""[..]);
        assert_eq!(outcome.code, 0);
        assert!(outcome.out.contains("Examples:"), "{command}: {}", outcome.out);
    }
    let completions = shell.run("completions bash", "");
    assert_eq!(completions.code, 0);
    assert!(completions.out.contains("complete -F"));
}

/// A pipe whose reader has gone.
struct Closed;

impl std::io::Write for Closed {
    fn write(&mut self, _bytes: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn whoever_closes_the_pipe_early_has_seen_enough() {
    for arguments in [&["quiz", "completions", "zsh"][..], &["quiz", "run", "--help"], &["quiz", "check"]] {
        let (mut typed, mut err) = (&b""[..], Vec::new());
        let mut terminal = quiz::front::Terminal {
            input: &mut typed,
            out: &mut Closed,
            err: &mut err,
            width: 80,
            colour: false,
            echo: true,
            paints: false,
            wraps_errors: false,
        };
        let code = quiz::command::run(arguments.iter().map(OsString::from), &mut terminal);
        assert_eq!((code, String::from_utf8_lossy(&err).as_ref()), (0, ""), "{arguments:?}");
    }
}

/// A bank that tries to colour the terminal, move its cursor and turn its text round.
#[test]
fn a_bank_cannot_reach_the_terminal() {
    let shell = Shell::new("escapes");
    let banks = shell.data.join("banks");
    std::fs::create_dir(&banks).expect("a folder");
    let bank = std::fs::read_to_string(fixtures().join("banks/small.yaml")).expect("the fixture");
    let evil = bank.replace("When must a lock be taken?", r#""\e[2J red \a \u202e gnp""#);
    assert_ne!(bank, evil);
    std::fs::write(banks.join("small.yaml"), evil).expect("a file");
    let arguments = ["quiz", "flash", "--now", NOW, "--root"].map(OsString::from).into_iter();
    let arguments = arguments.chain([fixtures().into(), "--banks".into(), banks.into()]);
    let arguments = arguments.chain(["--data".into(), shell.data.clone().into()]).collect();
    let outcome = shell.run_exactly(arguments, &mut &b"?\n?\n?\n?\n"[..]);
    assert_eq!(outcome.code, 0);
    assert!(outcome.out.contains("·[2J red · · gnp"), "{}", outcome.out);
    assert!(!outcome.out.contains(['\u{1b}', '\u{7}', '\u{202e}']));
}

#[test]
fn a_narrow_window_with_colour() {
    let mut shell = Shell::new("narrow");
    shell.width = 34;
    shell.colour = true;
    let outcome = shell.run("run small --seed 4", "?\n?\n?\n?\n");
    assert_snapshot!(outcome.shown().replace('\u{1b}', "ESC"));
}

/// A slip is taken back inside the sitting, and a flag is written down; the answer is given again.
#[test]
fn undo_and_flag_inside_a_sitting() {
    let shell = Shell::new("undo-inside");
    let outcome = shell.run("run small --kind flash", "! the answer is odd\n\nf\nu\n\ng\n");
    insta::assert_snapshot!(outcome.shown());
    let reviews = quiz::log::read_folder(&shell.data).expect("the log");
    let answers: Vec<&str> = reviews.records.iter().map(|record| record.answer.as_str()).collect();
    assert_eq!(answers, ["got it"]);
    assert_eq!(reviews.standing().flags["small/say"].text, "the answer is odd");
}

/// A clock that was set back looks as if all had been forgotten.
#[test]
fn answers_of_days_to_come_are_told() {
    let mut house = House::new("future");
    // One tomorrow, which a traveller may have; then one and two of the days after.
    let ahead = |days: i64| ago("small/say", -days, Mode::Drill, Grade::Good);
    for (records, expected) in [
        (vec![ahead(1)], None),
        (vec![ahead(2)], Some("warning: 1 answer is dated later than today.")),
        (vec![ahead(2), ahead(1), ahead(30)], Some("warning: 2 answers are dated later than today.")),
    ] {
        house.write(&records);
        for command in ["", "stats", "list", "flash --count 1"] {
            let outcome = house.run(command, "q\n");
            match expected {
                None => assert!(!outcome.err.contains("warning"), "{command}: {}", outcome.err),
                Some(text) => assert!(
                    outcome.err.starts_with(text) && outcome.err.contains("help: cargo quiz doctor"),
                    "{command}: {}",
                    outcome.err
                ),
            }
        }
    }
    house.shell.now = "2026-12-29T21:05:00+05:30".to_owned();
    assert!(!house.run("", "").err.contains("warning"), "the days have come");
}

/// What to do next, by what is left and by how much was done.
#[test]
fn a_sitting_ends_with_advice() {
    let keys = [
        "small/pick",
        "small/count",
        "small/say",
        "kinds/pick",
        "kinds/state-between",
        "kinds/when-to-lock",
        "kinds/say",
        "kinds/which-repairs",
        "kinds/locked-debit",
        "kinds/run",
    ];
    let last = |name: &str, due: &[&str], today: &[&str], count: usize| {
        let house = House::new(name);
        let seen = due.iter().map(|key| ago(key, 30, Mode::Drill, Grade::Again));
        house.write(
            &seen.chain(today.iter().map(|key| ago(key, 0, Mode::Drill, Grade::Good))).collect::<Vec<_>>(),
        );
        // One answer, and away.
        let outcome = house.run(&format!("flash --count {count}"), "?\nq\n");
        outcome.out.lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(last("advice-due", &keys[..3], &[], 1), "2 cards still due today: cargo quiz flash");
    assert_eq!(last("advice-one", &keys[..2], &[], 1), "1 card still due today: cargo quiz flash");
    let enough = last("advice-wait", &keys[..3], &keys[3..], 1);
    assert_eq!(enough, "2 cards are still due. They can wait for tomorrow; or: cargo quiz flash");
    let enough = last("advice-wait-one", &keys[..2], &keys[2..], 1);
    assert_eq!(enough, "1 card is still due. They can wait for tomorrow; or: cargo quiz flash");
    assert_eq!(
        last("advice-done", &keys[..1], &keys[1..], 1),
        "10 questions today: enough. See you tomorrow."
    );
    let few = last("advice-few", &keys[..1], &keys[1..3], 1);
    assert!(few.contains("comes back tomorrow"), "what comes next is all: {few}");
}
