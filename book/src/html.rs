//! Small rules for the HTML that we put into Markdown.

/// Text as it may stand in an element or in a quoted attribute.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// HTML that stays one block of Markdown: CommonMark ends a block of raw HTML at the first blank
/// line, and mdBook would expand a `{{#` that came from a trace or a listing.
pub fn block(html: &str) -> String {
    let lines: Vec<&str> = html.lines().filter(|line| !line.trim().is_empty()).collect();
    format!("\n\n{}\n\n", lines.join("\n").replace("{{#", "&#123;&#123;#"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_a_text_stays_text() {
        assert_eq!(escape("a < b && \"c\" > 'd'"), "a &lt; b &amp;&amp; &quot;c&quot; &gt; &#39;d&#39;");
    }

    #[test]
    fn a_block_has_no_blank_line_and_no_directive() {
        assert_eq!(block("<p>\n \n{{#include x}}</p>\n"), "\n\n<p>\n&#123;&#123;#include x}}</p>\n\n");
    }
}
