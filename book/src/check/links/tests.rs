use super::*;

fn mistakes(check: &Check) -> Vec<&str> {
    check.findings.iter().map(|finding| finding.message.as_str()).collect()
}

fn page(name: &str, html: &str) -> Page {
    Page::parse(name, html)
}

fn link_mistakes(html: &str) -> Vec<String> {
    let pages = [page("src/a.html", html), page("b c.html", "<p id='there'>")];
    let check = links(|name| ["src/a.html", "b c.html", "src/x.css"].contains(&name), &pages);
    mistakes(&check).iter().map(|mistake| (*mistake).to_owned()).collect()
}

#[test]
fn a_link_leads_to_a_file() {
    assert_eq!(
        link_mistakes("<link href=x.css><img src=../b%20c.html><a href='/src/x.css?v=1'>y</a>"),
        [""; 0]
    );
    assert_eq!(link_mistakes("<a href=https://example.org/x>x</a><a href=mailto:a@b>m</a>"), [""; 0]);
    assert_eq!(link_mistakes("<a href='nope#x'>x</a>"), ["`nope#x` leads to `src/nope`, which is not there"]);
    assert_eq!(
        link_mistakes("<img src=../nope.png>"),
        ["`../nope.png` leads to `nope.png`, which is not there"]
    );
}

#[test]
fn a_link_leads_to_an_id() {
    assert_eq!(
        link_mistakes("<i id=here></i><a href='#here'>x</a><a href='../b c.html#there'>y</a>"),
        [""; 0]
    );
    assert_eq!(
        link_mistakes("<a href='#gone'>x</a>"),
        ["`#gone` leads to id `gone`, which `src/a.html` does not have"]
    );
    assert_eq!(link_mistakes("<a href='/b c.html#gone'>x</a>").len(), 1);
}

#[test]
fn an_id_stands_once_and_is_there_when_named() {
    let check = ids(&[page("a.html", "<p id=a></p><p id=a></p>")]);
    assert_eq!(mistakes(&check), ["id `a` stands 2 times"]);
    let check = ids(&[page(
        "a.html",
        "<main><i id=a></i><p aria-labelledby='a b'></p><g fill='url(#c)'></g></main>",
    )]);
    assert_eq!(
        mistakes(&check),
        [
            "<p> names the id `b`, which this page does not have",
            "<g> names the id `c`, which this page does not have"
        ]
    );
}

#[test]
fn nothing_is_loaded_from_another_machine() {
    let quiet = page("a.html", "<a href=https://example.org>x</a><script src=a.js></script>");
    assert_eq!(mistakes(&offline(&[quiet], &[])), [""; 0]);
    for html in [
        "<script src=https://cdn.example/a.js></script>",
        "<link rel=stylesheet href=//cdn.example/a.css>",
        "<img srcset='https://example/a.png 2x'>",
        "<form action=http://example></form>",
        "<pre class=playground></pre>",
    ] {
        assert_eq!(mistakes(&offline(&[page("a.html", html)], &[])).len(), 1, "{html}");
    }
    let css = [("a.css".to_owned(), "a { background: url(https://example/x.png) }".to_owned())];
    assert_eq!(mistakes(&offline(&[], &css)).len(), 1);
}
