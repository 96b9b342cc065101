//! What a recorded trace must keep, so that those who read it need not look.

use std::collections::BTreeMap;

use crate::Ms;
use crate::diagnostic::{Diagnostic, Place, nearest};
use crate::lexer::{Tokens, quoted, shortened};
use crate::trace::{Lane, Mark};

/// The lanes that steps and marks may name.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    pub(super) lanes: Vec<Lane>,
}

impl Lanes {
    /// The lane that is named next.
    pub(super) fn lane(&self, tokens: &mut Tokens) -> Result<String, Diagnostic> {
        let place = tokens.place();
        let id = tokens.name("a lane")?;
        self.known(&id, place)?;
        Ok(id)
    }

    pub(super) fn known(&self, id: &str, place: Place) -> Result<(), Diagnostic> {
        let ids: Vec<&str> = self.lanes.iter().map(|lane| lane.id.as_str()).collect();
        if ids.contains(&id) {
            return Ok(());
        }
        let help = match nearest(id, ids.iter().copied()) {
            Some(meant) => format!("did you mean {}?", quoted(meant)),
            None if ids.is_empty() => "the line `lanes:` names none".to_owned(),
            None => format!("the lanes are {}", shortened(&ids.join(", "))),
        };
        Err(Diagnostic::new(place, format!("no lane has the id {}", quoted(&shortened(id)))).help(help))
    }
}

/// The spans that have begun and not ended. Bars, beliefs and cuts have names of their own; a
/// pause goes by its lane.
#[derive(Debug, Default)]
pub(super) struct Spans {
    open: BTreeMap<(&'static str, String), Ms>,
}

impl Spans {
    /// Follows one mark, which stands at `place`.
    pub(super) fn mark(&mut self, mark: &Mark, place: Place) -> Result<(), Diagnostic> {
        match mark {
            Mark::BarBegins { span, at, .. } => self.begin("bar", span, *at, place),
            Mark::BeliefBegins { span, at, .. } => self.begin("belief", span, *at, place),
            Mark::CutBegins { span, at, .. } => self.begin("cut", span, *at, place),
            Mark::PauseBegins { lane, at } => self.begin("pause", lane, *at, place),
            Mark::BarEnds { span, at, .. } => self.end("bar", span, *at, place),
            Mark::BeliefEnds { span, at } => self.end("belief", span, *at, place),
            Mark::CutEnds { span, at } => self.end("cut", span, *at, place),
            Mark::PauseEnds { lane, at } => self.end("pause", lane, *at, place),
            Mark::Arrow { .. }
            | Mark::Pill { .. }
            | Mark::Note { .. }
            | Mark::Crash { .. }
            | Mark::Restart { .. } => Ok(()),
        }
    }

    fn begin(&mut self, kind: &'static str, span: &str, at: Ms, place: Place) -> Result<(), Diagnostic> {
        match self.open.insert((kind, span.to_owned()), at) {
            None => Ok(()),
            Some(_) => {
                let span = quoted(&shortened(span));
                Err(Diagnostic::new(place, format!("the {kind} {span} begins again before it has ended"))
                    .help("it ends first, or has another name"))
            }
        }
    }

    fn end(&mut self, kind: &'static str, span: &str, at: Ms, place: Place) -> Result<(), Diagnostic> {
        let shown = quoted(&shortened(span));
        match self.open.remove(&(kind, span.to_owned())) {
            Some(begun) if begun <= at => Ok(()),
            Some(begun) => {
                let message = format!("the {kind} {shown} ends at {at}, before it begins at {begun}");
                Err(Diagnostic::new(place, message).help(format!("the first instant that fits is {begun}")))
            }
            None => Err(Diagnostic::new(place, format!("the {kind} {shown} ends and has not begun"))
                .help("what ends here begins with a mark of this or an earlier step")),
        }
    }
}
