//! Placeholder.
pub const CSS: &str = "";
pub const JS: &str = "";
