//! Exercise 7, `break-the-lock`. Here is no code to write.
//!
//! What you write stands in `attack/`: five schedules, each of which breaks a lock that is correct. What
//! you break stands in `kit/src/contract/break_the_lock/`, and keeps all its promises meanwhile.
//!
//! 1. `attack/pause.txt`: a pod sleeps.
//! 2. `attack/late-packet.txt`: nobody sleeps, and a message is late.
//! 3. `attack/check-then-act.txt`: who writes has asked just before.
//! 4. `attack/failover.txt`: the lease service has a replica that hears of everything, a little later.
//! 5. `attack/two-leases.txt`: each lease is fine, and two are too many.
//!
//! Run one with `cargo test -p break-the-lock pause`.
