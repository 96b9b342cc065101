//! Text from a trace, made safe for one line of a page or a terminal.

/// `text` on one line: runs of white space become one space, and characters that would steer a
/// terminal or are forbidden in XML become `�`.
pub(crate) fn plain(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().map(|c| if steers(c) { '\u{fffd}' } else { c }));
    }
    line
}

fn steers(c: char) -> bool {
    // Controls, the marks that turn the direction of text, and what XML 1.0 leaves out.
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// `text` with the five characters that mean something in HTML and XML written as entities.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stays_on_one_line() {
        assert_eq!(plain(" read\n\n the\tbalance "), "read the balance");
        assert_eq!(plain("\u{1b}[2J\u{202e}"), "\u{fffd}[2J\u{fffd}");
        assert_eq!(plain("\u{0}"), "\u{fffd}");
    }

    #[test]
    fn markup_is_text() {
        assert_eq!(escape("<b a=\"1\" c='2'> & "), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt; &amp; ");
    }
}
