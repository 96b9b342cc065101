//! Puts the hunks of a variant into the files of the solution.

use std::collections::BTreeMap;

use kit::diagnostic::Diagnostic;

use super::variant::{Hunk, MOST_LINES, Nature, Variant};

/// Files by their path from the solution's folder (`src/lib.rs`), line ends as `\n`.
pub(crate) type Files = BTreeMap<String, String>;

/// The files with all hunks in, each where its text stands exactly once at that moment.
///
/// # Errors
/// A file that is not there, a text that stands nowhere or more than once, and a wrong variant
/// (but for a standing one) that changes more than [`MOST_LINES`] lines.
pub(crate) fn apply(variant: &Variant, files: &Files) -> Result<Files, Diagnostic> {
    let mut files = files.clone();
    let mut changed = 0;
    for hunk in &variant.hunks {
        put(hunk, &mut files)?;
        changed += changed_lines(&hunk.find.text, &hunk.with);
        let limited = matches!(variant.nature, Nature::Wrong { standing: false, .. });
        if limited && changed > MOST_LINES {
            let message =
                format!("up to here the variant changes {changed} lines; at most {MOST_LINES} may be");
            let help = "a wrong variant is wrong in one place: change less, or make two variants";
            return Err(Diagnostic::new(hunk.find.at, message).help(help));
        }
    }
    Ok(files)
}

fn put(hunk: &Hunk, files: &mut Files) -> Result<(), Diagnostic> {
    let Hunk { file, find, with } = hunk;
    let Some(text) = files.get_mut(&file.text) else {
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        let help = format!("there are: {}", names.join(", "));
        return Err(Diagnostic::new(file.at, format!("the solution has no `{}`", file.text)).help(help));
    };
    let found: Vec<usize> = places(text, &find.text);
    match found[..] {
        [at] => text.replace_range(at..at + find.text.len(), with),
        [] => {
            let message = format!("this text stands nowhere in {}, as earlier hunks left it", file.text);
            return Err(Diagnostic::new(find.at, message).help(why_not(text, &find.text)));
        }
        _ => {
            let lines: Vec<String> = found.iter().map(|at| line_of(text, *at).to_string()).collect();
            let message = format!(
                "this text stands {} times in {}: on the lines {}",
                found.len(),
                file.text,
                lines.join(", ")
            );
            let help = "add a line above or below, until one place fits";
            return Err(Diagnostic::new(find.at, message).help(help));
        }
    }
    Ok(())
}

/// Where the text stands; places that overlap count too.
fn places(text: &str, find: &str) -> Vec<usize> {
    text.char_indices().map(|(at, _)| at).filter(|at| text[*at..].starts_with(find)).collect()
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// Which line of the text is the first that does not fit, and what stands there instead.
fn why_not(text: &str, find: &str) -> String {
    let wanted: Vec<&str> = find.split('\n').collect();
    let there: Vec<&str> = text.split('\n').collect();
    // The first line may begin, and the last may end, in the middle of a line.
    let fits = |at: usize, index: usize| {
        there.get(at + index).is_some_and(|line| match index {
            0 if wanted.len() == 1 => line.contains(wanted[0]),
            0 => line.ends_with(wanted[0]),
            last if last + 1 == wanted.len() => line.starts_with(wanted[last]),
            _ => *line == wanted[index],
        })
    };
    let fitting = |at: usize| (0..wanted.len()).take_while(|index| fits(at, *index)).count();
    match (0..there.len()).map(|at| (fitting(at), at)).max_by_key(|(count, at)| (*count, usize::MAX - at)) {
        Some((count @ 1.., at)) => match there.get(at + count) {
            Some(other) => format!(
                "line 1 fits line {} of the file, but instead of line {} stands there `{}`",
                at + 1,
                count + 1,
                other.trim()
            ),
            None => format!("line 1 fits line {} of the file, and then the file ends", at + 1),
        },
        _ => "copy the lines anew from the solution, with their spaces".to_owned(),
    }
}

/// How many lines differ: a line in place of another is one change.
pub(crate) fn changed_lines(find: &str, with: &str) -> usize {
    let (old, new): (Vec<&str>, Vec<&str>) = (find.split('\n').collect(), with.split('\n').collect());
    // rows[i][j]: the fewest changes from the first i old lines to the first j new ones.
    let mut rows: Vec<Vec<usize>> = vec![(0..=new.len()).collect()];
    for i in 1..=old.len() {
        let mut row = vec![i];
        for j in 1..=new.len() {
            let same = usize::from(old[i - 1] != new[j - 1]);
            row.push((rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + same));
        }
        rows.push(row);
    }
    rows[old.len()][new.len()]
}

#[cfg(test)]
mod tests;
