//! Who takes part in a run about leases: clients that call, leases that were granted before, clocks that
//! are off. Each exercise has its own calls.

use kit::diagnostic::Diagnostic;
use kit::scenario::Setting;

use super::scene::{self, Clock, Lease, Names, pod};
use crate::cast::{self, Worker, count, enlist};

/// A call about a lease.
pub trait Call: cast::Call {
    /// Whether one from the middle of a client's calls may be left out, so that a failure is told with fewer.
    const MAY_BE_LEFT_OUT: bool;

    /// The lease that it is about.
    fn lease(&self) -> &str;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast<C> {
    pub leases: Vec<Lease>,
    pub clocks: Vec<Clock>,
    pub workers: Vec<Worker<C>>,
}

impl<C: Call> Cast<C> {
    pub(crate) fn of(workers: Vec<Worker<C>>) -> Cast<C> {
        Cast { leases: Vec::new(), clocks: Vec::new(), workers }
    }

    pub fn with_lease(mut self, name: &str, token: i64, expires_at: i64) -> Cast<C> {
        self.leases.push(Lease { name: name.to_owned(), token, expires_at });
        self
    }

    pub fn with_clock(mut self, pod: &str, ahead_ms: i64) -> Cast<C> {
        self.clocks.push(Clock { pod: pod.to_owned(), ahead_ms });
        self
    }

    /// By how much the clock of this client's pod is ahead.
    pub fn ahead_ms(&self, client: &str) -> i64 {
        scene::ahead_ms(&self.clocks, client)
    }

    fn names(&self) -> Names<'_> {
        let calls = self.workers.iter().flat_map(|worker| &worker.calls);
        Names {
            leases: &self.leases,
            clocks: &self.clocks,
            clients: self.workers.iter().map(|worker| worker.name.as_str()).collect(),
            asked: calls.map(Call::lease).collect(),
        }
    }

    fn without(&self, leave_out: impl FnOnce(&mut Cast<C>)) -> Cast<C> {
        let mut cast = self.clone();
        leave_out(&mut cast);
        cast
    }

    /// The calls that may be left out. The last one of a client is left out by all exercises alike, and the
    /// first one is what the others need.
    fn spare_calls(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let workers = self.workers.iter().enumerate().filter(|_| C::MAY_BE_LEFT_OUT);
        workers
            .flat_map(|(who, worker)| (1..worker.calls.len().saturating_sub(1)).map(move |call| (who, call)))
    }
}

impl<C: Call> cast::Cast for Cast<C> {
    type Call = C;

    fn workers(&self) -> &[Worker<C>] {
        &self.workers
    }

    fn workers_mut(&mut self) -> &mut Vec<Worker<C>> {
        &mut self.workers
    }

    fn settings(&self) -> Vec<Setting> {
        let leases = self.leases.iter().map(Lease::setting);
        let clocks = self.clocks.iter().map(Clock::setting);
        leases.chain(clocks).chain(self.workers.iter().map(Worker::setting)).collect()
    }

    fn read(settings: &[Setting]) -> Result<Cast<C>, Diagnostic> {
        let mut cast = Cast::of(Vec::new());
        for setting in settings {
            if !scene::add(&mut cast.leases, &mut cast.clocks, setting)? {
                enlist(&mut cast.workers, setting)?;
            }
        }
        count(&cast.workers, settings)?;
        cast.names().check(settings)?;
        Ok(cast)
    }

    fn dismiss(&mut self, worker: usize) -> String {
        let gone = self.workers.remove(worker).name;
        let left: Vec<&str> = self.workers.iter().map(|worker| pod(&worker.name)).collect();
        self.clocks.retain(|clock| left.contains(&clock.pod.as_str()));
        gone
    }

    fn plainer(&self) -> Vec<Cast<C>> {
        let leases = (0..self.leases.len()).map(|lease| {
            self.without(|cast| {
                cast.leases.remove(lease);
            })
        });
        let clocks = (0..self.clocks.len()).map(|clock| {
            self.without(|cast| {
                cast.clocks.remove(clock);
            })
        });
        let calls = self.spare_calls().map(|(who, call)| {
            self.without(|cast| {
                cast.workers[who].calls.remove(call);
            })
        });
        leases.chain(clocks).chain(calls).collect()
    }
}
