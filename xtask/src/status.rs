//! `status`: how far each exercise is, from the verdicts that its last tests left.

use kit::diagnostic::{Diagnostic, Place};

use crate::house::{House, entries, read_text};
use crate::say::{Paint, say};
use crate::stop::Stop;

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
        let parts = parts(house, &exercise.name)?;
        say!("{}", page(&exercise.name, &parts, arguments.name.is_some(), paint));
    }
    Ok(())
}

/// The verdicts of one part, in the order in which they were left.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    name: String,
    rules: Vec<(String, bool)>,
}

fn parts(house: &House, exercise: &str) -> Result<Vec<Part>, Stop> {
    let mut parts = Vec::new();
    for path in entries(&house.kept_folder(exercise))? {
        if path.extension().is_some_and(|extension| extension == "verdicts") {
            let file = house.shown(&path);
            let source = read_text(&path, &file)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy().replace('.', "::");
            let rules = rules(&source).map_err(|error| Stop::Input(error.render(&file, &source)))?;
            parts.push(Part { name, rules });
        }
    }
    Ok(parts)
}

fn rules(source: &str) -> Result<Vec<(String, bool)>, Diagnostic> {
    let lines = source.lines().enumerate().filter(|(_, line)| !line.is_empty());
    let rules = lines.map(|(index, line)| match line.split_once('\t') {
        Some((rule, "passes")) => Ok((rule.to_owned(), true)),
        Some((rule, "fails" | "waits")) => Ok((rule.to_owned(), false)),
        _ => {
            let place = Place { line: index as u32 + 1, column: 1 };
            Err(Diagnostic::new(place, "expected a rule, a tab, and `passes` or `fails`")
                .help("remove the file; the next `cargo test` writes it anew"))
        }
    });
    rules.collect()
}

fn page(name: &str, parts: &[Part], each: bool, paint: Paint) -> String {
    if parts.is_empty() {
        return format!("{name}: not tried yet (cargo test -p {name})");
    }
    let passing = |part: &Part| part.rules.iter().filter(|(_, passes)| *passes).count();
    let (green, all): (usize, usize) =
        (parts.iter().map(passing).sum(), parts.iter().map(|part| part.rules.len()).sum());
    let mut page = format!("{name}: {green} of {all} rules pass");
    for part in parts {
        page.push_str(&format!("\n  {:>2} of {:<2}  {}", passing(part), part.rules.len(), part.name));
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
        let rules = rules("a_rule\tpasses\nother\tfails\n").unwrap();
        let parts = [Part { name: "repairs::relative".into(), rules }];
        let page = page("lost-update", &parts, true, Paint::plain());
        assert_eq!(
            page,
            "lost-update: 1 of 2 rules pass\n   1 of 2   repairs::relative\n      ✓ a_rule\n      ✗ other"
        );
    }

    #[test]
    fn a_torn_record_has_a_place() {
        let error = rules("a_rule\tpasses\nothe").unwrap_err();
        assert_eq!(error.place, Place { line: 2, column: 1 });
    }
}
