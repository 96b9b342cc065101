//! Stories for one slip each, told by hand: where a message is late while another one is lost, a random
//! search comes once in thousands of runs.

/// A story in which one slip shows, with what it is about.
#[derive(Debug, Clone, Copy)]
pub struct Story {
    pub about: &'static str,
    pub plan: &'static str,
}

pub const STORIES: &[Story] = &[
    Story { about: "a long job", plan: "ask pod-7 \"work 20\"\nat 60 s" },
    Story {
        about: "a grant that is not heard of",
        plan: "drop Granted store -> pod-7; ask pod-7 \"work 2\"\nat 60 s",
    },
    Story {
        about: "a question that does not arrive",
        plan: "drop Acquire pod-7 -> store; ask pod-7 \"work 2\"\nat 60 s",
    },
    Story {
        about: "two beats get lost",
        plan: "ask pod-7 \"work 20\"\ndrop Renew pod-7 -> store; drop Renew pod-7 -> store\nat 60 s",
    },
    Story {
        about: "the answers to two beats get lost",
        plan: "ask pod-7 \"work 20\"\ndrop Renewed store -> pod-7; drop Renewed store -> pod-7\nat 60 s",
    },
    Story {
        about: "the pod is alone with its lease",
        plan: "ask pod-7 \"work 20\"\nat 5 s; cut pod-7 | store\nat 31 s; ask pod-3 \"work 2\"\nat 60 s",
    },
    Story {
        about: "the grant comes late",
        plan: "hold Granted store -> pod-7; ask pod-7 \"work 20\"
               at 12 s; release Granted store -> pod-7
               cut pod-7 | store
               at 60 s",
    },
    Story {
        about: "the grant comes late, and the pod has a slow clock",
        // Its last piece would end at 29.75 s by its own clock, and this is 30.05 s.
        plan: "clock pod-7 runs 1 % slow; hold Granted store -> pod-7; ask pod-7 \"work 20\"
               at 1770 ms; release Granted store -> pod-7
               cut pod-7 | store
               at 60 s",
    },
    Story {
        about: "the time of day is set back",
        plan: "ask pod-7 \"work 20\"\nat 5 s; cut pod-7 | store; clock pod-7 -60 s\nat 100 s",
    },
    Story {
        about: "the time of day is set on",
        plan: "ask pod-7 \"work 20\"\nat 5 s; cut pod-7 | store; clock pod-7 +60 s\nat 60 s",
    },
    Story {
        about: "an old beat is answered, and no later one",
        plan: "ask pod-7 \"work 25\"
               at 9 s; hold Renewed store -> pod-7
               at 10500 ms; hold Renew pod-7 -> store
               at 27 s; release Renewed store -> pod-7
               at 70 s",
    },
    Story {
        about: "old beats are answered late, and no later one, however early the first was sent",
        plan: "ask pod-7 \"work 25\"; hold Renewed store -> pod-7
               at 10500 ms; hold Renew pod-7 -> store
               at 25 s; release Renewed store -> pod-7
               at 70 s",
    },
    Story {
        about: "the same, and some beats were answered before",
        plan: "ask pod-7 \"work 32\"
               at 12 s; hold Renewed store -> pod-7
               at 22500 ms; hold Renew pod-7 -> store
               at 33 s; release Renewed store -> pod-7
               at 90 s",
    },
    Story {
        about: "beats are answered when nothing fits into the lease any more",
        plan: "hold Renewed store -> pod-7; ask pod-7 \"work 25\"
               at 28500 ms; release Renewed store -> pod-7
               at 90 s",
    },
    Story {
        about: "the pod is alone with its lease, and a piece ends shortly before its last tenth",
        plan: "hold Granted store -> pod-7; ask pod-7 \"work 20\"
               at 700 ms; release Granted store -> pod-7
               cut pod-7 | store
               at 60 s",
    },
    Story {
        about: "an operator ends the lease",
        plan: "ask pod-7 \"work 12\"\nat 5 s; ask store \"revoke\"; ask pod-3 \"work 3\"\nat 60 s",
    },
    Story {
        about: "the network is away for longer than the lease lives",
        plan: "ask pod-7 \"work 20\"\nat 5 s; cut pod-7 | store\nat 33 s; heal\nat 90 s",
    },
    Story {
        about: "answers are away for longer than the lease lives",
        plan: "ask pod-7 \"work 20\"
               at 5 s; hold Renewed store -> pod-7
               at 33 s; release Renewed store -> pod-7
               at 90 s",
    },
    Story {
        about: "a pause that is longer than the lease",
        plan: "ask pod-7 \"work 20\"\nat 5 s; pause pod-7\nat 45 s; ask pod-3 \"work 2\"; resume pod-7\nat 90 s",
    },
    Story {
        about: "a pause at the instant of a beat",
        plan: "ask pod-7 \"work 20\"\nat 9 s; pause pod-7\nat 42 s; resume pod-7\nat 90 s",
    },
    Story {
        about: "a grant that comes when its time is over",
        plan: "hold Granted store -> pod-7; ask pod-7 \"work 3\"
               at 29 s; hold Acquire pod-7 -> store
               at 35 s; release Granted store -> pod-7
               at 40 s; release Acquire pod-7 -> store
               at 90 s",
    },
    Story {
        about: "stopped before the grant comes",
        plan: "hold Granted store -> pod-7; ask pod-7 \"work 3\"
               at 1 s; ask pod-7 \"stop\"
               at 4 s; release Granted store -> pod-7; ask pod-3 \"work 1\"
               at 90 s",
    },
    Story {
        about: "stopped, and the question arrives when a grant would be over",
        plan: "hold Acquire pod-7 -> store; ask pod-7 \"work 1\"
               at 1 s; ask pod-7 \"stop\"
               at 40 s; release Acquire pod-7 -> store
               at 90 s",
    },
    Story {
        about: "stopped when all pieces are done, and nobody has answered the release",
        plan: "hold Released store -> pod-7; hold Lost store -> pod-7; ask pod-7 \"work 1\"
               at 3 s; ask pod-7 \"stop\"
               at 20 s; release Released store -> pod-7; release Lost store -> pod-7
               at 60 s",
    },
    Story {
        about: "stopped in the middle of a piece",
        plan: "ask pod-7 \"work 5\"\nat 3 s; ask pod-7 \"stop\"; ask pod-3 \"work 1\"\nat 60 s",
    },
    Story {
        about: "stopped while it waits, and asked again",
        plan: "ask pod-3 \"work 4\"; ask pod-7 \"work 2\"
               at 2 s; ask pod-7 \"stop\"
               at 3 s; ask pod-7 \"work 1\"; ask pod-3 \"work 2\"
               at 60 s",
    },
    Story {
        about: "stopped, and there is no job",
        plan: "ask pod-7 \"stop\"; ask pod-7 \"work 1\"\nat 20 s",
    },
    Story {
        about: "an attempt that was refused is granted later",
        plan: "ask pod-3 \"work 1\"; hold Refused store -> pod-7; ask pod-7 \"work 2\"
               hold Acquire pod-7 -> store
               at 3 s; release Refused store -> pod-7
               at 6 s; release Acquire pod-7 -> store
               at 60 s",
    },
    Story {
        about: "the same, and another attempt is under way",
        plan: "ask pod-3 \"work 1\"; hold Refused store -> pod-7; ask pod-7 \"work 2\"
               hold Acquire pod-7 -> store
               at 11 s; release Refused store -> pod-7
               at 22 s; release Acquire pod-7 -> store
               at 60 s",
    },
    Story {
        about: "an attempt is refused again when the next one is under way",
        // While the store hangs, the first attempt is sent once more; the second one is on its way for long.
        plan: "ask pod-3 \"work 20\"; hold Refused store -> pod-7; ask pod-7 \"work 1\"
               pause store
               at 11 s; hold Acquire pod-7 -> store; release Refused store -> pod-7
               at 22 s; resume store
               at 40 s; release Acquire pod-7 -> store
               at 90 s",
    },
    Story {
        about: "a grant for the life before",
        plan: "hold Granted store -> pod-7; ask pod-7 \"work 5\"
               crash pod-7; restart pod-7
               ask pod-7 \"work 5\"; release Granted store -> pod-7
               at 90 s",
    },
    Story {
        about: "a refusal for the life before",
        plan: "ask pod-3 \"work 20\"; hold Refused store -> pod-7; ask pod-7 \"work 1\"
               crash pod-7; restart pod-7
               hold Acquire pod-7 -> store; ask pod-7 \"work 1\"
               at 1 s; release Refused store -> pod-7
               at 15 s; release Acquire pod-7 -> store
               at 90 s",
    },
    Story {
        about: "beats of the life before",
        plan: "hold Renew pod-7 -> store; ask pod-7 \"work 12\"
               at 15 s; crash pod-7
               at 31 s; restart pod-7; ask pod-7 \"work 14\"
               at 32 s; release Renew pod-7 -> store
               at 90 s",
    },
    Story {
        about: "another life has the same attempts, if its pod does not tell them apart",
        plan: "ask pod-7 \"work 9\"
               at 5 s; crash pod-7
               at 9 s; restart pod-7; ask pod-7 \"work 20\"
               cut pod-7 | store
               at 60 s",
    },
    Story {
        about: "a release gets lost",
        plan: "drop Release pod-7 -> store; ask pod-7 \"work 1\"; ask pod-3 \"work 1\"\nat 60 s",
    },
    Story {
        about: "the answer to a release gets lost",
        plan: "drop Released store -> pod-7; ask pod-7 \"work 1\"; ask pod-3 \"work 1\"\nat 60 s",
    },
    Story {
        about: "no release gets through",
        plan: "ask pod-7 \"work 1\"\nat 1 s; cut pod-7 | store\nat 50 s; heal; ask pod-3 \"work 1\"\nat 90 s",
    },
    Story {
        about: "old beats arrive after the release, and the release does not",
        plan: "ask pod-7 \"work 12\"
               hold Renew pod-7 -> store
               at 23 s; hold Release pod-7 -> store
               at 25 s; release Renew pod-7 -> store
               at 60 s",
    },
    Story {
        about: "old beats arrive in the next lease",
        plan: "hold Renew pod-7 -> store; ask pod-7 \"work 12\"
               at 26 s; ask pod-7 \"work 14\"
               at 27 s; release Renew pod-7 -> store
               at 90 s",
    },
    Story {
        about: "old beats are answered in the next lease, whose own do not arrive",
        plan: "hold Renewed store -> pod-7; ask pod-7 \"work 12\"
               at 26 s; hold Renew pod-7 -> store; ask pod-7 \"work 20\"
               at 37 s; release Renewed store -> pod-7
               at 70 s; release Renew pod-7 -> store
               at 90 s",
    },
    Story {
        about: "an old release is answered while the next lease is given back",
        plan: "hold Released store -> pod-7; hold Lost store -> pod-7; ask pod-7 \"work 1\"
               at 40 s; hold Release pod-7 -> store; ask pod-7 \"work 1\"
               at 43 s; release Released store -> pod-7; release Lost store -> pod-7
               at 47 s; release Release pod-7 -> store
               at 90 s",
    },
    Story {
        about: "old beats arrive while the next lease is given back",
        plan: "hold Renew pod-7 -> store; ask pod-7 \"work 12\"
               at 26 s; hold Release pod-7 -> store; ask pod-7 \"work 1\"
               at 29 s; release Renew pod-7 -> store
               at 34 s; release Release pod-7 -> store
               at 90 s",
    },
    Story {
        about: "answers to the job before",
        plan: "hold Released store -> pod-7; hold Lost store -> pod-7; ask pod-7 \"work 1\"
               at 40 s; ask pod-7 \"work 18\"
               at 41 s; release Released store -> pod-7; release Lost store -> pod-7
               at 90 s",
    },
    Story {
        about: "asked for a second job",
        plan: "ask pod-7 \"work 2\"; ask pod-7 \"work 1\"\nat 3 s; ask pod-7 \"work 1\"\nat 60 s",
    },
    Story {
        about: "two were refused together",
        plan: "ask pod-5 \"work 12\"; ask pod-7 \"work 1\"; ask pod-3 \"work 1\"\nat 60 s",
    },
    Story {
        about: "two wait for a lease that nobody gives back",
        plan: "ask pod-5 \"work 12\"; ask pod-7 \"work 1\"; ask pod-3 \"work 1\"\nat 1 s; crash pod-5\nat 90 s",
    },
    Story {
        about: "everything comes twice",
        plan: "duplicate Acquire pod-7 -> store; duplicate Granted store -> pod-7; ask pod-7 \"work 7\"
               duplicate Renew pod-7 -> store; duplicate Renewed store -> pod-7
               duplicate Release pod-7 -> store; duplicate Released store -> pod-7
               at 60 s",
    },
    Story {
        about: "the store crashes",
        plan: "ask pod-7 \"work 9\"; ask pod-3 \"work 1\"\nat 9 s; crash store\nat 14 s; restart store\nat 90 s",
    },
];

/// A slow clock, beats that were answered, and then silence. Whether a piece ends too late depends on
/// where pieces and beats lie: of the grants that come later and later, one fits.
pub(super) fn slow_clocks() -> impl Iterator<Item = String> {
    (0..2_000).step_by(50).map(|late| {
        format!(
            "clock pod-7 runs 1 % slow; hold Granted store -> pod-7; ask pod-7 \"work 30\"
             at {} ms; release Granted store -> pod-7
             at 10500 ms; cut pod-7 | store
             at 60 s",
            late + 10
        )
    })
}

#[cfg(test)]
mod tests {
    use kit::plan::Plan;

    use super::*;

    #[test]
    fn every_story_is_a_plan_of_acts_that_can_apply() {
        for story in STORIES {
            let plan: Plan = story.plan.parse().unwrap_or_else(|error| panic!("{}: {error}", story.about));
            assert!(!plan.phases.is_empty(), "{}", story.about);
        }
        for plan in slow_clocks() {
            assert!(plan.parse::<Plan>().is_ok_and(|plan| plan.phases.len() == 4), "{plan}");
        }
    }
}
