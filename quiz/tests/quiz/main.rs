//! The drills from outside: the library, and the command line through its own front end.

mod banks;
mod diagnostics;
mod doctor;
mod kill;
mod kinds;
mod lock;
mod log;
mod machine;
mod memory;
mod picking;
mod place;
mod put_aside;
mod sessions;
mod standard;
mod ten;
mod undo;
