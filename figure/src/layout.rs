//! Places everything that a figure shows on a sheet 360 units wide, time running down.
//!
//! Lines first, for they have no choice; then boxes, from those with the least choice (names,
//! numbers) to those with the most (labels of arrows). A box that finds no room is an
//! [`overlap::Overlap`], never a picture that cannot be read.

pub(crate) mod board;
mod labels;
pub(crate) mod overlap;
mod spans;
mod strokes;

use kit::Ms;
use kit::trace::{ArrowKind, Clock, Fate};

use crate::Options;
use crate::layout::board::{Board, Rect, Segment};
use crate::layout::overlap::{Overlap, Place};
use crate::scale::{Scale, Tick};
use crate::scene::{Scene, Shape};
use crate::text_width::{Weight, text_width};
use crate::wrap::wrap;

/// The width of every figure, in its own units. On a telephone a unit is about a pixel.
pub(crate) const WIDTH: f64 = 360.0;
/// Half of the width of a bar or a hatched pause.
pub(crate) const BAR_HALF: f64 = 6.0;
/// Half of the width of the outline of a belief.
pub(crate) const BELIEF_HALF: f64 = 9.0;
pub(crate) const DISC_RADIUS: f64 = 7.6;
pub(crate) const NAME_SIZE: f64 = 12.5;
pub(crate) const LABEL_SIZE: f64 = 11.5;
pub(crate) const PILL_SIZE: f64 = 11.5;
const TIME_SIZE: f64 = 11.5;
pub(crate) const LINE_HEIGHT: f64 = 13.0;

const NAMES_TOP: f64 = 6.0;
const NAME_LINE: f64 = 14.5;

pub(crate) struct Layout {
    pub(crate) height: f64,
    pub(crate) gutter: f64,
    pub(crate) lanes: Vec<LaneLine>,
    pub(crate) lane_top: f64,
    pub(crate) lane_bottom: f64,
    pub(crate) ticks: Vec<Tick>,
    pub(crate) marks: Vec<Placed>,
    pub(crate) texts: Vec<Text>,
    pub(crate) discs: Vec<Disc>,
}

pub(crate) struct LaneLine {
    pub(crate) x: f64,
    pub(crate) name: Vec<String>,
    pub(crate) name_top: f64,
}

pub(crate) struct Placed {
    pub(crate) step: u32,
    pub(crate) at: Ms,
    /// It broke a rule.
    pub(crate) wrong: bool,
    pub(crate) drawn: Drawn,
}

pub(crate) enum Drawn {
    Arrow {
        line: Segment,
        kind: ArrowKind,
        fate: Fate,
    },
    /// From a lane to itself.
    Loop {
        x: f64,
        y1: f64,
        y2: f64,
        kind: ArrowKind,
        fate: Fate,
    },
    Bar {
        rect: Rect,
        tone: usize,
    },
    BarEnd {
        x: f64,
        y: f64,
    },
    Belief {
        rect: Rect,
        tone: usize,
    },
    Pause {
        rect: Rect,
    },
    /// A lane without its node, from crash to restart.
    Down {
        x: f64,
        y1: f64,
        y2: f64,
    },
    Cross {
        x: f64,
        y: f64,
    },
    Restart {
        x: f64,
        y: f64,
    },
    Zigzag {
        x: f64,
        y1: f64,
        y2: f64,
    },
}

/// A piece of text, on one or more lines; each line appears at a step of its own.
pub(crate) struct Text {
    pub(crate) rect: Rect,
    pub(crate) lines: Vec<Line>,
    pub(crate) look: Look,
}

pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) step: u32,
    pub(crate) at: Ms,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    Label,
    Note,
    /// A note at a refusal.
    Strong,
    Pill,
    /// The state that broke a rule, and what it should be.
    WrongPill,
    Must,
    /// The pill on a bar, in the bar's colour.
    BarPill(usize),
}

pub(crate) struct Disc {
    pub(crate) step: u32,
    pub(crate) at: Ms,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) violation: bool,
    /// How far down a figure shows what lasts (bars, pauses) while this step is the current one.
    pub(crate) now: f64,
}

/// The sheet while it is being filled.
struct Sheet<'a> {
    scene: &'a Scene,
    scale: Scale,
    board: Board,
    lanes: Vec<f64>,
    lane_bottom: f64,
    marks: Vec<Placed>,
    texts: Vec<Text>,
    troubles: Vec<Overlap>,
}

pub(crate) fn lay_out(scene: &Scene, options: &Options) -> Result<Layout, Vec<Overlap>> {
    let max_height = f64::from(options.max_height.min(crate::GREATEST_HEIGHT));
    // Times first: how much room they take decides where the lanes stand, those how their names
    // break, and those where time begins.
    let gutter = gutter(scene, &Scale::of(scene, 0.0, max_height).ticks());
    let lanes = lane_positions(scene.titles.len(), gutter);
    let names = names(scene, &lanes);
    let name_lines = names.iter().map(|(_, name)| name.len()).max().unwrap_or(0);
    let lane_top = NAMES_TOP + name_lines as f64 * NAME_LINE + 4.0;
    let scale = Scale::of(scene, lane_top + 8.0, max_height);
    let ticks = scale.ticks();
    let lane_bottom = scale.bottom() + 22.0;
    let frame = Rect { x: 1.0, y: 0.0, w: WIDTH - 2.0, h: 0.0 };
    let mut sheet = Sheet {
        scene,
        scale,
        board: Board::new(frame),
        lanes,
        lane_bottom,
        marks: Vec::new(),
        texts: Vec::new(),
        troubles: Vec::new(),
    };
    let lines = sheet.names(names, lane_top);
    for tick in &ticks {
        let rect = Rect::centred(gutter / 2.0, tick.y, gutter - 2.0, 10.0);
        sheet.board.add_box(rect, Place { text: tick.text.clone(), step: 0 });
    }
    sheet.spans();
    sheet.strokes();
    let discs = sheet.discs();
    sheet.labels();
    if !sheet.troubles.is_empty() {
        return Err(sheet.troubles);
    }
    let lane_bottom = sheet.foot();
    let height = (lane_bottom + 6.0).ceil();
    Ok(Layout {
        height,
        gutter,
        lanes: lines,
        lane_top,
        lane_bottom,
        ticks,
        marks: sheet.marks,
        texts: sheet.texts,
        discs,
    })
}

/// Room for the times at the left; none where time has no length.
fn gutter(scene: &Scene, ticks: &[Tick]) -> f64 {
    match scene.clock {
        Clock::Instants => 0.0,
        Clock::Milliseconds => {
            let widest = ticks
                .iter()
                .map(|tick| text_width(&tick.text, TIME_SIZE, Weight::Regular))
                .fold(14.0, f64::max);
            widest + 6.0
        }
    }
}

fn lane_positions(count: usize, gutter: f64) -> Vec<f64> {
    // Few lanes stand closer than they could: long flat arrows are hard to follow.
    let inset = match count {
        0..=2 => 40.0,
        3 => 14.0,
        _ => 0.0,
    };
    let (left, right) = (gutter + 40.0 + inset, WIDTH - 40.0 - inset);
    match count {
        0 => Vec::new(),
        1 => vec![(left + right) / 2.0],
        _ => {
            let apart = (right - left) / (count - 1) as f64;
            (0..count).map(|lane| left + apart * lane as f64).collect()
        }
    }
}

/// The names over the lanes, on two lines at most, each with the width that it may take.
fn names(scene: &Scene, lanes: &[f64]) -> Vec<(f64, Vec<String>)> {
    let apart = match lanes {
        [first, second, ..] => second - first - 5.0,
        _ => WIDTH / 2.0,
    };
    let fitted = |(title, x): (&String, &f64)| {
        let room = apart.min(2.0 * (WIDTH - 2.0 - x)).min(2.0 * (x - 2.0));
        let fits = |text: &str| text_width(text, NAME_SIZE, Weight::Bold) <= room;
        // A name such as kickoff:ACH is one word, and may go on below its colon.
        let breakable = if fits(title) { title.clone() } else { title.replace(':', ": ") };
        (room, wrap(&breakable, 2, fits))
    };
    scene.titles.iter().zip(lanes).map(fitted).collect()
}

impl Sheet<'_> {
    fn names(&mut self, names: Vec<(f64, Vec<String>)>, lane_top: f64) -> Vec<LaneLine> {
        let mut lines = Vec::new();
        for (lane, (room, name)) in names.into_iter().enumerate() {
            let (x, text) = (self.x(lane), name.join(" "));
            let height = name.len() as f64 * NAME_LINE;
            let name_top = lane_top - 4.0 - height;
            let rect = Rect { x: x - room / 2.0, y: name_top, w: room, h: height };
            self.board.add_box(rect, Place { text, step: 0 });
            self.board.add_lane(x);
            lines.push(LaneLine { x, name, name_top });
        }
        lines
    }

    /// Lengthens the lanes below every box, and says where they end.
    fn foot(&mut self) -> f64 {
        let foot = self.lane_bottom.max(self.board.bottom() + 6.0);
        let planned = std::mem::replace(&mut self.lane_bottom, foot);
        for mark in &mut self.marks {
            // Who is still down at the end stays down to the foot of the lane.
            if let Drawn::Down { y2, .. } = &mut mark.drawn
                && *y2 >= planned
            {
                *y2 = foot;
            }
        }
        foot
    }

    fn x(&self, lane: usize) -> f64 {
        self.lanes.get(lane).copied().unwrap_or(WIDTH / 2.0)
    }

    /// Where the clip of what lasts ends while a step is current: at the step's own instant and
    /// as far as its messages fly, a little more, so that what has just begun is seen; but not
    /// down to the next step, or the picture would give away what comes.
    fn now(&self, index: usize) -> f64 {
        let step = &self.scene.steps[index];
        let next = self.scene.steps.get(index + 1).map_or(f64::INFINITY, |next| self.scale.y(next.moment));
        let mut own = self.scale.y(step.moment);
        let mut flown = own;
        for item in &self.scene.items {
            if item.step == step.number {
                own = own.max(self.scale.y(item.begin));
                if let Shape::Arrow { arrives, .. } = &item.shape {
                    flown = flown.max(self.scale.y(*arrives));
                }
            }
            if let Some(end) = item.shape.end().filter(|end| end.step == step.number) {
                own = own.max(self.scale.y(end.moment));
            }
        }
        (own.max(flown) + 8.0).min(next - 1.0).max(own + 2.0)
    }
}
