//! Properties of the world itself, over arbitrary plans on the toys, and its rules one by one.

mod audit;
mod plans;
mod puppet;
mod reach;
mod rules;
mod told;

use kit::plan::Plan;
use kit::toys::{election, lease, two_phase_commit};
use kit::world::{Input, Machine, Make, NodeId, Outputs, Protocol, Run, World};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

/// How the note of a [`Spy`] begins.
pub(crate) const DISK: &str = "disk: ";

/// A node that notes what its disk kept, so that the audit can see it.
struct Spy<P: Protocol>(Box<dyn Machine<P>>);

impl<P: Protocol> Machine<P> for Spy<P> {
    fn step(&mut self, now: u64, input: Input<P>, out: &mut Outputs<P>) {
        if let Input::Restart { kept } = &input {
            out.note(&format!("{DISK}{kept:?}"));
        }
        self.0.step(now, input, out);
    }

    fn steady(&mut self, ms: u64) {
        self.0.steady(ms);
    }
}

fn spied<P: Protocol>(mut make: Make<P>) -> Make<P> {
    Box::new(move |me| Box::new(Spy(make(me))))
}

fn check<P: Protocol>(cast: &[&str], make: impl Fn() -> Make<P>, plan: &Plan) -> Result<(), TestCaseError> {
    let mut world = World::new(cast, spied(make()));
    world.run(plan);
    audit::audit(world.seen()).map_err(TestCaseError::fail)?;
    let first = world.seen().clone();
    world.finish(300, &mut |_| false);
    audit::audit(world.seen()).map_err(TestCaseError::fail)?;
    told::is_well_told(world.seen()).map_err(TestCaseError::fail)?;

    // The same plan again, in a world that has been used and in a new one.
    prop_assert_eq!(&first, world.run(plan));
    let mut fresh = World::new(cast, spied(make()));
    prop_assert_eq!(&first, fresh.run(plan));
    prop_assert_eq!(text(&first), text(fresh.seen()));
    Ok(())
}

fn text<P: Protocol>(run: &Run<P>) -> String {
    format!("{run:?}\n{}", run.trace(kit::world::Fold::Phases))
}

pub(crate) fn config() -> Config {
    Config { cases: 500, rng_seed: RngSeed::Fixed(7), failure_persistence: None, ..Config::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn elections(plan in plans::of::<election::Election>(&["n1", "n2", "n3"], &["stand"], 20), flaw in 0..7usize) {
        use election::wrong::{Flaw, Wrong};
        const FLAWS: [Flaw; 6] = [
            Flaw::VotesBeforeWriting,
            Flaw::NeverSyncs,
            Flaw::CountsVotes,
            Flaw::AnyTerm,
            Flaw::AsksOnce,
            Flaw::SilenceIsConsent,
        ];
        let make = move || -> Make<election::Election> {
            Box::new(move |me: NodeId| match FLAWS.get(flaw) {
                Some(&flaw) => Box::new(Wrong::new(me, 3, flaw)),
                None => Box::new(election::Node::new(me, 3)),
            })
        };
        check(&["n1", "n2", "n3"], make, &plan)?;
    }

    #[test]
    fn two_phase_commits(plan in plans::of::<two_phase_commit::TwoPhaseCommit>(&["n1", "n2", "n3"], &["commit"], 50)) {
        let make = || -> Make<_> { Box::new(|me| two_phase_commit::node(me, 3)) };
        check(&["n1", "n2", "n3"], make, &plan)?;
    }

    #[test]
    fn leases(plan in plans::of::<lease::Lease>(&["table", "pod-7", "pod-3"], &["work"], 1_000)) {
        check(&["table", "pod-7", "pod-3"], || -> Make<_> { Box::new(lease::node) }, &plan)?;
    }
}
