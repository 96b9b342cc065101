//! What a learner can turn: `GRADE_CASES`, `GRADE_SEED`, `GRADE_REPLAY`; and a proof, `GRADE_ENOUGH` and
//! `GRADE_DRAWN`. Defaults are fixed, so that everybody gets the same verdict every time.

use std::path::PathBuf;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// How many cases at the most; `None` leaves it to the exercise. 0 tries the kept
    /// counterexamples and the first few cases only.
    pub cases: Option<u32>,
    /// Where random choice starts.
    pub seed: u64,
    /// A scenario file to run instead of a search.
    pub replay: Option<PathBuf>,
    /// So many runs after the first that broke a rule the search ends. `None`: never, for a rule is green
    /// only when all has been tried.
    pub enough: Option<u32>,
    /// Leave out what is the same under every seed: all schedules of a small world.
    pub drawn: bool,
}

/// The seed that everybody has. Its value means nothing; that it never changes does.
pub const FIXED_SEED: u64 = 30;

impl Default for Settings {
    fn default() -> Self {
        Settings { cases: None, seed: FIXED_SEED, replay: None, enough: None, drawn: false }
    }
}

impl Settings {
    /// Reads the environment. An unreadable value is an error that names it; it is never ignored.
    pub fn from_env() -> Result<Settings, String> {
        Settings::from_lookup(|name| std::env::var(name).ok())
    }

    fn from_lookup(lookup: impl Fn(&str) -> Option<String>) -> Result<Settings, String> {
        let mut settings = Settings::default();
        if let Some(text) = lookup("GRADE_CASES") {
            let cases = text
                .parse()
                .map_err(|_| format!("GRADE_CASES={text} is not a number of cases; try GRADE_CASES=10000"))?;
            settings.cases = Some(cases);
        }
        if let Some(text) = lookup("GRADE_SEED") {
            settings.seed = text
                .parse()
                .map_err(|_| format!("GRADE_SEED={text} is not a whole number; try GRADE_SEED=7"))?;
        }
        if let Some(text) = lookup("GRADE_ENOUGH") {
            let enough = text.parse().map_err(|_| format!("GRADE_ENOUGH={text} is not a number of runs"))?;
            settings.enough = Some(enough);
        }
        settings.drawn = lookup("GRADE_DRAWN").is_some_and(|text| text == "1");
        settings.replay = lookup("GRADE_REPLAY").filter(|path| !path.is_empty()).map(PathBuf::from);
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Settings, String> {
        Settings::from_lookup(|name| {
            pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string())
        })
    }

    #[test]
    fn nothing_set_is_the_fixed_seed() {
        assert_eq!(read(&[]).unwrap(), Settings::default());
    }

    #[test]
    fn values_are_read() {
        let settings = read(&[("GRADE_CASES", "12"), ("GRADE_SEED", "7")]).unwrap();
        assert_eq!((settings.cases, settings.seed), (Some(12), 7));
        let settings = read(&[("GRADE_ENOUGH", "20"), ("GRADE_DRAWN", "1")]).unwrap();
        assert_eq!((settings.enough, settings.drawn), (Some(20), true));
    }

    #[test]
    fn nonsense_is_named() {
        let error = read(&[("GRADE_CASES", "many")]).unwrap_err();
        assert!(error.contains("GRADE_CASES=many"), "{error}");
    }
}
