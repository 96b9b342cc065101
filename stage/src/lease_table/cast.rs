//! Who takes part in a run of `lease-table`, as lines of a scenario's head.
//!
//! ```text
//! lease kickoff:ACH: token 412, expires 20 s
//! clock pod-3: +40 s
//! pod-7: acquire kickoff:ACH for 30 s, then acquire recon:card for 30 s
//! pod-7.b: acquire kickoff:ACH for 30 s
//! pod-3: acquire kickoff:ACH for 30 s
//! ```
//!
//! What stands before a dot is the pod: `pod-7` and `pod-7.b` are two threads of pod-7. A `lease` was
//! granted before anybody comes; a `clock` says by how much a pod's own clock is off.

use kit::plan::duration;

use crate::cast;
pub use crate::lease::scene::{Clock, Lease, attempt_id, pod};
use crate::lease::scene::{is_name, span};

pub type Cast = crate::lease::cast::Cast<Call>;
pub type Worker = cast::Worker<Call>;

/// `acquire kickoff:ACH for 30 s`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub name: String,
    pub ttl_ms: i64,
}

impl cast::Call for Call {
    const HELP: &'static str = "write `acquire kickoff:ACH for 30 s`";
    const LINE: &'static str = "pod-7: acquire kickoff:ACH for 30 s";

    fn text(&self) -> String {
        format!("acquire {} for {}", self.name, duration(self.ttl_ms.unsigned_abs()))
    }

    fn read(text: &str) -> Option<Call> {
        let (name, ttl) = text.trim().strip_prefix("acquire ")?.split_once(" for ")?;
        let ttl_ms = span(ttl).filter(|ttl| *ttl > 0)?;
        is_name(name).then(|| Call { name: name.to_owned(), ttl_ms })
    }
}

impl crate::lease::cast::Call for Call {
    const MAY_BE_LEFT_OUT: bool = false;

    fn lease(&self) -> &str {
        &self.name
    }
}

impl Cast {
    /// A cast by clients and the leases that each asks for: `(client, &[(name, ttl in ms)])`.
    pub fn new(workers: &[(&str, &[(&str, i64)])]) -> Cast {
        let call = |&(name, ttl_ms): &(&str, i64)| Call { name: name.to_owned(), ttl_ms };
        let worker = |(name, calls): &(&str, &[(&str, i64)])| Worker {
            name: (*name).to_owned(),
            calls: calls.iter().map(call).collect(),
        };
        Cast::of(workers.iter().map(worker).collect())
    }
}

#[cfg(test)]
mod tests {
    use kit::diagnostic::Place;
    use kit::scenario::Setting;

    use super::*;
    use crate::cast::Cast as _;

    fn full() -> Cast {
        Cast::new(&[
            ("pod-7", &[("kickoff:ACH", 30_000), ("recon:card", 250)]),
            ("pod-7.b", &[("kickoff:ACH", 30_000)]),
            ("pod-3", &[("kickoff:ACH", 30_000); 3]),
        ])
        .with_lease("kickoff:ACH", 412, 20_000)
        .with_clock("pod-3", -40_000)
    }

    #[test]
    fn a_cast_reads_back() {
        let settings = full().settings();
        let lines: Vec<String> =
            settings.iter().map(|line| format!("{}: {}", line.key, line.value)).collect();
        assert_eq!(lines[..2], ["lease kickoff:ACH: token 412, expires 20 s", "clock pod-3: -40 s"]);
        assert_eq!(lines[4], "pod-3: acquire kickoff:ACH for 30 s (3 times)");
        assert_eq!(Cast::read(&settings), Ok(full()));
    }

    #[test]
    fn a_slip_is_named_where_it_stands() {
        for (line, key, value, says) in [
            (0, "lease kickoff:ACH", "412, expires 20 s", "expected a lease"),
            (0, "lease kickoff:ACH", "token 412, expires soon", "expected a lease"),
            (1, "clock pod-3", "40 s", "expected a difference"),
            (2, "pod-7", "acquire kickoff:ACH", "expected a call"),
            (2, "pod-7", "acquire two words for 30 s", "expected a call"),
            (2, "pod-7", "acquire kickoff:ACH for 0 s", "expected a call"),
            (2, "pod-7", "acquire kickoff:ACH for 9223372036854775807 s", "expected a call"),
        ] {
            let mut settings = full().settings();
            let place = Place { line: line as u32 + 3, column: 9 };
            settings[line] = Setting { key: key.into(), value: value.into(), key_at: place, value_at: place };
            let error = Cast::read(&settings).unwrap_err();
            assert_eq!(error.place, place, "{value}");
            assert!(error.message.contains(says), "{error}");
        }
    }

    #[test]
    fn one_name_is_one_lane_and_a_pod_has_one_clock() {
        let refused = |cast: Cast| Cast::read(&cast.settings()).unwrap_err().message;
        let asks = |name| Cast::new(&[("pod-7", &[("kickoff:ACH", 30_000)]), ("pod-3", &[(name, 30_000)])]);
        assert!(refused(asks("pod-7")).contains("cannot be called `pod-7`"));
        assert!(refused(asks("kickoff:ACH").with_lease("copy", 1, 0)).contains("cannot be called `copy`"));
        assert!(refused(full().with_clock("pod-3", 1_000)).contains("`pod-3` is set twice"));
    }

    #[test]
    fn a_clock_of_nobody_is_refused_and_leaves_with_its_pod() {
        let mut cast = full();
        assert_eq!(cast.dismiss(2), "pod-3");
        assert!(cast.clocks.is_empty());
        let error = Cast::read(&full().with_clock("pod-5", 1_000).settings()).unwrap_err();
        assert!(error.message.contains("`pod-5`"), "{error}");
    }
}
