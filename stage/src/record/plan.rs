//! A run as the plan that leads to it.

use kit::plan::{Act, Extent, Mail, Phase, Plan, Who};

use super::{CallEnd, Decision, Fault, Record, What};

impl Record {
    /// The plan of this run, all of it: one phase for each stretch in which one client ran.
    /// Running it gives this record again.
    pub fn plan(&self) -> Plan {
        let mut phases = Vec::new();
        let mut now = 0;
        let mut rest = self.decisions.as_slice();
        while let Some(first) = rest.first() {
            let at = self.turns[first.turn].at;
            let (stretch, later) = rest.split_at(self.stretch(rest));
            let mut acts = Vec::new();
            if at != now {
                acts.push(Act::At(at));
                now = at;
            }
            let who = || Who::new(&self.cast[first.chosen]);
            match first.fault {
                Some(Fault::LoseReply) => acts.push(Act::LoseReply(who())),
                Some(Fault::LoseRequest) => acts.push(Act::LoseRequest(who())),
                Some(Fault::Refuse) => acts.push(Act::Refuse(who())),
                Some(Fault::Crash) => {
                    acts.push(Act::Crash { who: who(), after: None, mail: Mail::Kept, keeping: 0 });
                }
                None => {}
            }
            if !self.strikes_at_once(first) {
                acts.push(Act::Run { who: who(), extent: self.extent(stretch, later) });
            }
            phases.push(Phase { acts });
            rest = later;
        }
        Plan { phases }
    }

    /// How many of these decisions belong together: the same client, no new fault, and the clock
    /// stands still.
    fn stretch(&self, decisions: &[Decision]) -> usize {
        let first = &decisions[0];
        let mut length = 1;
        for pair in decisions.windows(2) {
            let together = pair[1].chosen == first.chosen
                && pair[1].fault.is_none()
                && !self.strikes_at_once(first)
                && self.turns[pair[1].turn].at == self.turns[first.turn].at;
            if !together {
                break;
            }
            length += 1;
        }
        length
    }

    /// A crash, and the end of a wait, happen as soon as the plan says so; nobody runs.
    fn strikes_at_once(&self, decision: &Decision) -> bool {
        match decision.fault {
            Some(Fault::Crash) => true,
            Some(Fault::Refuse | Fault::LoseRequest) => {
                let statement = self.turns[decision.turn].statement();
                statement.is_some_and(|statement| statement.waited.is_some())
            }
            Some(Fault::LoseReply) | None => false,
        }
    }

    fn extent(&self, stretch: &[Decision], later: &[Decision]) -> Extent {
        let who = stretch[0].chosen;
        let last = &stretch[stretch.len() - 1];
        let over = later.iter().all(|decision| decision.chosen != who);
        // A statement that waited is done without a decision; only an end may come after this one.
        let only_ends = self.turns[last.turn + 1..]
            .iter()
            .all(|turn| turn.who != who || matches!(turn.what, What::LeftOpen | What::Panic { .. }));
        let ended = self.calls_of(who).all(|call| matches!(call.end, CallEnd::Returned | CallEnd::Panicked));
        if over && only_ends && ended {
            Extent::End
        } else {
            Extent::Statements(u32::try_from(stretch.len()).unwrap_or(u32::MAX))
        }
    }
}
