use super::*;

const GOOD: &str = "\
name: relative-without-floor
part: repairs::relative
breaks: balance_stays_above_zero
says: Lets the balance fall below zero.

file: src/relative.rs
--- find
 AND balance >= $1\"
--- with
\"
--- end
";

fn wrong(source: &str) -> Result<Variant, kit::diagnostic::Diagnostic> {
    parse("wrong/relative-without-floor.txt", "relative-without-floor", Kind::Wrong, source)
}

#[test]
fn a_variant_reads_as_it_is_written() {
    let variant = wrong(GOOD).unwrap();
    assert_eq!(variant.module(), "relative_without_floor");
    assert_eq!(variant.breaks().unwrap().text, "balance_stays_above_zero");
    assert!(
        !variant.is_standing() && variant.is_of("repairs::relative") && !variant.is_of("repairs::locked")
    );
    let hunk = &variant.hunks[0];
    assert_eq!(
        (hunk.file.text.as_str(), hunk.find.text.as_str()),
        ("src/relative.rs", " AND balance >= $1\"")
    );
    assert_eq!((hunk.with.as_str(), hunk.find.at), ("\"", Place { line: 8, column: 1 }));
}

#[test]
fn windows_line_ends_read_the_same() {
    let crlf = wrong(&GOOD.replace('\n', "\r\n")).unwrap();
    assert_eq!(crlf.hunks, wrong(GOOD).unwrap().hunks);
}

#[test]
fn an_empty_line_at_the_end_of_a_text_is_its_last_line_break() {
    let source = GOOD.replace("--- with\n\"\n", "\n--- with\n\n");
    let variant = wrong(&source).unwrap();
    assert_eq!(variant.hunks[0].find.text, " AND balance >= $1\"\n");
    assert_eq!(variant.hunks[0].with, "");
}

/// Each malformed file with the place, the line and the next step that its author is shown.
#[test]
fn what_is_malformed_has_a_place_and_a_next_step() {
    let changes: &[(&str, &str)] = &[
        ("says: Lets the balance fall below zero.\n", ""),
        ("says:", "sais:"),
        ("part: ", "part "),
        ("part: repairs::relative\n", "part: repairs::relative\npart: all\n"),
        ("name: relative-without-floor", "name: relative"),
        ("zero.\n\nfile", "zero.\nfile"),
        ("zero.\n", "zero\n"),
        ("breaks: balance_stays_above_zero", "breaks:"),
        ("part: repairs::relative", "part: repairs relative"),
        ("breaks: balance_stays_above_zero", "breaks: balance, stays"),
        ("zero.\n", "zero.\nstanding: no\n"),
        ("zero.\n", "zero.\nbug: see below\n"),
        ("file: src/relative.rs\n", ""),
        ("src/relative.rs", "../exercises/src/relative.rs"),
        ("--- find\n", ""),
        ("--- with\n", ""),
        ("--- end\n", ""),
        ("--- end\n", "--- end\nthe rest\n"),
        (" AND balance >= $1\"\n--- with", "--- with"),
        ("--- with\n\"", "--- with\n AND balance >= $1\""),
        ("--- with\n\"", "--- with\n--- find\n\""),
    ];
    let mut shown = String::new();
    for (from, to) in changes {
        let source = GOOD.replacen(from, to, 1);
        assert_ne!(source, GOOD, "{from:?}");
        let error = wrong(&source).expect_err(from);
        shown.push_str(&format!("{from:?} → {to:?}\n{}\n", error.render("x.txt", &source)));
    }
    let no_hunk = GOOD.split("file:").next().unwrap();
    shown.push_str(&format!("no hunk\n{}\n", wrong(no_hunk).unwrap_err().render("x.txt", no_hunk)));
    shown.push_str(&format!("empty\n{}", wrong("").unwrap_err().render("x.txt", "")));
    insta::assert_snapshot!(shown);
}

#[test]
fn a_right_variant_breaks_nothing() {
    let error = parse("x.txt", "relative-without-floor", Kind::Right, GOOD).unwrap_err();
    assert_eq!(
        (error.place, error.message.as_str()),
        (Place { line: 3, column: 9 }, "a right variant breaks nothing")
    );
    let right = GOOD.replace("breaks: balance_stays_above_zero\n", "");
    assert_eq!(parse("x.txt", "relative-without-floor", Kind::Right, &right).unwrap().nature, Nature::Right);
    assert!(parse("x.txt", "relative-without-floor", Kind::Wrong, &right).is_err());
}

#[test]
fn names_become_modules() {
    for name in ["idle", "retry-forever", "a2-b"] {
        assert!(is_name(name), "{name}");
    }
    for name in ["", "Idle", "a_b", "a--b", "-a", "a-", "2a", "loop", "gen", "á", "a b"] {
        assert!(!is_name(name), "{name}");
    }
    for name in ["reference", "stub"] {
        let source = GOOD.replace("name: relative-without-floor", &format!("name: {name}"));
        assert!(parse("x.txt", name, Kind::Wrong, &source).is_err(), "{name}");
    }
}

#[test]
fn cut_off_anywhere_it_never_panics() {
    for source in [GOOD.to_owned(), GOOD.replace("balance", "₹")] {
        for end in (0..source.len()).filter(|end| source.is_char_boundary(*end)) {
            let _ = wrong(&source[..end]);
            let _ = wrong(&source[end..]);
        }
    }
}
