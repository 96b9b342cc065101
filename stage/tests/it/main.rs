//! The stage, tried from outside: one binary, so that it links once.

mod bank;
mod schedules;
