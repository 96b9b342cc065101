//! `status`: how far each exercise is, from the verdicts that its last tests left.

use crate::house::House;
use crate::say::{Paint, say};
use crate::stop::Stop;
use crate::verdicts::{Part, parts};

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "Examples:
  cargo xtask status               all exercises
  cargo xtask status lost-update   one of them, rule by rule")]
pub(crate) struct Arguments {
    /// The exercise; all of them without it
    name: Option<String>,
}

pub(crate) fn run(house: &House, arguments: &Arguments) -> Result<(), Stop> {
    let paint = Paint::stdout();
    for exercise in house.chosen(arguments.name.as_deref())? {
        let parts = parts(house, &exercise)?;
        say!("{}", page(&exercise.name, &parts, arguments.name.is_some(), paint));
    }
    Ok(())
}

fn page(name: &str, parts: &[Part], each: bool, paint: Paint) -> String {
    if parts.is_empty() {
        return format!("{name}: not tried yet (cargo test -p {name})");
    }
    let passing = |part: &Part| part.rules.iter().filter(|(_, passes)| *passes).count();
    let (green, all): (usize, usize) =
        (parts.iter().map(passing).sum(), parts.iter().map(|part| part.rules.len()).sum());
    let mut page = format!("{name}: {green} of {all} rules pass that were tried");
    for part in parts {
        let stale = if part.stale { "   your files have changed since" } else { "" };
        page.push_str(&format!("\n  {:>2} of {:<2}  {}{stale}", passing(part), part.rules.len(), part.name));
        for (rule, passes) in part.rules.iter().filter(|_| each) {
            let sign = if *passes { paint.green("✓") } else { paint.red("✗") };
            page.push_str(&format!("\n      {sign} {rule}"));
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_become_a_page() {
        let rules = vec![("a_rule".to_owned(), true), ("other".to_owned(), false)];
        let parts = [Part { name: "repairs::relative".into(), rules, stale: true }];
        let page = page("lost-update", &parts, true, Paint::plain());
        assert_eq!(
            page,
            "lost-update: 1 of 2 rules pass that were tried\n   1 of 2   repairs::relative   your files have changed since\n      ✓ a_rule\n      ✗ other"
        );
    }
}
