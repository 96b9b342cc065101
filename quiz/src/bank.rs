//! Question banks: what a question is, and how a folder of YAML files becomes typed questions.
//!
//! Reading takes two passes. [`read`] takes YAML into flat structs whose fields are all optional,
//! and goes on past what does not fit; [`check`] gives each question its type and asks everything
//! else of it. Both say where: one run shows every error of every file. [`standard`] and [`lock`]
//! ask what a published bank has to keep besides.
//!
//! `quiz/README.md` has the format, with an example of each kind.

mod banks;
mod book;
mod check;
mod concepts;
mod fix;
mod item;
mod kinds;
mod load;
mod locate;
mod lock;
mod mend;
mod problem;
mod raw;
mod read;
#[cfg(feature = "drill")]
mod remembered;
#[cfg(feature = "drill")]
pub mod schema;
mod standard;
mod text;
mod typed;

pub use banks::Banks;
pub use fix::{Fixed, Mended};
pub use item::{Bank, Body, Item, Kind, Level, See};
pub use kinds::{
    Ask, Choice, Cloze, Free, Instance, Numeric, Order, OrderStep, Piece, Point, Probe, Short, Spot,
    TraceQuestion, WrongLine, WrongNumber, WrongText,
};
pub use load::{Sources, load};
pub use lock::{Accepted, Change, Refused};
pub use problem::Problem;
#[cfg(feature = "drill")]
pub use remembered::Remembered;
pub use standard::Checked;
#[cfg(feature = "drill")]
pub(crate) use text::nearest as text_nearest;
pub use typed::{RESERVED, is_near, is_reserved, same};
