use super::*;

fn root() -> Workspace {
    Workspace::at(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture"))
}

fn good(source: &str) -> String {
    match expand(&root(), &Shelf::default(), "book/text/some-chapter.md", source) {
        Ok(text) => text,
        Err(problems) => panic!("{}", crate::fault::Fault(problems)),
    }
}

fn complaint(source: &str) -> String {
    match expand(&root(), &Shelf::default(), "book/text/some-chapter.md", source) {
        Ok(text) => panic!("accepted: {text}"),
        Err(problems) => problems[0].to_string(),
    }
}

const PREDICT: &str = "{{#predict six}}
How *many*?

- [ ] none,
  a database prevents this
- [x] four, as `SQL` shows

```text
- [ ] no choice
---
```

---
Because.
{{/predict}}
";

#[test]
fn a_prediction_is_a_form_a_run_and_an_outcome() {
    let html = good(PREDICT);
    let order = [
        "<div class=\"predict\" id=\"some-chapter-six\">",
        "How *many*?",
        "<fieldset aria-describedby=\"some-chapter-six-question\">",
        "value=\"1\"> <span>none, a database prevents this</span>",
        "value=\"2\"> <span>four, as `SQL` shows</span>",
        "<div class=\"predict-run\">",
        "- [ ] no choice\n---",
        "<details class=\"predict-outcome\" data-right=\"2\">",
        "What happens:</span> four, as `SQL` shows",
        "Because.",
    ];
    let mut from = 0;
    for part in order {
        from += html[from..]
            .find(part)
            .unwrap_or_else(|| panic!("{part} is not behind {}\n{html}", &html[..from]));
    }
}

#[test]
fn a_prediction_names_the_ideas_that_the_drill_asks_about() {
    assert!(!good(PREDICT).contains("data-prediction"), "without an idea there is nothing to ask");
    let named = good(&PREDICT.replace("six", "six lost-update lock-purpose"));
    assert!(named.contains("id=\"some-chapter-six\" data-prediction=\"some-chapter/six\">"), "{named}");
    let wrong = complaint(&PREDICT.replace("six", "six lost-updat"));
    assert!(wrong.contains("no question is about `lost-updat`"), "{wrong}");
    assert!(wrong.contains("did you mean `lost-update`?"), "{wrong}");
}

#[test]
fn a_prediction_that_cannot_be_compared_is_refused() {
    let at = "book/text/some-chapter.md:1:1: ";
    assert!(
        complaint(&PREDICT.replace("How *many*?", ""))
            .starts_with(&format!("{at}this prediction asks nothing"))
    );
    assert!(complaint(&PREDICT.replace("[x]", "[ ]")).starts_with(&format!("{at}2 choices, 0 of them")));
    assert!(
        complaint(&PREDICT.replace("- [ ] none", "- [x] none"))
            .starts_with(&format!("{at}2 choices, 2 of them"))
    );
    assert!(
        complaint(&PREDICT.replace("Because.", ""))
            .starts_with(&format!("{at}this prediction explains nothing"))
    );
    assert!(complaint(&PREDICT.replace("six", "")).contains("expected a name for the prediction"));
    assert!(
        complaint(&format!("{PREDICT}{PREDICT}")).contains("16:12: `six` is used twice"),
        "{}",
        complaint(&format!("{PREDICT}{PREDICT}"))
    );
}

#[test]
fn a_mistake_inside_a_body_names_its_own_line() {
    let wrong = PREDICT.replace("Because.", "Because.\n{{#code nope.rs}}");
    assert!(complaint(&wrong).starts_with("book/text/some-chapter.md:15:9: `nope.rs` is not a tested file"));
}

#[test]
fn recall_asks_and_may_show_a_model() {
    let html = good("{{#recall}}\nSay it.\n---\nSo.\n{{/recall}}\n");
    assert!(html.contains("aria-labelledby=\"some-chapter-recall-prompt\""));
    assert!(html.find("Say it.") < html.find("<textarea"));
    assert!(html.contains("<details class=\"recall-model\">"));
    assert!(!good("{{#recall}}\nSay it.\n{{/recall}}\n").contains("<details"));
    assert!(complaint("{{#recall}}\n---\nSo.\n{{/recall}}\n").contains("this block asks nothing"));
}

#[test]
fn a_listing_is_included_marked_and_escaped() {
    let html = good("{{#code kit/src/sample.rs:debit mark=\"read - 30\"}}\n");
    let lines = "<pre><code class=\"language-rust\">\
        <span class=\"line\">fn debit(balance: &amp;mut Vec&lt;i64&gt;) {</span>\n\
        <span class=\"line\">    let read = balance[0];</span>\n\
        <span class=\"line\"></span>\n\
        <mark class=\"line\">    balance[0] = read - 30;</mark>\n\
        <span class=\"line\">}</span></code></pre>";
    assert!(html.contains(lines), "{html}");
    assert!(html.contains("<code class=\"nohighlight\">kit/src/sample.rs</code>"));
    assert!(!html.trim().contains("\n\n"), "a blank line ends the block");
    assert!(!html.contains("broken"));
    let inner = good("{{#code kit/src/sample.rs:inner mark=1}}\n");
    assert!(inner.contains("<mark class=\"line\">let read = balance[0];</mark>"), "{inner}");
}

#[test]
fn broken_code_says_so_on_every_line() {
    let html = good("{{#code kit/src/sample.rs:inner broken}}\n");
    assert_eq!(html.matches("<span class=\"broken-line\" aria-hidden=\"true\">× </span>").count(), 3);
    assert!(html.contains("Broken on purpose"));
}

#[test]
fn a_listing_that_is_not_there_is_refused() {
    let said = |args: &str| complaint(&format!("{{{{#code {args}}}}}"));
    let at = "book/text/some-chapter.md:1:9: ";
    assert!(said("kit/src/nope.rs").starts_with(&format!("{at}cannot read `kit/src/nope.rs`")));
    assert!(said("../secret").starts_with(&format!("{at}`../secret` is not a tested file")));
    for anchor in ["nope", "endless"] {
        let no_anchor = format!("{at}`kit/src/sample.rs` has no complete anchor `{anchor}`");
        assert!(said(&format!("kit/src/sample.rs:{anchor}")).starts_with(&no_anchor));
    }
    assert!(said("kit/src/sample.rs:inner mark=4").contains("1:33: there is no line 4"));
    assert!(said("kit/src/sample.rs:inner mark=balance").contains("2 lines contain `balance`"));
    assert!(said("kit/src/sample.rs loud").contains("1:27: unexpected `loud`"));
}

#[test]
fn a_scenario_that_is_not_there_is_refused() {
    assert!(
        complaint("{{#trace nope/nope.txt}}")
            .starts_with("book/text/some-chapter.md:1:10: cannot read scenarios/nope/nope.txt")
    );
    assert!(complaint("{{#trace ../Cargo.toml}}").contains("leads out of the tested folders"));
}

#[test]
fn a_run_is_shown_twice_under_two_names() {
    let twice = |option: &str| {
        format!("{{{{#trace sample/debits.txt}}}}\n\n{{{{#trace sample/debits.txt{option}}}}}\n")
    };
    assert!(good(&twice(" name=again")).contains("id=\"some-chapter-run-again\""));
    assert!(complaint(&twice("")).contains("3:10: `run-debits` is used twice"));
}

#[test]
fn an_exercise_becomes_a_card() {
    let html = good("{{#exercise sample}}\n");
    assert!(html.contains("how two &lt;correct&gt; programs"));
    assert!(html.contains("<code>cargo test -p sample attack</code>"));
    assert!(html.contains(">cargo test -p sample</code></pre>"));
    assert!(!html.contains("cargo xtask hint"), "it has no hints.md");
}

#[test]
fn an_exercise_that_is_not_there_is_refused() {
    let said = complaint("\n{{#exercise nope}}");
    assert!(said.starts_with("book/text/some-chapter.md:2:13: no exercise is called `nope`"));
    assert!(said.contains("in exercises/: sample, nohead"));
}

#[test]
fn a_mistake_in_another_file_names_both() {
    assert_eq!(
        complaint("\n{{#exercise nohead}}"),
        "exercises/02-nohead/README.md:3:3: unknown key `teeches`\n  3 | - teeches: x\n    |   ^\n  \
         help: the list under the title needs `- teaches: …`, `- time: …`, and `- part MODULE: …` for each part\n  \
         needed at book/text/some-chapter.md:2:1\n"
    );
}

#[test]
fn a_card_is_the_head_of_the_readme() {
    let readme = "# lost-update\n\n- teaches: how\n- part attack: break it\n- part repairs: mend it\n- time: 50 minutes\n\nMore.\n\n- not: read\n";
    let found = card(readme).unwrap();
    assert_eq!(
        found.parts,
        [("attack".to_owned(), "break it".to_owned()), ("repairs".to_owned(), "mend it".to_owned())]
    );
    assert_eq!((found.teaches.as_str(), found.time.as_str()), ("how", "50 minutes"));
    let complaint = |readme: &str| card(readme).unwrap_err().to_string();
    assert_eq!(complaint("# x\n- teaches: a\n"), "1:1: the head lacks `- time: …`");
    assert_eq!(complaint("# x\n- teches: a\n"), "2:3: unknown key `teches`");
    assert_eq!(complaint("# x\n- teaches:\n"), "2:3: `teaches:` needs a value behind `: `");
    assert_eq!(complaint("hello\n"), "1:1: the head lacks a title, `# NAME`");
}

const ERRATUM: &str = "{{#erratum lost}}
They print:

{{#code kit/src/sample.rs:debit broken}}

---
{{#trace sample/debits.txt}}

At step 4 it is lost.

---
Subtract in the statement:

{{#code kit/src/sample.rs:inner}}
{{/erratum}}
";

#[test]
fn an_erratum_is_the_slip_its_run_and_the_repair() {
    let html = good(ERRATUM);
    let order = [
        "<div class=\"erratum\" id=\"some-chapter-erratum-lost\"",
        "Erratum: published, and wrong",
        "<div class=\"erratum-published\">",
        "Broken on purpose",
        "<div class=\"erratum-run\">",
        "<figure class=\"trace\"",
        "At step 4 it is lost.",
        "<div class=\"erratum-repair\">",
        "<figure class=\"listing\">",
    ];
    let mut from = 0;
    for part in order {
        from += html[from..].find(part).unwrap_or_else(|| panic!("{part}\n{html}"));
    }
    let quoted = ERRATUM.replace("{{#code kit/src/sample.rs:debit broken}}", "> \"It cannot be lost.\"");
    assert!(good(&quoted).contains("> \"It cannot be lost.\""), "the run and repair of a sentence");
}

#[test]
fn a_statement_in_a_quotation_does_not_copy_cleanly() {
    let quoted = |text: &str| good(&ERRATUM.replace("{{#code kit/src/sample.rs:debit broken}}", text));
    let html =
        quoted("With `a b`:\n\n> Set `holder`: `UPDATE leader\n> SET holder=?` and `x y`.\n\nSo `c d`.");
    assert!(
        html.contains("With `a b`:\n\n> Set `holder`: `× UPDATE leader\n> SET holder=?` and `× x y`."),
        "{html}"
    );
    assert!(html.contains("So `c d`."));
    assert!(quoted("> One ` alone.").contains("> One ` alone."));
}

#[test]
fn an_erratum_says_what_is_missing() {
    let said = |from: &str, to: &str| complaint(&ERRATUM.replace(from, to));
    let at = |place: &str| format!("book/text/some-chapter.md:{place}: ");
    let cases = [
        (" broken", "", "4:1", "the published code is not marked as broken"),
        (
            "{{#code kit/src/sample.rs:debit broken}}",
            "```sql\nUPDATE\n```",
            "4:1",
            "this code copies cleanly",
        ),
        (
            "{{#code kit/src/sample.rs:debit broken}}",
            "",
            "1:1",
            "this erratum shows nothing that was published",
        ),
        ("{{#trace sample/debits.txt}}", "", "7:1", "this erratum has no run that shows the slip"),
        (
            "Subtract in the statement:\n\n{{#code kit/src/sample.rs:inner}}\n",
            "",
            "1:1",
            "this erratum has no repair",
        ),
        ("{{#code kit/src/sample.rs:inner}}", "", "12:1", "the repair shows no code"),
        (":inner}}", ":inner broken}}", "14:1", "the repair is marked as broken"),
        ("At step 4 it is lost.\n\n---\n", "", "1:1", "1 lines `---` in this erratum"),
    ];
    for (from, to, place, message) in cases {
        let found = said(from, to);
        assert!(found.starts_with(&format!("{}{message}", at(place))), "{message}: {found}");
        assert!(found.contains("\n  help: "), "{found}");
    }
}

#[test]
fn every_transform_is_reachable() {
    for transform in TRANSFORMS {
        let close = if transform.known.closes {
            format!("\n{{{{/{}}}}}", transform.known.name)
        } else {
            String::new()
        };
        let said = complaint(&format!("{{{{#{}}}}}{close}", transform.known.name));
        assert!(!said.contains("unknown directive"), "{said}");
    }
}
