//! The book, and the program that builds, serves and checks it.
//!
//! * [`cli`]: what `cargo book` understands.
//! * [`build`]: mdBook, run in this process with our preprocessor.
//! * [`preprocess`]: the same preprocessor, in-process and for a plain `mdbook build`.
//! * [`directive`] and [`transform`]: `{{#trace …}}` and its kin, found in Markdown and turned into HTML.
//! * [`check`]: `cargo book test`; reads the built pages and needs no network.
//! * [`serve`]: a small server for one reader, on this machine only.

pub mod build;
pub mod check;
pub mod cli;
pub mod directive;
pub mod fault;
pub mod html;
pub mod markdown;
pub mod preprocess;
pub mod serve;
pub mod theme;
pub mod transform;
pub mod workspace;
