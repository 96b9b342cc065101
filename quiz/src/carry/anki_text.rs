//! A text file for Anki's import: new notes, and new text for notes that are there. It carries no
//! schedule.

use super::freight::Freight;

const HEAD: &str = "\
#separator:tab
#html:true
#guid column:1
#deck column:2
#tags column:5
";

/// One line a question, in the order of the banks: guid, deck, front, back, tags.
pub fn anki_text(freight: &Freight<'_>) -> String {
    let mut text = HEAD.to_owned();
    for note in freight.notes() {
        let (deck, tags) = (note.deck(), note.tags.join(" "));
        let cells = [&note.guid, &deck, &note.front, &note.back, &tags];
        text.push_str(&cells.map(|cell| quoted(cell)).join("\t"));
        text.push('\n');
    }
    text
}

/// HTML of ours holds no tab, no line break and no quote; other cells do not either, unless a bank
/// is stranger than any check lets through.
fn quoted(cell: &str) -> String {
    match cell.contains(['\t', '\n', '\r', '"']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}
