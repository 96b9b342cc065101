//! How things stand before anybody comes: leases that were granted before, clocks that are off.
//!
//! ```text
//! lease kickoff:ACH: token 412, expires 20 s
//! clock pod-3: +40 s
//! ```

use kit::diagnostic::Diagnostic;
use kit::plan::{duration, read_duration};
use kit::scenario::Setting;

use crate::cast::{end, setting};

/// One that stands in the table at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    pub name: String,
    pub token: i64,
    /// ms of the database's clock
    pub expires_at: i64,
}

/// A pod's own clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    pub pod: String,
    /// By how much it is ahead of the database's; negative: behind.
    pub ahead_ms: i64,
}

/// A year: nothing that is added up here comes near what an `i64` holds.
const MOST_MS: i64 = 366 * 24 * 3600 * 1000;

/// The pod of a client: what stands before the dot.
pub fn pod(client: &str) -> &str {
    client.split_once('.').map_or(client, |(pod, _)| pod)
}

/// A client in a sentence: `pod-7`, or `thread b of pod-7`.
pub(crate) fn spoken(client: &str) -> String {
    match client.split_once('.') {
        Some((pod, thread)) => format!("thread {thread} of {pod}"),
        None => client.to_owned(),
    }
}

/// The id of a client's attempt; calls count from 0.
pub fn attempt_id(client: &str, call: usize) -> String {
    format!("{client}:{}", call + 1)
}

/// A lease's name has to be one word, since it names a lane of a figure.
pub(crate) fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-_:.".contains(c);
    !name.is_empty() && name.chars().all(allowed)
}

/// A time in ms, from its text: `30 s`.
pub(crate) fn span(text: &str) -> Option<i64> {
    read_duration(text).and_then(|ms| i64::try_from(ms).ok()).filter(|ms| *ms <= MOST_MS)
}

impl Lease {
    pub(crate) fn setting(&self) -> Setting {
        let value = format!("token {}, expires {}", self.token, duration(self.expires_at.unsigned_abs()));
        setting(format!("lease {}", self.name), value)
    }

    fn read(name: &str, value: &str) -> Option<Lease> {
        let (token, expires) = value.strip_prefix("token ")?.split_once(", expires ")?;
        let token = token.parse().ok().filter(|token| (0..i64::MAX / 2).contains(token))?;
        let expires_at = span(expires)?;
        is_name(name).then(|| Lease { name: name.to_owned(), token, expires_at })
    }
}

impl Clock {
    pub(crate) fn setting(&self) -> Setting {
        let sign = if self.ahead_ms < 0 { '-' } else { '+' };
        setting(format!("clock {}", self.pod), format!("{sign}{}", duration(self.ahead_ms.unsigned_abs())))
    }

    fn read(pod: &str, value: &str) -> Option<Clock> {
        let ahead_ms = match value.strip_prefix('+') {
            Some(ahead) => span(ahead)?,
            None => -span(value.strip_prefix('-')?)?,
        };
        Some(Clock { pod: pod.to_owned(), ahead_ms })
    }
}

/// By how much the clock of this client's pod is ahead.
pub(crate) fn ahead_ms(clocks: &[Clock], client: &str) -> i64 {
    clocks.iter().find(|clock| clock.pod == pod(client)).map_or(0, |clock| clock.ahead_ms)
}

/// Adds what a line says about how things stand; `false` if it speaks of something else.
///
/// # Errors
/// When it says nothing that can be read, or what another line has said.
pub(crate) fn add(
    leases: &mut Vec<Lease>,
    clocks: &mut Vec<Clock>,
    setting: &Setting,
) -> Result<bool, Diagnostic> {
    let fault = |what: &str, help: &str| {
        let message = format!("expected {what}, found `{}`", setting.value);
        Diagnostic::new(setting.value_at, message).help(help)
    };
    if let Some(name) = setting.key.strip_prefix("lease ") {
        let lease = Lease::read(name.trim(), &setting.value);
        let lease = lease.ok_or_else(|| fault("a lease", "write `token 412, expires 20 s`"))?;
        if leases.iter().any(|other| other.name == lease.name) {
            let message = format!("there is a lease `{}` already", lease.name);
            return Err(Diagnostic::new(setting.key_at, message).help("a name has one lease at a time"));
        }
        leases.push(lease);
    } else if let Some(pod) = setting.key.strip_prefix("clock ") {
        let clock = Clock::read(pod.trim(), &setting.value);
        clocks.push(clock.ok_or_else(|| fault("a difference", "write `+40 s` or `-250 ms`"))?);
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Everybody and everything that has a name in a cast.
pub(crate) struct Names<'c> {
    pub leases: &'c [Lease],
    pub clocks: &'c [Clock],
    pub clients: Vec<&'c str>,
    /// The leases that calls are about.
    pub asked: Vec<&'c str>,
}

impl Names<'_> {
    /// Refuses what no figure can show, and slips of the pen.
    ///
    /// # Errors
    /// At the line that has it.
    pub(crate) fn check(&self, settings: &[Setting]) -> Result<(), Diagnostic> {
        self.name_somebody(settings)?;
        self.differ(settings)
    }

    /// A clock of nobody is a slip of the pen.
    fn name_somebody(&self, settings: &[Setting]) -> Result<(), Diagnostic> {
        let known = |name: &str| self.clients.iter().any(|client| pod(client) == name);
        let Some(clock) = self.clocks.iter().find(|clock| !known(&clock.pod)) else { return Ok(()) };
        let key = format!("clock {}", clock.pod);
        let at = settings.iter().find(|setting| setting.key == key).map(|setting| setting.key_at);
        let message = format!("nobody here is on a pod called `{}`", clock.pod);
        Err(Diagnostic::new(at.unwrap_or(end(settings)), message)
            .help("a clock belongs to a pod of the cast"))
    }

    /// In a figure each client and each lease has a lane of its own, and so has the copy; and a pod has
    /// one clock.
    fn differ(&self, settings: &[Setting]) -> Result<(), Diagnostic> {
        let at = |wanted: &dyn Fn(&Setting) -> bool| {
            settings.iter().rfind(|setting| wanted(setting)).map_or(end(settings), |setting| setting.key_at)
        };
        let given = self.leases.iter().map(|lease| lease.name.as_str());
        let taken = |name: &str| name == "copy" || self.clients.contains(&name);
        if let Some(name) = given.chain(self.asked.iter().copied()).find(|name| taken(name)) {
            let message = format!("a lease cannot be called `{name}`: something else here is");
            let place = at(&|setting| setting.value.contains(name) || setting.key == format!("lease {name}"));
            return Err(
                Diagnostic::new(place, message).help("leases are called after what is done: kickoff:ACH")
            );
        }
        let again = |clock: &Clock| self.clocks.iter().filter(|other| other.pod == clock.pod).count() > 1;
        match self.clocks.iter().find(|clock| again(clock)) {
            None => Ok(()),
            Some(Clock { pod, .. }) => {
                let message = format!("the clock of `{pod}` is set twice");
                let place = at(&|setting| setting.key == format!("clock {pod}"));
                Err(Diagnostic::new(place, message).help("keep one of the two lines"))
            }
        }
    }
}
