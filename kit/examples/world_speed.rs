//! How fast the world is: `cargo run -p kit --example world_speed`.
//!
//! Five nodes copy a log: a leader sends entries on a heartbeat, followers write, sync, reset their
//! election timers and confirm. Every run is short and new, as a grader's are, with a crash, a cut,
//! a pause and their ends, and is read once by a checker.

use std::time::Instant;

use kit::Ms;
use kit::plan::Plan;
use kit::world::{Input, Machine, NodeId, Outputs, Protocol, What, World};

#[derive(Debug, Clone, Copy, PartialEq)]
struct Copying;

#[derive(Debug, Clone, PartialEq)]
enum Msg {
    Append { term: u64, index: u64, entries: Vec<u64> },
    Stored { term: u64, index: u64 },
}

impl Protocol for Copying {
    type Msg = Msg;
    type Record = (u64, u64);
    type Request = ();
    type Answer = ();
    type Deed = u64;

    const KINDS: &'static [&'static str] = &["Append", "Stored"];
    const TIMERS: &'static [&'static str] = &["election", "heartbeat"];
    const ROLES: &'static [&'static str] = &["leader"];

    fn kind(msg: &Msg) -> &'static str {
        match msg {
            Msg::Append { .. } => "Append",
            Msg::Stored { .. } => "Stored",
        }
    }

    fn parse_request(_: &str) -> Result<(), String> {
        Ok(())
    }
}

const NODES: u8 = 5;

struct Node {
    me: NodeId,
    term: u64,
    last: u64,
    stored: [u64; NODES as usize],
    applied: u64,
}

impl Node {
    fn beat(&self, out: &mut Outputs<Copying>) {
        for to in (0..NODES).map(NodeId).filter(|&to| to != self.me) {
            let entries = (self.stored[to.index()]..self.last).collect();
            out.send(to, Msg::Append { term: self.term, index: self.last, entries });
        }
        out.timer("heartbeat", 50);
    }

    fn lead(&mut self, out: &mut Outputs<Copying>) {
        self.term = self.term / u64::from(NODES) * u64::from(NODES) + u64::from(NODES + self.me.0);
        out.write((self.term, self.last));
        out.sync();
        out.cancel("election");
        out.role("leader");
        self.beat(out);
    }
}

impl Machine<Copying> for Node {
    fn step(&mut self, _now: Ms, input: Input<Copying>, out: &mut Outputs<Copying>) {
        match input {
            Input::Start | Input::Restart { .. } => out.timer("election", 150 + 40 * Ms::from(self.me.0)),
            Input::Timer("heartbeat") => {
                self.last += 1;
                self.beat(out);
            }
            Input::Timer(_) => self.lead(out),
            Input::Request { .. } => {
                self.last += 1;
                out.write((self.term, self.last));
                out.sync();
            }
            Input::Message { from, msg: Msg::Append { term, index, .. } } if term >= self.term => {
                if term > self.term {
                    self.term = term;
                    out.cancel("heartbeat");
                }
                self.last = index;
                out.write((term, index));
                out.sync();
                out.timer("election", 150 + 40 * Ms::from(self.me.0));
                out.send(from, Msg::Stored { term, index });
            }
            Input::Message { from, msg: Msg::Stored { term, index } } if term == self.term => {
                self.stored[from.index()] = index;
                let most = self.stored.iter().filter(|&&stored| stored >= index).count() > 1;
                if most && index > self.applied {
                    self.applied = index;
                    out.apply(index);
                }
            }
            Input::Message { .. } => {}
        }
    }
}

fn main() {
    let text = "n1 times out
        ask leader \"x\"
        at 300 ms
        isolate leader
        n2 times out election
        at 500 ms
        crash leader, losing mail in flight
        at 1 s
        heal; restart n2; pause n4
        at 1500 ms
        resume n4
        crash n1 after output 2 of its next step; ask n3 \"x\"
        at 2 s";
    let plan: Plan = text.parse().expect("a plan");
    let make =
        |me| Box::new(Node { me, term: 0, last: 0, stored: [0; 5], applied: 0 }) as Box<dyn Machine<_>>;
    let mut world = World::new(&["n1", "n2", "n3", "n4", "n5"], Box::new(make));
    let (runs, begin) = (4_000u32, Instant::now());
    let (mut steps, mut events, mut breaches) = (0, 0, 0u64);
    for _ in 0..runs {
        let run = world.run(&plan);
        let mut leaders = [None; 256];
        for event in &run.events {
            steps += usize::from(event.what.counts());
            if matches!(event.what, What::Became("leader")) {
                let seen = &mut leaders[usize::from(event.who.map_or(0, |who| who.0))];
                breaches += u64::from(seen.replace(event.at) > Some(event.at));
            }
        }
        events += run.events.len();
    }
    let seconds = begin.elapsed().as_secs_f64();
    let rate = |count: usize| count as f64 / seconds / 1e6;
    println!("{runs} runs in {seconds:.2} s, {breaches} breaches");
    println!("{} inputs and faults a run, {:.2} M/s", steps / runs as usize, rate(steps));
    println!("{} events with outputs a run, {:.2} M/s", events / runs as usize, rate(events));
}
