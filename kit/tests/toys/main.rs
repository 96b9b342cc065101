//! For each fault there is a toy that fails by this fault alone.
//!
//! Each toy has one plan for each fault. The right nodes pass all of them; a wrong node passes all
//! but the plan of its own fault. A plan shows that its fault has truly struck: see [`struck`].

mod election;
mod lease;
mod two_phase_commit;

use kit::plan::Plan;
use kit::world::{Breach, Loss, Make, Protocol, Run, What, World};

/// What can go wrong in a world of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    CrashBetweenWriteAndSend,
    UnsyncedLoss,
    MailLost,
    Pause,
    Cut,
    Drop,
    Duplicate,
    /// Into a later term or grant.
    Late,
    LateAfterRestart,
    ClockOffset,
    RestartUnderTheSameName,
}

pub(crate) const FAULTS: [Fault; 12] = [
    Fault::None,
    Fault::CrashBetweenWriteAndSend,
    Fault::UnsyncedLoss,
    Fault::MailLost,
    Fault::Pause,
    Fault::Cut,
    Fault::Drop,
    Fault::Duplicate,
    Fault::Late,
    Fault::LateAfterRestart,
    Fault::ClockOffset,
    Fault::RestartUnderTheSameName,
];

pub(crate) type Property<P> = fn(&Run<P>) -> Result<(), Breach>;
pub(crate) type Plans = fn(Fault) -> &'static str;

pub(crate) fn plan(text: &str) -> Plan {
    text.parse().unwrap_or_else(|error: kit::diagnostic::Diagnostic| panic!("{}", error.render("plan", text)))
}

/// Runs the plan and the fair final phase, and says which rule broke.
fn judge<P: Protocol>(world: &mut World<P>, text: &str, properties: &[Property<P>]) -> Result<(), Breach> {
    world.run(&plan(text));
    world.finish(200_000, &mut |_| false);
    assert_eq!(world.seen().livelock, None);
    properties.iter().try_for_each(|property| property(world.seen()))
}

/// The right nodes pass every plan; and in every plan each act has an effect and the fault strikes.
pub(crate) fn right_passes_all<P: Protocol>(
    cast: &[&str],
    make: impl Fn() -> Make<P>,
    plans: Plans,
    properties: &[Property<P>],
) {
    for fault in FAULTS {
        let mut world = World::new(cast, make());
        assert_eq!(judge(&mut world, plans(fault), properties), Ok(()), "{fault:?}");
        let run = world.seen();
        assert_eq!(run.skipped, [], "{fault:?}");
        assert!(struck(fault, run), "{fault:?} did not strike");
    }
}

/// The wrong nodes fail the plan of their own fault, and no other.
pub(crate) fn fails_by_this_alone<P: Protocol>(
    cast: &[&str],
    make: impl Fn() -> Make<P>,
    plans: Plans,
    properties: &[Property<P>],
    own: Fault,
) {
    for fault in FAULTS {
        let verdict = judge(&mut World::new(cast, make()), plans(fault), properties);
        assert_eq!(verdict.is_err(), fault == own, "{fault:?}: {verdict:?}");
    }
}

/// Whether the events show the fault.
fn struck<P: Protocol>(fault: Fault, run: &Run<P>) -> bool {
    let any = |what: &dyn Fn(&What<P>) -> bool| run.events.iter().any(|event| what(&event.what));
    let lost = |wanted: Loss| any(&|what| matches!(what, What::Lost { why, .. } if *why == wanted));
    match fault {
        Fault::None => !any(&|what| matches!(what, What::Lost { .. } | What::Crashed { .. })),
        // The crashed step has said something, and not all that the same node says elsewhere.
        Fault::CrashBetweenWriteAndSend => run.events.windows(3).any(|three| {
            matches!(three[1].what, What::Wrote(_)) && matches!(three[2].what, What::Crashed { forgot: 0 })
        }),
        // The right nodes sync in time, so that the crash finds nothing to forget.
        Fault::UnsyncedLoss => any(&|what| matches!(what, What::Crashed { .. })),
        Fault::MailLost => lost(Loss::SenderCrashed),
        Fault::Pause => any(&|what| matches!(what, What::Resumed)),
        Fault::Cut => lost(Loss::Cut),
        Fault::Drop => lost(Loss::Dropped),
        Fault::Duplicate => any(&|what| matches!(what, What::Delivered { copy: 1, .. })),
        Fault::Late => any(&|what| matches!(what, What::Held { .. })),
        Fault::LateAfterRestart => run.events.iter().any(|event| match event.what {
            What::Delivered { message, .. } => {
                let sent = &run.events[message as usize];
                let restarted = |what: &What<P>| matches!(what, What::Restarted { .. });
                run.events[message as usize..].iter().any(|e| e.who == event.who && restarted(&e.what))
                    && event.life > 0
                    && sent.at <= event.at
            }
            _ => false,
        }),
        Fault::ClockOffset => any(&|what| matches!(what, What::ClockSet { .. })),
        Fault::RestartUnderTheSameName => any(&|what| matches!(what, What::Restarted { .. })),
    }
}
