//! Light Markdown as HTML on one line, from a fixed set of tags. What a bank writes as HTML is
//! text and stays text: no field of ours brings a script, an image or a sound along.

use crate::front::screen::harmful;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

/// Paragraphs, lists, tables, quotes, code and emphasis; without a line break or a tab, so that a
/// text file can hold it in one cell.
pub(super) fn html(markdown: &str) -> String {
    let mut page = Page::default();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.take(event);
    }
    page.out
}

/// The same for an entry of a list: one paragraph alone needs no tags.
pub(super) fn line(markdown: &str) -> String {
    let html = html(markdown);
    let alone = html.strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>"));
    alone.filter(|text| !text.contains("<p>")).map(str::to_owned).unwrap_or(html)
}

/// Lines that are laid out already.
pub(super) fn preformatted(text: &str) -> String {
    format!("<pre>{}</pre>", escaped(text.trim_end_matches('\n')))
}

/// Text as HTML shows it. Anki reads `[sound:…]` and `[latex]` out of fields, so brackets are not
/// left as they are either.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '[' => out.push_str("&#91;"),
            '{' => out.push_str("&#123;"),
            '\n' => out.push_str("<br>"),
            '\t' => out.push_str("    "),
            c if c.is_control() => {}
            c if harmful(c) => out.push_str(&format!("&#{};", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

#[derive(Default)]
struct Page {
    out: String,
    in_code: bool,
    in_head: bool,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::InlineHtml(text) => self.text(&text),
            // A line of a block, with its end.
            Event::Html(line) => self.out.push_str(&escaped(&line)),
            Event::Code(code) => {
                self.out.push_str("<code>");
                self.text(&code);
                self.out.push_str("</code>");
            }
            Event::SoftBreak => self.out.push(' '),
            Event::HardBreak => self.out.push_str("<br>"),
            Event::Rule => self.out.push_str("<hr>"),
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.text(&text);
            }
            Event::TaskListMarker(_) => {}
        }
    }

    fn text(&mut self, text: &CowStr<'_>) {
        let text = match self.in_code {
            true => text.as_ref(),
            false => text.trim_end_matches('\n'),
        };
        self.out.push_str(&escaped(text));
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::CodeBlock(_) => self.in_code = true,
            Tag::TableHead => self.in_head = true,
            Tag::List(Some(first)) if *first != 1 => {
                self.out.push_str(&format!("<ol start={first}>"));
                return;
            }
            _ => {}
        }
        self.out.push_str(self.tags(&tag.to_end()).0);
    }

    fn end(&mut self, tag: TagEnd) {
        if matches!(tag, TagEnd::CodeBlock | TagEnd::HtmlBlock) {
            self.in_code = false;
            // The break behind the last line.
            let text = self.out.trim_end_matches("<br>").len();
            self.out.truncate(text);
        }
        self.out.push_str(self.tags(&tag).1);
        if tag == TagEnd::TableHead {
            self.in_head = false;
        }
    }

    fn tags(&self, tag: &TagEnd) -> (&'static str, &'static str) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => ("<p>", "</p>"),
            TagEnd::Heading(_) => ("<p><b>", "</b></p>"),
            TagEnd::BlockQuote(_) => ("<blockquote>", "</blockquote>"),
            TagEnd::CodeBlock => ("<pre>", "</pre>"),
            TagEnd::List(true) => ("<ol>", "</ol>"),
            TagEnd::List(false) => ("<ul>", "</ul>"),
            TagEnd::Item => ("<li>", "</li>"),
            TagEnd::Table => ("<table>", "</table>"),
            TagEnd::TableHead | TagEnd::TableRow => ("<tr>", "</tr>"),
            TagEnd::TableCell if self.in_head => ("<th>", "</th>"),
            TagEnd::TableCell => ("<td>", "</td>"),
            TagEnd::Emphasis => ("<em>", "</em>"),
            TagEnd::Strong => ("<strong>", "</strong>"),
            // The words of a link are enough on a card.
            _ => ("", ""),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_markdown_of_banks_becomes_html() {
        let text = "One `a < b` and *two*.\n\n- a point\n- **another**\n\n```sql\nSELECT 1\n\tFROM a\n```\n";
        let expected = "<p>One <code>a &lt; b</code> and <em>two</em>.</p><ul><li>a point</li>\
                        <li><strong>another</strong></li></ul><pre>SELECT 1<br>    FROM a</pre>";
        assert_eq!(html(text), expected);
    }

    #[test]
    fn html_in_a_bank_is_text() {
        let text = "<script>alert(1)</script> [sound:x.mp3] <b>x</b>\n\n<img src=x onerror=y>";
        let expected = "&lt;script&gt;alert(1)&lt;/script&gt; &#91;sound:x.mp3] &lt;b&gt;x&lt;/b&gt;\
                        <p></p>";
        let shown = html(text);
        assert!(
            !shown.contains("<script") && !shown.contains("<img") && !shown.contains("[sound"),
            "{shown}"
        );
        assert!(shown.contains(expected.split("<p></p>").next().unwrap_or("")), "{shown}");
    }

    #[test]
    fn the_lines_of_an_html_block_stay_lines() {
        let text = "Read this:\n\n<ul>\n<li>one\n</ul>\n\nAnd then?\n";
        let expected = "<p>Read this:</p><p>&lt;ul&gt;<br>&lt;li&gt;one<br>&lt;/ul&gt;</p><p>And then?</p>";
        assert_eq!(html(text), expected);
        assert_eq!(line("<div>\n</div>"), "&lt;div&gt;<br>&lt;/div&gt;");
    }

    #[test]
    fn a_table_has_a_head() {
        let text = "| a | b |\n|---|---|\n| 1 | 2 |\n";
        let expected = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>";
        assert_eq!(html(text), expected);
    }

    proptest! {
        #[test]
        fn whatever_is_written_only_our_tags_come_out(text in "[ -~\n\t₹é\u{7}]{0,200}") {
            const OURS: [&str; 18] = [
                "p", "b", "blockquote", "pre", "ol", "ul", "li", "table", "tr", "th", "td", "em", "strong",
                "code", "br", "hr", "ol start", "",
            ];
            let out = html(&text);
            prop_assert!(!out.contains(['\n', '\t', '"']), "{out}");
            prop_assert!(!out.chars().any(char::is_control));
            for tag in out.split('<').skip(1) {
                let name = tag.split(['>', '=']).next().unwrap_or("").trim_start_matches('/');
                prop_assert!(OURS.contains(&name), "{name} in {out}");
            }
        }
    }
}
