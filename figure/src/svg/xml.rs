//! Writes elements one a line; a blank line would end the picture where it stands in Markdown.

#[derive(Default)]
pub(crate) struct Xml {
    out: String,
}

/// Names and values, the values already free of `"`, `<` and `&`: they are ours.
type Attributes<'a> = [(&'a str, &'a str)];

impl Xml {
    pub(crate) fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        self.start(name, attributes);
        self.out.push_str(">\n");
    }

    pub(crate) fn close(&mut self, name: &str) {
        self.out.push_str(&format!("</{name}>\n"));
    }

    pub(crate) fn empty(&mut self, name: &str, attributes: &Attributes<'_>) {
        self.start(name, attributes);
        self.out.push_str("/>\n");
    }

    /// An element with nothing but text in it, already escaped and on one line.
    pub(crate) fn text(&mut self, name: &str, attributes: &Attributes<'_>, text: &str) {
        self.start(name, attributes);
        self.out.push_str(&format!(">{text}</{name}>\n"));
    }

    pub(crate) fn finish(mut self) -> String {
        self.out.truncate(self.out.trim_end().len());
        self.out
    }

    fn start(&mut self, name: &str, attributes: &Attributes<'_>) {
        self.out.push('<');
        self.out.push_str(name);
        for (key, value) in attributes {
            self.out.push_str(&format!(" {key}=\"{value}\""));
        }
    }
}

/// A length with at most one decimal, the same on every machine.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short() {
        assert_eq!([1.0, 1.25, -0.01, 83.54].map(number), ["1", "1.2", "0", "83.5"]);
    }
}
