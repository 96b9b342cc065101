//! A bank's light Markdown as HTML that may stand in raw HTML: in a label, a legend, a list item.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};

/// Paragraphs, lists and listings.
pub(super) fn html(markdown: &str) -> String {
    render(markdown, false)
}

/// The same where only a line of text may stand: paragraphs are parted by line breaks, and a
/// listing is a piece of code that keeps its lines.
pub(super) fn inline(markdown: &str) -> String {
    render(markdown, true).trim_end().to_owned()
}

fn render(markdown: &str, inline: bool) -> String {
    let mut events = Vec::new();
    let mut paragraphs = 0;
    for event in Parser::new_ext(markdown, Options::ENABLE_STRIKETHROUGH) {
        events.push(match event {
            Event::Start(Tag::CodeBlock(kind)) => raw(opening(&kind, inline)),
            Event::End(TagEnd::CodeBlock) => raw(if inline { "</code>" } else { "</code></pre>\n" }),
            Event::Start(Tag::Paragraph) if inline => {
                paragraphs += 1;
                raw(if paragraphs > 1 { "<br>" } else { "" })
            }
            Event::End(TagEnd::Paragraph) if inline => raw(""),
            // A bank holds no HTML: what looks like it (`<old>`) is text.
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            other => other,
        });
    }
    let mut out = String::new();
    push_html(&mut out, events.into_iter());
    out
}

fn raw<'a>(html: impl Into<CowStr<'a>>) -> Event<'a> {
    Event::InlineHtml(html.into())
}

fn opening(kind: &CodeBlockKind<'_>, inline: bool) -> String {
    if inline {
        return "<code class=\"quiz-code nohighlight\">".to_owned();
    }
    let language = match kind {
        CodeBlockKind::Fenced(info) => info.split([' ', ',']).next().unwrap_or(""),
        CodeBlockKind::Indented => "",
    };
    let known = !language.is_empty() && language.chars().all(|c| c.is_ascii_alphanumeric());
    if known && language != "text" {
        format!("<pre><code class=\"language-{language}\">")
    } else {
        // The highlighter would guess.
        "<pre><code class=\"language-text nohighlight\">".to_owned()
    }
}

/// Writes the empty lines of a listing so that they do not end a block of raw HTML.
pub(super) fn unbroken(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut in_listing = false;
    for line in html.split_inclusive('\n') {
        let blank = line.trim().is_empty();
        out.push_str(if blank && in_listing { "&#10;" } else { line });
        if line.contains("<pre") || line.contains("<code class=\"quiz-code") {
            in_listing = true;
        }
        if line.contains("</pre>") || (line.contains("</code>") && !line.contains("<pre")) {
            in_listing = false;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_holds_phrases_alone() {
        assert_eq!(inline("It is *old*, `a < b`."), "It is <em>old</em>, <code>a &lt; b</code>.");
        assert_eq!(inline("One.\n\nTwo."), "One.<br>Two.");
        assert_eq!(
            inline("```\nUPDATE t\nSET <old>\n```"),
            "<code class=\"quiz-code nohighlight\">UPDATE t\nSET &lt;old&gt;\n</code>"
        );
    }

    #[test]
    fn markup_in_a_bank_stays_text() {
        assert_eq!(html("a <b>c</b>\n"), "<p>a &lt;b&gt;c&lt;/b&gt;</p>\n");
        assert_eq!(html("<script>\n"), "&lt;script&gt;\n");
        assert_eq!(html("```sql\nx\n```"), "<pre><code class=\"language-sql\">x\n</code></pre>\n");
        assert!(html("```\"><b>\nx\n```").contains("class=\"language-text nohighlight\""));
    }

    #[test]
    fn an_empty_line_of_a_listing_is_kept() {
        let out = crate::html::block(&unbroken(&html("a\n\n```\none\n\n\ntwo\n```\n\nb\n")));
        assert!(out.contains("one\n&#10;&#10;two\n</code></pre>\n<p>b</p>"), "{out}");
        assert!(!out.trim().contains("\n\n"));
    }
}
