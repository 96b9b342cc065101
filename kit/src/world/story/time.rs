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

/// How many hops lie between the begin of the run and each event. They never fall from step to
/// step, so that steps go down the page.
fn ranks<P: Protocol>(run: &Run<P>) -> Vec<Ms> {
    let mut ranks: Vec<Ms> = Vec::with_capacity(run.events.len());
    // The last input of each node, or the last thing that was done to it.
    let mut lanes: Vec<Option<Ms>> = vec![None; run.cast.len()];
    let mut floor = 0;
    let mut phases = run.phases.iter().peekable();
    for (number, event) in run.events.iter().enumerate() {
        let mut begins = number > 0 && event.at != run.events[number - 1].at;
        while phases.next_if(|&&first| first as usize <= number).is_some() {
            begins |= number > 0;
        }
        if begins {
            floor += 1;
            lanes.fill(None);
        }
        let rank = floor.max(earliest(event, &lanes, &ranks));
        ranks.push(rank);
        // What is lost as it is sent does not hold up what its sender says next.
        if matches!(event.what, What::Lost { message, .. } if message as usize + 1 == number) {
            continue;
        }
        floor = rank;
        if let Some(lane) = event.who.and_then(|who| lanes.get_mut(who.index()))
            && moves(&event.what)
        {
            *lane = Some(floor);
        }
    }
    ranks
}

/// A hop after what it follows from.
fn earliest<P: Protocol>(event: &Event<P>, lanes: &[Option<Ms>], ranks: &[Ms]) -> Ms {
    let sent = match event.what {
        What::Delivered { message, .. } | What::Lost { message, .. } => {
            ranks.get(message as usize).map_or(0, |sent| sent + 1)
        }
        _ => 0,
    };
    let lane = event.who.and_then(|who| *lanes.get(who.index())?);
    let before = lane.map_or(0, |before| before + u64::from(moves(&event.what)));
    sent.max(before)
}

/// Whether it comes after what its node did before, and not at the same time. Of a message on its
/// way, the receiver knows nothing.
fn moves<P: Protocol>(what: &What<P>) -> bool {
    let on_the_way = matches!(what, What::Lost { .. } | What::Held { .. } | What::Duplicated { .. });
    !what.is_output() && !on_the_way
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
