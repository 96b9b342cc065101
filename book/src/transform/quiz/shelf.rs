//! The banks, read once a build, and what is said about a name that none of them has.

use crate::transform::{Chapter, Wrong};
use crate::workspace::Workspace;
use kit::diagnostic::{Diagnostic, Place, nearest};
use quiz::bank::{Bank, Banks, Item, Sources};
use std::cell::OnceCell;

/// The banks of a workspace, which are read when a chapter first asks for a question.
#[derive(Debug, Default)]
pub struct Shelf {
    /// `None` if something is wrong with them; then it has been told.
    banks: OnceCell<Option<Banks>>,
}

impl Shelf {
    /// What is wrong with the banks is complained of once, by the chapter that asked first.
    pub(in crate::transform) fn banks(&self, chapter: &Chapter<'_>, at: Place) -> Option<&Banks> {
        let read = || match Banks::load(&Sources::of_workspace(chapter.workspace.root())) {
            Ok(banks) => Some(banks),
            Err(problems) => {
                for problem in problems {
                    chapter.complain(Wrong::There {
                        at,
                        file: from_root(chapter.workspace, &problem.file),
                        source: problem.source.to_string(),
                        diagnostic: problem.diagnostic,
                    });
                }
                None
            }
        };
        self.banks.get_or_init(read).as_ref()
    }
}

/// The quiz names files from the current folder; here they count from the root.
fn from_root(workspace: &Workspace, file: &str) -> String {
    let path = std::path::absolute(file).unwrap_or_else(|_| file.into());
    workspace.shown(&path)
}

pub(super) fn find_bank<'a>(banks: &'a Banks, id: &str, at: Place) -> Result<&'a Bank, Diagnostic> {
    let ids = || banks.all().iter().map(|bank| bank.id.as_str());
    banks.bank(id).ok_or_else(|| {
        Diagnostic::new(at, format!("no bank is called `{id}`")).help(match nearest(id, ids()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("in quiz/banks: {}", ids().collect::<Vec<_>>().join(", ")),
        })
    })
}

/// That some question is about this idea, so that a miss of it brings one up.
pub(in crate::transform) fn find_idea(banks: &Banks, id: &str, at: Place) -> Result<(), Diagnostic> {
    let ideas = || banks.all().iter().flat_map(|bank| &bank.items).flat_map(|item| &item.concepts);
    if ideas().any(|idea| idea == id) {
        return Ok(());
    }
    Err(Diagnostic::new(at, format!("no question is about `{id}`")).help(
        match nearest(id, ideas().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "the ideas are those that questions of quiz/banks name as `concepts`".to_owned(),
        },
    ))
}

pub(super) fn find_item<'a>(
    banks: &'a Banks,
    bank: &Bank,
    id: &str,
    at: Place,
) -> Result<&'a Item, Diagnostic> {
    let key = format!("{}/{id}", bank.id);
    let ids = || bank.items.iter().map(Item::id);
    banks.item(&key).ok_or_else(|| {
        if bank.retired.contains(&key) {
            return Diagnostic::new(at, format!("`{id}` is no longer asked"))
                .help("choose another question of this bank");
        }
        Diagnostic::new(at, format!("bank `{}` has no question `{id}`", bank.id)).help(
            match nearest(id, ids()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("it has: {}", ids().collect::<Vec<_>>().join(", ")),
            },
        )
    })
}
