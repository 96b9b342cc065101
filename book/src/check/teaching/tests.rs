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
fn a_prediction_has_something_to_drill() {
    let source = chapters(&["# A?\n\n{{#predict x}}\n{{/predict}}\n\n{{#predict y idea}}\n{{/predict}}\n"]);
    let asked = "<div class=predict data-prediction=a/y></div>";
    let check = drilled(&source, &page(&format!("<div class=predict></div>{asked}")));
    assert_eq!(mistakes(&check), ["book/text/a.md:3:1: this prediction names no idea"]);
    assert_eq!(check.looked_at, 2);
    assert_eq!(mistakes(&drilled(&source, &page(&format!("{asked}{asked}")))), Vec::<String>::new());
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

#[test]
fn a_later_chapter_begins_with_questions_on_earlier_ones() {
    let sources = chapters(&["# A?", "# B?", "# C?"]);
    let third = |main: &str| vec![Page::parse("c.html", &format!("<main>{main}</main>"))];
    let quiz = |chapter: &str| format!("<div class=quiz data-chapter={chapter}></div>");
    let three = format!("{}{}{}", quiz("a"), quiz("b"), quiz("a"));
    assert_eq!(mistakes(&earlier(&sources, &third(&format!("<h2>x</h2>{three}<h2>y</h2>")))), [""; 0]);
    assert_eq!(mistakes(&earlier(&sources, &third(&three))), [""; 0]);
    let lacking = [
        (String::new(), 0),
        (format!("{}{}", quiz("a"), quiz("b")), 2),
        (format!("{}{}{}", quiz("a"), quiz("c"), quiz("c")), 1),
        (format!("<h2>x</h2>{}<h2>y</h2>{three}", quiz("b")), 1),
    ];
    for (main, asked) in lacking {
        assert_eq!(
            mistakes(&earlier(&sources, &third(&main))),
            [format!(
                "book/text/c.md:1:1: {asked} questions on earlier chapters before its second section, not 3"
            )]
        );
    }
    // The first two chapters have nothing to look back on, or too little.
    assert_eq!(earlier(&sources[..2], &third("")).looked_at, 0);
}
