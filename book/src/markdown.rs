//! Which lines of a chapter are prose, and which stand in a code fence or a comment.

/// One line of a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'a> {
    /// From 1, in the chapter's file.
    pub number: u32,
    /// Where it begins, in bytes of the text given.
    pub start: usize,
    /// Without its line end.
    pub text: &'a str,
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Prose,
    /// The line that opens or closes a code fence.
    Fence,
    Code,
    Comment,
}

impl Line<'_> {
    pub fn is_prose(&self) -> bool {
        self.kind == Kind::Prose
    }
}

/// The lines of `text`, which begins at line `first` of its file.
pub fn lines(text: &str, first: u32) -> Vec<Line<'_>> {
    let mut found = Vec::new();
    let mut fence: Option<(char, usize)> = None;
    let mut comment = false;
    let mut start = 0;
    for (number, whole) in (first..).zip(text.split_inclusive('\n')) {
        let line = whole.strip_suffix('\n').unwrap_or(whole);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let kind = match (fence, comment) {
            (Some(open), _) => {
                if closes(line, open) {
                    fence = None;
                    Kind::Fence
                } else {
                    Kind::Code
                }
            }
            (None, true) => {
                comment = !line.contains("-->");
                Kind::Comment
            }
            (None, false) => {
                fence = opens(line);
                let begun = line.trim_start().starts_with("<!--");
                comment = begun && !line.contains("-->");
                match (fence, begun) {
                    (Some(_), _) => Kind::Fence,
                    (None, true) => Kind::Comment,
                    (None, false) => Kind::Prose,
                }
            }
        };
        found.push(Line { number, start, text: line, kind });
        start += whole.len();
    }
    found
}

/// Level and text of a heading written with `#`.
pub fn heading<'a>(line: &Line<'a>) -> Option<(usize, &'a str)> {
    let level = line.text.chars().take_while(|&c| c == '#').count();
    let rest = line.text.get(level..)?;
    (line.is_prose() && (1..=6).contains(&level) && rest.starts_with(' ')).then(|| {
        let text = rest.trim().trim_end_matches('#').trim();
        (level, text)
    })
}

/// The language written behind an opening fence.
pub fn fence_language(line: &str) -> &str {
    let info = line.trim_start().trim_start_matches(['`', '~']).trim();
    info.split([',', ' ', '{']).next().unwrap_or("")
}

/// Whether a text points at a step of a run: "step 4", "Steps 1 and 2".
pub fn names_a_step(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_step = |word: &str| {
        let letters = word.trim_matches(|c: char| !c.is_alphanumeric());
        letters.eq_ignore_ascii_case("step") || letters.eq_ignore_ascii_case("steps")
    };
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    words.windows(2).any(|pair| is_step(pair[0]) && is_number(pair[1]))
}

fn run(line: &str) -> Option<(char, usize, &str)> {
    let line = line.trim_start();
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = line.chars().take_while(|&c| c == mark).count();
    Some((mark, length, &line[length..]))
}

fn opens(line: &str) -> Option<(char, usize)> {
    let (mark, length, rest) = run(line)?;
    (length >= 3 && !(mark == '`' && rest.contains('`'))).then_some((mark, length))
}

fn closes(line: &str, (mark, length): (char, usize)) -> bool {
    run(line).is_some_and(|(found, n, rest)| found == mark && n >= length && rest.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        lines(text, 1).into_iter().map(|line| line.kind).collect()
    }

    #[test]
    fn a_fence_ends_only_at_one_as_long_of_its_own_kind() {
        use Kind::{Code, Fence, Prose};
        assert_eq!(kinds("a\n````\n```\n~~~\n````\nb\n"), [Prose, Fence, Code, Code, Fence, Prose]);
        assert_eq!(kinds("`` ` ``\n``` x ```\nb"), [Prose, Prose, Prose]);
    }

    #[test]
    fn a_comment_may_span_lines() {
        use Kind::{Comment, Prose};
        assert_eq!(
            kinds("<!-- a -->\nb\n<!-- c\nd\n-->\ne"),
            [Comment, Prose, Comment, Comment, Comment, Prose]
        );
    }

    #[test]
    fn headings_are_not_code() {
        let text = "# Why?\n```\n# no\n```\n#no\n### Deeper ###\n";
        let found: Vec<_> = lines(text, 1).iter().filter_map(heading).collect();
        assert_eq!(found, [(1, "Why?"), (3, "Deeper")]);
    }

    #[test]
    fn a_step_has_a_number() {
        for text in ["At step 4 it dies.", "(Steps 1 and 2)", "at\nstep 12"] {
            assert!(names_a_step(text), "{text}");
        }
        for text in ["step by step", "4 steps", "step", "misstep 4"] {
            assert!(!names_a_step(text), "{text}");
        }
    }

    #[test]
    fn offsets_and_numbers_lead_back_to_the_text() {
        let text = "a\r\nbc\nd";
        for line in lines(text, 7) {
            assert!(text[line.start..].starts_with(line.text));
        }
        assert_eq!(lines(text, 7)[2].number, 9);
    }
}
