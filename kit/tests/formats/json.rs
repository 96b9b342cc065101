//! JSON that is made by hand is checked by hand.

use kit::trace::{Clock, Lane, Mark, Step, Trace, Violation};
use proptest::prelude::*;

use super::arbitrary;

/// Reads one JSON value and collects its strings, keys included. `None` where it breaks the grammar.
struct Reader<'a> {
    rest: &'a str,
    strings: Vec<String>,
}

impl Reader<'_> {
    fn take(&mut self, sign: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(sign)?;
        Some(())
    }

    fn value(&mut self) -> Option<()> {
        match self.rest.chars().next()? {
            '{' => self.list('{', '}', |reader| {
                reader.string()?;
                reader.take(':')?;
                reader.value()
            }),
            '[' => self.list('[', ']', Reader::value),
            '"' => self.string(),
            'n' => {
                self.rest = self.rest.strip_prefix("null")?;
                Some(())
            }
            _ => {
                let digits =
                    self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let number = &self.rest[..digits];
                self.rest = &self.rest[digits..];
                (number == "0" || (!number.is_empty() && !number.starts_with('0'))).then_some(())
            }
        }
    }

    fn list(&mut self, open: char, close: char, item: fn(&mut Self) -> Option<()>) -> Option<()> {
        self.take(open)?;
        if self.take(close).is_some() {
            return Some(());
        }
        loop {
            item(self)?;
            if self.take(close).is_some() {
                return Some(());
            }
            self.take(',')?;
        }
    }

    fn string(&mut self) -> Option<()> {
        self.take('"')?;
        let mut text = String::new();
        let mut chars = self.rest.chars();
        loop {
            match chars.next()? {
                '"' => break,
                '\\' => text.push(match chars.next()? {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'u' => {
                        let hex: String = chars.by_ref().take(4).collect();
                        char::from_u32(u32::from_str_radix(&hex, 16).ok()?)?
                    }
                    c @ ('"' | '\\') => c,
                    _ => return None,
                }),
                c if c < ' ' => return None,
                c => text.push(c),
            }
        }
        self.rest = chars.as_str();
        self.strings.push(text);
        Some(())
    }
}

proptest! {
    #![proptest_config(super::fixed())]

    #[test]
    fn every_trace_is_json_with_all_of_its_texts(trace in arbitrary::trace()) {
        let json = trace.to_json();
        let mut reader = Reader { rest: &json, strings: Vec::new() };
        prop_assert_eq!(reader.value(), Some(()), "{}\nat {}", json, reader.rest);
        prop_assert_eq!(reader.rest, "");
        let unsafe_in_script = json.contains(['<', '\u{2028}', '\u{2029}']);
        prop_assert!(!unsafe_in_script, "{}", json);
        let titles = trace.lanes.iter().map(|lane| &lane.title);
        let acts = trace.steps.iter().flat_map(|step| [&step.act, &step.result]);
        let facts = trace.facts.iter().flat_map(|(name, value)| [name, value]);
        let verdict = trace.violation.iter().flat_map(|violation| [&violation.observed, &violation.required]);
        for text in titles.chain(acts).chain(facts).chain(verdict) {
            prop_assert!(reader.strings.contains(text), "{text:?} is not in {json}");
        }
    }
}

#[test]
fn each_field_has_its_name() {
    let lane = |id: &str, title: &str| Lane { id: id.to_owned(), title: title.to_owned() };
    let mark = Mark::Pill { lane: "ledger".to_owned(), text: "₹100 </script>".to_owned(), at: 7 };
    let act = "SELECT \"balance\"\n\u{1}\u{2028}".to_owned();
    let step =
        Step {
            at: 7, who: "pod-7".to_owned(), act, result: "₹100".to_owned(), marks: vec![mark], events: 2
        };
    let trace = Trace {
        lanes: vec![lane("pod-7", "pod-7"), lane("ledger", "account 42")],
        clock: Clock::Milliseconds,
        steps: vec![step],
        facts: vec![("balance".to_owned(), "₹70".to_owned())],
        violation: Some(Violation { step: 1, observed: "₹70".to_owned(), required: "₹40".to_owned() }),
    };
    let expected = concat!(
        r#"{"v":1,"clock":"milliseconds","lanes":[{"id":"pod-7","title":"pod-7"},"#,
        r#"{"id":"ledger","title":"account 42"}],"steps":[{"at":7,"who":"pod-7","#,
        r#""act":"SELECT \"balance\"\n\u0001\u2028","result":"₹100","events":2,"#,
        r#""marks":[{"mark":"pill","lane":"ledger","text":"₹100 \u003c/script>","at":7}]}],"#,
        r#""facts":[{"name":"balance","value":"₹70"}],"#,
        r#""violation":{"step":1,"observed":"₹70","required":"₹40"}}"#,
    );
    assert_eq!(trace.to_json(), expected);
    let empty = r#"{"v":1,"clock":"instants","lanes":[],"steps":[],"facts":[],"violation":null}"#;
    assert_eq!(Trace::default().to_json(), empty);
}

/// All marks, read from the list in the documentation of the text form.
#[test]
fn each_mark_has_the_documented_fields() {
    let trace: Trace = super::documented::trace_of_all_marks().parse().expect("the documentation is right");
    let json = trace.to_json().replace("},{\"mark\"", "},\n{\"mark\"");
    let marks: Vec<&str> =
        json.lines().map(|line| line.split_once("{\"mark\"").map_or(line, |(_, m)| m)).collect();
    insta::assert_snapshot!(marks.join("\n"), @r#"
    :"arrow","from":"A","to":"B","kind":"request","label":"read","sent":0,"arrives":1,"fate":"arrives"},
    :"arrow","from":"B","to":"A","kind":"reply","label":"₹100","sent":1,"arrives":2,"fate":"lost"},
    :"pill","lane":"A","text":"₹70","at":3},
    :"note","lane":"A","text":"too late","at":3},
    :"bar-begins","lane":"A","span":"S","text":"pod-7","at":3},
    :"bar-ends","span":"S","text":"expired","at":9},
    :"belief-begins","lane":"A","span":"S","at":3},
    :"belief-ends","span":"S","at":9},
    :"pause-begins","lane":"A","at":3},
    :"pause-ends","lane":"A","at":4},
    :"crash","lane":"A","at":3},
    :"restart","lane":"A","at":4},
    :"cut-begins","left":"A","right":"B","span":"S","at":3},
    :"cut-ends","span":"S","at":5}]}],"facts":[],"violation":null}
    "#);
}
