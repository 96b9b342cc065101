//! Who takes part in a run of `lease-keeper`, as lines of a scenario's head.
//!
//! ```text
//! lease kickoff:ACH: token 412, expires 20 s
//! clock pod-3: +40 s
//! pod-7: acquire kickoff:ACH for 30 s, then renew kickoff:ACH for 30 s, then release kickoff:ACH
//! pod-7.b: acquire kickoff:ACH for 30 s, then acquire kickoff:ACH for 30 s, then release kickoff:ACH with grant 1
//! ```
//!
//! What stands before a dot is the pod. A renewal and a release show the last grant of this lease that
//! their client was told of, or with `with grant 1` the first one. Who was told of none, or has crashed
//! since, shows nothing: the call is passed over.

use kit::plan::duration;

use crate::cast;
pub use crate::lease::scene::{Clock, Lease, attempt_id, pod};
use crate::lease::scene::{is_name, span};

pub type Cast = crate::lease::cast::Cast<Call>;
pub type Worker = cast::Worker<Call>;

/// `renew kickoff:ACH for 30 s with grant 1`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub name: String,
    pub what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    Acquire { ttl_ms: i64 },
    Renew { ttl_ms: i64, grant: Which },
    Release { grant: Which },
}

/// Which of the grants that a client was told of, for one lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    Last,
    /// Counted from 1.
    Number(usize),
}

pub fn acquire(name: &str, ttl_ms: i64) -> Call {
    Call { name: name.to_owned(), what: What::Acquire { ttl_ms } }
}

pub fn renew(name: &str, ttl_ms: i64) -> Call {
    Call { name: name.to_owned(), what: What::Renew { ttl_ms, grant: Which::Last } }
}

pub fn release(name: &str) -> Call {
    Call { name: name.to_owned(), what: What::Release { grant: Which::Last } }
}

impl Call {
    /// The same with the grant of this number.
    pub fn with_grant(mut self, number: usize) -> Call {
        match &mut self.what {
            What::Acquire { .. } => {}
            What::Renew { grant, .. } | What::Release { grant } => *grant = Which::Number(number),
        }
        self
    }

    /// Which grant it shows.
    pub fn grant(&self) -> Option<Which> {
        match self.what {
            What::Acquire { .. } => None,
            What::Renew { grant, .. } | What::Release { grant } => Some(grant),
        }
    }

    pub fn is_release(&self) -> bool {
        matches!(self.what, What::Release { .. })
    }

    /// `renew`
    pub fn verb(&self) -> &'static str {
        match self.what {
            What::Acquire { .. } => "acquire",
            What::Renew { .. } => "renew",
            What::Release { .. } => "release",
        }
    }
}

fn for_so_long(ttl_ms: i64) -> String {
    format!("for {}", duration(ttl_ms.unsigned_abs()))
}

fn read_ttl(text: &str) -> Option<i64> {
    span(text).filter(|ttl| *ttl > 0)
}

impl cast::Call for Call {
    const HELP: &'static str =
        "write `acquire kickoff:ACH for 30 s`, `renew kickoff:ACH for 30 s` or `release kickoff:ACH`";
    const LINE: &'static str = "pod-7: acquire kickoff:ACH for 30 s, then release kickoff:ACH";

    fn text(&self) -> String {
        let name = &self.name;
        let with = match self.grant() {
            Some(Which::Number(number)) => format!(" with grant {number}"),
            _ => String::new(),
        };
        match self.what {
            What::Acquire { ttl_ms } => format!("acquire {name} {}", for_so_long(ttl_ms)),
            What::Renew { ttl_ms, .. } => format!("renew {name} {}{with}", for_so_long(ttl_ms)),
            What::Release { .. } => format!("release {name}{with}"),
        }
    }

    fn read(text: &str) -> Option<Call> {
        let (verb, rest) = text.trim().split_once(' ')?;
        let (rest, grant) = match rest.split_once(" with grant ") {
            Some((rest, number)) => (rest, Which::Number(number.parse().ok().filter(|number| *number > 0)?)),
            None => (rest, Which::Last),
        };
        let (name, ttl) = match rest.split_once(" for ") {
            Some((name, ttl)) => (name, Some(read_ttl(ttl)?)),
            None => (rest, None),
        };
        let what = match (verb, ttl) {
            ("acquire", Some(ttl_ms)) if grant == Which::Last => What::Acquire { ttl_ms },
            ("renew", Some(ttl_ms)) => What::Renew { ttl_ms, grant },
            ("release", None) => What::Release { grant },
            _ => return None,
        };
        is_name(name).then(|| Call { name: name.to_owned(), what })
    }
}

impl crate::lease::cast::Call for Call {
    const MAY_BE_LEFT_OUT: bool = true;

    fn lease(&self) -> &str {
        &self.name
    }
}

impl Cast {
    /// A cast by clients and their calls.
    pub fn new(workers: &[(&str, &[Call])]) -> Cast {
        let worker =
            |(name, calls): &(&str, &[Call])| Worker { name: (*name).to_owned(), calls: calls.to_vec() };
        Cast::of(workers.iter().map(worker).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cast::{Call as _, Cast as _};

    #[test]
    fn a_cast_reads_back() {
        let calls = [
            acquire("kickoff:ACH", 30_000),
            renew("kickoff:ACH", 250).with_grant(1),
            release("kickoff:ACH"),
            release("kickoff:ACH").with_grant(2),
        ];
        let cast = Cast::new(&[("pod-7", &calls), ("pod-7.b", &calls[..1])])
            .with_lease("recon:card", 412, 20_000)
            .with_clock("pod-7", -40_000);
        let settings = cast.settings();
        assert_eq!(
            settings[2].value,
            "acquire kickoff:ACH for 30 s, then renew kickoff:ACH for 250 ms with grant 1, then release \
             kickoff:ACH, then release kickoff:ACH with grant 2"
        );
        assert_eq!(Cast::read(&settings), Ok(cast));
    }

    #[test]
    fn what_is_no_call_is_refused() {
        for text in [
            "renew kickoff:ACH",
            "renew kickoff:ACH for 0 s",
            "renew kickoff:ACH for 30 s with grant 0",
            "renew kickoff:ACH for 30 s with grant one",
            "renew kickoff:ACH with grant 1 for 30 s",
            "acquire kickoff:ACH for 30 s with grant 1",
            "release kickoff:ACH for 30 s",
            "release two words",
            "release",
            "keep kickoff:ACH for 30 s",
        ] {
            assert_eq!(Call::read(text), None, "{text}");
        }
    }
}
