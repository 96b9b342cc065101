//! Two texts, line by line: what was and what is.

/// Lines only in the first begin with `-`, lines only in the second with `+`; the others stay
/// near them, two on each side, and `…` stands for the rest. Empty when the texts are equal.
pub(crate) fn difference(was: &str, is: &str) -> String {
    let lines = edit(&was.lines().collect::<Vec<_>>(), &is.lines().collect::<Vec<_>>());
    let near = |at: usize| {
        let (from, to) = (at.saturating_sub(2), (at + 3).min(lines.len()));
        lines[from..to].iter().any(|(sign, _)| *sign != ' ')
    };
    let mut text = String::new();
    let mut skipped = false;
    for (at, (sign, line)) in lines.iter().enumerate() {
        if near(at) {
            text.push_str(format!("  {sign} {line}").trim_end());
            text.push('\n');
        } else if !skipped {
            text.push_str("    …\n");
        }
        skipped = !near(at);
    }
    if lines.iter().all(|(sign, _)| *sign == ' ') { String::new() } else { text }
}

fn edit<'a>(was: &[&'a str], is: &[&'a str]) -> Vec<(char, &'a str)> {
    // common[i][j]: how many lines the rests from i and from j have in common, in order.
    let mut common = vec![vec![0_usize; is.len() + 1]; was.len() + 1];
    for i in (0..was.len()).rev() {
        for j in (0..is.len()).rev() {
            common[i][j] = match was[i] == is[j] {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    while i < was.len() || j < is.len() {
        if i < was.len() && j < is.len() && was[i] == is[j] {
            lines.push((' ', was[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == is.len() || (i < was.len() && common[i + 1][j] >= common[i][j + 1]) {
            lines.push(('-', was[i]));
            i += 1;
        } else {
            lines.push(('+', is[j]));
            j += 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn equal_texts_differ_nowhere() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), "");
    }

    #[test]
    fn what_changed_stands_between_what_did_not() {
        let (was, is) = ("1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n");
        let expected = "    …\n    3\n    4\n  - 5\n  + five\n    6\n    7\n    8\n  + 9\n";
        assert_eq!(difference(was, is), expected);
    }
}
