//! `cargo book`: builds, serves on this machine only, and builds again when a source changes.
//!
//! Standard library alone. Each build goes into one of two folders, so that the pages of the last
//! good build stay whole while the next one is made, and stay when it fails.

mod browser;
mod live;
mod predictions;
mod request;
mod response;
mod watch;

pub use request::percent_decode;

use crate::build::{self, Built};
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use live::Live;
use request::Method;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

/// What `cargo book` was asked for.
#[derive(Debug, Clone)]
pub struct Options {
    /// This port and no other; without it, the first free one from [`FIRST_PORT`].
    pub port: Option<u16>,
    pub open: bool,
}

const FIRST_PORT: u16 = 3000;
const PORTS: u16 = 50;
/// A reader has one browser; more connections than this are somebody's mistake.
const CONNECTIONS: usize = 128;

/// What all connections share.
#[derive(Debug)]
struct Site {
    workspace: Workspace,
    /// The folder of the last good build.
    pages: RwLock<PathBuf>,
    live: Live,
    connections: AtomicUsize,
}

impl Site {
    fn pages(&self) -> PathBuf {
        self.pages.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Serves until the process is stopped.
///
/// # Errors
///
/// When the first build fails or no port is free.
pub fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let listener = listen(options.port)?;
    let port = listener.local_addr()?.port();
    let mut folders = Folders { root: workspace.target().join("book-serve"), next: 0 };
    let before = watch::snapshot(workspace);
    let (built, pages) = folders.build(workspace)?;
    warn(&built);
    let site = Arc::new(Site {
        workspace: workspace.clone(),
        pages: RwLock::new(pages),
        live: Live::new(std::process::id()),
        connections: AtomicUsize::new(0),
    });
    let accepting = Arc::clone(&site);
    std::thread::Builder::new().name("accept".to_owned()).spawn(move || accept(&listener, &accepting))?;
    let address = format!("http://127.0.0.1:{port}/");
    println!("{}", welcome(workspace, &address));
    if options.open {
        browser::open(&address);
    }
    rebuild_on_change(workspace, &site, &mut folders, before)
}

/// Binds to the loopback address: nobody else on the network can read along.
fn listen(port: Option<u16>) -> Result<TcpListener> {
    let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    match port {
        Some(port) => bind(port).with_context(|| {
            format!("port {port} of 127.0.0.1 is not free; leave out --port and the next free one is taken")
        }),
        None => (FIRST_PORT..FIRST_PORT + PORTS).find_map(|port| bind(port).ok()).with_context(|| {
            format!("no port from {FIRST_PORT} to {} is free; name one with --port", FIRST_PORT + PORTS - 1)
        }),
    }
}

fn welcome(workspace: &Workspace, address: &str) -> String {
    let exercises = workspace.exercises();
    let first = exercises.first().map_or("NAME", |(name, _)| name);
    format!(
        "\nThe book is open at {address}\n\n  \
         read    the first chapter; predict before you step through a figure\n  \
         solve   cargo test -p {first}      in another terminal\n  \
         drill   cargo quiz\n  \
         stop    Ctrl-C; what you save meanwhile shows itself in the browser\n"
    )
}

fn warn(built: &Built) {
    for warning in &built.warnings {
        eprintln!("mdBook says: {warning}");
    }
}

/// Two folders in turn.
struct Folders {
    root: PathBuf,
    next: usize,
}

impl Folders {
    /// Builds into the folder that is not being served.
    fn build(&mut self, workspace: &Workspace) -> Result<(Built, PathBuf)> {
        let folder = self.root.join(["a", "b"][self.next]);
        let built = build::build(workspace, &folder)?;
        self.next = 1 - self.next;
        Ok((built, folder))
    }
}

fn rebuild_on_change(
    workspace: &Workspace,
    site: &Site,
    folders: &mut Folders,
    mut before: watch::Snapshot,
) -> Result<()> {
    loop {
        std::thread::sleep(watch::PERIOD);
        let Some((now, changed)) = watch::settled_change(workspace, &before) else { continue };
        let changed = workspace.shown(&changed);
        before = now;
        match folders.build(workspace) {
            Ok((built, pages)) => {
                *site.pages.write().unwrap_or_else(PoisonError::into_inner) = pages;
                site.live.advance();
                println!("{changed} changed: the book is new");
                warn(&built);
            }
            Err(error) => {
                eprintln!("{changed} changed, and the old pages stay:\n\n{}", build::explain(&error));
            }
        }
    }
}

fn accept(listener: &TcpListener, site: &Arc<Site>) {
    for stream in listener.incoming().flatten() {
        if site.connections.fetch_add(1, Ordering::SeqCst) >= CONNECTIONS {
            site.connections.fetch_sub(1, Ordering::SeqCst);
            continue;
        }
        let shared = Arc::clone(site);
        let spawned = std::thread::Builder::new().name("reader".to_owned()).spawn(move || {
            // A reader who goes away is no news.
            let _ = answer(stream, &shared);
            shared.connections.fetch_sub(1, Ordering::SeqCst);
        });
        if spawned.is_err() {
            site.connections.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

fn answer(mut stream: TcpStream, site: &Site) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    stream.set_write_timeout(Some(Duration::from_secs(20)))?;
    let head = read_head(&mut stream)?;
    match request::parse(&head) {
        Ok(request) if request.path == live::EVENTS && request.method == Method::Get => {
            site.live.follow(&mut stream)
        }
        Ok(request) if request.method == Method::Post => {
            let answer = predictions::take_down(&site.workspace, &site.pages(), &request.path);
            stream.write_all(&answer.bytes(false))
        }
        Ok(request) => {
            let answer = response::to(&request, &site.pages(), site.live.revision());
            stream.write_all(&answer.bytes(request.method == Method::Head))
        }
        Err(refusal) => stream.write_all(&response::refusal(refusal).bytes(false)),
    }
}

/// The request up to its empty line, or as much of it as a request of ours can have.
fn read_head(stream: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let mut chunk = [0; 2048];
    while head.len() < request::LONGEST && !request::is_whole(&head) {
        match stream.read(&mut chunk)? {
            0 => break,
            n => head.extend_from_slice(&chunk[..n]),
        }
    }
    Ok(head)
}
