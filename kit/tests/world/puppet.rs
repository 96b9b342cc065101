//! A node that does what it is told, for tests of the rules.
//!
//! A request is a list of outputs: `write a, sync, send 1 hello, timer t 10, cancel t, role boss,
//! now, steady, deed x, note y`. A message that begins with `do` is carried out in the same way (with `and` for
//! the comma). The timer `x` lets n1 cancel `t`; every other input is noted.

use kit::Ms;
use kit::world::{Input, Machine, Make, NodeId, Outputs, Protocol};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Puppets;

impl Protocol for Puppets {
    type Msg = String;
    type Record = String;
    type Request = String;
    type Answer = String;
    type Deed = String;

    const KINDS: &'static [&'static str] = &["Say", "Do"];
    const TIMERS: &'static [&'static str] = &["t", "u", "x"];
    const ROLES: &'static [&'static str] = &["boss", "n3", "clerk"];

    fn kind(msg: &String) -> &'static str {
        if msg.starts_with("do ") { "Do" } else { "Say" }
    }

    fn parse_request(text: &str) -> Result<String, String> {
        if text.is_empty() { Err("expected a script".to_owned()) } else { Ok(text.to_owned()) }
    }
}

/// It remembers what its steady clock showed last.
#[derive(Default)]
struct Puppet(Ms);

impl Machine<Puppets> for Puppet {
    fn step(&mut self, now: Ms, input: Input<Puppets>, out: &mut Outputs<Puppets>) {
        match input {
            Input::Start => {}
            Input::Request { request, .. } => request.split(", ").for_each(|word| self.obey(now, word, out)),
            Input::Message { msg, .. } => match msg.strip_prefix("do ") {
                Some(script) => script.split(" and ").for_each(|word| self.obey(now, word, out)),
                None => out.note(&format!("heard {msg}")),
            },
            Input::Timer("x") => out.send(NodeId(0), "do cancel t".to_owned()),
            Input::Timer(name) => out.note(&format!("{name} at {now}")),
            Input::Restart { kept } => out.note(&format!("kept {kept:?}")),
        }
    }

    fn steady(&mut self, ms: Ms) {
        assert!(ms >= self.0, "the steady clock of a life went back");
        self.0 = ms;
    }
}

impl Puppet {
    fn obey(&self, now: Ms, order: &str, out: &mut Outputs<Puppets>) {
        let (verb, rest) = order.split_once(' ').unwrap_or((order, ""));
        let timer =
            |name: &str| Puppets::TIMERS.iter().copied().find(|known| *known == name).expect("a timer");
        match verb {
            "write" => out.write(rest.to_owned()),
            "sync" => out.sync(),
            "send" => {
                let (to, text) = rest.split_once(' ').unwrap_or((rest, ""));
                out.send(NodeId(to.parse().expect("a number")), text.to_owned());
            }
            "timer" => {
                let (name, after) = rest.split_once(' ').expect("a name and a time");
                out.timer(timer(name), after.parse().expect("a time"));
            }
            "cancel" => out.cancel(timer(rest)),
            "role" => out.role(if rest == "boss" { "boss" } else { "clerk" }),
            "now" => out.note(&format!("now {now}")),
            "steady" => out.note(&format!("steady {}", self.0)),
            "panic" => panic!("as told"),
            "deed" => out.apply(rest.to_owned()),
            _ => out.note(rest),
        }
    }
}

pub(crate) fn puppets() -> Make<Puppets> {
    Box::new(|_| Box::new(Puppet::default()))
}
