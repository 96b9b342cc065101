//! Markdown as the book reads it (CommonMark and tables), for a terminal: first blocks, then lines.
//!
//! What a terminal cannot show stays as it is written: HTML is text, and a link is followed by its
//! address. Code keeps its backticks, for a reader without colours or without eyes.

mod blocks;
mod layout;

use super::line::Line;

/// The lines of a text, each at most `width` columns wide (at least 1). With `marks`, emphasis
/// keeps its asterisks, since nothing else would show it.
pub(crate) fn lines(text: &str, width: usize, marks: bool) -> Vec<Line> {
    layout::lines(&blocks::read(text, marks), width.max(1))
}

#[cfg(test)]
mod tests {
    use super::super::line::{Style, clean};
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str, width: usize) -> String {
        let lines = lines(text, width, true);
        lines.iter().map(Line::text).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn each_construct() {
        let text = "\
# A heading with `code`

One two\nthree *four* **five** [six](http://a.b/c) <https://d.e> ![a picture](f.png).\\
After a break &amp; an entity, x < y, Vec<T>, 2 * 3 * 4.

- first
- second
  - nested
    1. deep

7. seven
8. eight

   on eight

> quoted
> on

```sql
SELECT  1
  FROM accounts WHERE id = 42 AND version = 7 AND owner = 'pod-3'
```

| a | b |
|---|--:|
| `x` | 1 |
| yy | 鎖 |

***

The end
";
        insta::assert_snapshot!("markdown_60", shown(text, 60));
        insta::assert_snapshot!("markdown_12", shown(text, 12));
    }

    #[test]
    fn styles_are_not_marks_where_there_are_styles() {
        let lines = lines("a *b* **c** `d`", 40, false);
        let spans: Vec<(&str, Style)> =
            lines[0].spans().iter().map(|span| (span.text(), span.style())).collect();
        let expected = [
            ("a ", Style::Plain),
            ("b", Style::Emphasis),
            (" ", Style::Plain),
            ("c", Style::Strong),
            (" ", Style::Plain),
            ("`d`", Style::Code),
        ];
        assert_eq!(spans, expected);
    }

    #[test]
    fn nothing_can_be_smuggled_in() {
        let text = "&#27;[2J `\u{1b}]0;x` [a](<http://\u{202e}x&#x9b;>) \u{1b}\n\n```\n\u{9b}31m\u{7}\n```\n<b \u{1b}>";
        let shown = shown(text, 80);
        assert!(
            !shown.contains(|c: char| c.is_control() && c != '\n') && !shown.contains('\u{202e}'),
            "{shown:?}"
        );
    }

    #[test]
    fn depth_has_an_end() {
        for mark in [">", "- ", "* _"] {
            assert!(!shown(&format!("{}deep", mark.repeat(20_000)), 60).is_empty());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn no_line_is_too_wide_and_no_control_character_passes(
            parts in prop::collection::vec(prop_oneof![
                "[a-z ]{1,9}", "\\PC{0,6}", "[\u{0}-\u{9f}\u{2028}-\u{202e}]{0,4}",
                "(\n|\n\n|- |  - |3\\. |> |# |```|`|\\*|\\*\\*|\\||\\|--\\||\n\\|a\\|b\\|\n\\|-\\|-\\|\n|!\\[|\\]\\(|\\)|<|>|&#27;|&#x202e;|\\\\|    |鎖|👩‍💻|e\u{301})",
            ], 0..40),
            width in 1usize..200,
            marks: bool,
        ) {
            let text = parts.concat();
            for line in lines(&text, width, marks) {
                prop_assert!(line.columns() <= width, "{line:?}");
                prop_assert_eq!(clean(&line.text()), line.text());
                prop_assert!(!line.text().contains('\n'));
            }
        }

        #[test]
        fn every_word_is_shown(words in prop::collection::vec("[a-z]{1,12}", 1..20), width in 12usize..200) {
            let prose = words.join(" ");
            for text in [prose.clone(), format!("> - {prose}"), format!("```\n{prose}\n```"), format!("|H|\n|-|\n|{prose}|")] {
                let shown = shown(&text, width).replace(['│', '─', '↳', '-', '\n'], " ");
                let shown: Vec<&str> = shown.split_whitespace().filter(|word| !["H", "H:"].contains(word)).collect();
                prop_assert_eq!(shown.concat(), words.concat());
            }
        }
    }
}
