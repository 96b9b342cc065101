//! What the pages themselves must keep to: one title, pictures with names, short listings.

use super::page::Page;
use super::report::{Check, Finding};

/// Longer listings are read by nobody.
const LINES: usize = 20;

/// Exactly one `<h1>` a page, beside the one in mdBook's menu bar.
pub(super) fn titles(pages: &[Page]) -> Check {
    let mut check = Check::new("titles", "pages have one title");
    // The print page holds all chapters; the sidebar and redirects are no chapters.
    let whole = |page: &&Page| page.name != "print.html" && page.named("main").next().is_some();
    for page in pages.iter().filter(whole) {
        let count = page.named("h1").filter(|h1| page.in_main(h1)).count();
        check.look((count != 1).then(|| {
            Finding::new(&page.name, format!("{count} titles (<h1>)"), "write one `# …`, and `## …` below it")
        }));
    }
    check
}

/// Each picture has a name, and each figure its steps in words.
pub(super) fn figures(pages: &[Page]) -> Check {
    let mut check = Check::new("figures", "pictures have a name, and figures their steps in words");
    for page in pages {
        for (index, element) in page.elements.iter().enumerate() {
            if !page.in_main(element) {
                continue;
            }
            let (tag, name) = (&element.tag, &page.name);
            if tag.name == "svg" && tag.get("aria-hidden") != Some("true") {
                check.look((!page.has_child(index, "title")).then(|| {
                    Finding::new(name, "an inline SVG has no <title>", "give it one as its first child")
                }));
            }
            if tag.name == "img" {
                check.look(
                    tag.get("alt").is_none().then(|| {
                        Finding::new(name, "an <img> has no alt text", "say in words what it shows")
                    }),
                );
            }
            if tag.has_class(super::FIGURE) {
                let steps = page.elements[index + 1..]
                    .iter()
                    .take_while(|inner| inner.parents.contains(&index))
                    .any(|inner| inner.tag.name == "ol");
                check.look((!steps).then(|| {
                    Finding::new(name, "a figure has no numbered steps", "draw it with `{{#trace …}}`")
                }));
            }
        }
    }
    check
}

/// No listing is longer than can be read at once.
pub(super) fn listings(pages: &[Page]) -> Check {
    let mut check = Check::new("listings", "listings have at most 20 lines");
    // index.html repeats the first chapter, and the print page all of them.
    for page in pages.iter().filter(|page| page.name != "print.html" && page.name != "index.html") {
        for pre in page.named("pre").filter(|pre| page.in_main(pre)) {
            let count = pre.text.trim_end().lines().count();
            check.look((count > LINES).then(|| {
                let begins = pre.text.trim_start().lines().next().unwrap_or("");
                Finding::new(
                    &page.name,
                    format!("the listing that begins `{begins}` has {count} lines"),
                    "show only the lines that the sentence beside it speaks of",
                )
            }));
        }
    }
    check
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(main: &str) -> Vec<Page> {
        vec![Page::parse("a.html", &format!("<body><h1>Menu</h1><main>{main}</main></body>"))]
    }

    fn mistakes(check: &Check) -> Vec<&str> {
        check.findings.iter().map(|finding| finding.message.as_str()).collect()
    }

    #[test]
    fn a_page_has_one_title() {
        assert_eq!(mistakes(&titles(&page("<h1>a</h1><h2>b</h2>"))), [""; 0]);
        assert_eq!(mistakes(&titles(&page("<h1>a</h1><h1>b</h1>"))), ["2 titles (<h1>)"]);
        assert_eq!(mistakes(&titles(&page("<p>a</p>"))), ["0 titles (<h1>)"]);
    }

    #[test]
    fn a_picture_has_a_name() {
        let good = "<svg><title>t</title><g/></svg><svg aria-hidden=\"true\"></svg>";
        assert_eq!(mistakes(&figures(&page(good))), [""; 0]);
        assert_eq!(mistakes(&figures(&page("<svg><g><title>t</title></g></svg>"))).len(), 1);
        assert_eq!(mistakes(&figures(&page("<img src=a.png>"))).len(), 1);
    }

    #[test]
    fn a_figure_has_its_steps_in_words() {
        let figure = |inside: &str| {
            page(&format!("<figure class=\"x {}\">{inside}</figure><ol></ol>", super::super::FIGURE))
        };
        assert_eq!(mistakes(&figures(&figure("<div><ol><li>a</li></ol></div>"))), [""; 0]);
        assert_eq!(mistakes(&figures(&figure("<p>a</p>"))), ["a figure has no numbered steps"]);
    }

    #[test]
    fn a_listing_fits_a_glance() {
        let listing = |lines: usize| page(&format!("<pre><code>{}</code></pre>", "a\n".repeat(lines)));
        assert_eq!(mistakes(&listings(&listing(20))), [""; 0]);
        assert_eq!(mistakes(&listings(&listing(21))), ["the listing that begins `a` has 21 lines"]);
    }
}
