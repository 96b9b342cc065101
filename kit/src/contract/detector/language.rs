//! The language of the exercise, as the world and figures need it.

use crate::trace::ArrowKind;
use crate::world::Protocol;

/// Names the types that the nodes speak.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Watching;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Msg {
    /// From pod-7 to the watcher.
    Beat { count: u64 },
    /// From the watcher to pod-3: the job is yours.
    TakeOver,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// A pod does a piece of the job.
    Works,
    /// The watcher declares pod-7 dead.
    Declares,
}

impl Protocol for Watching {
    type Msg = Msg;
    type Record = ();
    type Request = ();
    type Answer = ();
    type Deed = Deed;

    const KINDS: &'static [&'static str] = &["Beat", "TakeOver"];
    const TIMERS: &'static [&'static str] = &["beat", "look"];

    fn kind(msg: &Msg) -> &'static str {
        match msg {
            Msg::Beat { .. } => "Beat",
            Msg::TakeOver => "TakeOver",
        }
    }

    fn parse_request(text: &str) -> Result<(), String> {
        Err(format!("nobody here can be asked `{}`: pod-7 works by itself", text.trim()))
    }

    fn label(msg: &Msg) -> String {
        match msg {
            Msg::Beat { count } => format!("Beat {count}"),
            Msg::TakeOver => "TakeOver".to_owned(),
        }
    }

    fn arrow(_: &Msg) -> ArrowKind {
        ArrowKind::Request
    }

    fn prose(msg: &Msg) -> String {
        match msg {
            Msg::Beat { count } => format!("beat {count}"),
            Msg::TakeOver => "the job is yours".to_owned(),
        }
    }

    fn deed_label(deed: &Deed) -> String {
        match deed {
            Deed::Works => "works",
            Deed::Declares => "dead!",
        }
        .to_owned()
    }

    fn deed_prose(deed: &Deed) -> String {
        match deed {
            Deed::Works => "works on the job",
            Deed::Declares => "declares pod-7 dead",
        }
        .to_owned()
    }

    fn tells(deed: &Deed) -> bool {
        *deed == Deed::Declares
    }
}
