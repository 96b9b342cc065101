//! Ideas that are easily taken for one another. Met side by side they are told apart; met weeks
//! apart each seems clear.

use super::Task;

/// Concepts of `concepts.yaml`, in pairs. Their order means nothing.
pub const PAIRS: &[(&str, &str)] = &[
    // What is a lock, what is rented.
    ("lock-purpose", "lease-is-rental"),
    ("two-pc-locks-over-network", "lease-is-rental"),
    ("two-pc-problem", "x-two-phases-two-meanings"),
    // Numbers that are compared.
    ("occ-is-fencing-without-lease", "fencing-token"),
    ("bad-token-timestamp", "bad-token-uuid"),
    ("bad-token-process-counter", "bad-token-attempt-counter"),
    ("token-case-renewal-vs-takeover", "x-renewal-names-its-grant"),
    // What zero rows say, and what to do then.
    ("x-zero-rows-is-a-refusal", "zero-rows-ambiguous"),
    ("alt-conditional-update", "check-in-write-predicate"),
    ("occ-is-fencing-without-lease", "rejected-write-abort"),
    ("check-then-set-race", "check-in-app-code"),
    // Silence.
    ("x-lost-reply", "x-renewal-unknown"),
    ("lost-renewal-stop", "x-renewal-unknown"),
    ("dead-vs-slow", "x-a-timeout-needs-a-bound"),
    ("gc-pause-sequence", "x-delayed-packet"),
    ("two-pc-in-doubt", "x-lost-reply"),
    // Whose clock.
    ("x-whose-clock", "x-local-deadline"),
    // What is at stake.
    ("efficiency-lock", "correctness-lock"),
    // What an abort leaves.
    ("x-presumed-abort", "x-abort-leaves-a-record"),
    ("two-pc-availability", "two-pc-over-consensus"),
];

/// Whether these two are easily taken for one another.
fn are_alike(one: &str, other: &str) -> bool {
    PAIRS.iter().any(|(a, b)| (*a, *b) == (one, other) || (*b, *a) == (one, other))
}

/// The first `limit` of these, in their order; but right after a question comes one of a concept
/// with which its own is confused, from wherever in the list that stands.
pub(super) fn side_by_side(tasks: Vec<Task<'_>>, limit: usize) -> Vec<Task<'_>> {
    let mut left: Vec<Option<Task<'_>>> = tasks.into_iter().map(Some).collect();
    let mut taken = Vec::new();
    for n in 0..left.len() {
        if taken.len() >= limit {
            break;
        }
        let Some(task) = left[n].take() else { continue };
        taken.push(task);
        let concept = task.item.concept();
        if taken.len() < limit && PAIRS.iter().any(|(a, b)| *a == concept || *b == concept) {
            let mut rest = left[n + 1..].iter_mut();
            let other = rest
                .find(|other| other.as_ref().is_some_and(|other| are_alike(other.item.concept(), concept)));
            taken.extend(other.and_then(Option::take));
        }
    }
    taken
}
