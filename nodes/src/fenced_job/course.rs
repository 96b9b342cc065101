//! The course of a job: what a pod was asked, and what it has sent and heard for it so far.
//!
//! A course begins when a pod is asked while it has nothing to do, and takes in all that the pod does
//! until it is asked again or crashes. Rules look at one moment after the other.

use std::collections::{BTreeMap, BTreeSet};

use kit::contract::fenced_job::{Answer, Attempt, Job, Msg, Run as Order, Step, Table};
use kit::world::{Fold, NodeId, RequestId, Run, What};

use super::{Played, pod_of};
use grader::property::{Check, Finding};

/// What has happened in one job up to some moment.
#[derive(Debug, Clone)]
pub(super) struct Course {
    pub(super) who: NodeId,
    pub(super) id: RequestId,
    pub(super) order: Order,
    /// The lease of an earlier job that the pod is still giving back.
    pub(super) releasing: Option<Attempt>,
    pub(super) first_asked: Option<kit::Ms>,
    attempts: BTreeSet<Attempt>,
    /// The last grant to one of its attempts.
    pub(super) grant: Option<(Attempt, u64)>,
    tokens: BTreeSet<u64>,
    /// For the token of `grant`.
    pub(super) claimed: BTreeSet<Table>,
    /// Claims that were answered, repeats counted.
    pub(super) claims_answered: usize,
    /// Which steps it can know are done.
    pub(super) done: BTreeSet<Step>,
    /// What it has sent, in order; repeats too.
    pub(super) sent: Vec<(NodeId, Msg)>,
    pub(super) refused: bool,
    /// The event by which it learnt so.
    pub(super) fenced: Option<usize>,
    pub(super) short: Option<usize>,
    pub(super) released: bool,
    release_answered: bool,
    pub(super) answer: Option<Answer>,
    /// Requests that came while it was at work.
    pub(super) others: BTreeSet<RequestId>,
    /// Its life ended by a crash.
    pub(super) crashed: bool,
}

/// What a pod does or meets.
#[derive(Debug)]
pub(super) enum Doing<'a> {
    Sends {
        to: NodeId,
        msg: &'a Msg,
    },
    /// `own`: it is about this very job.
    Hears {
        msg: &'a Msg,
        own: bool,
    },
    Answers {
        id: RequestId,
        answer: Answer,
    },
    Crashes,
    /// The run is over.
    Ends,
}

/// A moment of a run, before it has changed the course.
#[derive(Debug)]
pub(super) struct Moment<'a> {
    pub(super) run: &'a Run<Job>,
    pub(super) event: usize,
    pub(super) who: NodeId,
    /// `None`: nobody has asked this life for anything.
    pub(super) course: Option<&'a Course>,
    pub(super) doing: Doing<'a>,
}

impl Moment<'_> {
    pub(super) fn name(&self) -> &str {
        self.run.name(self.who)
    }

    /// The input by which the pod took this step.
    pub(super) fn cause(&self) -> Option<usize> {
        self.run.events.get(self.event)?.cause.map(|cause| cause as usize)
    }
}

impl Course {
    fn new(run: &Run<Job>, who: NodeId, id: RequestId, last: Option<&Course>) -> Course {
        let order = run.requests.get(id.0 as usize).copied();
        Course {
            who,
            id,
            order: order.unwrap_or(Order { night: kit::contract::fenced_job::Night(0), paise: 0 }),
            releasing: last.and_then(Course::still_releasing),
            first_asked: None,
            attempts: BTreeSet::new(),
            grant: None,
            tokens: BTreeSet::new(),
            claimed: BTreeSet::new(),
            claims_answered: 0,
            done: BTreeSet::new(),
            sent: Vec::new(),
            refused: false,
            fenced: None,
            short: None,
            released: false,
            release_answered: false,
            answer: None,
            others: BTreeSet::new(),
            crashed: false,
        }
    }

    fn still_releasing(&self) -> Option<Attempt> {
        let own = self.grant.filter(|_| self.released && !self.release_answered);
        own.map(|(attempt, _)| attempt).or(self.releasing)
    }

    /// Nothing is under way: it has answered, and given back what it had to.
    pub(super) fn is_over(&self) -> bool {
        self.answer.is_some() && (self.grant.is_none() || self.released)
    }

    pub(super) fn token(&self) -> Option<u64> {
        self.grant.map(|(_, token)| token)
    }

    /// Whether a message speaks of this job.
    pub(super) fn owns(&self, msg: &Msg) -> bool {
        match msg {
            Msg::Granted { attempt, .. } | Msg::Refused { attempt } | Msg::Released { attempt } => {
                self.attempts.contains(attempt)
            }
            Msg::Claimed { token } | Msg::Fenced { token, .. } => self.tokens.contains(token),
            Msg::Progress { fence, .. }
            | Msg::Applied { fence, .. }
            | Msg::Duplicate { fence, .. }
            | Msg::Short { fence, .. } => fence.is_none_or(|token| self.tokens.contains(&token)),
            _ => true,
        }
    }

    fn sends(&mut self, now: kit::Ms, to: NodeId, msg: &Msg) {
        match msg {
            Msg::Acquire { attempt } => {
                self.attempts.insert(*attempt);
                self.first_asked.get_or_insert(now);
            }
            Msg::Release { attempt, token } => self.released |= self.grant == Some((*attempt, *token)),
            _ => {}
        }
        self.sent.push((to, msg.clone()));
    }

    /// A step that is done tells of all before it: nobody writes it sooner.
    fn learns(&mut self, done: &[Step]) {
        let last = done.iter().max();
        self.done.extend(Step::ALL.into_iter().filter(|step| Some(step) <= last));
    }

    fn hears(&mut self, event: usize, from: NodeId, msg: &Msg) {
        let present = |token: &u64| self.token() == Some(*token);
        match msg {
            Msg::Granted { attempt, token } if self.attempts.contains(attempt) && !present(token) => {
                self.grant = Some((*attempt, *token));
                self.tokens.insert(*token);
                self.claimed.clear();
                (self.fenced, self.short, self.released) = (None, None, false);
            }
            // Of an attempt that was granted it only says that this lease is over.
            Msg::Refused { attempt } => {
                let granted = self.grant.is_some_and(|(mine, _)| mine == *attempt);
                self.refused |= self.attempts.contains(attempt) && !granted;
            }
            Msg::Released { attempt } => {
                self.releasing = self.releasing.filter(|of| of != attempt);
                self.release_answered |= self.grant.is_some_and(|(mine, _)| mine == *attempt);
            }
            Msg::Claimed { token } if present(token) => {
                self.claims_answered += 1;
                self.claimed.extend(Table::at(from));
            }
            Msg::Fenced { token, .. } if present(token) => {
                self.fenced.get_or_insert(event);
            }
            Msg::Short { fence: Some(token), .. } if present(token) => {
                self.short.get_or_insert(event);
            }
            Msg::Progress { done, .. } if self.owns(msg) => self.learns(done),
            Msg::Applied { step, .. } | Msg::Duplicate { step, .. } if self.owns(msg) => {
                self.learns(&[*step])
            }
            _ => {}
        }
    }
}

/// Shows the moments of every pod to a rule, in order: `Broken` by the first that breaks it, else
/// `Holds` if one could have. Of the fair final phase only the end is shown: what goes wrong has to
/// go wrong by an act of the plan, for a reader to see by which.
pub(super) fn judge(seen: &Played, mut rule: impl FnMut(&Moment<'_>) -> Check) -> Check {
    let run = &seen.run;
    let mut tried = false;
    let mut broken = None;
    walk(run, &mut |moment| {
        let planned = moment.event < seen.planned || matches!(moment.doing, Doing::Ends);
        if broken.is_some() || !planned {
            return;
        }
        match rule(moment) {
            Check::Silent => {}
            Check::Holds => tried = true,
            Check::Broken(finding) => {
                // A rule may have marked another step itself.
                let step = Some(finding.step).filter(|step| *step > 0);
                let step = step.unwrap_or_else(|| run.step_of(moment.event, Fold::Phases));
                broken = Some(Finding { step, ..finding });
            }
        }
    });
    match broken {
        Some(finding) => Check::Broken(finding),
        None if tried => Check::Holds,
        None => Check::Silent,
    }
}

fn walk(run: &Run<Job>, see: &mut dyn FnMut(&Moment<'_>)) {
    let mut courses: Vec<Course> = Vec::new();
    // The course of each pod's present life.
    let mut present: BTreeMap<NodeId, usize> = BTreeMap::new();
    for (event, happened) in run.events.iter().enumerate() {
        let Some(who) = pod_of(run, event) else { continue };
        let at = present.get(&who).copied();
        let mut show = |courses: &[Course], doing| {
            see(&Moment { run, event, who, course: at.map(|at| &courses[at]), doing });
        };
        match &happened.what {
            What::Asked(id) => match at.map(|at| &mut courses[at]) {
                Some(course) if course.answer.is_none() => drop(course.others.insert(*id)),
                last => {
                    let course = Course::new(run, who, *id, last.as_deref());
                    present.insert(who, courses.len());
                    courses.push(course);
                }
            },
            What::Delivered { message, .. } => {
                let Some((from, _, msg)) = run.message(*message) else { continue };
                let own = at.is_some_and(|at| courses[at].owns(msg));
                show(&courses, Doing::Hears { msg, own });
                if let Some(at) = at {
                    courses[at].hears(event, from, msg);
                }
            }
            What::Sent { to, msg } => {
                show(&courses, Doing::Sends { to: *to, msg });
                if let Some(at) = at {
                    courses[at].sends(happened.at, *to, msg);
                }
            }
            What::Answered { id, answer } => {
                show(&courses, Doing::Answers { id: *id, answer: *answer });
                if let Some(course) = at.map(|at| &mut courses[at]).filter(|course| course.id == *id) {
                    course.answer.get_or_insert(*answer);
                }
            }
            What::Crashed { .. } => {
                show(&courses, Doing::Crashes);
                present.remove(&who);
                if let Some(at) = at {
                    courses[at].crashed = true;
                }
            }
            _ => {}
        }
    }
    let event = run.events.len().saturating_sub(1);
    for course in &courses {
        see(&Moment { run, event, who: course.who, course: Some(course), doing: Doing::Ends });
    }
}

/// The requests that a life had to answer and has not: when they were asked, and of whom.
pub(super) fn unanswered(run: &Run<Job>) -> Vec<(usize, NodeId)> {
    let mut waiting: BTreeMap<RequestId, (usize, NodeId)> = BTreeMap::new();
    for (event, happened) in run.events.iter().enumerate() {
        let Some(who) = pod_of(run, event) else { continue };
        match &happened.what {
            What::Asked(id) => drop(waiting.insert(*id, (event, who))),
            What::Answered { id, .. } => drop(waiting.remove(id)),
            What::Crashed { .. } => waiting.retain(|_, (_, asked)| *asked != who),
            _ => {}
        }
    }
    waiting.into_values().collect()
}

/// Leases that are to be given back, by the attempts that got them, and have not been.
pub(super) fn owing(run: &Run<Job>) -> bool {
    let mut owed = false;
    walk(run, &mut |moment| {
        if let (Doing::Ends, Some(course)) = (&moment.doing, moment.course) {
            owed |= course.owes();
        }
    });
    owed
}

impl Course {
    /// Whether it is done or short and has not given back its lease.
    pub(super) fn owes(&self) -> bool {
        let over = matches!(self.answer, Some(Answer::Done | Answer::Short));
        over && !self.crashed && self.grant.is_some() && !self.released
    }
}

/// What the fair final phase waits for.
pub(super) fn all_is_over(run: &Run<Job>) -> bool {
    unanswered(run).is_empty() && !owing(run)
}
