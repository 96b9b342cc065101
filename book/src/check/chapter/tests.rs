use super::*;

const GOOD: &str = "# How does money vanish?

{{#predict a}}
Q

- [ ] a
- [x] b

{{#trace x.txt}}

---
Because.
{{/predict}}

## The read is where it is lost

```console
# a comment
```

{{#exercise lost-update}}

{{#recall}}
Say it.
{{/recall}}
";

fn chapter(source: &str) -> Vec<Chapter> {
    vec![Chapter { file: "book/text/a.md".into(), source: source.into(), html: "a.html".into() }]
}

fn mistakes(check: &Check) -> Vec<String> {
    check.findings.iter().map(|finding| format!("{}: {}", finding.file, finding.message)).collect()
}

fn none() -> Vec<String> {
    Vec::new()
}

#[test]
fn a_good_chapter_passes() {
    let good = chapter(GOOD);
    for check in [headings(&good), exercises(&good), recall(&good), sources(&good, Path::new("/nowhere"))] {
        assert_eq!(mistakes(&check), none(), "{}", check.name);
        assert!(check.looked_at > 0 || check.name == "sources");
    }
}

#[test]
fn a_noun_is_no_heading() {
    let found =
        mistakes(&headings(&chapter(&GOOD.replace("The read is where it is lost", "Isolation levels"))));
    assert_eq!(found, ["book/text/a.md:15:1: the heading `Isolation levels` names a topic"]);
}

#[test]
fn a_chapter_asks_its_question() {
    let claim = GOOD.replace("# How does money vanish?", "# Money vanishes between two reads");
    assert_eq!(
        mistakes(&headings(&chapter(&claim))),
        ["book/text/a.md:1:1: the title `Money vanishes between two reads` asks nothing"]
    );
}

#[test]
fn a_chapter_has_one_title_and_it_comes_first() {
    let late =
        GOOD.replace("# How does money vanish?", "## What is it all about?\n\n# How does money vanish?");
    assert_eq!(mistakes(&headings(&chapter(&late))).len(), 1);
    let twice = GOOD.replace("## The read", "# The read");
    assert_eq!(
        mistakes(&headings(&chapter(&twice))),
        ["book/text/a.md:1:1: 2 titles; the first heading must be the only `# …`"]
    );
    assert_eq!(mistakes(&headings(&chapter("no title"))).len(), 1);
}

#[test]
fn a_chapter_leads_to_an_exercise_or_says_that_it_has_none() {
    let without = GOOD.replace("{{#exercise lost-update}}", "");
    assert_eq!(mistakes(&exercises(&chapter(&without))), ["book/text/a.md:1:1: no exercise card"]);
    let declined = GOOD.replace("{{#exercise lost-update}}", "<!-- no exercise -->");
    assert_eq!(mistakes(&exercises(&chapter(&declined))), none());
    let in_code = GOOD.replace("{{#exercise lost-update}}", "```\n<!-- no exercise -->\n```");
    assert_eq!(mistakes(&exercises(&chapter(&in_code))).len(), 1);
}

#[test]
fn recall_ends_the_chapter() {
    assert_eq!(mistakes(&recall(&chapter("# A?\n"))), ["book/text/a.md:1:1: no free recall"]);
    let more = format!("{GOOD}\n## And another thing?\n");
    assert_eq!(
        mistakes(&recall(&chapter(&more))),
        ["book/text/a.md:27:1: the chapter goes on after its free recall"]
    );
    let figure = format!("{GOOD}\n{{{{#trace y.txt}}}}\n");
    assert_eq!(mistakes(&recall(&chapter(&figure))).len(), 1);
}

#[test]
fn a_prediction_comes_before_the_first_figure() {
    let form = "<form class=\"predict-form\"></form>";
    let figure = format!("<figure class=\"{}\"></figure>", super::super::FIGURE);
    let page = |main: &str| vec![Page::parse("a.html", &format!("<main>{main}</main>"))];
    let good = chapter(GOOD);
    assert_eq!(mistakes(&predictions(&good, &page(&format!("{form}{figure}")))), none());
    assert_eq!(mistakes(&predictions(&good, &page("<p>no figure</p>"))), none());
    let asked = format!("<div class=quiz>{figure}</div>{form}{figure}");
    assert_eq!(mistakes(&predictions(&good, &page(&asked))), none(), "a question is a prediction");
    for wrong in [format!("{figure}{form}"), figure] {
        let found = mistakes(&predictions(&good, &page(&wrong)));
        assert_eq!(found, ["book/text/a.md:9:1: a figure stands before any prediction"]);
    }
}

#[test]
fn rust_comes_from_a_tested_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let fence = |inside: &str| chapter(&format!("# A?\n\n```rust\n{inside}\n```\n"));
    assert_eq!(mistakes(&sources(&fence("{{#include ../../kit/src/lib.rs:a}}"), root)), none());
    let found = mistakes(&sources(&fence("fn main() {}"), root));
    assert_eq!(found, ["book/text/a.md:3:1: Rust written into the chapter is compiled by nobody"]);
    for (path, why) in [
        ("../../kit/src/nope.rs", "is not there"),
        ("../src/lib.rs", "is not in a folder that the workspace tests"),
        ("../../../etc/passwd", "leads out of the workspace"),
    ] {
        let found = mistakes(&sources(&fence(&format!("{{{{#include {path}}}}}")), root));
        assert_eq!(found, [format!("book/text/a.md:4:1: `{path}` {why}")]);
    }
}

#[test]
fn a_chapter_that_is_not_listed_is_found() {
    let files = ["SUMMARY.md", "a.md", "draft.md", "picture.svg"].map(|name| format!("book/text/{name}"));
    assert_eq!(mistakes(&summary(&chapter(GOOD), &files)), ["book/text/draft.md: is not in SUMMARY.md"]);
}
