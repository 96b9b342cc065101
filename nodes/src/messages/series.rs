//! One search after another, as one.

use std::collections::VecDeque;

use kit::world::Protocol;

use super::{Nodes, Roster};
use grader::world::{Case, Search, Tried};

/// The searches in their order; each is tried to its end.
pub struct Series<P: Protocol> {
    searches: VecDeque<Box<dyn Search<Nodes<P>>>>,
}

impl<P: Protocol> std::fmt::Debug for Series<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Series").field("left", &self.searches.len()).finish()
    }
}

impl<P: Protocol> Series<P> {
    pub fn new(searches: Vec<Box<dyn Search<Nodes<P>>>>) -> Self {
        Series { searches: searches.into() }
    }
}

impl<P: Protocol> Search<Nodes<P>> for Series<P> {
    fn next(&mut self, world: &mut Nodes<P>) -> Option<Tried<Nodes<P>>> {
        loop {
            let tried = self.searches.front_mut()?.next(world);
            if tried.is_some() {
                return tried;
            }
            self.searches.pop_front();
        }
    }

    fn shrink(&mut self, still: &mut dyn FnMut(&Case<Roster>) -> bool) -> Option<Case<Roster>> {
        self.searches.front_mut()?.shrink(still)
    }

    fn skip(&mut self, world: &mut Nodes<P>) {
        if let Some(search) = self.searches.front_mut() {
            search.skip(world);
        }
    }
}
