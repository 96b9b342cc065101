//! What a lease service promises, checked on its own deeds, in true time.
//!
//! * Tokens rise with every grant of a lease, whoever grants it.
//! * A grant or a renewal ends 30 s later.
//! * A service grants only what is over by all that it knows: one live grant at a time.
//!
//! A replica knows what it has heard. That it may not have heard of a renewal is no slip of its own:
//! it is what a store signs up to that answers before it has replicated.

use super::{Deed, Run, State, TTL};
use crate::Ms;
use crate::world::{Breach, NodeId, What};

/// Which promise a run breaks, if one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Promise {
    TokensRise,
    EndsKeepToTheTtl,
    OneLiveGrant,
}

/// Whether the service of the lease that these nodes grant keeps its word in this run.
///
/// # Errors
/// The first event that breaks it.
pub fn kept(run: &Run, services: &[&str]) -> Result<(), (Promise, Breach)> {
    let mut highest = 0;
    let mut known: Vec<State> = vec![State::default(); run.cast.len()];
    for (number, event) in run.events.iter().enumerate() {
        let (Some(who), What::Applied(deed)) = (event.who, &event.what) else { continue };
        if !services.contains(&run.name(who)) {
            continue;
        }
        let breach = |promise, observed: String, required: &str| {
            (promise, Breach { event: number, observed, required: required.to_owned() })
        };
        if let Deed::Grants { token, .. } = deed {
            if *token <= highest {
                let observed = format!("{} grants token {token} after {highest}", run.name(who));
                return Err(breach(Promise::TokensRise, observed, "a higher token with every grant"));
            }
            highest = *token;
            if event.at < known[who.index()].until {
                let observed =
                    format!("{} grants the lease {}", run.name(who), early(run, who, &known, event.at));
                return Err(breach(Promise::OneLiveGrant, observed, "one live grant at a time"));
            }
        }
        if let Deed::Grants { until, .. } | Deed::Renews { until, .. } = deed
            && *until != event.at + TTL
        {
            let observed = format!("a lease of {} ends at {until} ms, by a clock that is off", run.name(who));
            return Err(breach(Promise::EndsKeepToTheTtl, observed, "its end is 30 s later"));
        }
        learn(&mut known[who.index()], deed, event.at);
    }
    Ok(())
}

fn early(run: &Run, who: NodeId, known: &[State], at: Ms) -> String {
    let State { token, until, .. } = known[who.index()];
    format!("{} ms before {} knows token {token} to be over", until - at, run.name(who))
}

/// What a service knows of the lease after this deed of its own.
fn learn(known: &mut State, deed: &Deed, at: Ms) {
    match deed {
        Deed::Grants { to, token, until } => {
            *known = State { token: *token, owner: Some((*to, 0)), until: *until }
        }
        Deed::Renews { until, .. } => known.until = *until,
        Deed::Ends { .. } => (known.owner, known.until) = (None, at),
        Deed::Learns(state) => *known = *state,
        _ => {}
    }
}
