//! Reads a request. Any bytes may come; what is not a plain GET or HEAD of this machine, or a
//! prediction that one of its own pages posts, is refused.

/// Longest request head that is read.
pub(super) const LONGEST: usize = 16 * 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    /// Decoded, begins with `/`, has no `..` and no query.
    pub(super) path: String,
    pub(super) method: Method,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Get,
    Head,
    /// A page of this server tells something.
    Post,
}

/// Why a request is not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    Malformed,
    /// Another method than the path knows.
    Method,
    /// A page from elsewhere tells something, in the name of a reader who has it open.
    Origin,
    /// It asks for another host: a page elsewhere tries to read from this machine by way of a
    /// name that it made point here (DNS rebinding).
    Host,
    /// The path leads out of the book.
    Path,
    TooLong,
}

pub(super) fn is_whole(head: &[u8]) -> bool {
    head.windows(4).any(|bytes| bytes == b"\r\n\r\n") || head.windows(2).any(|bytes| bytes == b"\n\n")
}

pub(super) fn parse(head: &[u8]) -> Result<Request, Refusal> {
    if !is_whole(head) {
        return Err(if head.len() >= LONGEST { Refusal::TooLong } else { Refusal::Malformed });
    }
    let text = std::str::from_utf8(head).map_err(|_| Refusal::Malformed)?;
    let mut lines = text.lines();
    let mut words = lines.next().unwrap_or("").split(' ');
    let (Some(method), Some(target), Some(version), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(Refusal::Malformed);
    };
    if !version.starts_with("HTTP/1.") {
        return Err(Refusal::Malformed);
    }
    let method = match method {
        "GET" => Method::Get,
        "HEAD" => Method::Head,
        "POST" if target.starts_with(super::predictions::PATH) => Method::Post,
        _ => return Err(Refusal::Method),
    };
    let headers: Vec<(&str, &str)> = lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name, value.trim()))
        .collect();
    let host = the_only(&headers, "host").filter(|host| is_this_machine(host)).ok_or(Refusal::Host)?;
    // A browser names the page that posts, and no page can make it name another.
    let own = || the_only(&headers, "origin").and_then(|origin| origin.strip_prefix("http://")) == Some(host);
    if method == Method::Post && !own() {
        return Err(Refusal::Origin);
    }
    Ok(Request { path: path(target)?, method })
}

/// The value of a header that stands there once; two parties may each believe another one of two.
fn the_only<'a>(headers: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    let mut found = headers.iter().filter(|(found, _)| found.eq_ignore_ascii_case(name));
    found.next().filter(|_| found.next().is_none()).map(|(_, value)| *value)
}

fn is_this_machine(host: &str) -> bool {
    let (name, port) = host.split_once(':').unwrap_or((host, "80"));
    (name.eq_ignore_ascii_case("localhost") || name == "127.0.0.1")
        && !port.is_empty()
        && port.bytes().all(|b| b.is_ascii_digit())
}

fn path(target: &str) -> Result<String, Refusal> {
    let raw = target.split(['?', '#']).next().unwrap_or("");
    let path = percent_decode(raw).ok_or(Refusal::Malformed)?;
    let hidden = |part: &str| part.starts_with('.') || part.contains(['\\', '\0', ':']);
    if !path.starts_with('/') || path.split('/').any(hidden) {
        return Err(Refusal::Path);
    }
    Ok(path)
}

/// Decodes `%41`. `None` for a broken escape, or when the result is not UTF-8.
pub fn percent_decode(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'%' {
            let digit = |offset: usize| char::from(*bytes.get(at + offset)?).to_digit(16);
            out.push((digit(1)? * 16 + digit(2)?) as u8);
            at += 3;
        } else {
            out.push(byte);
            at += 1;
        }
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn get(target: &str, host: &str) -> Result<Request, Refusal> {
        parse(format!("GET {target} HTTP/1.1\r\nAccept: */*\r\nHost: {host}\r\n\r\n").as_bytes())
    }

    fn path_of(target: &str) -> Result<String, Refusal> {
        get(target, "127.0.0.1:3000").map(|request| request.path)
    }

    #[test]
    fn a_plain_request_is_understood() {
        assert_eq!(path_of("/a%20b/c.html?x=1"), Ok("/a b/c.html".to_owned()));
        assert_eq!(path_of("/"), Ok("/".to_owned()));
        let head = parse(b"HEAD / HTTP/1.0\nhost: LocalHost\n\n").unwrap();
        assert_eq!(head.method, Method::Head);
    }

    #[test]
    fn no_path_leads_out() {
        for target in
            ["/../book.toml", "/%2e%2e/x", "/a/..%2fb", "/..\\x", "/.git/config", "x", "", "/c:/x", "/a%00"]
        {
            assert!(path_of(target).is_err(), "{target}");
        }
        assert_eq!(path_of("/%2"), Err(Refusal::Malformed));
        assert_eq!(path_of("/%ff"), Err(Refusal::Malformed));
    }

    #[test]
    fn only_this_machine_is_served() {
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "127.0.0.1:",
            "localhost:3000x",
            "",
            "0.0.0.0",
            "a@localhost",
        ] {
            assert_eq!(get("/", host), Err(Refusal::Host), "{host}");
        }
        assert_eq!(parse(b"GET / HTTP/1.1\r\n\r\n"), Err(Refusal::Host));
        assert_eq!(parse(b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n"), Err(Refusal::Host));
    }

    #[test]
    fn only_a_page_of_this_server_tells_of_a_prediction() {
        let post = |target: &str, headers: &str| {
            parse(format!("POST {target} HTTP/1.1\r\nHost: localhost:3000\r\n{headers}\r\n").as_bytes())
        };
        let told = "/__prediction/a/one/2";
        assert_eq!(post(told, "Origin: http://localhost:3000\r\n").map(|r| r.method), Ok(Method::Post));
        for origin in [
            "",
            "Origin: null\r\n",
            "Origin: http://evil.example\r\n",
            "Origin: http://localhost:3001\r\n",
            "Origin: https://localhost:3000\r\n",
            "Origin: http://localhost:3000\r\nOrigin: http://evil.example\r\n",
        ] {
            assert_eq!(post(told, origin), Err(Refusal::Origin), "{origin}");
        }
        assert_eq!(post("/index.html", "Origin: http://localhost:3000\r\n"), Err(Refusal::Method));
    }

    #[test]
    fn the_rest_is_refused() {
        assert_eq!(parse(b"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n"), Err(Refusal::Method));
        assert_eq!(parse(b"GET /\r\n\r\n"), Err(Refusal::Malformed));
        assert_eq!(parse(b"GET / HTTP/1.1\r\nHost: localhost\r\n"), Err(Refusal::Malformed));
        assert_eq!(parse(&vec![b'a'; LONGEST]), Err(Refusal::TooLong));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(head in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse(&head);
        }

        #[test]
        fn an_accepted_path_stays_inside(target in "/[./%a-f0-9\\\\:?#\u{e4}]{0,20}") {
            if let Ok(path) = path_of(&target) {
                prop_assert!(path.starts_with('/'));
                prop_assert!(path.split('/').all(|part| part != ".." && !part.contains('\\')));
            }
        }
    }
}
