//! What a figure draws for each event.

use crate::Ms;
use crate::trace::{ArrowKind, Fate, Mark};
use crate::world::node::{Lasting, NodeId, Protocol};
use crate::world::run::{Run, What};

/// The longest label on an arrow, in characters.
const LABEL: usize = 9;

/// Follows a run from event to event, for a mark that begins must end.
pub(super) struct Marks<'a, P: Protocol> {
    run: &'a Run<P>,
    times: &'a [Ms],
    paused: Vec<bool>,
    /// The bar and the outline of each lane, while they last.
    bars: Vec<Option<String>>,
    beliefs: Vec<Option<String>>,
    spans: u32,
    /// Names of the cuts that have begun, and how many there ever were.
    cuts: Vec<String>,
    cut: u32,
}

impl<'a, P: Protocol> Marks<'a, P> {
    pub(super) fn new(run: &'a Run<P>, times: &'a [Ms]) -> Self {
        let lanes = run.cast.len();
        Marks {
            run,
            times,
            paused: vec![false; lanes],
            bars: vec![None; lanes],
            beliefs: vec![None; lanes],
            spans: 0,
            cuts: Vec::new(),
            cut: 0,
        }
    }

    pub(super) fn draw(&mut self, number: usize, marks: &mut Vec<Mark>) {
        let event = &self.run.events[number];
        let at = self.times[number];
        let lane = || event.who.map_or("nobody", |who| self.run.name(who)).to_owned();
        match &event.what {
            What::Delivered { message, .. } => self.arrow(*message, at, Fate::Arrives, marks),
            What::Lost { message, .. } => self.arrow(*message, at, Fate::Lost, marks),
            What::Became(role) => {
                marks.push(Mark::Pill { lane: lane(), text: (*role).to_owned(), at });
                self.believe(event.who, P::BELIEF == Some(*role), at, marks);
            }
            What::Applied(deed) => {
                marks.push(Mark::Note { lane: lane(), text: P::deed_label(deed), at });
                self.last(event.who, P::lasting(deed), at, marks);
            }
            What::Noted(text) => marks.push(Mark::Note { lane: lane(), text: one_line(text), at }),
            What::Restarted { .. } => marks.push(Mark::Restart { lane: lane(), at }),
            What::Crashed { .. } => {
                if self.unpause(event.who) {
                    marks.push(Mark::PauseEnds { lane: lane(), at });
                }
                marks.push(Mark::Crash { lane: lane(), at });
                self.believe(event.who, false, at, marks);
            }
            What::Paused => {
                marks.push(Mark::PauseBegins { lane: lane(), at });
                if let Some(who) = event.who {
                    self.paused[who.index()] = true;
                }
            }
            What::Resumed if self.unpause(event.who) => marks.push(Mark::PauseEnds { lane: lane(), at }),
            What::Cut { left, right } => self.cut(*left, *right, at, marks),
            What::Healed => {
                let ends = self.cuts.drain(..).map(|span| Mark::CutEnds { span, at });
                marks.extend(ends);
            }
            _ => {}
        }
    }

    fn span(&mut self, what: &str) -> String {
        self.spans += 1;
        format!("{what}{}", self.spans)
    }

    /// Whoever believes begins to once, and goes on until something else is so.
    fn believe(&mut self, who: Option<NodeId>, holds: bool, at: Ms, marks: &mut Vec<Mark>) {
        let Some(who) = who else { return };
        match (holds, self.beliefs[who.index()].take()) {
            (true, None) => {
                let span = self.span("belief");
                self.beliefs[who.index()] = Some(span.clone());
                marks.push(Mark::BeliefBegins { lane: self.run.name(who).to_owned(), span, at });
            }
            (true, span) => self.beliefs[who.index()] = span,
            (false, Some(span)) => marks.push(Mark::BeliefEnds { span, at }),
            (false, None) => {}
        }
    }

    fn last(&mut self, who: Option<NodeId>, lasting: Option<Lasting>, at: Ms, marks: &mut Vec<Mark>) {
        let (Some(who), Some(lasting)) = (who, lasting) else { return };
        let (begins, ends) = match lasting {
            Lasting::Begins(text) => (Some(text), String::new()),
            Lasting::Ends(text) => (None, text),
        };
        if let Some(span) = self.bars[who.index()].take() {
            marks.push(Mark::BarEnds { span, at, text: ends });
        }
        if let Some(text) = begins {
            let span = self.span("bar");
            self.bars[who.index()] = Some(span.clone());
            marks.push(Mark::BarBegins { lane: self.run.name(who).to_owned(), span, text, at });
        }
    }

    fn unpause(&mut self, who: Option<NodeId>) -> bool {
        who.is_some_and(|who| std::mem::take(&mut self.paused[who.index()]))
    }

    fn arrow(&self, message: u32, arrives: Ms, fate: Fate, marks: &mut Vec<Mark>) {
        let Some((from, to, msg)) = self.run.message(message) else { return };
        // A message to nobody has no lane to end on.
        if to.index() >= self.run.cast.len() {
            return;
        }
        let kind: ArrowKind = P::arrow(msg);
        marks.push(Mark::Arrow {
            from: self.run.name(from).to_owned(),
            to: self.run.name(to).to_owned(),
            kind,
            label: P::label(msg).chars().take(LABEL).collect(),
            sent: self.times[message as usize],
            arrives,
            fate,
        });
    }

    /// A zigzag stands between neighbours; of sides that have none, between one of each.
    fn cut(&mut self, left: u32, right: u32, at: Ms, marks: &mut Vec<Mark>) {
        let nodes = self.run.cast.len();
        let apart = |a: usize, b: usize| {
            let (a, b) = (1 << a, 1 << b);
            (left & a != 0 && right & b != 0) || (left & b != 0 && right & a != 0)
        };
        let neighbours = (1..nodes).map(|b| (b - 1, b)).filter(|&(a, b)| apart(a, b));
        let mut pairs: Vec<(usize, usize)> = neighbours.collect();
        if pairs.is_empty() {
            let all = (0..nodes).flat_map(|a| (a + 1..nodes).map(move |b| (a, b)));
            pairs.extend(all.filter(|&(a, b)| apart(a, b)).take(1));
        }
        for (a, b) in pairs {
            self.cut += 1;
            let span = format!("cut{}", self.cut);
            self.cuts.push(span.clone());
            let (left, right) = (self.run.cast[a].clone(), self.run.cast[b].clone());
            marks.push(Mark::CutBegins { left, right, span, at });
        }
    }
}

/// Text of a learner on one line.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
