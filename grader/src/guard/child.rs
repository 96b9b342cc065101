//! The child's side: explore in a worker thread, watch it, write letters.

use std::fs::OpenOptions;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, mpsc};

use super::beacon::Beacon;
use super::letter::Letter;
use super::{memory, watch};

/// The way round runs that never came back, by their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Detour {
    /// To be passed over.
    pub skipped: Vec<u32>,
    /// Explore no further than before this run.
    pub until: Option<u32>,
}

/// What a parent asks of its child, passed in one environment variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orders {
    /// Where to write letters.
    pub file: PathBuf,
    pub detour: Detour,
    /// Tell what happens in this run.
    pub narrated: Option<u32>,
}

pub(super) const VARIABLE: &str = "GRADE_CHILD";

/// The exit code by which a child says that the fault is ours; none that a learner would choose.
pub(crate) const OURS: i32 = 86;

impl Orders {
    /// The orders of this process, if it is a child.
    pub fn of_this_process() -> Option<Orders> {
        Orders::decode(&std::env::var(VARIABLE).ok()?)
    }

    pub(super) fn encode(&self) -> String {
        let skipped: Vec<String> = self.detour.skipped.iter().map(u32::to_string).collect();
        let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
        let (until, narrated) = (number(self.detour.until), number(self.narrated));
        format!("{}|{until}|{narrated}|{}", skipped.join(","), self.file.display())
    }

    fn decode(text: &str) -> Option<Orders> {
        let mut parts = text.splitn(4, '|');
        let skipped = parts.next()?.split(',').filter_map(|number| number.parse().ok()).collect();
        let until = parts.next()?.parse().ok();
        let narrated = parts.next()?.parse().ok();
        Some(Orders { file: PathBuf::from(parts.next()?), detour: Detour { skipped, until }, narrated })
    }
}

/// What a child explores: gets the way round and the beacon to report through.
pub type Job = Box<dyn FnOnce(&Detour, &Beacon) + Send>;

static STORY: OnceLock<(Arc<Beacon>, u32)> = OnceLock::new();
static AT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);

/// Does the job and ends the process.
pub fn serve(orders: Orders, job: Job) -> ! {
    let Ok(file) = OpenOptions::new().append(true).open(&orders.file) else {
        std::process::exit(OURS);
    };
    let beacon = Arc::new(Beacon::new(file));
    if let Some(number) = orders.narrated {
        let _ = STORY.set((Arc::clone(&beacon), number));
        kit::pulse::listen(|line| {
            if let Some((beacon, number)) = STORY.get()
                && AT.load(Ordering::Relaxed) == *number
            {
                beacon.send(&Letter::Told(line.clone()));
            }
        });
    }
    let done = Arc::new(AtomicBool::new(false));
    let (clock_in, clock_out) = mpsc::channel();
    let watcher = std::thread::current();
    let worker = {
        let (beacon, done, detour) = (Arc::clone(&beacon), Arc::clone(&done), orders.detour);
        std::thread::Builder::new().name("worker".into()).stack_size(4 << 20).spawn(move || {
            let _ = clock_in.send(watch::Clock::of_this_thread());
            memory::arm();
            job(&detour, &beacon);
            done.store(true, Ordering::Release);
            watcher.unpark();
        })
    };
    let (Ok(worker), Ok(clock)) = (worker, clock_out.recv()) else { std::process::exit(OURS) };
    let ended = || done.load(Ordering::Acquire) || worker.is_finished();
    match watch::watch(&clock, &ended) {
        Some(stuck) => end(&beacon, Letter::Stuck(stuck), 3),
        None if done.load(Ordering::Acquire) => end(&beacon, Letter::Done, 0),
        // The worker died of a panic that is ours: its message is on stderr.
        None => std::process::exit(OURS),
    }
}

pub(super) fn begins(number: u32) {
    AT.store(number, Ordering::Relaxed);
}

fn end(beacon: &Beacon, letter: Letter, code: i32) -> ! {
    beacon.send(&letter);
    std::process::exit(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_arrive_as_they_were_given() {
        let detour = Detour { skipped: vec![3, 17], until: Some(3) };
        let orders = Orders { file: PathBuf::from("a|b/c,d"), detour, narrated: Some(0) };
        assert_eq!(Orders::decode(&orders.encode()), Some(orders));
    }
}
