//! The drills from outside: the library, and the command line through its own front end.

mod banks;
mod carry;
mod diagnostics;
mod kinds;
mod lock;
mod log;
mod machine;
mod memory;
mod picking;
mod place;
mod sessions;
mod standard;
mod ten;
