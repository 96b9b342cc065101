//! Takes down predictions that a run refuted, so that the drill asks about their ideas.
//!
//! A page that this server shows sends `POST /__prediction/CHAPTER/NAME/CHOICE`. What is kept is one
//! small file for each prediction; `cargo quiz` reads it (`quiz/src/predictions.rs`).

use super::response::Response;
use crate::workspace::Workspace;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Begins the path of such a request.
pub(super) const PATH: &str = "/__prediction/";

/// Where the files go. `quiz::predictions::inbox` names the same folder.
fn inbox(workspace: &Workspace) -> PathBuf {
    workspace.target().join("predictions")
}

/// A prediction as its page tells it.
#[derive(Debug, PartialEq, Eq)]
struct Told<'a> {
    chapter: &'a str,
    name: &'a str,
    choice: u32,
}

/// Notes what the path tells, if the book of `pages` asks for it and its run shows something else.
pub(super) fn take_down(workspace: &Workspace, pages: &Path, path: &str) -> Response {
    let refused = |why: &str| Response::text("404 Not Found", format!("{why}\n"));
    let Some(told) = told(path) else { return refused("This is no prediction.") };
    let page = std::fs::read_to_string(pages.join(told.chapter).with_extension("html")).unwrap_or_default();
    match shown(&page, &told) {
        None => return refused("The book asks for no such prediction."),
        Some(right) if right == told.choice => return refused("The run shows the same."),
        Some(_) => {}
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let file = inbox(workspace).join(format!("{}.{}", told.chapter, told.name));
    let written = std::fs::create_dir_all(inbox(workspace))
        .and_then(|()| std::fs::write(&file, format!("choice {} at {now} ms\n", told.choice)));
    match written {
        Ok(()) => Response::text("200 OK", "The drill will ask about it.\n".to_owned()),
        Err(error) => {
            let why = format!("{} cannot be written: {error}\n", workspace.shown(&file));
            Response::text("500 Internal Server Error", why)
        }
    }
}

fn told(path: &str) -> Option<Told<'_>> {
    let mut parts = path.strip_prefix(PATH)?.split('/');
    let (chapter, name, choice) = (parts.next()?, parts.next()?, parts.next()?);
    let is_id = |text: &str| {
        (1..=80).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    let whole = parts.next().is_none() && is_id(chapter) && is_id(name);
    whole.then_some(Told { chapter, name, choice: choice.parse().ok()? })
}

/// The choice that the run of this prediction shows; `None` if the page does not offer the other.
fn shown(page: &str, told: &Told<'_>) -> Option<u32> {
    let (_, rest) = page.split_once(&format!("data-prediction=\"{}/{}\"", told.chapter, told.name))?;
    let (choices, right) = rest.split_once("data-right=\"")?;
    choices.contains(&format!("value=\"{}\"", told.choice)).then_some(())?;
    right.split('"').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_path_tells_of_a_prediction() {
        let good = Told { chapter: "lost-update", name: "six-ways", choice: 2 };
        assert_eq!(told("/__prediction/lost-update/six-ways/2"), Some(good));
        for path in [
            "/__prediction/lost-update/six-ways",
            "/__prediction/lost-update/six-ways/2/3",
            "/__prediction/lost-update/six-ways/-2",
            "/__prediction/lost-update/six ways/2",
            "/__prediction/../six-ways/2",
            "/__prediction//six-ways/2",
            "/lost-update/six-ways/2",
        ] {
            assert_eq!(told(path), None, "{path}");
        }
    }

    #[test]
    fn a_page_says_what_its_run_shows() {
        let page = "<div data-prediction=\"a/one\"><input value=\"1\"><details data-right=\"3\"></div>\
                    <div data-prediction=\"a/two\"><input value=\"1\">";
        let of = |name, choice| shown(page, &Told { chapter: "a", name, choice });
        assert_eq!((of("one", 1), of("two", 1), of("three", 1)), (Some(3), None, None));
        assert_eq!(of("one", 9), None, "the page offers no such choice");
    }
}
