//! Figures of three runs made by hand, and of any run at all.

mod any_trace;
mod looks;
mod player;
mod refusals;
mod safety;
mod toys;
mod traces;
mod well_formed;
