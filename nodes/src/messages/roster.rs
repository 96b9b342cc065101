//! Who takes part in a run of nodes, as a line of a scenario's head: `cast: store, pod-7, pod-3`.

use kit::diagnostic::{Diagnostic, Place, nearest};
use kit::scenario::Setting;

/// The nodes that take part, by name and in the order of their [`kit::world::NodeId`]s.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roster(pub Vec<&'static str>);

impl Roster {
    pub fn new(names: &[&'static str]) -> Roster {
        Roster(names.to_vec())
    }

    pub(super) fn setting(&self) -> Setting {
        let nowhere = Place { line: 0, column: 0 };
        Setting { key: "cast".into(), value: self.0.join(", "), key_at: nowhere, value_at: nowhere }
    }

    /// Reads the line of a head; without one, all of them take part.
    pub(super) fn read(settings: &[Setting], all: &[&'static str]) -> Result<Roster, Diagnostic> {
        let mut roster = None;
        for setting in settings {
            if setting.key != "cast" {
                let message = format!("this world has no setting `{}`", setting.key);
                return Err(Diagnostic::new(setting.key_at, message)
                    .help(format!("write `cast: {}`, or leave it out", all.join(", "))));
            }
            if roster.is_some() {
                return Err(Diagnostic::new(setting.key_at, "the cast is named twice").help("keep one line"));
            }
            roster = Some(Roster::line(setting, all)?);
        }
        Ok(roster.unwrap_or_else(|| Roster::new(all)))
    }

    fn line(setting: &Setting, all: &[&'static str]) -> Result<Roster, Diagnostic> {
        let fault = |message: String, help: String| Diagnostic::new(setting.value_at, message).help(help);
        let mut names: Vec<&'static str> = Vec::new();
        for word in setting.value.split(',').map(str::trim) {
            let known = all.iter().find(|name| **name == word).copied();
            let name = known.ok_or_else(|| {
                let help = match nearest(word, all.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there is {}", all.join(", ")),
                };
                fault(format!("nobody here is called `{word}`"), help)
            })?;
            if names.contains(&name) {
                return Err(fault(format!("`{name}` takes part already"), "name each once".to_owned()));
            }
            names.push(name);
        }
        Ok(Roster(names))
    }

    /// The same without its last node, for shrinking: the ids of the others stay.
    pub(super) fn without_last(&self) -> Option<(Roster, &'static str)> {
        let (last, rest) = self.0.split_last()?;
        Some((Roster(rest.to_vec()), last))
    }
}
