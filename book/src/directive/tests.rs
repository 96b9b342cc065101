use super::*;

const KNOWN: [Known; 2] = [Known { name: "trace", closes: false }, Known { name: "predict", closes: true }];

fn names(text: &str) -> Vec<String> {
    let (parts, wrong) = scan(text, 1, &KNOWN);
    assert_eq!(wrong, [], "{text}");
    parts
        .iter()
        .filter_map(|part| if let Part::Call(call) = part { Some(call.name.to_owned()) } else { None })
        .collect()
}

fn complaint(text: &str) -> String {
    let (_, wrong) = scan(text, 1, &KNOWN);
    wrong.first().unwrap_or_else(|| panic!("accepted: {text}")).to_string()
}

#[test]
fn a_directive_is_found_only_in_prose() {
    assert_eq!(names("a\n\n{{#trace x.txt}}\n\nb"), ["trace"]);
    for text in [
        "```\n{{#trace x}}\n```\n",
        "~~~text\n{{#nonsense}}\n~~~\n",
        "write `{{#trace x}}` so\n",
        "write ``a ` {{#nope}}`` so\n",
        "<!-- {{#nope}} -->\n",
        "\\{{#trace x}}\n",
        "{{#include a.rs:b}} and {{#title T}}\n",
    ] {
        assert_eq!(names(text), [""; 0], "{text}");
    }
}

#[test]
fn text_around_a_directive_is_kept() {
    let text = "before\n{{#trace a}}\nafter\n";
    let (parts, _) = scan(text, 1, &KNOWN);
    assert!(matches!(parts[0], Part::Text("before\n")));
    assert!(matches!(parts[2], Part::Text("\nafter\n")));
}

#[test]
fn a_body_knows_its_first_line() {
    let text = "\n{{#predict six}}\nHow many?\n```\n{{/predict}}\n```\n{{/predict}}\nrest";
    let (parts, wrong) = scan(text, 1, &KNOWN);
    assert_eq!(wrong, []);
    let Part::Call(call) = &parts[1] else { panic!("{parts:?}") };
    assert_eq!((call.at, call.body.first), (Place { line: 2, column: 1 }, 3));
    assert_eq!(call.body.text, "How many?\n```\n{{/predict}}\n```\n");
    assert!(matches!(parts[2], Part::Text("\nrest")));
}

#[test]
fn mistakes_name_their_place() {
    assert_eq!(complaint("\nää {{#tracee x}}"), "2:4: unknown directive `{{#tracee}}`");
    assert_eq!(complaint("see {{#trace x}}"), "1:5: `{{#trace}}` must stand alone on its line");
    assert_eq!(complaint("{{#trace x"), "1:1: `{{#trace` does not end on its line");
    assert_eq!(complaint("{{#predict x}}\na"), "1:1: `{{#predict}}` is never closed");
    assert_eq!(complaint("a\n{{/predict}}"), "2:1: `{{/predict}}` closes nothing");
    assert_eq!(complaint("{{#trace caption=\"a}}"), "1:18: this quote is never closed");
}

#[test]
fn the_known_ones_are_listed() {
    let (_, wrong) = scan("{{#nope}}", 1, &KNOWN);
    let help = wrong[0].help.clone().unwrap_or_default();
    assert!(help.contains("trace, predict, include"), "{help}");
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let (parts, wrong) = scan("{{#a}}\n{{#trace x}}\n{{#b}}\n", 1, &KNOWN);
    assert_eq!(wrong.len(), 2);
    assert!(parts.iter().any(|part| matches!(part, Part::Call(_))));
}

#[test]
fn arguments_are_words_options_and_flags() {
    let at = Place { line: 1, column: 1 };
    let mut args = Args::parse(" a/b.txt caption=\"Two \\\"debits\\\"\" fold", at).unwrap();
    assert!(args.flag("fold"));
    assert_eq!(args.option("caption").unwrap().0, "Two \"debits\"");
    assert_eq!(args.word("a path").unwrap(), ("a/b.txt".to_owned(), Place { line: 1, column: 2 }));
    assert_eq!(args.clone().finish("nothing"), Ok(()));
    assert_eq!(args.word("a path").unwrap_err().to_string(), "1:39: expected a path");
}

#[test]
fn a_misspelt_option_is_refused() {
    let args = Args::parse(" capton=x", Place { line: 4, column: 9 }).unwrap();
    assert_eq!(args.finish("caption=").unwrap_err().to_string(), "4:10: unexpected `capton`");
}
