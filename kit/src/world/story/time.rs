//! When each event is drawn. The head of the parent says by which rule.

use crate::Ms;
use crate::trace::Clock;
use crate::world::node::Protocol;
use crate::world::run::{Event, Run, What};

/// The longest hop is this part of the run.
const PARTS: Ms = 40;

pub(super) fn drawn<P: Protocol>(run: &Run<P>) -> (Clock, Vec<Ms>) {
    let ranks = ranks(run);
    let Some(hop) = hop(run, &ranks) else { return (Clock::Instants, ranks) };
    let mut times = Vec::with_capacity(ranks.len());
    let mut instant = (0, 0);
    for (event, &rank) in run.events.iter().zip(&ranks) {
        if times.is_empty() || event.at != instant.0 {
            instant = (event.at, rank);
        }
        times.push(event.at.saturating_add(rank.saturating_sub(instant.1).saturating_mul(hop)));
    }
    (Clock::Milliseconds, times)
}

/// How many hops lie between the begin of the run and each event.
fn ranks<P: Protocol>(run: &Run<P>) -> Vec<Ms> {
    let mut ranks: Vec<Ms> = Vec::with_capacity(run.events.len());
    let mut lanes: Vec<Option<Ms>> = vec![None; run.cast.len()];
    let (mut floor, mut highest) = (0, 0);
    let mut phases = run.phases.iter().peekable();
    for (number, event) in run.events.iter().enumerate() {
        let mut begins = number > 0 && event.at != run.events[number - 1].at;
        while phases.next_if(|&&first| first as usize <= number).is_some() {
            begins |= number > 0;
        }
        if begins {
            floor = highest + 1;
            lanes.fill(None);
        }
        let rank = rank(event, floor, &mut lanes, &ranks);
        highest = highest.max(rank);
        ranks.push(rank);
    }
    ranks
}

fn rank<P: Protocol>(event: &Event<P>, floor: Ms, lanes: &mut [Option<Ms>], ranks: &[Ms]) -> Ms {
    let sent = |message: u32| ranks.get(message as usize).map_or(0, |sent| sent + 1);
    let lane = event.who.and_then(|who| lanes.get_mut(who.index()));
    match (&event.what, lane) {
        (What::Lost { message, .. } | What::Held { message, .. } | What::Duplicated { message, .. }, _) => {
            floor.max(sent(*message))
        }
        (what, Some(lane)) if what.is_output() => lane.unwrap_or(floor),
        (what, Some(lane)) => {
            let after = lane.map_or(floor, |before| before + 1);
            let arrived = if let What::Delivered { message, .. } = what { sent(*message) } else { 0 };
            let rank = after.max(arrived);
            *lane = Some(rank);
            rank
        }
        (_, None) => floor,
    }
}

/// How long a hop is in milliseconds; none if the clock stands still or the instants are too close.
fn hop<P: Protocol>(run: &Run<P>, ranks: &[Ms]) -> Option<Ms> {
    let (first, last) = (run.events.first()?.at, run.events.last()?.at);
    let mut hop = (last - first) / PARTS;
    let mut begin = *ranks.first()?;
    let mut highest = begin;
    for (number, pair) in run.events.windows(2).enumerate() {
        highest = highest.max(ranks[number]);
        let gap = pair[1].at - pair[0].at;
        if gap > 0 {
            hop = hop.min(gap / (highest - begin + 1));
            begin = ranks[number + 1];
            highest = begin;
        }
    }
    (hop > 0).then_some(hop)
}
