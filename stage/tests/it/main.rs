//! The stage, tried from outside: one binary, so that it links once.

mod bank;
mod endings;
mod faults;
mod pitfalls;
mod plans;
mod scenarios;
mod schedules;
mod statements;
mod stores;
mod traces;
mod whole_worlds;
