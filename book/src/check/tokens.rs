//! Just enough of HTML to check pages that mdBook and we wrote: tags, attributes and text.

/// One piece of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Start(Tag),
    End(String),
    Text(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    /// In small letters.
    pub(super) name: String,
    /// Names in small letters; values with entities resolved.
    pub(super) attributes: Vec<(String, String)>,
    /// `<br/>`, or an element that never has content.
    pub(super) empty: bool,
}

impl Tag {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn has_class(&self, class: &str) -> bool {
        self.get("class").is_some_and(|classes| classes.split_whitespace().any(|found| found == class))
    }
}

const VOID: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];
/// Elements whose content is text up to their own end tag.
const RAW: [&str; 4] = ["script", "style", "textarea", "title"];

pub(super) fn tokens(html: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = html;
    while !rest.is_empty() {
        let text_end = next_tag(rest);
        if text_end > 0 {
            found.push(Token::Text(unescape(&rest[..text_end])));
            rest = &rest[text_end..];
            continue;
        }
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
        } else if rest.starts_with("<!") || rest.starts_with("<?") {
            rest = rest.find('>').map_or("", |end| &rest[end + 1..]);
        } else if let Some(end_tag) = rest.strip_prefix("</") {
            let end = end_tag.find('>').unwrap_or(end_tag.len());
            found.push(Token::End(end_tag[..end].trim().to_ascii_lowercase()));
            rest = end_tag.get(end + 1..).unwrap_or("");
        } else {
            let (tag, after) = start_tag(&rest[1..]);
            rest = after;
            let raw = !tag.empty && RAW.contains(&tag.name.as_str());
            let name = tag.name.clone();
            found.push(Token::Start(tag));
            if raw {
                let end = raw_end(rest, &name);
                found.push(Token::Text(rest[..end].to_owned()));
                rest = &rest[end..];
            }
        }
    }
    found
}

/// Where the next tag or comment begins; a `<` before anything else is text.
fn next_tag(text: &str) -> usize {
    let bytes = text.as_bytes();
    let begins = |&at: &usize| {
        bytes[at] == b'<' && bytes.get(at + 1).is_some_and(|c| c.is_ascii_alphabetic() || b"/!?".contains(c))
    };
    (0..bytes.len()).find(begins).unwrap_or(bytes.len())
}

fn raw_end(text: &str, name: &str) -> usize {
    let close = format!("</{name}");
    let lower = text.to_ascii_lowercase();
    lower.find(&close).unwrap_or(text.len())
}

/// Reads a tag behind its `<`; gives what follows its `>`.
fn start_tag(text: &str) -> (Tag, &str) {
    let name_end = text.find(|c: char| c.is_whitespace() || c == '>' || c == '/').unwrap_or(text.len());
    let name = text[..name_end].to_ascii_lowercase();
    let mut tag = Tag { empty: VOID.contains(&name.as_str()), name, attributes: Vec::new() };
    let mut rest = &text[name_end..];
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix('>') {
            return (tag, after);
        }
        if let Some(after) = rest.strip_prefix('/') {
            tag.empty |= after.starts_with('>');
            rest = after;
        } else if rest.is_empty() {
            return (tag, rest);
        } else {
            let (attribute, after) = attribute(rest);
            tag.attributes.push(attribute);
            rest = after;
        }
    }
}

fn attribute(text: &str) -> ((String, String), &str) {
    // One character at least, so that a stray `=` cannot stop the reader.
    let first = text.chars().next().map_or(0, char::len_utf8);
    let end = text[first..]
        .find(|c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/'))
        .map_or(text.len(), |end| first + end);
    let name = text[..end].to_ascii_lowercase();
    let after = text[end..].trim_start();
    let Some(value) = after.strip_prefix('=') else { return ((name, String::new()), &text[end..]) };
    let value = value.trim_start();
    let (value, rest) = match value.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let inside = &value[1..];
            let end = inside.find(quote).unwrap_or(inside.len());
            (&inside[..end], inside.get(end + 1..).unwrap_or(""))
        }
        _ => {
            let end = value.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(value.len());
            (&value[..end], &value[end..])
        }
    };
    ((name, unescape(value)), rest)
}

fn unescape(text: &str) -> String {
    const NAMED: [(&str, &str); 6] = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&nbsp;", "\u{a0}"),
    ];
    if !text.contains('&') {
        return text.to_owned();
    }
    // The ampersand last, or `&amp;lt;` would become `<`.
    NAMED.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to)).replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn starts(html: &str) -> Vec<Tag> {
        tokens(html)
            .into_iter()
            .filter_map(|token| if let Token::Start(tag) = token { Some(tag) } else { None })
            .collect()
    }

    #[test]
    fn tags_attributes_and_text() {
        let tags = starts("<a HREF='x.html?a=1&amp;b#c' title=\"a > b\" hidden>t</a><br><g/>");
        assert_eq!(tags[0].get("href"), Some("x.html?a=1&b#c"));
        assert_eq!(tags[0].get("title"), Some("a > b"));
        assert_eq!(tags[0].get("hidden"), Some(""));
        assert_eq!((tags[1].empty, tags[2].empty, tags[0].empty), (true, true, false));
    }

    #[test]
    fn scripts_and_comments_hold_no_tags() {
        let html = "<script>if (a<b) { x = '<a href=y>'; }</script><!-- <img src=z> --><p>1 < 2 &lt; 3</p>";
        let names: Vec<String> = starts(html).into_iter().map(|tag| tag.name).collect();
        assert_eq!(names, ["script", "p"]);
        assert!(tokens(html).contains(&Token::Text("1 < 2 < 3".to_owned())));
    }

    proptest! {
        #[test]
        fn any_text_comes_to_an_end(html in "[<>a-c/!= \"'&;-]{0,60}") {
            tokens(&html);
        }

        #[test]
        fn any_bytes_come_to_an_end(html in any::<String>()) {
            tokens(&html);
        }
    }
}
