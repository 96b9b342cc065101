//! The trace of a run: what a reader and a figure get.
