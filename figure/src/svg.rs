//! The picture: an inline SVG without colours of its own.

mod shapes;
mod xml;

use kit::trace::Trace;

use crate::layout::overlap::Overlap;
use crate::layout::{
    DISC_RADIUS, Disc, Drawn, LABEL_SIZE, LINE_HEIGHT, LaneLine, Layout, Look, Placed, Text, WIDTH, lay_out,
};
use crate::plain_text::{escape, plain};
use crate::scene::Scene;
use crate::svg::xml::{Xml, number};
use crate::{Options, description};

/// Draws `trace` as one `<svg>` element, to stand in a page that has [`crate::CSS`].
///
/// The picture is 360 units wide, time runs down, and nothing in it is a blank line, so that it
/// may stand in Markdown. Every mark carries `data-step` (the step at which it appears) and
/// `data-at`; every number carries `data-now`, the height to which lasting things have grown.
///
/// # Errors
/// Each label for which there is no room, with the reason.
pub fn svg(trace: &Trace, options: &Options) -> Result<String, Vec<Overlap>> {
    let scene = Scene::of(trace);
    let layout = lay_out(&scene, options)?;
    Ok(draw(trace, &layout, options))
}

fn draw(trace: &Trace, layout: &Layout, options: &Options) -> String {
    let prefix = options.id_prefix();
    let height = number(layout.height);
    let view = format!("0 0 {WIDTH} {height}");
    let labelled = format!("{prefix}-title {prefix}-desc");
    let mut xml = Xml::default();
    xml.open(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("class", "fig"),
            ("role", "img"),
            ("viewBox", &view),
            ("aria-labelledby", &labelled),
        ],
    );
    xml.text("title", &[("id", &format!("{prefix}-title"))], &escape(&plain(&options.title_of(trace))));
    xml.text("desc", &[("id", &format!("{prefix}-desc"))], &escape(&plain(&description(trace, options))));
    let clip = format!("{prefix}-until");
    xml.open("clipPath", &[("id", &clip)]);
    xml.empty("rect", &[("class", "fig-until"), ("width", "360"), ("height", &height)]);
    xml.close("clipPath");
    ticks(&mut xml, layout);
    lanes(&mut xml, layout);
    let lasting = |mark: &&Placed| mark.drawn.lasts();
    xml.open("g", &[("class", "fig-lasting"), ("clip-path", &format!("url(#{clip})"))]);
    layout.marks.iter().filter(lasting).for_each(|mark| shapes::mark(&mut xml, mark));
    xml.close("g");
    layout.marks.iter().filter(|mark| !mark.drawn.lasts()).for_each(|mark| shapes::mark(&mut xml, mark));
    layout.texts.iter().for_each(|text| label(&mut xml, text));
    layout.discs.iter().for_each(|step| disc(&mut xml, step));
    xml.close("svg");
    xml.finish()
}

impl Drawn {
    /// Whether it grows with time, and is shown only down to the current instant.
    fn lasts(&self) -> bool {
        matches!(
            self,
            Drawn::Bar { .. }
                | Drawn::Belief { .. }
                | Drawn::Pause { .. }
                | Drawn::Down { .. }
                | Drawn::Zigzag { .. }
        )
    }
}

fn ticks(xml: &mut Xml, layout: &Layout) {
    let left = number(layout.gutter);
    for tick in &layout.ticks {
        let y = number(tick.y);
        xml.empty("path", &[("class", "fig-tick"), ("d", &format!("M{left} {y}H{WIDTH}"))]);
        let x = number(layout.gutter - 3.0);
        let below = number(tick.y + 3.5);
        xml.text("text", &[("class", "fig-time"), ("x", &x), ("y", &below)], &escape(&tick.text));
    }
}

fn lanes(xml: &mut Xml, layout: &Layout) {
    for LaneLine { x, name, name_top } in &layout.lanes {
        let d = format!("M{} {}V{}", number(*x), number(layout.lane_top), number(layout.lane_bottom));
        xml.empty("path", &[("class", "fig-lane"), ("d", &d)]);
        for (index, line) in name.iter().enumerate() {
            let y = number(name_top + 11.5 + 14.5 * index as f64);
            xml.text("text", &[("class", "fig-name"), ("x", &number(*x)), ("y", &y)], &escape(line));
        }
    }
}

fn label(xml: &mut Xml, text: &Text) {
    let rect = &text.rect;
    let (middle, _) = rect.middle();
    let (class, pill) = match text.look {
        Look::Label => ("fig-label", None),
        Look::Note => ("fig-note", None),
        Look::Strong => ("fig-note fig-strong", None),
        Look::Must => ("fig-note fig-must", None),
        Look::Pill => ("fig-pill-text", Some("fig-pill".to_owned())),
        Look::WrongPill => ("fig-pill-text", Some("fig-pill fig-wrong".to_owned())),
        Look::BarPill(tone) => ("fig-pill-text", Some(format!("fig-pill fig-tone-{}", tone % 3 + 1))),
    };
    if let (Some(pill), Some(line)) = (&pill, text.lines.first()) {
        let (step, at) = (line.step.to_string(), line.at.to_string());
        let (x, y, w, h) = (number(rect.x), number(rect.y), number(rect.w), number(rect.h));
        let shape =
            [("class", pill.as_str()), ("x", &x), ("y", &y), ("width", &w), ("height", &h), ("rx", "8")];
        xml.empty("rect", &[&shape[..], &[("data-step", &step), ("data-at", &at)]].concat());
    }
    let top = rect.y + (rect.h - LINE_HEIGHT * text.lines.len() as f64) / 2.0;
    for (index, line) in text.lines.iter().enumerate() {
        let baseline = top + LINE_HEIGHT * index as f64 + LINE_HEIGHT / 2.0 + LABEL_SIZE * 0.35;
        let (x, y) = (number(middle), number(baseline));
        let (step, at) = (line.step.to_string(), line.at.to_string());
        let attributes = [("class", class), ("x", &x), ("y", &y), ("data-step", &step), ("data-at", &at)];
        xml.text("text", &attributes, &escape(&line.text));
    }
}

fn disc(xml: &mut Xml, disc: &Disc) {
    let (step, at, now) = (disc.step.to_string(), disc.at.to_string(), number(disc.now));
    let class = if disc.violation { "fig-disc fig-violation" } else { "fig-disc" };
    let (x, y) = (number(disc.x), number(disc.y));
    xml.open("g", &[("class", class), ("data-step", &step), ("data-at", &at), ("data-now", &now)]);
    xml.empty("circle", &[("cx", &x), ("cy", &y), ("r", &number(DISC_RADIUS))]);
    xml.text("text", &[("x", &x), ("y", &number(disc.y + 3.7))], &step);
    xml.close("g");
}
