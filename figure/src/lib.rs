//! A recorded trace as a picture, as numbered steps and as text for the terminal.
//!
//! * [`svg`]: the picture, 360 units wide, time running down, one column a lane.
//! * [`steps_html`]: the same run as a list; it is the text alternative and the print version.
//! * [`html`]: both in one `<figure>`. With [`JS`] on the page it can be stepped through; without
//!   it everything is visible. [`CSS`] gives it the colours of mdBook's themes.
//! * [`ascii`] and [`ascii_steps`]: for reports and replays in a terminal.
//!
//! All of them are functions of a [`Trace`] alone: the same trace gives the same text, byte for
//! byte, on every machine.

mod ascii;
mod layout;
mod plain_text;
mod scale;
mod scene;
mod steps;
mod svg;
mod text_width;
mod wrap;

use kit::trace::Trace;

pub use ascii::{ascii, ascii_steps};
pub use layout::overlap::{Overlap, Place, Trouble};
pub use steps::steps_html;
pub use svg::svg;

/// The stylesheet of every figure; put it on the page once.
pub const CSS: &str = include_str!("figure.css");

/// The player of every figure; put it on the page once, at its end or deferred.
pub const JS: &str = include_str!("player.js");

/// How many characters an arrow carries. More belongs in the step.
pub const LABEL_LIMIT: usize = 9;

/// No time axis is higher than this, whatever [`Options::max_height`] says.
pub const GREATEST_HEIGHT: u32 = 4_000;

/// What a figure says beside its trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Begins every `id` in the figure; different for each figure of a page.
    pub id: String,
    /// The name of the picture, for those who do not see it.
    pub title: String,
    /// Longer than the title; made from the trace where empty.
    pub description: String,
    /// Stands over the picture in [`html`]; plain text, none where empty.
    pub caption: String,
    /// The greatest height of the time axis, in units (about pixels on a telephone). Virtual time
    /// is always drawn to scale, so a run with a long pause between short exchanges is squeezed
    /// into this; labels that no longer fit are then errors, and a larger height the way out.
    pub max_height: u32,
    /// Whether [`html`] is shown as a whole, without the player.
    pub still: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            id: "figure".to_owned(),
            title: String::new(),
            description: String::new(),
            caption: String::new(),
            max_height: 540,
            still: false,
        }
    }
}

impl Options {
    /// The id as XML allows it: a letter, then letters, digits, `-` and `_`.
    fn id_prefix(&self) -> String {
        let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let mut id: String = self.id.chars().map(|c| if allowed(c) { c } else { '-' }).collect();
        if !id.starts_with(|c: char| c.is_ascii_alphabetic()) {
            id.insert_str(0, "figure-");
        }
        id
    }

    fn title_of(&self, trace: &Trace) -> String {
        if self.title.is_empty() {
            format!("A run in {} steps", trace.steps.len())
        } else {
            self.title.clone()
        }
    }
}

/// The whole figure: caption, picture and numbered steps in one `<figure class="trace">`.
///
/// The player adds its controls itself. It asks for a prediction first where a
/// `<fieldset class="predict">` stands directly before or after the figure.
///
/// # Errors
/// As [`svg`].
pub fn html(trace: &Trace, options: &Options) -> Result<String, Vec<Overlap>> {
    let picture = svg(trace, options)?;
    let caption = plain_text::escape(&plain_text::plain(&options.caption));
    let caption = if caption.is_empty() { caption } else { format!("<figcaption>{caption}</figcaption>\n") };
    Ok(format!(
        "<figure class=\"{class}\" id=\"{id}\">\n{caption}<div class=\"trace-body\">\n{picture}\n{steps}\n</div>\n</figure>",
        class = if options.still { "trace trace-still" } else { "trace" },
        id = options.id_prefix(),
        steps = steps_html(trace),
    ))
}

fn description(trace: &Trace, options: &Options) -> String {
    if !options.description.is_empty() {
        return options.description.clone();
    }
    let lanes: Vec<&str> = trace.lanes.iter().map(|lane| lane.title.as_str()).collect();
    let steps = trace.steps.len();
    let broken = match &trace.violation {
        Some(violation) => format!(" Step {} breaks a rule.", violation.step),
        None => String::new(),
    };
    format!(
        "Time runs down. Lanes: {}. The {steps} steps are listed with the picture.{broken}",
        lanes.join(", ")
    )
}
