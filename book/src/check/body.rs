//! What the pages themselves must keep to: one title, pictures with names, short listings.

use super::page::{Element, Page};
use super::report::{Check, Finding};

/// Longer listings are read by nobody.
const LINES: usize = 20;
/// Longer lines scroll sideways beside mdBook's margins, also on a wide screen.
const COLUMNS: usize = 80;

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

/// No listing is longer than can be read at once, and none is wider than the page.
pub(super) fn listings(pages: &[Page]) -> Check {
    let mut check = Check::new("listings", "listings have at most 20 lines of 80 characters");
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
            let wide = pre.text.lines().filter(|line| line.chars().count() > COLUMNS);
            check.findings.extend(wide.map(|line| too_wide(page, pre, line)));
        }
    }
    check
}

/// Names the file that the listing shows, where the page says it.
fn too_wide(page: &Page, pre: &Element, line: &str) -> Finding {
    let shown = pre.parents.last().and_then(|&figure| {
        let code = |element: &&Element| element.tag.name == "code" && element.parents.contains(&figure);
        let caption = page.elements[figure + 1..].iter().find(code)?;
        (page.elements[figure].tag.has_class("listing")).then_some(caption.text.trim())
    });
    let place = shown.map_or_else(|| page.name.clone(), |file| format!("{}: {file}", page.name));
    let count = line.chars().count();
    Finding::new(
        place,
        format!("the line `{}` has {count} characters", line.trim()),
        "break it where rustfmt keeps it so: bind the SQL to a name, wrap the comment",
    )
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

    #[test]
    fn a_listing_fits_the_page() {
        let listing = |columns: usize| {
            let line = "₹".repeat(columns);
            page(&format!(
                "<figure class=\"listing\"><figcaption><code>a.rs</code></figcaption>\
                 <pre><code>{line}</code></pre></figure>"
            ))
        };
        assert_eq!(mistakes(&listings(&listing(80))), [""; 0]);
        let check = listings(&listing(81));
        assert!(check.findings[0].message.ends_with("has 81 characters"), "{:?}", check.findings);
        assert_eq!(check.findings[0].file, "a.html: a.rs");
        assert_eq!(mistakes(&listings(&page(&format!("<pre>{}</pre>", "a".repeat(81))))).len(), 1);
    }
}
