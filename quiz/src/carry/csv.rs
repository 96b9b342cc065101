//! The answers as a table for a spreadsheet: RFC 4180, one row an answer.

use super::freight::Freight;
use crate::front::screen::clean;
use crate::log::{Mode, Record, Sure};

const HEAD: [&str; 12] =
    ["time", "day", "bank", "question", "rev", "mode", "grade", "passed", "seconds", "answer", "sure", "id"];

/// All answers that count, in the order of time. `time` is local, with its offset.
pub fn csv(freight: &Freight<'_>) -> String {
    let mut text = line(&HEAD.map(str::to_owned));
    for record in freight.answers() {
        text.push_str(&line(&cells(record)));
    }
    text
}

fn cells(record: &Record) -> [String; 12] {
    let (bank, question) = record.key.split_once('/').unwrap_or(("", &record.key));
    let mode = match record.mode {
        Mode::Drill => "drill",
        Mode::Quiz => "quiz",
        Mode::Relearn => "relearn",
    };
    let sure = match record.sure {
        None => "",
        Some(Sure::Guess) => "guess",
        Some(Sure::Unsure) => "unsure",
        Some(Sure::Sure) => "sure",
    };
    let passed = if record.grade.passed() { "yes" } else { "no" };
    [
        record.at.local(),
        record.day.to_string(),
        clean(bank),
        clean(question),
        record.rev.to_string(),
        mode.to_owned(),
        (record.grade as u8).to_string(),
        passed.to_owned(),
        format!("{}.{:03}", record.ms / 1000, record.ms % 1000),
        clean(&record.answer),
        sure.to_owned(),
        clean(&record.id),
    ]
}

/// What a spreadsheet takes for the start of a formula, and the quote itself that prevents it, so
/// that taking one away gives back every cell.
fn is_formula(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\''])
}

fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| written(cell)).collect();
    cells.join(",") + "\r\n"
}

fn written(cell: &str) -> String {
    let guard = if is_formula(cell) { "'" } else { "" };
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{guard}{}\"", cell.replace('"', "\"\"")),
        false => format!("{guard}{cell}"),
    }
}

/// The cells of such a table, guards taken away; `None` if the text is none.
pub fn rows(text: &str) -> Option<Vec<Vec<String>>> {
    let mut rows = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut row = Vec::new();
        loop {
            let (cell, after) = read(rest)?;
            row.push(cell);
            match after.strip_prefix(',') {
                Some(after) => rest = after,
                None => {
                    rest = after.strip_prefix("\r\n")?;
                    break;
                }
            }
        }
        rows.push(row);
    }
    Some(rows)
}

/// The first cell, and the text from its end on.
fn read(text: &str) -> Option<(String, &str)> {
    let (cell, rest) = match text.strip_prefix('"') {
        None => {
            let end = text.find([',', '\r', '\n', '"'])?;
            (text[..end].to_owned(), &text[end..])
        }
        Some(text) => {
            // Quotes in pairs belong to the cell; the first that is alone ends it.
            let mut end = 0;
            loop {
                end += text.get(end..)?.find('"')?;
                match text[end..].starts_with("\"\"") {
                    true => end += 2,
                    false => break,
                }
            }
            (text[..end].replace("\"\"", "\""), &text[end + 1..])
        }
    };
    Some((cell.strip_prefix('\'').map_or(cell.clone(), str::to_owned), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn no_cell_is_a_formula() {
        for cell in ["=1+1", "+1", "-x", "@SUM(A1)", "\t=1", "\r=1"] {
            assert!(written(cell).trim_start_matches('"').starts_with('\''), "{cell:?}");
        }
        assert_eq!(written("-30"), "'-30");
        assert_eq!(written("'quoted'"), "''quoted'");
        assert_eq!(written("a, \"b\""), "\"a, \"\"b\"\"\"");
    }

    #[test]
    fn what_is_no_table_is_none() {
        assert_eq!(rows("a,b"), None, "the last line has no end");
        assert_eq!(rows("\"a\r\n"), None);
        assert_eq!(rows("\"a\"b\r\n"), None);
        assert_eq!(rows(""), Some(Vec::new()));
    }

    proptest! {
        #[test]
        fn every_table_reads_back(table in prop::collection::vec(
            prop::collection::vec("[-=+@'\",\r\n\ta-z0-9₹]{0,8}", 1..6), 0..6,
        )) {
            let text: String = table.iter().map(|row| line(row)).collect();
            prop_assert_eq!(rows(&text), Some(table));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "[\",\r\na']{0,30}") {
            let _ = rows(&text);
        }
    }
}
