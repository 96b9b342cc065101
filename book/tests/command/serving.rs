//! The server, over a real socket. Nothing sleeps: each read waits for what must come.

use crate::workspace::Fixture;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Stdio};
use std::time::Duration;

struct Server {
    child: Child,
    out: BufReader<ChildStdout>,
    port: u16,
}

impl Server {
    fn start(fixture: &Fixture) -> Server {
        let mut command = fixture.book(&["--no-open", "--port", "0"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let address = line_with(&mut out, "http://127.0.0.1:");
        let port = address.trim().rsplit(':').next().unwrap().trim_end_matches('/').parse().unwrap();
        Server { child, out, port }
    }

    fn send(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        // Shorter than the server's keep-alive, so that an event that never comes is an error.
        stream.set_read_timeout(Some(Duration::from_secs(25))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    fn ask(&self, method: &str, path: &str) -> String {
        self.raw(&format!("{method} {path} HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", self.port))
    }

    fn raw(&self, request: &str) -> String {
        let mut answer = Vec::new();
        self.send(request).read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn line_with(from: &mut impl BufRead, wanted: &str) -> String {
    let mut line = String::new();
    while from.read_line(&mut line).unwrap() > 0 {
        if line.contains(wanted) {
            return line;
        }
        line.clear();
    }
    panic!("it ended before it said {wanted}");
}

#[test]
fn pages_are_served_to_this_machine_alone() {
    let fixture = Fixture::new("serves");
    let server = Server::start(&fixture);
    let page = server.ask("GET", "/");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"), "{page}");
    assert!(page.contains("How does correct-looking code"));
    assert!(page.contains("<script src=\"/__live.js\"></script>\n</body>"));
    let head = server.ask("HEAD", "/one.html");
    assert!(head.starts_with("HTTP/1.1 200 OK") && head.ends_with("\r\n\r\n"), "{head}");
    assert!(server.ask("GET", "/nope.html").starts_with("HTTP/1.1 404"));
    assert!(server.ask("GET", "/nope.html").contains("<main>"), "the book's own 404 page");
    for path in ["/../../../book/book.toml", "/%2e%2e/%2e%2e/book/book.toml", "/.nojekyll"] {
        let answer = server.ask("GET", path);
        assert!(answer.starts_with("HTTP/1.1 404") && !answer.contains("[book]"), "{answer}");
    }
    assert!(server.ask("POST", "/").starts_with("HTTP/1.1 405"));
    assert!(server.raw("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").starts_with("HTTP/1.1 403"));
    assert!(server.raw("\u{0}\r\n\r\n").starts_with("HTTP/1.1 400"));
}

#[test]
fn a_prediction_that_its_run_refutes_is_taken_down() {
    let fixture = Fixture::new("predicts");
    let server = Server::start(&fixture);
    let tell = |path: &str, origin: &str| {
        let host = format!("localhost:{}", server.port);
        let origin = origin.replace("HOST", &host);
        server.raw(&format!("POST /__prediction/{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n\r\n"))
    };
    let kept = || fixture.root().join("target/predictions/one.six-ways");
    for (path, origin, status) in [
        ("one/six-ways/1", "http://evil.example", "403"),
        ("one/six-ways/3", "http://HOST", "404"),
        ("one/seven-ways/1", "http://HOST", "404"),
        ("two/six-ways/1", "http://HOST", "404"),
        ("one/six-ways/first", "http://HOST", "404"),
        ("one/six-ways/99", "http://HOST", "404"),
    ] {
        let answer = tell(path, origin);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {answer}");
        assert!(!kept().exists(), "{path}");
    }
    assert!(tell("one/six-ways/1", "http://HOST").starts_with("HTTP/1.1 200"));
    assert!(fixture.read("target/predictions/one.six-ways").starts_with("choice 1 at "));
}

#[test]
fn a_saved_file_reloads_and_a_mistake_keeps_the_old_pages() {
    let fixture = Fixture::new("reloads");
    let mut server = Server::start(&fixture);
    let stream = server.send("GET /__live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    let mut events = BufReader::new(stream);
    let first = line_with(&mut events, "data: ");
    fixture.edit("book/text/one.md", "Account 42 holds ₹100.", "Account 42 is empty.");
    assert_ne!(line_with(&mut events, "data: "), first);
    line_with(&mut server.out, "book/text/one.md changed");
    assert!(server.ask("GET", "/one.html").contains("Account 42 is empty."));

    let mut complaints = BufReader::new(server.child.stderr.take().unwrap());
    fixture.edit("book/text/one.md", "{{#recall}}", "{{#recal}}");
    line_with(&mut complaints, "unknown directive `{{#recal}}`");
    assert!(server.ask("GET", "/one.html").contains("Account 42 is empty."));
}

#[test]
fn a_port_that_is_taken_is_named() {
    let fixture = Fixture::new("taken");
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (code, _, err) = crate::workspace::run(fixture.book(&["--no-open", "--port", &port]));
    assert_eq!(code, 2);
    assert!(err.contains(&format!("port {port} of 127.0.0.1 is not free")), "{err}");
}
