//! Reads a run's events again and holds the world to its promises, with books of its own.

use std::collections::{BTreeMap, BTreeSet};

use kit::plan::Act;
use kit::world::{Event, Protocol, Run, What};

#[derive(Default)]
struct Node {
    up: bool,
    paused: bool,
    ever_paused: bool,
    life: u16,
    /// The input whose outputs may follow.
    step: Option<u32>,
    /// Texts of all that is on the disk, and how many of them are synced.
    journal: Vec<String>,
    synced: usize,
    /// The timers of this life.
    timers: BTreeMap<&'static str, Timer>,
    steady: Steady,
}

/// The event that set a timer, and between what counts of the steady clock it is due: the record
/// says when in world time, in whole milliseconds.
struct Timer {
    set: u32,
    least: u128,
    most: u128,
}

/// A steady clock, in millionths of a millisecond, told forward from event to event.
#[derive(Default)]
struct Steady {
    ppm: i32,
    at: u64,
    counted: u128,
}

impl Steady {
    fn pace(&self) -> u128 {
        1_000_000u128.saturating_add_signed(self.ppm.into())
    }

    fn tell(&mut self, at: u64) {
        self.counted += u128::from(at - self.at) * self.pace();
        self.at = at;
    }
}

struct Audit<'a, P: Protocol> {
    run: &'a Run<P>,
    nodes: Vec<Node>,
    /// Copies that are neither delivered nor lost.
    outstanding: BTreeSet<(u32, u8)>,
    cut: BTreeSet<(usize, usize)>,
}

pub(crate) fn audit<P: Protocol>(run: &Run<P>) -> Result<(), String> {
    let nodes = run.cast.iter().map(|_| Node::default()).collect();
    let mut audit = Audit { run, nodes, outstanding: BTreeSet::new(), cut: BTreeSet::new() };
    let mut at = 0;
    for (number, event) in run.events.iter().enumerate() {
        let context = |error: String| format!("event {number}, {event:?}: {error}");
        require(event.at >= at, "time went back").map_err(context)?;
        at = event.at;
        let early = event.cause.is_none_or(|cause| (cause as usize) < number);
        require(early, "an effect before its cause").map_err(context)?;
        audit.event(number as u32, event).map_err(context)?;
    }
    let listed: Vec<(u32, u8)> = run.on_the_way.iter().map(|parcel| (parcel.message, parcel.copy)).collect();
    require(listed.len() == audit.outstanding.len(), "mail is counted wrongly")?;
    require(listed.into_iter().collect::<BTreeSet<_>>() == audit.outstanding, "mail appeared or vanished")
}

fn require(holds: bool, broken: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken.to_owned()) }
}

impl<P: Protocol> Audit<'_, P> {
    fn event(&mut self, number: u32, event: &Event<P>) -> Result<(), String> {
        self.nodes.iter_mut().for_each(|node| node.steady.tell(event.at));
        if event.what.is_input() {
            self.input(number, event)
        } else if event.what.is_output() {
            self.output(number, event)
        } else {
            self.fault(event)
        }
    }

    fn node(&mut self, event: &Event<P>) -> Result<&mut Node, String> {
        let who = event.who.ok_or("happens to nobody")?;
        self.nodes.get_mut(who.index()).ok_or_else(|| "not in the cast".to_owned())
    }

    fn input(&mut self, number: u32, event: &Event<P>) -> Result<(), String> {
        let run = self.run;
        let node = self.node(event)?;
        match event.what {
            What::Started => {
                require(!node.up && event.life == 0, "started twice")?;
                node.up = true;
            }
            What::Restarted { kept } => {
                require(!node.up, "restarted while up")?;
                require(kept as usize == node.journal.len(), "the disk kept something else")?;
                node.up = true;
                node.life += 1;
            }
            _ => require(node.up && !node.paused, "an input for a node that is down or paused")?,
        }
        require(node.life == event.life, "in another life")?;
        node.step = Some(number);
        let crosses_cut = !node.ever_paused;
        match event.what {
            What::Fired(name) => {
                let Timer { set, least, most } =
                    node.timers.remove(name).ok_or("this life has not set this timer")?;
                let cause = event.cause.ok_or("a timer without a cause")?;
                let by_plan = matches!(run.events[cause as usize].what, What::Act(_));
                // Of a node that is awake it goes off in the first millisecond in which it is due.
                let counted = node.steady.counted;
                let in_time = counted >= least && (node.ever_paused || counted < most + node.steady.pace());
                require(by_plan || (cause == set && in_time), "a timer went off at the wrong time")
            }
            What::Delivered { message, copy } => {
                require(self.outstanding.remove(&(message, copy)), "this copy is not on the way")?;
                let (from, to, _) = run.message(message).ok_or("no such message")?;
                require(event.who == Some(to), "delivered to another")?;
                let cut = self.cut.contains(&(from.index(), to.index()));
                require(!(crosses_cut && cut), "it came through a cut")
            }
            _ => Ok(()),
        }
    }

    fn output(&mut self, number: u32, event: &Event<P>) -> Result<(), String> {
        let node = self.node(event)?;
        require(node.up && !node.paused, "said by a node that is down or paused")?;
        require(node.life == event.life && node.step == event.cause, "said out of step")?;
        match &event.what {
            What::Wrote(record) => node.journal.push(format!("{record:?}")),
            What::Synced { .. } => node.synced = node.journal.len(),
            What::TimerSet { name, due } => {
                let most = node.steady.counted + u128::from(due - event.at) * node.steady.pace();
                let least = (most + 1).saturating_sub(node.steady.pace());
                _ = node.timers.insert(name, Timer { set: number, least, most });
            }
            What::Cancelled(name) => _ = node.timers.remove(name),
            What::Sent { .. } => _ = self.outstanding.insert((number, 0)),
            // The spy says what the node was handed.
            What::Noted(text) if text.starts_with(crate::DISK) => {
                let kept = format!("{}[{}]", crate::DISK, node.journal.join(", "));
                require(*text == kept, "the node got other records")?;
            }
            _ => {}
        }
        Ok(())
    }

    fn fault(&mut self, event: &Event<P>) -> Result<(), String> {
        match event.what {
            What::Crashed { forgot } => self.crash(event, forgot)?,
            What::Paused => {
                let node = self.node(event)?;
                require(node.up && !node.paused, "paused in vain")?;
                (node.paused, node.ever_paused) = (true, true);
            }
            What::Resumed => {
                let node = self.node(event)?;
                require(node.up && node.paused, "resumed in vain")?;
                node.paused = false;
            }
            What::RateSet { ppm } => self.node(event)?.steady.ppm = ppm,
            What::Cut { left, right } => {
                let on = |side: u32, node: usize| side & 1 << node != 0;
                for (a, b) in (0..self.nodes.len()).flat_map(|a| (0..self.nodes.len()).map(move |b| (a, b))) {
                    if a != b && ((on(left, a) && on(right, b)) || (on(right, a) && on(left, b))) {
                        self.cut.insert((a, b));
                    }
                }
            }
            What::Healed => self.cut.clear(),
            What::Duplicated { message, copy } => {
                require(self.outstanding.insert((message, copy)), "a copy of the same number")?;
            }
            What::Lost { message, copy, .. } => {
                require(self.outstanding.remove(&(message, copy)), "lost and not on the way")?;
            }
            What::Held { message, copy } => {
                require(self.outstanding.contains(&(message, copy)), "held and not on the way")?;
            }
            _ => {}
        }
        Ok(())
    }

    /// What was synced stays, and of the rest exactly as much as the act says.
    fn crash(&mut self, event: &Event<P>, forgot: u32) -> Result<(), String> {
        let keeping = self.keeping(event).ok_or("a crash without its act")?;
        let node = self.node(event)?;
        require(node.up, "crashed while down")?;
        let unsynced = node.journal.len() - node.synced;
        require(unsynced.saturating_sub(keeping) == forgot as usize, "the disk lost the wrong writes")?;
        node.journal.truncate(node.synced + keeping.min(unsynced));
        node.synced = node.journal.len();
        (node.up, node.paused, node.step) = (false, false, None);
        node.timers.clear();
        Ok(())
    }

    fn keeping(&self, event: &Event<P>) -> Option<usize> {
        let cause = event.cause? as usize;
        let What::Act(act) = self.run.events[cause].what else { return None };
        let phase = self.run.plan.phases.get(self.run.phase_of(cause).checked_sub(1)?)?;
        match phase.acts.get(act as usize)? {
            Act::Crash { keeping, .. } => Some(*keeping as usize),
            _ => None,
        }
    }
}
