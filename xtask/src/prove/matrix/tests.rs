use super::*;
use crate::prove::explanations;
use crate::prove::facts::Facts;
use crate::prove::variant::{Kind, parse};

const FACTS: &str = "\
rule reference p::one safe fixed passes 9 0
rule reference p::one ends fixed passes 9 0
rule reference p::two safe fixed passes 9 0
rule idle p::one safe fixed waits 0 0
rule idle p::one ends fixed fails 1 0
rule idle p::two safe fixed passes 9 0
rule late p::one safe fixed fails 3 4
rule late p::one ends fixed fails 9 2
rule late p::two safe fixed fails 9 3
rule stuck p::one ends fixed fails 3 11
rule stuck p::two safe fixed passes 9 0
rule late p::one safe 7 passes 3 4
";

fn table(lines: impl Iterator<Item = &'static str>) -> String {
    let mut facts = Facts::default();
    lines.for_each(|line| assert_eq!(facts.line(&line.replace(' ', "\t")), Ok(true), "{line}"));
    let hunk = "\nfile: src/lib.rs\n--- find\na\n--- with\nb\n--- end\n";
    let variant = |name: &str, part: &str, breaks: &str| {
        let source = format!("name: {name}\npart: {part}\nbreaks: {breaks}\nsays: X.\n{hunk}");
        parse("x.txt", name, Kind::Wrong, &source).unwrap()
    };
    let variants = [
        variant("idle", "p::one", "ends"),
        variant("late", "p::one", "safe"),
        variant("stuck", "p::one", "ends"),
    ];
    let explanations =
        explanations::parse("e.txt", "p::two::safe: It is what a learner looks for.\n").unwrap();
    let evidence =
        Evidence { exercise: "x", variants: &variants, explanations: &explanations, facts: &facts, fresh: 0 };
    render(&evidence, &Judgement { steps: vec![4, 11, 2], ..Judgement::default() })
}

#[test]
fn the_table_is_for_people() {
    insta::assert_snapshot!(table(FACTS.lines()));
}

#[test]
fn the_order_of_the_report_does_not_matter() {
    assert_eq!(table(FACTS.lines().rev()), table(FACTS.lines()));
}

#[test]
fn columns_go_on_after_z() {
    assert_eq!([0, 25, 26, 51, 52].map(letter), ["a", "z", "aa", "az", "ba"]);
}
