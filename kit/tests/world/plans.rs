//! Arbitrary plans: any act at any time, most of them applicable.

use kit::Ms;
use kit::plan::{Act, Mail, Phase, Plan, Who};
use kit::world::Protocol;
use proptest::prelude::*;
use proptest::sample::select;

/// `tick` is the measure of time of the nodes' timers.
pub(crate) fn of<P: Protocol>(
    cast: &[&'static str],
    requests: &[&'static str],
    tick: Ms,
) -> impl Strategy<Value = Plan> + use<P> {
    let names: Vec<Who> = cast.iter().map(|name| Who::new(name)).collect();
    let old = |role: &&str| Who { word: (*role).to_owned(), old: true };
    let roles = P::ROLES.iter().map(|role| Who::new(role)).chain(P::ROLES.iter().map(old));
    // Often nobody plays a role, so names come more often.
    let words = prop_oneof![5 => select(names.clone()), 1 => select(roles.chain(names).collect::<Vec<_>>())];
    let phase = prop::collection::vec(act::<P>(words.boxed(), requests.to_vec(), tick), 0..4);
    let phase = phase.prop_map(|acts| Phase { acts });
    prop::collection::vec(phase, 0..16).prop_map(|phases| Plan { phases })
}

fn act<P: Protocol>(who: BoxedStrategy<Who>, requests: Vec<&'static str>, tick: Ms) -> BoxedStrategy<Act> {
    let side = prop::collection::vec(who.clone(), 1..3);
    let route = (select(P::KINDS), who.clone(), who.clone());
    let route = route.prop_map(|(kind, from, to)| (kind.to_owned(), from, to)).boxed();
    let timer = prop::option::of(select(P::TIMERS).prop_map(str::to_owned));
    let mail = select(vec![Mail::Kept, Mail::Lost]);
    let crash = (who.clone(), prop::option::of(0..6u32), mail, 0..3u32)
        .prop_map(|(who, after, mail, keeping)| Act::Crash { who, after, mail, keeping });
    prop_oneof![
        12 => (who.clone(), select(requests))
            .prop_map(|(who, request)| Act::Ask { who, request: request.to_owned() }),
        3 => (who.clone(), timer).prop_map(|(who, timer)| Act::TimesOut { who, timer }),
        2 => (0..60u64).prop_map(move |steps| Act::At(steps * tick)),
        2 => crash,
        3 => who.clone().prop_map(Act::Restart),
        2 => who.clone().prop_map(Act::Pause),
        2 => who.clone().prop_map(Act::Resume),
        1 => (side.clone(), side).prop_map(|(left, right)| Act::Cut { left, right }),
        1 => who.clone().prop_map(Act::Isolate),
        1 => Just(Act::Heal),
        3 => route.clone().prop_map(|(kind, from, to)| Act::Hold { kind, from, to }),
        2 => route.clone().prop_map(|(kind, from, to)| Act::Release { kind, from, to }),
        1 => Just(Act::HoldAll),
        1 => Just(Act::ReleaseAll),
        4 => route.clone().prop_map(|(kind, from, to)| Act::Deliver { kind, from, to }),
        3 => route.clone().prop_map(|(kind, from, to)| Act::Drop { kind, from, to }),
        3 => route.prop_map(|(kind, from, to)| Act::Duplicate { kind, from, to }),
        1 => (who.clone(), -40_000..40_000i64).prop_map(|(who, offset)| Act::Clock { who, offset }),
        2 => (who, prop_oneof![-10_000..10_000i32, -600_000..600_000i32])
            .prop_map(|(who, ppm)| Act::Rate { who, ppm }),
    ]
    .boxed()
}
