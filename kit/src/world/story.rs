//! to come
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fold {
    Phases,
    Steps,
}
