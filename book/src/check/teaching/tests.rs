use super::*;

fn chapters(sources: &[&str]) -> Vec<Chapter> {
    let name = |index: usize| ["a", "b", "c", "d"][index];
    let chapter = |(index, source): (usize, &&str)| Chapter {
        file: format!("book/text/{}.md", name(index)),
        source: (*source).to_owned(),
        html: format!("{}.html", name(index)),
    };
    sources.iter().enumerate().map(chapter).collect()
}

fn page(main: &str) -> Vec<Page> {
    vec![Page::parse("a.html", &format!("<main>{main}</main>"))]
}

fn mistakes(check: &Check) -> Vec<String> {
    check.findings.iter().map(|finding| format!("{}: {}", finding.file, finding.message)).collect()
}

fn prediction(run: &str, why: &str) -> Vec<Page> {
    page(&format!(
        "<div class=predict><label class=predict-choice>none</label><label class=predict-choice>four</label>\
         <div class=predict-run>{run}</div><details class=predict-outcome>{why}</details></div>"
    ))
}

#[test]
fn a_wrong_belief_dies_at_a_step() {
    let source = chapters(&["# A?\n\n{{#predict x}}\n{{/predict}}\n"]);
    let run = format!("<figure class={}></figure>", super::super::FIGURE);
    let good = misconceptions(&source, &prediction(&run, "It dies at step 4."));
    assert_eq!((mistakes(&good), good.looked_at), (Vec::new(), 1));
    assert_eq!(
        mistakes(&misconceptions(&source, &prediction(&run, "It dies. Step by step."))),
        ["book/text/a.md:3:1: the explanation of this prediction names no step of its run"]
    );
    for lacking in [prediction("", "It dies at step 4."), page("<p>no prediction</p>"), page(&run)] {
        assert_eq!(
            mistakes(&misconceptions(&source, &lacking)),
            ["book/text/a.md:1:1: no wrong belief is refuted by a run"]
        );
    }
}

#[test]
fn broken_code_has_not_the_last_word() {
    let source = chapters(&["# A?\n\n{{#code a broken}}\n\n{{#code b}}\n"]);
    let (broken, right) = ("<figure class=\"listing broken\"></figure>", "<figure class=listing></figure>");
    assert_eq!(mistakes(&last_code(&source, &page(&format!("{broken}{right}")))), [""; 0]);
    assert_eq!(mistakes(&last_code(&source, &page("<pre>console</pre>"))), [""; 0]);
    assert_eq!(
        mistakes(&last_code(&source, &page(&format!("{right}{broken}<pre>console</pre>")))),
        ["book/text/a.md:5:1: the last code on this page is broken code"]
    );
}
