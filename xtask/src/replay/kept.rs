//! Counterexamples below the target folder: `tmp/EXERCISE/repairs.relative.no_debit_is_lost.txt`.

use std::path::PathBuf;

use kit::diagnostic::nearest;

use crate::house::{House, entries};
use crate::stop::Stop;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) exercise: String,
    /// `repairs::relative`
    pub(crate) part: String,
    pub(crate) rule: String,
    pub(crate) path: PathBuf,
}

impl Kept {
    fn of_path(exercise: &str, path: PathBuf) -> Option<Kept> {
        let (part, rule) = path.file_name()?.to_str()?.strip_suffix(".txt")?.rsplit_once('.')?;
        let (exercise, part, rule) = (exercise.to_owned(), part.replace('.', "::"), rule.to_owned());
        Some(Kept { exercise, part, rule, path })
    }

    /// The shortest name that a person need not think about: `relative::no_debit_is_lost`.
    pub(crate) fn rule_in_part(&self) -> String {
        format!("{}::{}", self.part.rsplit("::").next().unwrap_or_default(), self.rule)
    }

    fn full(&self) -> String {
        format!("{}::{}", self.part, self.rule)
    }
}

/// What is kept of all exercises.
pub(crate) fn all(house: &House) -> Result<Vec<Kept>, Stop> {
    let mut kept = Vec::new();
    for exercise in house.exercises()? {
        kept.extend(of(house, &exercise.name)?);
    }
    Ok(kept)
}

/// What is kept of one exercise, sorted by part and rule.
pub(crate) fn of(house: &House, exercise: &str) -> Result<Vec<Kept>, Stop> {
    let paths = entries(&house.kept_folder(exercise))?;
    Ok(paths.into_iter().filter_map(|path| Kept::of_path(exercise, path)).collect())
}

/// The one whose name ends in these words: `rule`, `part::rule`, or the whole path.
pub(crate) fn find<'a>(kept: &'a [Kept], rule: &str) -> Result<&'a Kept, Stop> {
    let ends = |one: &&Kept| one.full() == rule || one.full().ends_with(&format!("::{rule}"));
    let found: Vec<&Kept> = kept.iter().filter(ends).collect();
    let listed = |kept: &[&Kept]| kept.iter().map(|one| format!("  {}\n", one.full())).collect::<String>();
    match found[..] {
        [one] => Ok(one),
        [] if kept.is_empty() => {
            Err(Stop::Input(format!("no counterexample of `{rule}` is kept: none is at all\n")))
        }
        [] => {
            let near = nearest(rule, kept.iter().map(|one| one.rule.as_str()));
            let help = near.map(|near| format!("  help: did you mean `{near}`?\n")).unwrap_or_default();
            let all = listed(&kept.iter().collect::<Vec<_>>());
            Err(Stop::Input(format!("no counterexample of `{rule}` is kept; there are\n{all}{help}")))
        }
        _ => Err(Stop::Input(format!(
            "`{rule}` may be any of\n{}  help: put its part before it\n",
            listed(&found)
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(names: &[&str]) -> Vec<Kept> {
        names.iter().filter_map(|name| Kept::of_path("lost-update", PathBuf::from(name))).collect()
    }

    #[test]
    fn a_file_name_is_part_and_rule() {
        let kept = kept(&["repairs.relative.no_debit_is_lost.txt", "repairs.relative.verdicts", "stray.txt"]);
        assert_eq!(kept.len(), 1);
        assert_eq!((kept[0].part.as_str(), kept[0].rule.as_str()), ("repairs::relative", "no_debit_is_lost"));
        assert_eq!(kept[0].rule_in_part(), "relative::no_debit_is_lost");
    }

    #[test]
    fn a_rule_is_found_by_its_last_words() {
        let kept =
            kept(&["repairs.relative.a_rule.txt", "repairs.locked.a_rule.txt", "repairs.locked.other.txt"]);
        assert_eq!(find(&kept, "locked::a_rule").unwrap().part, "repairs::locked");
        assert_eq!(find(&kept, "repairs::relative::a_rule").unwrap().part, "repairs::relative");
        assert_eq!(find(&kept, "other").unwrap().rule, "other");
        // The end of a word is no word.
        assert!(find(&kept, "ther").is_err());
    }

    #[test]
    fn what_is_ambiguous_or_unknown_lists_the_candidates() {
        let kept = kept(&["repairs.relative.a_rule.txt", "repairs.locked.a_rule.txt"]);
        let ambiguous = find(&kept, "a_rule").unwrap_err().to_string();
        assert_eq!(
            ambiguous,
            "`a_rule` may be any of\n  repairs::relative::a_rule\n  repairs::locked::a_rule\n  help: put its part \
             before it\n"
        );
        let unknown = find(&kept, "a_ruel").unwrap_err().to_string();
        assert!(unknown.ends_with("  help: did you mean `a_rule`?\n"), "{unknown}");
    }
}
