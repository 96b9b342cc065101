//! One pass over the cases of a search: each run is judged by all properties.

use std::cell::RefCell;

use kit::scenario::{Claim, Scenario};
use kit::trace::{Trace, Violation};

use crate::guard::{Beacon, Detour};
use crate::property::{Check, Finding, Property};
use crate::shrink;
use crate::verdict::{Counterexample, Judgement, Verdict};
use crate::world::{Case, Search, Stop, Tried, World};

/// What to explore, apart from the code itself.
pub struct Exploration<'a, W: World> {
    /// The exercise, for the head of a kept counterexample.
    pub exercise: &'a str,
    pub properties: &'a [Property<W::Run>],
    /// Counterexamples of earlier sessions, tried first.
    pub kept: &'a [Case<W::Cast>],
    /// The way round runs that never came back.
    pub detour: &'a Detour,
    /// Whether enough is tried that a rule which nothing came near has to fail. Not so when a
    /// learner asks for a quick look or replays one schedule.
    pub thorough: bool,
    /// So many runs after the first that broke a rule the search ends.
    pub enough: Option<u32>,
    /// Every how many runs one is run again to see whether the code is deterministic.
    pub rerun_each: u32,
}

impl<W: World> std::fmt::Debug for Exploration<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Exploration").field("exercise", &self.exercise).finish_non_exhaustive()
    }
}

/// How many runs may stop before the search is given up. Code that goes on without end makes long
/// runs, and what long runs lead to would fill hours.
fn patience(stop: &Stop) -> u32 {
    if matches!(stop, Stop::NeverEnds { .. }) { 3 } else { 100 }
}

/// Runs that stopped.
#[derive(Default)]
struct Stopped {
    count: u32,
    /// The shortest story of the first kind that was met.
    told: Option<(Stop, Trace)>,
}

impl Stopped {
    fn note(&mut self, stop: Stop, trace: Trace) {
        self.count += 1;
        let better = self.told.as_ref().is_none_or(|(known, told)| {
            std::mem::discriminant(known) == std::mem::discriminant(&stop)
                && trace.steps.len() < told.steps.len()
        });
        if better {
            self.told = Some((stop, trace));
        }
    }

    fn is_enough(&self) -> bool {
        self.told.as_ref().is_some_and(|(stop, _)| stop.not_written() || self.count >= patience(stop))
    }
}

/// The state of one property while runs come in.
#[derive(Default)]
struct Tally {
    tried: u32,
    /// The run that broke it, from 1.
    found: u32,
    broken: Option<Box<Counterexample>>,
}

impl<W: World> Exploration<'_, W> {
    /// Runs the search to its end and judges every property once.
    pub fn judge(&self, world: &mut W, search: &mut dyn Search<W>, beacon: &Beacon) -> Vec<Verdict> {
        let mut tallies: Vec<Tally> = self.properties.iter().map(|_| Tally::default()).collect();
        let mut stopped = Stopped::default();
        let mut number = 0;
        let mut left = self.enough.unwrap_or(u32::MAX);
        for case in self.kept {
            if self.detour.until.is_some_and(|until| number >= until) {
                return self.verdicts(tallies, stopped.told, number, false);
            }
            if !self.detour.skipped.contains(&number) {
                beacon.run_begins(number);
                let tried = Tried::of(case.clone(), world.run(case));
                self.take(world, None, &tried, number, &mut tallies, &mut stopped);
            }
            number += 1;
        }
        while self.detour.until.is_none_or(|until| number < until) {
            beacon.run_begins(number);
            if self.detour.skipped.contains(&number) {
                search.skip(world);
            } else {
                let Some(tried) = search.next(world) else { break };
                self.take(world, Some(&mut *search), &tried, number, &mut tallies, &mut stopped);
            }
            number += 1;
            // Nothing is left to learn when code is not written or all rules are broken.
            let all_broken = tallies.iter().all(|tally| tally.broken.is_some());
            if stopped.is_enough() || (stopped.told.is_some() && all_broken) {
                break;
            }
            if self.enough.is_some() && tallies.iter().any(|tally| tally.broken.is_some()) {
                let Some(fewer) = left.checked_sub(1) else {
                    return self.verdicts(tallies, stopped.told, number, true);
                };
                left = fewer;
            }
        }
        self.verdicts(tallies, stopped.told, number, false)
    }

    /// Lets every property look at one run.
    fn take(
        &self,
        world: &mut W,
        mut search: Option<&mut dyn Search<W>>,
        tried: &Tried<W>,
        number: u32,
        tallies: &mut [Tally],
        stopped: &mut Stopped,
    ) {
        if let Some(found) = world.stop(&tried.run) {
            stopped.note(found, world.trace(&tried.run));
            return;
        }
        let mut fails = false;
        for (property, tally) in self.properties.iter().zip(tallies) {
            match (property.check)(&tried.run) {
                Check::Silent => {}
                Check::Holds => tally.tried += 1,
                Check::Broken(finding) => {
                    tally.tried += 1;
                    fails = true;
                    if tally.broken.is_none() {
                        tally.found = number + 1;
                    }
                    if tally.broken.is_none() && !self.thorough {
                        let case = tried.case();
                        let found = self.counterexample(world, property, case, &tried.run, finding);
                        tally.broken = Some(Box::new(found));
                    } else if tally.broken.is_none() {
                        let search = search.as_mut().map(|s| &mut **s as &mut dyn Search<W>);
                        tally.broken = Some(self.smallest(world, search, property, tried, finding));
                    }
                }
            }
        }
        if self.thorough
            && stopped.told.is_none()
            && (fails || (self.rerun_each > 0 && number.is_multiple_of(self.rerun_each)))
        {
            stopped.told = self.differs(world, tried).map(|found| (found, world.trace(&tried.run)));
        }
    }

    /// Runs a case again; another run means that something other than the plan decides.
    fn differs(&self, world: &mut W, tried: &Tried<W>) -> Option<Stop> {
        let again = world.run(&tried.case());
        if world.same(&tried.run, &again) {
            return None;
        }
        let (first, second) = (world.fingerprint(&tried.run), world.fingerprint(&again));
        let line = first.lines().zip(second.lines()).find(|(a, b)| a != b);
        let (first, second) = line.unwrap_or(("the end", "more"));
        Some(Stop::Random { first: first.to_owned(), second: second.to_owned() })
    }

    /// Both passes of shrinking, then the counterexample as it is shown and kept.
    fn smallest(
        &self,
        world: &mut W,
        search: Option<&mut dyn Search<W>>,
        property: &Property<W::Run>,
        tried: &Tried<W>,
        finding: Finding,
    ) -> Box<Counterexample> {
        let mut case = tried.case();
        let mut still = |case: &Case<W::Cast>| {
            let run = world.run(case);
            world.stop(&run).is_none() && matches!((property.check)(&run), Check::Broken(_))
        };
        if let Some(smaller) = search.and_then(|search| search.shrink(&mut still)) {
            case = smaller;
        }
        let world = RefCell::new(world);
        let case = shrink::second_pass(case, &|case| world.borrow().simpler(case), |case| {
            let mut world = world.borrow_mut();
            let run = world.run(case);
            let broken = world.stop(&run).is_none() && matches!((property.check)(&run), Check::Broken(_));
            broken.then(|| world.events(&run))
        });
        let world = world.into_inner();
        let run = world.run(&case);
        let (run, finding) = match (property.check)(&run) {
            Check::Broken(finding) => (run, finding),
            // Only code that is not deterministic comes here; `differs` will say so.
            _ => (world.run(&tried.case()), finding),
        };
        Box::new(self.counterexample(world, property, case, &run, finding))
    }

    fn counterexample(
        &self,
        world: &W,
        property: &Property<W::Run>,
        case: Case<W::Cast>,
        run: &W::Run,
        finding: Finding,
    ) -> Counterexample {
        let mut trace = world.trace(run);
        let step = finding.step.clamp(1, trace.steps.len().max(1) as u32);
        trace.violation = (!trace.steps.is_empty()).then(|| Violation {
            step,
            observed: finding.observed.clone(),
            required: finding.required.clone(),
        });
        let scenario = Scenario {
            prose: vec![property.sentence.to_owned(), "Edit the schedule below and replay it.".to_owned()],
            title: format!("breaks {}", property.name),
            world: self.exercise.to_owned(),
            code: String::new(),
            cast: world.settings(&case.cast),
            claim: Claim::Breaks(property.name.to_owned()),
            plan: case.plan,
            places: Vec::new(),
            keys: Vec::new(),
            recorded: Some(trace.clone()),
        };
        Counterexample { finding, trace, scenario }
    }

    /// `cut_short`: more would have been tried, and might have put something to the other rules.
    fn verdicts(
        &self,
        tallies: Vec<Tally>,
        stop: Option<(Stop, Trace)>,
        runs: u32,
        cut_short: bool,
    ) -> Vec<Verdict> {
        let ends = self.properties.iter().find(|property| property.ends).map_or("", |p| p.name);
        let broken = self.properties.iter().zip(&tallies).find(|(_, tally)| tally.broken.is_some());
        let first = stop.as_ref().map(|_| ends).or(broken.map(|(property, _)| property.name));
        self.properties
            .iter()
            .zip(tallies)
            .map(|(property, tally)| {
                let found = tally.found;
                let judgement = match (tally.broken, &stop) {
                    // Of code that is random, no counterexample can be trusted.
                    (_, Some((stop @ Stop::Random { .. }, trace))) if property.ends => {
                        Judgement::Stopped { stop: stop.clone(), trace: trace.clone() }
                    }
                    (None, Some((stop, trace))) if property.ends => {
                        Judgement::Stopped { stop: stop.clone(), trace: trace.clone() }
                    }
                    (Some(counterexample), _) => Judgement::Broken(counterexample),
                    (None, Some((stop, _))) if tally.tried == 0 || stop.not_written() => {
                        Judgement::Waits { by: ends.to_owned(), stop: stop.clone() }
                    }
                    (None, _) if tally.tried == 0 && self.thorough && !cut_short => {
                        Judgement::NeverTested { by: first.map(str::to_owned) }
                    }
                    (None, _) => Judgement::Passes,
                };
                Verdict { property: property.name.to_owned(), judgement, tried: tally.tried, found, runs }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use kit::trace::Step;

    use super::*;

    #[test]
    fn the_shortest_story_of_the_first_kind_is_told() {
        let story = |steps: usize| Trace { steps: vec![Step::default(); steps], ..Trace::default() };
        let panics = || Stop::Panicked { who: "pod-7".into(), message: String::new(), at: String::new() };
        let mut stopped = Stopped::default();
        for (stop, steps) in [(panics(), 5), (Stop::Loops, 1), (panics(), 2), (panics(), 3)] {
            stopped.note(stop, story(steps));
        }
        assert_eq!(stopped.told, Some((panics(), story(2))));
        assert_eq!(stopped.count, 4);
        assert!(!stopped.is_enough());
    }
}
