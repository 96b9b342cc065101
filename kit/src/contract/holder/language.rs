//! The language of the exercise, as the world and figures need it.

use std::fmt;

use super::{Answer, Attempt, Deed, End, Msg, Record, Request};
use crate::Ms;
use crate::trace::ArrowKind;
use crate::world::{Lasting, Protocol};

/// Names the types that store and pods speak.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Keeping;

/// `31.5 s`
fn seconds(ms: Ms) -> String {
    let (whole, part) = (ms / 1_000, ms % 1_000);
    if part == 0 {
        return format!("{whole} s");
    }
    format!("{whole}.{} s", format!("{part:03}").trim_end_matches('0'))
}

/// `1.2`: the second attempt of the first life.
impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.boot, self.count)
    }
}

impl Protocol for Keeping {
    type Msg = Msg;
    type Record = Record;
    type Request = Request;
    type Answer = Answer;
    type Deed = Deed;

    const KINDS: &'static [&'static str] =
        &["Acquire", "Granted", "Refused", "Renew", "Renewed", "Lost", "Release", "Released"];
    /// `end` is the store's.
    const TIMERS: &'static [&'static str] = &["beat", "answer", "retry", "piece", "deadline", "end"];
    const ROLES: &'static [&'static str] = &["holder", "waiting", "idle"];
    const BELIEF: Option<&'static str> = Some("holder");

    fn kind(msg: &Msg) -> &'static str {
        match msg {
            Msg::Acquire { .. } => "Acquire",
            Msg::Granted { .. } => "Granted",
            Msg::Refused { .. } => "Refused",
            Msg::Renew { .. } => "Renew",
            Msg::Renewed { .. } => "Renewed",
            Msg::Lost { .. } => "Lost",
            Msg::Release { .. } => "Release",
            Msg::Released { .. } => "Released",
        }
    }

    fn parse_request(text: &str) -> Result<Request, String> {
        let text = text.trim();
        match text {
            "stop" => return Ok(Request::Stop),
            "revoke" => return Ok(Request::Revoke),
            _ => {}
        }
        let pieces = text.strip_prefix("work ").and_then(|number| number.trim().parse().ok());
        match pieces {
            Some(pieces @ 1..=1000) => Ok(Request::Work { pieces }),
            _ => Err(format!(
                "expected the request `work 5` (1 to 1000 pieces), `stop` or `revoke`, found `{text}`"
            )),
        }
    }

    fn label(msg: &Msg) -> String {
        match msg {
            Msg::Granted { token, .. } => format!("token {token}"),
            other => Self::kind(other).to_lowercase(),
        }
    }

    fn arrow(msg: &Msg) -> ArrowKind {
        match msg {
            Msg::Acquire { .. } | Msg::Renew { .. } | Msg::Release { .. } => ArrowKind::Request,
            _ => ArrowKind::Reply,
        }
    }

    fn prose(msg: &Msg) -> String {
        match msg {
            Msg::Acquire { attempt } => format!("attempt {attempt} asks for the lease"),
            Msg::Granted { attempt, token } => format!("attempt {attempt} is granted token {token}"),
            Msg::Refused { attempt } => format!("attempt {attempt} is refused"),
            Msg::Renew { token, .. } => format!("renew token {token}"),
            Msg::Renewed { token, .. } => format!("token {token} is renewed"),
            Msg::Lost { token, .. } => format!("token {token} is lost"),
            Msg::Release { token, .. } => format!("give token {token} back"),
            Msg::Released { token, .. } => format!("token {token} is given back"),
        }
    }

    fn request_prose(request: &Request) -> String {
        match request {
            Request::Work { pieces: 1 } => "work on 1 piece".to_owned(),
            Request::Work { pieces } => format!("work on {pieces} pieces"),
            Request::Stop => "stop".to_owned(),
            Request::Revoke => "revoke the lease".to_owned(),
        }
    }

    fn answer_prose(answer: &Answer) -> String {
        match answer {
            Answer::Done => "that the job is done".to_owned(),
            Answer::Stopped => "that it has stopped".to_owned(),
            Answer::Busy => "that it is busy".to_owned(),
        }
    }

    fn deed_label(deed: &Deed) -> String {
        match deed {
            Deed::Piece { token } => format!("piece, {token}"),
            Deed::Grants { until, .. } | Deed::Renews { until, .. } => format!("until {}", seconds(*until)),
            Deed::Ends { how, .. } => word(*how).to_owned(),
        }
    }

    fn deed_prose(deed: &Deed) -> String {
        match deed {
            Deed::Piece { token } => format!("begins a piece under token {token}"),
            Deed::Grants { token, until, .. } => format!("grants token {token} until {}", seconds(*until)),
            Deed::Renews { token, until } => format!("renews token {token} until {}", seconds(*until)),
            Deed::Ends { token, how } => format!("ends token {token}: {}", word(*how)),
        }
    }

    fn tells(deed: &Deed) -> bool {
        !matches!(deed, Deed::Renews { .. })
    }

    fn lasting(deed: &Deed) -> Option<Lasting> {
        match deed {
            Deed::Grants { token, .. } => Some(Lasting::Begins(format!("token {token}"))),
            // How it ended is the label of the deed.
            Deed::Ends { .. } => Some(Lasting::Ends(String::new())),
            Deed::Piece { .. } | Deed::Renews { .. } => None,
        }
    }
}

fn word(how: End) -> &'static str {
    match how {
        End::GivenBack => "given back",
        End::Revoked => "revoked",
        End::Expired => "expired",
    }
}
