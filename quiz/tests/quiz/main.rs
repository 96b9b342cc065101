//! The drills from outside: the library, and the command line through its own front end.

mod banks;
mod browse;
mod carry;
mod diagnostics;
mod doctor;
mod fix;
mod formats;
mod foul;
#[cfg(unix)]
mod gone;
mod house;
mod kill;
mod kinds;
mod lock;
mod log;
mod machine;
mod memory;
mod missed;
mod picking;
mod place;
mod put_aside;
mod schema;
mod sessions;
mod sources;
mod standard;
mod stats;
mod ten;
#[cfg(unix)]
mod terminal;
mod undo;
mod variants;
mod widths;
#[cfg(unix)]
mod window;
