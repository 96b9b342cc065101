use super::*;
use crate::prove::variant::{Kind, parse};

fn files() -> Files {
    let lib = "fn a() {\n    one();\n    two();\n}\n\nfn b() {\n    one();\n    three();\n}\n";
    Files::from([("src/lib.rs".to_owned(), lib.to_owned())])
}

fn variant(hunks: &[(&str, &str, &str)], more: &str) -> Variant {
    let mut source = format!("name: x\npart: all\nbreaks: a_rule\nsays: X.\n{more}");
    for (file, find, with) in hunks {
        source += &format!("\nfile: {file}\n--- find\n{find}\n--- with\n{with}\n--- end\n");
    }
    parse("wrong/x.txt", "x", Kind::Wrong, &source).unwrap()
}

fn refusal(hunks: &[(&str, &str, &str)]) -> (u32, String, String) {
    let error = apply(&variant(hunks, ""), &files()).unwrap_err();
    (error.place.line, error.message, error.help.unwrap_or_default())
}

#[test]
fn a_hunk_replaces_the_one_place() {
    let done = apply(&variant(&[("src/lib.rs", "two();\n}", "four();\n}")], ""), &files()).unwrap();
    assert_eq!(done["src/lib.rs"], files()["src/lib.rs"].replace("two", "four"));
}

#[test]
fn a_hunk_finds_what_earlier_ones_left() {
    let hunks = [("src/lib.rs", "two", "four"), ("src/lib.rs", "four", "five")];
    let done = apply(&variant(&hunks, ""), &files()).unwrap();
    assert_eq!(done["src/lib.rs"], files()["src/lib.rs"].replace("two", "five"));
    let (line, message, _) = refusal(&[("src/lib.rs", "two", "four"), ("src/lib.rs", "two", "five")]);
    assert_eq!(
        (line, message.as_str()),
        (15, "this text stands nowhere in src/lib.rs, as earlier hunks left it")
    );
}

#[test]
fn a_text_must_stand_exactly_once() {
    let (line, message, help) = refusal(&[("src/lib.rs", "    one();", "")]);
    assert_eq!((line, message.as_str()), (8, "this text stands 2 times in src/lib.rs: on the lines 2, 7"));
    assert_eq!(help, "add a line above or below, until one place fits");
    let overlapping = Files::from([("src/lib.rs".to_owned(), "aaa".to_owned())]);
    assert!(apply(&variant(&[("src/lib.rs", "aa", "b")], ""), &overlapping).is_err());
}

#[test]
fn a_text_that_fits_in_part_says_where_it_stops_to_fit() {
    let (_, _, help) = refusal(&[("src/lib.rs", "    one();\n    four();", "")]);
    assert_eq!(help, "line 1 fits line 2 of the file, but instead of line 2 stands there `two();`");
    let (_, _, help) = refusal(&[("src/lib.rs", "nine", "")]);
    assert_eq!(help, "copy the lines anew from the solution, with their spaces");
}

#[test]
fn a_file_must_be_there() {
    let (line, message, help) = refusal(&[("src/lost.rs", "a", "b")]);
    assert_eq!((line, message.as_str()), (6, "the solution has no `src/lost.rs`"));
    assert_eq!(help, "there are: src/lib.rs");
}

#[test]
fn a_wrong_variant_is_small_unless_it_is_a_standing_one() {
    let lines = |count: usize| (1..=count).map(|n| format!("    l{n}();\n")).collect::<String>() + "two";
    let (most, over) = (lines(MOST_LINES), lines(MOST_LINES + 1));
    assert!(apply(&variant(&[("src/lib.rs", "two", &most)], ""), &files()).is_ok());
    let (line, message, _) = refusal(&[("src/lib.rs", "two", &over)]);
    assert_eq!((line, message.as_str()), (8, "up to here the variant changes 16 lines; at most 15 may be"));
    assert!(apply(&variant(&[("src/lib.rs", "two", &over)], "standing: yes\n"), &files()).is_ok());
    // Spread over two hunks it is as large.
    let half = lines(8);
    assert!(
        apply(&variant(&[("src/lib.rs", "two", &half), ("src/lib.rs", "three", &half)], ""), &files())
            .is_err()
    );
}

#[test]
fn a_line_in_place_of_another_is_one_change() {
    assert_eq!(changed_lines("a\nb\nc", "a\nx\nc"), 1);
    assert_eq!(changed_lines("a\nb", "a\nx\ny\nb"), 2);
    assert_eq!(changed_lines("a\nb\nc", "c"), 2);
    assert_eq!(changed_lines("a", "b\nc"), 2);
}
