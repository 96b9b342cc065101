//! Answers a request from the build folder.

use super::live;
use super::request::{Refusal, Request};
use std::path::Path;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Response {
    status: &'static str,
    kind: &'static str,
    body: Vec<u8>,
}

impl Response {
    fn new(status: &'static str, kind: &'static str, body: impl Into<Vec<u8>>) -> Response {
        Response { status, kind, body: body.into() }
    }

    pub(super) fn text(status: &'static str, text: String) -> Response {
        Response::new(status, "text/plain; charset=utf-8", text)
    }

    /// As it goes over the wire; a HEAD request gets the same head and no body.
    pub(super) fn bytes(&self, head_only: bool) -> Vec<u8> {
        let mut out = format!(
            "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
            self.status,
            self.kind,
            self.body.len()
        )
        .into_bytes();
        if !head_only {
            out.extend_from_slice(&self.body);
        }
        out
    }
}

/// The file that the request names below `pages`, or the book's own 404 page.
pub(super) fn to(request: &Request, pages: &Path, revision: u64) -> Response {
    if request.path == live::SCRIPT {
        return Response::new("200 OK", "text/javascript; charset=utf-8", live::script(revision));
    }
    let relative = request.path.trim_start_matches('/');
    let mut file = pages.join(relative);
    if file.is_dir() {
        if !relative.is_empty() && !relative.ends_with('/') {
            return refusal(Refusal::Path);
        }
        file.push("index.html");
    }
    match std::fs::read(&file) {
        Ok(body) => page("200 OK", &file, body),
        Err(_) => match std::fs::read(pages.join("404.html")) {
            Ok(body) => page("404 Not Found", Path::new("404.html"), body),
            Err(_) => Response::new("404 Not Found", "text/plain; charset=utf-8", "There is no such page.\n"),
        },
    }
}

fn page(status: &'static str, file: &Path, body: Vec<u8>) -> Response {
    let kind = content_type(file);
    let body = if kind.starts_with("text/html") { live::with_script(body) } else { body };
    Response::new(status, kind, body)
}

pub(super) fn refusal(refusal: Refusal) -> Response {
    let (status, text) = match refusal {
        Refusal::Malformed => ("400 Bad Request", "This is no request that I understand.\n"),
        Refusal::Method => ("405 Method Not Allowed", "Only GET and HEAD.\n"),
        Refusal::Origin => ("403 Forbidden", "Only a page of this server may tell it something.\n"),
        Refusal::Host => ("403 Forbidden", "This server answers to localhost and 127.0.0.1 alone.\n"),
        Refusal::Path => ("404 Not Found", "There is no such page.\n"),
        Refusal::TooLong => ("431 Request Header Fields Too Large", "This request is too long.\n"),
    };
    Response::text(status, text.to_owned())
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
