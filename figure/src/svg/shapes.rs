//! How each mark looks. Every meaning is coded twice: by a class (colour) and by shape.

use kit::trace::{ArrowKind, Fate};

use crate::layout::board::{Rect, Segment};
use crate::layout::{Drawn, Placed};
use crate::svg::xml::{Xml, number};

/// Length and half width of the head of an arrow.
const HEAD: (f64, f64) = (9.0, 3.8);
/// Half of the size of a cross.
const CROSS: f64 = 5.2;
/// Between two lines of hatching, measured along an edge.
const HATCH: f64 = 7.0;
/// Half of the width of a zigzag, and the height of one of its strokes.
const ZIGZAG: (f64, f64) = (4.0, 8.0);

pub(crate) fn mark(xml: &mut Xml, placed: &Placed) {
    let (step, at) = (placed.step.to_string(), placed.at.to_string());
    let mut class = class(&placed.drawn);
    if placed.wrong {
        class.push_str(" fig-wrong");
    }
    xml.open("g", &[("class", &class), ("data-step", &step), ("data-at", &at)]);
    match &placed.drawn {
        Drawn::Arrow { line, fate, .. } => arrow(xml, line, *fate),
        Drawn::Loop { x, y1, y2, fate, .. } => looped(xml, *x, (*y1, *y2), *fate),
        Drawn::Bar { rect, .. } => boxed(xml, "fig-fill", rect, "1.5"),
        Drawn::BarEnd { x, y } => path(xml, "fig-stroke", &format!("M{} {}h18", number(x - 9.0), number(*y))),
        Drawn::Belief { rect, .. } => boxed(xml, "fig-outline", rect, "0"),
        Drawn::Pause { rect } => {
            boxed(xml, "fig-fill", rect, "1.5");
            path(xml, "fig-hatch", &hatching(rect));
        }
        Drawn::Down { x, y1, y2 } => {
            let d = format!("M{} {}V{}", number(*x), number(*y1), number(*y2));
            path(xml, "fig-erase", &d);
            path(xml, "fig-dashes", &d);
        }
        Drawn::Cross { x, y } => path(xml, "fig-cross", &cross(*x, *y)),
        Drawn::Restart { x, y } => {
            let d = format!("M{} {}l6 10.5h-12z", number(*x), number(y - 6.0));
            path(xml, "fig-fill", &d);
        }
        Drawn::Zigzag { x, y1, y2 } => path(xml, "fig-stroke", &zigzag(*x, *y1, *y2)),
    }
    xml.close("g");
}

fn class(drawn: &Drawn) -> String {
    let toned = |name: &str, tone: usize| format!("{name} fig-tone-{}", tone % 3 + 1);
    match drawn {
        Drawn::Arrow { kind, fate, .. } | Drawn::Loop { kind, fate, .. } => {
            let kind = match kind {
                ArrowKind::Request => "fig-request",
                ArrowKind::Reply => "fig-reply",
            };
            let fate = match fate {
                Fate::Arrives => "",
                Fate::Refused => " fig-refused",
                Fate::Lost => " fig-lost",
            };
            format!("fig-arrow {kind}{fate}")
        }
        Drawn::Bar { tone, .. } => toned("fig-bar", *tone),
        Drawn::Belief { tone, .. } => toned("fig-belief", *tone),
        Drawn::BarEnd { .. } => "fig-bar-end".to_owned(),
        Drawn::Pause { .. } => "fig-pause".to_owned(),
        Drawn::Down { .. } => "fig-down".to_owned(),
        Drawn::Cross { .. } => "fig-crash".to_owned(),
        Drawn::Restart { .. } => "fig-restart".to_owned(),
        Drawn::Zigzag { .. } => "fig-cut".to_owned(),
    }
}

fn arrow(xml: &mut Xml, line: &Segment, fate: Fate) {
    let length = line.length();
    // The shaft stops inside the head, or its blunt end would show at the tip.
    let stop = match fate {
        Fate::Arrives if length > HEAD.0 => line.at(1.0 - (HEAD.0 - 2.0) / length),
        _ => (line.x2, line.y2),
    };
    path(xml, "fig-shaft", &format!("M{}L{}", point(line.x1, line.y1), point(stop.0, stop.1)));
    match fate {
        Fate::Arrives => path(xml, "fig-head", &head(line)),
        Fate::Refused | Fate::Lost => path(xml, "fig-cross", &cross(line.x2, line.y2)),
    }
}

fn looped(xml: &mut Xml, x: f64, (y1, y2): (f64, f64), fate: Fate) {
    let out = x + 20.0;
    path(xml, "fig-shaft", &format!("M{}H{}V{}H{}", point(x, y1), number(out), number(y2), number(x + 7.0)));
    match fate {
        Fate::Arrives => path(xml, "fig-head", &head(&Segment { x1: out, y1: y2, x2: x, y2 })),
        Fate::Refused | Fate::Lost => path(xml, "fig-cross", &cross(x, y2)),
    }
}

/// A filled head whose tip is the end of `line`.
fn head(line: &Segment) -> String {
    let length = line.length();
    if length == 0.0 {
        return format!("M{}", point(line.x2, line.y2));
    }
    let (along_x, along_y) = ((line.x2 - line.x1) / length, (line.y2 - line.y1) / length);
    let (back_x, back_y) = (line.x2 - along_x * HEAD.0, line.y2 - along_y * HEAD.0);
    let (aside_x, aside_y) = (-along_y * HEAD.1, along_x * HEAD.1);
    format!(
        "M{}L{}L{}z",
        point(line.x2, line.y2),
        point(back_x + aside_x, back_y + aside_y),
        point(back_x - aside_x, back_y - aside_y)
    )
}

fn cross(x: f64, y: f64) -> String {
    let across = number(2.0 * CROSS);
    format!(
        "M{}l{across} {across}M{}l-{across} {across}",
        point(x - CROSS, y - CROSS),
        point(x + CROSS, y - CROSS)
    )
}

/// Lines at 45 degrees, cut at the edges of `rect` by hand: no pattern, no identifier.
fn hatching(rect: &Rect) -> String {
    let mut d = String::new();
    let mut start = HATCH;
    while start < rect.w + rect.h {
        // From the left edge (or the foot) up to the right edge (or the top).
        let (x1, y1) = if start <= rect.h { (0.0, start) } else { (start - rect.h, rect.h) };
        let (x2, y2) = if start <= rect.w { (start, 0.0) } else { (rect.w, start - rect.w) };
        d.push_str(&format!("M{}L{}", point(rect.x + x1, rect.y + y1), point(rect.x + x2, rect.y + y2)));
        start += HATCH;
    }
    if d.is_empty() { format!("M{}", point(rect.x, rect.y)) } else { d }
}

fn zigzag(x: f64, y1: f64, y2: f64) -> String {
    let mut d = format!("M{}", point(x - ZIGZAG.0, y1));
    let (mut y, mut side) = (y1, 1.0);
    while y < y2 {
        let down = ZIGZAG.1.min(y2 - y);
        y += down;
        // The last stroke may be short: it keeps its slope.
        let across = 2.0 * ZIGZAG.0 * down / ZIGZAG.1;
        d.push_str(&format!("l{} {}", number(side * across), number(down)));
        side = -side;
    }
    d
}

fn boxed(xml: &mut Xml, class: &str, rect: &Rect, radius: &str) {
    let (x, y, w, h) = (number(rect.x), number(rect.y), number(rect.w), number(rect.h));
    xml.empty(
        "rect",
        &[("class", class), ("x", &x), ("y", &y), ("width", &w), ("height", &h), ("rx", radius)],
    );
}

fn path(xml: &mut Xml, class: &str, d: &str) {
    xml.empty("path", &[("class", class), ("d", d)]);
}

fn point(x: f64, y: f64) -> String {
    format!("{} {}", number(x), number(y))
}
