//! The steps of a trace in words.

use std::collections::BTreeSet;

use super::{Fold, Group};
use crate::plan::Act;
use crate::world::node::{NodeId, Protocol};
use crate::world::run::{Event, Loss, Run, What};

/// So many things are told of one step; of the rest, only how many.
const TOLD: usize = 6;

const START: &str = "the nodes start";
const FINISH: &str = "every fault ends and time goes on";

pub(super) struct Told {
    pub(super) who: String,
    pub(super) act: String,
    pub(super) result: String,
}

pub(super) fn tell<P: Protocol>(run: &Run<P>, group: Group, fold: Fold) -> Told {
    match fold {
        Fold::Phases => phase(run, group),
        Fold::Events => event(run, &run.events[group.first..group.end], group),
    }
}

fn phase<P: Protocol>(run: &Run<P>, group: Group) -> Told {
    let events = &run.events[group.first..group.end];
    let number = group.phase;
    let acts = number.checked_sub(1).and_then(|number| run.plan.phases.get(number));
    let act = match acts {
        Some(phase) => phase.to_string(),
        None if number == 0 => START.to_owned(),
        None => FINISH.to_owned(),
    };
    let who = match acts.map(|phase| phase.acts.as_slice()) {
        Some([act]) if has_actor(act) => actor(run, events),
        _ => String::new(),
    };
    let notable: Vec<&Event<P>> = events.iter().filter(|event| matters(&event.what)).collect();
    let about = if who.is_empty() { None } else { events.iter().find_map(|event| event.who) };
    let mut told = tell_all(run, &notable, about);
    if told.chunk_by(|a, b| a == b).count() > TOLD {
        told = together(told);
    }
    if told.is_empty() {
        let arrived = events.iter().filter(|event| matches!(event.what, What::Delivered { .. })).count();
        match arrived {
            0 => {}
            1 => told.push("1 message arrives".to_owned()),
            many => told.push(format!("{many} messages arrive")),
        }
    }
    for skipped in run.skipped.iter().filter(|skipped| skipped.phase as usize + 1 == number) {
        if let Some(act) = acts.and_then(|phase| phase.acts.get(skipped.act as usize)) {
            told.push(format!("no effect: {act}: {}", skipped.why));
        }
    }
    Told { who, act, result: join(told) }
}

/// What is said several times comes together, where it is said first: work and lost mail take turns in
/// a long phase.
fn together(told: Vec<String>) -> Vec<String> {
    let mut firsts: Vec<(String, usize)> = Vec::new();
    for text in told {
        match firsts.iter_mut().find(|(first, _)| *first == text) {
            Some((_, times)) => *times += 1,
            None => firsts.push((text, 1)),
        }
    }
    firsts.into_iter().flat_map(|(text, times)| vec![text; times]).collect()
}

/// Whether one node does the act, or has it done to it.
fn has_actor(act: &Act) -> bool {
    matches!(
        act,
        Act::Ask { .. }
            | Act::TimesOut { .. }
            | Act::Restart(_)
            | Act::Pause(_)
            | Act::Resume(_)
            | Act::Deliver { .. }
            | Act::Crash { after: None, .. }
            | Act::Clock { .. }
            | Act::Rate { .. }
    )
}

/// Whom the first thing after the act happens to.
fn actor<P: Protocol>(run: &Run<P>, events: &[Event<P>]) -> String {
    let who = events.iter().find_map(|event| event.who);
    who.map_or(String::new(), |who| run.name(who).to_owned())
}

fn event<P: Protocol>(run: &Run<P>, events: &[Event<P>], group: Group) -> Told {
    let Some((opening, rest)) = events.split_first() else {
        return Told { who: String::new(), act: String::new(), result: String::new() };
    };
    let mut about = opening.who;
    let (who, act) = match &opening.what {
        What::Act(act) => {
            about = events.iter().find_map(|event| event.who);
            let act = run.act(group.first, *act);
            let who = if act.is_some_and(has_actor) { actor(run, events) } else { String::new() };
            (who, act.map_or(String::new(), Act::to_string))
        }
        What::Started if group.first == 0 => (String::new(), START.to_owned()),
        What::Lost { .. } | What::Finish => (String::new(), sentence(run, opening)),
        _ => (actor(run, events), clause(run, opening)),
    };
    let after_act = matches!(opening.what, What::Act(_));
    let told = rest.iter().filter(|event| {
        let repeats = after_act && (event.what.is_input() || says_its_act(&event.what));
        shows(&event.what) && !repeats && !held_by_all(run, event)
    });
    let told: Vec<&Event<P>> = told.collect();
    Told { who, act, result: join(tell_all(run, &told, about)) }
}

/// What becomes of a message, but for the one whom it is for: neighbours with the same are told once.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fate {
    label: String,
    from: NodeId,
    becomes: Becomes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Becomes {
    Sent,
    Held,
    Copied,
    Lost(Loss),
}

/// The events in words. A message to many who share its fate is one phrase: `Ask 1 to n2, n3 and n5
/// is lost: cut off`.
fn tell_all<P: Protocol>(run: &Run<P>, events: &[&Event<P>], about: Option<NodeId>) -> Vec<String> {
    let same = |a: &&Event<P>, b: &&Event<P>| match (fate(run, a), fate(run, b)) {
        (Some((a, _)), Some((b, _))) => a == b,
        _ => false,
    };
    // Whom the step is about goes without a name, until somebody or something else was named.
    let mut about_whom = about;
    let mut tell = |events: &[&Event<P>]| {
        let whom = about_whom;
        let own = events[0].who == about && events[0].what.is_output();
        about_whom = if own { about } else { None };
        match fate(run, events[0]) {
            Some((fate, _)) => {
                let mut to: Vec<NodeId> = events.iter().filter_map(|event| fate_of(run, event)).collect();
                to.dedup();
                let all = to.len();
                let mut met = BTreeSet::new();
                to.retain(|whom| met.insert(*whom));
                // The same to the same, time after time.
                let times = if all > to.len() {
                    format!(", {} times", all.div_ceil(to.len()))
                } else {
                    String::new()
                };
                mail(run, &fate, &to, whom) + &times
            }
            None => phrase(run, events[0], whom),
        }
    };
    let mut told = Vec::new();
    for same in events.chunk_by(same) {
        told.push(tell(same));
    }
    told
}

fn fate_of<P: Protocol>(run: &Run<P>, event: &Event<P>) -> Option<NodeId> {
    fate(run, event).map(|(_, to)| to)
}

fn fate<P: Protocol>(run: &Run<P>, event: &Event<P>) -> Option<(Fate, NodeId)> {
    let (message, becomes) = match &event.what {
        What::Sent { to, msg } => {
            let fate = Fate { label: P::label(msg), from: event.who?, becomes: Becomes::Sent };
            return Some((fate, *to));
        }
        // Where everything waits, that a message waits says no more than that it was sent.
        What::Held { message, .. } if held_by_all(run, event) => (*message, Becomes::Sent),
        What::Held { message, .. } => (*message, Becomes::Held),
        What::Duplicated { message, .. } => (*message, Becomes::Copied),
        What::Lost { message, why, .. } => (*message, Becomes::Lost(*why)),
        _ => return None,
    };
    let (from, to, msg) = run.message(message)?;
    Some((Fate { label: P::label(msg), from, becomes }, to))
}

fn held_by_all<P: Protocol>(run: &Run<P>, event: &Event<P>) -> bool {
    let (What::Held { .. }, Some(cause)) = (&event.what, event.cause) else { return false };
    let What::Act(act) = run.events[cause as usize].what else { return false };
    matches!(run.act(cause as usize, act), Some(Act::HoldAll))
}

fn mail<P: Protocol>(run: &Run<P>, fate: &Fate, to: &[NodeId], about: Option<NodeId>) -> String {
    let label = &fate.label;
    let to = listed(&to.iter().map(|to| run.name(*to)).collect::<Vec<_>>());
    let own = about == Some(fate.from);
    let from = if own { String::new() } else { format!(" from {}", run.name(fate.from)) };
    match fate.becomes {
        Becomes::Sent if own => format!("sends {label} to {to}"),
        Becomes::Sent => format!("{} sends {label} to {to}", run.name(fate.from)),
        Becomes::Held => format!("{label}{from} to {to} waits on the way"),
        Becomes::Copied => format!("{label}{from} to {to} is copied"),
        Becomes::Lost(why) => format!("{label}{from} to {to} is lost: {}", loss(why)),
    }
}

/// `n2, n3 and n5`
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Events that repeat in words what the act has said.
fn says_its_act<P: Protocol>(what: &What<P>) -> bool {
    use What::{ClockSet, Crashed, Cut, Healed, Paused, RateSet, Resumed};
    matches!(what, Paused | Resumed | Cut { .. } | Healed | ClockSet { .. } | RateSet { .. })
        || matches!(what, Crashed { forgot: 0 })
}

fn join(told: Vec<String>) -> String {
    let mut told: Vec<String> = told
        .chunk_by(|a, b| a == b)
        .map(|same| match same {
            [once] => once.clone(),
            _ => format!("{}, {} times", same[0], same.len()),
        })
        .collect();
    let more = told.len().saturating_sub(TOLD);
    if more > 1 {
        told.truncate(TOLD);
        told.push(format!("and {more} more"));
    }
    told.join("; ")
}

/// What the result of a folded step tells.
fn matters<P: Protocol>(what: &What<P>) -> bool {
    match what {
        What::Crashed { forgot } => *forgot > 0,
        What::Applied(deed) => P::tells(deed),
        // A belief is drawn, and follows from what is told.
        What::Became(_) => P::BELIEF.is_none(),
        What::Lost { .. } | What::Answered { .. } => true,
        What::Held { .. } | What::Noted(_) => true,
        _ => false,
    }
}

/// What the result of an unfolded step tells.
fn shows<P: Protocol>(what: &What<P>) -> bool {
    !matches!(what, What::TimerSet { .. } | What::Cancelled(_) | What::Started | What::Act(_))
}

/// The event with its subject, unless that is the one whom the step is about.
fn phrase<P: Protocol>(run: &Run<P>, event: &Event<P>, about: Option<NodeId>) -> String {
    let own = event.who == about && event.what.is_output();
    if own { clause(run, event) } else { sentence(run, event) }
}

fn sentence<P: Protocol>(run: &Run<P>, event: &Event<P>) -> String {
    match (event.who, &event.what) {
        (_, What::Lost { .. } | What::Held { .. } | What::Duplicated { .. }) | (None, _) => {
            clause(run, event)
        }
        (Some(who), _) => format!("{} {}", run.name(who), clause(run, event)),
    }
}

/// What happens, without whom it happens to.
pub(in crate::world) fn clause<P: Protocol>(run: &Run<P>, event: &Event<P>) -> String {
    match &event.what {
        What::Act(_) => String::new(),
        What::Finish => FINISH.to_owned(),
        What::Crashed { forgot: 0 } => "crashes".to_owned(),
        What::Crashed { forgot } => format!("crashes and forgets {}", writes(*forgot)),
        What::Paused => "pauses".to_owned(),
        What::Resumed => "goes on".to_owned(),
        What::Cut { .. } => "a cut".to_owned(),
        What::Healed => "the cuts end".to_owned(),
        What::ClockSet { offset } => format!("has a clock that is off by {offset} ms"),
        What::RateSet { ppm } => format!("has a clock that runs {} from now on", crate::plan::rate(*ppm)),
        What::Held { .. } | What::Duplicated { .. } | What::Lost { .. } | What::Sent { .. } => {
            fate(run, event).map_or(String::new(), |(fate, to)| {
                let about = matches!(fate.becomes, Becomes::Sent).then_some(fate.from);
                mail(run, &fate, &[to], about)
            })
        }
        What::Started => "starts".to_owned(),
        What::Delivered { message, copy } => match run.message(*message) {
            Some((from, _, msg)) => {
                let again = if *copy > 0 { " again" } else { "" };
                format!("hears{again} from {}: {}", run.name(from), P::prose(msg))
            }
            None => String::new(),
        },
        What::Fired(name) => format!("times out: {name}"),
        What::Asked(id) => {
            let request = run.requests.get(id.0 as usize).map(P::request_prose);
            format!("is asked: {}", request.unwrap_or_default())
        }
        What::Restarted { kept } => format!("restarts with {}", writes(*kept)),
        What::Wrote(_) => "writes".to_owned(),
        What::Synced { .. } => "syncs".to_owned(),
        What::TimerSet { name, due } => {
            format!("sets {name} to {} ms from now", due.saturating_sub(event.at))
        }
        What::Cancelled(name) => format!("cancels {name}"),
        What::Answered { answer, .. } => format!("answers {}", P::answer_prose(answer)),
        What::Became(role) => format!("becomes {role}"),
        What::Applied(deed) => P::deed_prose(deed),
        What::Noted(text) => format!("notes: {}", text.replace(['\n', '\r'], " ")),
    }
}

fn writes(count: u32) -> String {
    if count == 1 { "1 write".to_owned() } else { format!("{count} writes") }
}

fn loss(why: Loss) -> &'static str {
    match why {
        Loss::Cut => "cut off",
        Loss::Dropped => "dropped",
        Loss::Down => "its receiver is down",
        Loss::SenderCrashed => "its sender crashed",
        Loss::Nobody => "there is nobody",
    }
}
