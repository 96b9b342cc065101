//! Exercise `break-the-lock`: five files, each of which has to break a correct lock.
//!
//! Nobody writes code here, so there are no parts and no proof: what is graded are five schedules.
//!
//! * [`attack`]: the five files, by their goals.
//! * [`miss`]: why a schedule does not reach its goal, each with a text of its own.
//! * [`facts`]: what a run shows, in one look.
//! * [`rules`] and [`exercise`]: the same promises as rules, for the scenarios behind figures.

pub mod attack;
pub mod exercise;
pub mod facts;
mod grade;
mod hint;
pub mod miss;
pub mod rules;

use std::rc::Rc;

use kit::contract::break_the_lock::BreakTheLock;
use kit::contract::break_the_lock::books::Books;
use kit::contract::break_the_lock::scene::{Code, Scene, node};

use crate::messages::{Everybody, Final, Nodes};

pub type Seen = crate::messages::Seen<BreakTheLock>;

/// Time goes on for so long after a schedule of two leases: whoever waits then, waits for ever.
const FOR_EVER: kit::Ms = 120_000;

/// The nodes of a scene, given or reference. After a schedule of two leases, every fault ends and
/// time goes on: only then it shows who waits for ever.
pub fn world(scene: Scene, code: Code) -> Nodes<BreakTheLock> {
    let last = (scene == Scene::TwoLeases)
        .then_some(Final { within: FOR_EVER, until: |run| Books::of(run).in_doubt.is_empty() });
    nodes(scene, code, last)
}

/// The same, as far as a schedule goes and no further.
fn nodes(scene: Scene, code: Code, last: Option<Final<BreakTheLock>>) -> Nodes<BreakTheLock> {
    let everybody = Everybody { names: scene.cast(), least: scene.cast().len() };
    Nodes::new(everybody, Rc::new(move |me, cast| node(scene, code, me, cast)), last)
}
