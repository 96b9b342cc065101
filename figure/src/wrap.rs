//! Breaking a text into lines, by whatever measure the caller has.

/// `text` on at most `limit` lines, each of which `fits`. Lines break at spaces; a word that
/// does not fit, and what is left after the last line, ends in `…`.
pub(crate) fn wrap(text: &str, limit: usize, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut words = text.split(' ').filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if fits(&longer) {
            line = longer;
            continue;
        }
        if lines.len() + 1 >= limit {
            let rest: Vec<&str> = std::iter::once(word).chain(words.by_ref()).collect();
            let all = format!("{line} {}", rest.join(" "));
            line = shorten(all.trim(), &fits);
            break;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        line = if fits(word) { word.to_owned() } else { shorten(word, &fits) };
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// `text` itself where it fits, else as much of its begin as fits before a `…`.
pub(crate) fn shorten(text: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(text) {
        return text.to_owned();
    }
    let mut ends: Vec<usize> = text.char_indices().map(|(index, _)| index).collect();
    while let Some(end) = ends.pop() {
        let candidate = format!("{}…", text[..end].trim_end());
        if fits(&candidate) {
            return candidate;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(width: usize) -> impl Fn(&str) -> bool {
        move |text| text.chars().count() <= width
    }

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrap("rejected 33 < 34", 3, fits(9)), ["rejected", "33 < 34"]);
        assert_eq!(wrap("one", 2, fits(9)), ["one"]);
        assert!(wrap("", 2, fits(9)).is_empty());
    }

    #[test]
    fn what_is_left_ends_in_dots() {
        assert_eq!(wrap("the lease table of pods", 2, fits(9)), ["the lease", "table of…"]);
        assert_eq!(wrap("unbreakable", 2, fits(5)), ["unbr…"]);
        assert_eq!(shorten("₹100", fits(3)), "₹1…");
        assert_eq!(shorten("abc", fits(0)), "");
    }
}
