//! Whether a guard can be made, or changed, without a claim: then an unfenced write compiles.
//!
//! No run shows it, for the learner's own code need not do it. So the text of the file is asked for
//! public fields, and the compiler for a guard out of nothing. What both overlook, the examples in the
//! head of the exercise's `lib.rs` may still find.

use std::marker::PhantomData;

use kit::diagnostic::{Diagnostic, Place};

use super::rules::TRAVEL;

/// A type that the compiler is asked about.
#[derive(Debug)]
pub struct Asked<T>(pub PhantomData<T>);

impl<T: Default> Asked<T> {
    /// Whether there is one of nothing. Types without `Default` answer by [`Otherwise`].
    pub fn is_made_of_nothing(&self) -> bool {
        true
    }
}

/// What the compiler takes where the method above is not there.
pub trait Otherwise {
    fn is_made_of_nothing(&self) -> bool {
        false
    }
}

impl<T> Otherwise for Asked<T> {}

/// Fails the test if the guard in the text of this file is not made by a claim alone.
pub fn judge(file: &str, text: &str, of_nothing: bool) {
    let Some(forged) = forged(text, of_nothing) else { return };
    println!("{}", forged.render(file, text));
    std::panic::resume_unwind(Box::new(()));
}

/// How somebody gets a guard without a claim, at its place in the text.
fn forged(text: &str, of_nothing: bool) -> Option<Diagnostic> {
    let code = bare(text);
    let (kind, at) = declared(&code)?;
    let found = match kind {
        _ if of_nothing => Some((at, "`Guard::default()` makes a guard, and nobody has claimed")),
        "enum" => Some((at, "anybody can write down a variant of an enum, and nobody has claimed")),
        "type" => Some((at, "`Guard` is another name for what anybody can make, and nobody has claimed")),
        _ => open_struct(&code, at),
    };
    let makes = |at| (at, "it makes a guard and asks no database: nobody has claimed");
    let (at, what) = found.or_else(|| maker(&code).map(makes))?;
    let help = format!("a debit compiles with it that no fence refuses; read {TRAVEL}");
    Some(Diagnostic::new(place(text, at), what).help(help))
}

/// A struct whose name stands here, if others can put one together or change one.
fn open_struct(code: &str, at: usize) -> Option<(usize, &'static str)> {
    let Some((from, to)) = body(&code[at..]) else {
        return Some((at, "a struct without fields: anybody can write `Guard`, and nobody has claimed"));
    };
    let field = public(&code[at + from..at + to])?;
    Some((
        at + from + field,
        "a field that everybody may set: a guard for any token, and nobody has claimed it",
    ))
}

/// The name of a function for everybody that returns a guard, and is shown neither a database nor a guard.
fn maker(code: &str) -> Option<usize> {
    let words: Vec<(usize, &str)> = words(code).collect();
    let for_everybody = |before: &[(usize, &str)]| {
        matches!(before, [.., (_, "pub"), (_, "const" | "unsafe" | "async")] | [.., (_, "pub")])
    };
    let makes = |at: usize| {
        let has = |text: &str, names: &[&str]| self::words(text).any(|(_, word)| names.contains(&word));
        let Some((shown, given)) = code[at..].split_once("->") else { return false };
        let given = given.split(['{', ';']).next().unwrap_or_default();
        let owner = code[..at].rfind("impl").map_or("", |from| &code[from..at]);
        let own = has(owner.split('{').next().unwrap_or_default(), &["Guard"]);
        let made = has(given, &["Guard"]) || own && has(given, &["Self"]);
        made && !shown.contains('{') && !has(shown, &["Sql", "Guard", "self"])
    };
    let names =
        (0..words.len().saturating_sub(1)).filter(|at| words[*at].1 == "fn" && for_everybody(&words[..*at]));
    names.map(|at| words[at + 1].0).find(|at| makes(*at))
}

/// The text, byte for byte, with blanks for comments and literals.
fn bare(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match &bytes[at..] {
            [b'/', b'/', ..] => until(&bytes, at, b"\n"),
            [b'/', b'*', ..] => until(&bytes, at + 2, b"*/"),
            [b'r', b'#', b'"', ..] => until(&bytes, at + 3, b"\"#"),
            [b'"', ..] => string(&bytes, at + 1),
            [b'\'', b'"', b'\'', ..] => at + 3,
            _ => {
                at += 1;
                continue;
            }
        };
        bytes[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        at = end;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn until(bytes: &[u8], from: usize, what: &[u8]) -> usize {
    let found = (from..bytes.len()).find(|at| bytes[*at..].starts_with(what));
    found.map_or(bytes.len(), |at| at + what.len())
}

/// Past the end of a string that begins here.
fn string(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// The words of some code, with their places.
fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut from = 0;
    code.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter_map(move |word| {
        let at = from;
        from += word.len();
        from += code[from..].chars().next().map_or(0, char::len_utf8);
        (!word.is_empty()).then_some((at, word))
    })
}

/// As what `Guard` is declared, and where its name stands.
fn declared(code: &str) -> Option<(&str, usize)> {
    let pairs = words(code).zip(words(code).skip(1));
    let mut guards = pairs.filter(|(_, (_, name))| *name == "Guard");
    guards.find_map(|((_, kind), (at, _))| ["struct", "enum", "type"].contains(&kind).then_some((kind, at)))
}

/// Where the fields begin and end, in code that begins with the name; `None` if it has none.
fn body(code: &str) -> Option<(usize, usize)> {
    let from = code.find(['{', '(', ';']).filter(|at| !code[*at..].starts_with(';'))?;
    let mut depth = 0_usize;
    for (at, c) in code[from..].char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let fields = &code[from + 1..from + at];
            return (!fields.trim().is_empty()).then_some((from + 1, from + at));
        }
    }
    Some((from + 1, code.len()))
}

/// A field that other crates may set; `pub(crate)` and its like are not.
fn public(fields: &str) -> Option<usize> {
    let open = |at: &usize| {
        let rest = fields[at + "pub".len()..].trim_start().strip_prefix('(').map(str::trim_start);
        !rest.is_some_and(|rest| ["crate", "super", "self", "in "].iter().any(|word| rest.starts_with(word)))
    };
    words(fields).filter(|(_, word)| *word == "pub").map(|(at, _)| at).find(open)
}

fn place(text: &str, at: usize) -> Place {
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Place { line: line as u32, column: column as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(u32, u32)> {
        forged(text, false).map(|found| (found.place.line, found.place.column))
    }

    #[test]
    fn a_public_field_is_found_where_it_stands() {
        assert_eq!(
            found("/// a\n#[derive(Debug)]\npub struct Guard {\n    account: i64,\n    pub token: i64,\n}"),
            Some((5, 5))
        );
        assert_eq!(found("pub struct Guard(pub i64);"), Some((1, 18)));
        assert_eq!(found("pub struct Guard(i64, pub [i64; 2]);"), Some((1, 23)));
        assert_eq!(found("pub struct Guard;"), Some((1, 12)));
        assert_eq!(found("pub struct Guard {}"), Some((1, 12)));
        assert_eq!(found("pub enum Guard { Of(i64) }"), Some((1, 10)));
        assert_eq!(found("pub type Guard = (i64, i64);"), Some((1, 10)));
    }

    #[test]
    fn a_function_that_makes_one_is_found() {
        let with = |text: &str| found(&format!("pub struct Guard(i64);\n{text}"));
        assert_eq!(with("impl Guard { pub fn new(token: i64) -> Self { Guard(token) } }"), Some((2, 21)));
        assert_eq!(with("pub const fn of(a: i64) -> Option<Guard> { None }"), Some((2, 14)));
        for text in [
            "impl Guard { fn new(token: i64) -> Self { Guard(token) } }",
            "impl Guard { pub(crate) fn new(token: i64) -> Self { Guard(token) } }",
            "impl Guard { pub fn token(&self) -> i64 { 1 } }",
            "impl Other { pub fn new() -> Self { Other } }",
            "pub fn claim(db: &mut dyn Sql, account: i64, ticket: &Ticket) -> Result<Claim<Guard>, SqlError> { x }",
            "pub fn nothing(a: i64) { b() }\nfn own(a: i64) -> Guard { Guard(a) }",
            "pub fn",
        ] {
            assert_eq!(with(text), None, "{text}");
        }
    }

    #[test]
    fn private_fields_pass() {
        for text in [
            "pub struct Guard(());",
            "pub struct Guard {\n    account: i64, // pub token: i64\n    token: i64,\n}\npub struct Other { pub a: i64 }",
            "pub struct Guard { pub(crate) account: i64, pub (super) token: i64, /* pub */ public: i64 }",
            "const A: &str = \"pub struct Guard(pub i64);\\\"\";\npub struct Guard(i64);",
            "//! ₹ struct Guard;\npub struct Guard { ticket: Ticket }",
            "const Q: char = '\"';\npub struct Guard(i64); // \"\npub struct Other(pub i64);",
            "const A: &str = r#\"struct Guard(pub \"i64\");\"#;\npub struct Guard(i64);",
            "pub use super::faded::Guard;",
            "struct Guard",
            "struct Guard {",
            "\"",
            "",
        ] {
            let passes = found(text).is_none() || text == "struct Guard";
            assert!(passes, "{text}: {:?}", found(text));
        }
    }

    #[derive(Default)]
    struct Made;
    struct NotMade(#[expect(dead_code, reason = "only its type is asked for")] i64);

    #[test]
    fn the_compiler_says_what_is_made_of_nothing() {
        assert!(Asked::<Made>(PhantomData).is_made_of_nothing());
        assert!(!Asked::<NotMade>(PhantomData).is_made_of_nothing());
        let found = forged("pub struct Guard(i64);", true).expect("a guard of nothing");
        assert!(found.message.contains("default"), "{found}");
    }
}
