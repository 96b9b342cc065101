//! A run for people: one step a statement, two instants a step.

use std::collections::BTreeMap;

use kit::Ms;
use kit::plan::duration;
use kit::sql::{Row, SqlError, Value};
use kit::trace::{ArrowKind, Clock, Fate, Lane, Mark, Step, Trace};

use super::numbers::Numbers;
use super::{Call, Change, Fault, Outcome, Record, Statement, Turn, What};

/// How an exercise words what the stage saw. Arrow labels have at most 9 characters.
pub trait Labels<T> {
    /// The lane to which a statement goes. By default one lane a database, whatever it is about.
    fn lane(&self, _call: &Call, _statement: &Statement) -> Lane {
        lane("database")
    }

    /// What a step says was done; by default the statement, on one line.
    fn act(&self, statement: &Statement) -> String {
        statement.shown()
    }

    /// What a row of the probe says that lasts until an instant: a bar on a lane.
    fn lasts(&self, _row: &Row) -> Option<Lasting> {
        None
    }

    /// Whether what lasts of a row is still the same after a change, which only moved its end: then its
    /// bar goes on. By default a new one begins.
    fn goes_on(&self, _before: &Row, _after: &Row) -> bool {
        false
    }

    /// Over the arrow to the database; by default the statement's first word.
    fn request(&self, statement: &Statement) -> String {
        statement.shown().split(' ').next().unwrap_or_default().chars().take(9).collect()
    }

    /// Over the arrow back, when the statement was carried out; by default nothing.
    fn reply(&self, _statement: &Statement) -> String {
        String::new()
    }

    /// A value in a result: `10000` in the column `balance` as `₹100`.
    fn value(&self, _column: &str, value: &Value) -> String {
        value.to_string()
    }

    /// What a change of the committed state looks like beside the database: `₹70`.
    fn pill(&self, _change: &Change) -> Option<String> {
        None
    }

    /// What a call returned, as a note beside its client: `accepted`.
    fn answer(&self, _call: &Call, _value: &T) -> Option<String> {
        None
    }

    /// What a row of the probe says at the end, by name: `balance of 42` = `₹70`.
    fn fact(&self, _row: &Row) -> Option<(String, String)> {
        None
    }
}

/// A fact that holds until the clock reaches an instant, or its row changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lasting {
    pub lane: Lane,
    /// In a pill on the bar: `412`.
    pub text: String,
    pub until: Ms,
}

/// A lane that is titled by its id.
pub fn lane(id: &str) -> Lane {
    Lane { id: id.to_owned(), title: id.to_owned() }
}

/// The labels of an exercise that has no words of its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Plain;

impl<T> Labels<T> for Plain {}

impl Record {
    pub(crate) fn trace<'r, T>(
        &'r self,
        labels: &dyn Labels<T>,
        returned: &dyn Fn(&Call) -> Option<&'r T>,
    ) -> Trace {
        let lanes = self.lanes(labels);
        let mut writer = Writer::new(self, labels, &lanes);
        let answer = |call: &Call| returned(call).and_then(|value| labels.answer(call, value));
        let mut clock = 0;
        for index in 0..=self.turns.len() {
            let silent = |call: &&Call| call.is_silent() && call.turns_before_end == index;
            for call in self.calls.iter().filter(silent) {
                writer.asks_nothing(call, answer(call));
            }
            let Some(turn) = self.turns.get(index) else { break };
            if turn.at != clock {
                clock = turn.at;
                writer.time_passes(clock);
            }
            writer.turn(turn);
            for call in self.calls.iter().filter(|call| call.last_turn == Some(index)) {
                writer.note(&self.cast[call.who], answer(call));
            }
        }
        Trace {
            lanes,
            clock: Clock::Instants,
            steps: writer.steps,
            facts: self.after.iter().filter_map(|row| labels.fact(row)).collect(),
            violation: None,
        }
    }

    /// Two clients stand on both sides of what they reach, more of them to its left.
    fn lanes<T>(&self, labels: &dyn Labels<T>) -> Vec<Lane> {
        let mut places: Vec<Lane> = Vec::new();
        let lasting = self.before.iter().filter_map(|row| labels.lasts(row)).map(|lasting| lasting.lane);
        let asked =
            self.turns.iter().filter_map(|turn| Some(labels.lane(self.call(turn)?, turn.statement()?)));
        for place in lasting.chain(asked) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        if places.is_empty() {
            places.push(lane("database"));
        }
        let mut lanes: Vec<Lane> = self.cast.iter().map(|name| lane(name)).collect();
        let at = if lanes.len() == 2 { 1 } else { lanes.len() };
        lanes.splice(at..at, places);
        lanes
    }

    fn call(&self, turn: &Turn) -> Option<&Call> {
        self.calls.iter().find(|call| call.who == turn.who && call.index == turn.call)
    }
}

struct Writer<'r, T> {
    record: &'r Record,
    labels: &'r dyn Labels<T>,
    /// The instant at which the next step begins.
    now: kit::Ms,
    steps: Vec<Step>,
    numbers: Numbers,
    /// The bars that have begun and not ended, by the key of their row.
    bars: BTreeMap<Value, (String, Ms)>,
    /// How many bars there have been.
    begun: usize,
    /// The bars that stand from before the first step; they belong to its marks.
    standing: Vec<Mark>,
    /// The first lane that is no client's: there the clock is seen.
    place: String,
}

impl<'r, T> Writer<'r, T> {
    fn new(record: &'r Record, labels: &'r dyn Labels<T>, lanes: &[Lane]) -> Writer<'r, T> {
        let place = lanes.iter().find(|lane| !record.cast.contains(&lane.id)).map(|lane| lane.id.clone());
        let mut writer = Writer {
            record,
            labels,
            now: 0,
            steps: Vec::new(),
            numbers: record.numbers(),
            bars: BTreeMap::new(),
            begun: 0,
            standing: Vec::new(),
            place: place.unwrap_or_default(),
        };
        writer.stand();
        writer
    }

    fn step(&mut self, who: &str, act: String, result: String, marks: Vec<Mark>) {
        let marks = std::mem::take(&mut self.standing).into_iter().chain(marks).collect();
        self.steps.push(Step { at: self.now, who: who.to_owned(), act, result, marks, events: 1 });
        self.now += 2;
    }

    fn time_passes(&mut self, clock: Ms) {
        let at = self.now + 1;
        let over: Vec<Value> =
            self.bars.iter().filter(|(_, (_, until))| *until <= clock).map(|(key, _)| key.clone()).collect();
        let spans = over.iter().filter_map(|key| self.bars.remove(key)).map(|(span, _)| span);
        let ends = spans.map(|span| Mark::BarEnds { span, at, text: "expires".to_owned() });
        let text = instant(clock);
        let note = Mark::Note { lane: self.place.clone(), text: text.clone(), at: self.now };
        let marks = std::iter::once(note).chain(ends).collect();
        self.step("", format!("the clock goes to {text}"), String::new(), marks);
    }

    fn stand(&mut self) {
        let (record, labels) = (self.record, self.labels);
        for row in &record.before {
            if let (Some((_, key)), Some(lasting)) = (row.columns.first(), labels.lasts(row)) {
                let bar = self.bar(key.clone(), lasting, 0);
                self.standing.push(bar);
            }
        }
    }

    fn bar(&mut self, key: Value, lasting: Lasting, at: Ms) -> Mark {
        self.begun += 1;
        let span = format!("bar-{}", self.begun);
        self.bars.insert(key, (span.clone(), lasting.until));
        Mark::BarBegins { lane: lasting.lane.id, span, text: lasting.text, at }
    }

    /// The bars that a change ends and begins.
    fn bars(&mut self, change: &Change, clock: Ms) -> Vec<Mark> {
        let at = self.now + 1;
        let mut marks = Vec::new();
        let lasting = change.after.as_ref().and_then(|row| self.labels.lasts(row));
        let lasting = lasting.filter(|lasting| lasting.until > clock);
        let rows = change.before.as_ref().zip(change.after.as_ref());
        let goes_on = rows.is_some_and(|(before, after)| self.labels.goes_on(before, after));
        match (self.bars.get_mut(&change.key), &lasting) {
            (Some((_, until)), Some(lasting)) if goes_on => {
                *until = lasting.until;
                return marks;
            }
            _ => {}
        }
        if let Some((span, _)) = self.bars.remove(&change.key) {
            marks.push(Mark::BarEnds { span, at, text: String::new() });
        }
        if let Some(lasting) = lasting {
            marks.push(self.bar(change.key.clone(), lasting, at));
        }
        marks
    }

    /// A call that returned without a statement is part of the story too.
    fn asks_nothing(&mut self, call: &Call, answer: Option<String>) {
        let who = &self.record.cast[call.who];
        let act = format!("{}: asks the database nothing", call.label);
        let note = answer.clone().map(|text| Mark::Note { lane: who.clone(), text, at: self.now });
        self.step(who, act, answer.unwrap_or_default(), note.into_iter().collect());
    }

    /// A note where the last step's reply arrives.
    fn note(&mut self, lane: &str, text: Option<String>) {
        if let (Some(text), Some(step)) = (text, self.steps.last_mut()) {
            step.marks.push(Mark::Note { lane: lane.to_owned(), text, at: self.now });
        }
    }

    fn turn(&mut self, turn: &Turn) {
        let who = self.record.cast[turn.who].clone();
        match &turn.what {
            What::Statement(statement) => {
                let result = self.result(statement);
                let marks = self.marks(turn, statement);
                self.step(&who, self.labels.act(statement), result, marks);
            }
            What::Crash { open, comes_back } => {
                let mut marks = vec![Mark::Crash { lane: who.clone(), at: self.now }];
                let mut act = "crashes".to_owned();
                if *comes_back {
                    marks.push(Mark::Restart { lane: who.clone(), at: self.now + 1 });
                    act += ", and a new process starts under its name";
                }
                self.step(&who, act, rolled_back(*open), marks);
            }
            What::Panic { open } => {
                let mark = Mark::Crash { lane: who.clone(), at: self.now };
                self.step(&who, "panics".to_owned(), rolled_back(*open), vec![mark]);
            }
            What::LeftOpen => {
                let mark = Mark::Note { lane: who.clone(), text: "leaves".to_owned(), at: self.now };
                self.step(&who, "leaves with its transaction open".to_owned(), rolled_back(true), vec![mark]);
            }
        }
    }

    fn result(&self, statement: &Statement) -> String {
        let text = match &statement.outcome {
            Outcome::Done { changed, rows } => self.done(statement, *changed, rows),
            Outcome::Waits { on } if on.is_empty() => "waits for a lock".to_owned(),
            Outcome::Waits { on } => format!("waits for {}", self.names(on)),
            Outcome::Failed { .. } if statement.fault == Some(Fault::LoseReply) => self.lost(statement),
            Outcome::Failed { .. } if statement.fault == Some(Fault::LoseRequest) => {
                "no answer: the request is lost".to_owned()
            }
            Outcome::Failed { .. } if statement.fault == Some(Fault::Refuse) => {
                "busy: waited in vain".to_owned()
            }
            Outcome::Failed { error, .. } if statement.deadlock => format!("{error}: everybody was waiting"),
            Outcome::Failed { error, .. } => error.to_string(),
        };
        match statement.waited.and_then(|turn| self.numbers.turns.get(turn)) {
            Some(step) => format!("{text} (has waited since step {step})"),
            None => text,
        }
    }

    fn lost(&self, statement: &Statement) -> String {
        match &statement.outcome {
            Outcome::Failed { unheard: Some(error), .. } => {
                format!("no answer: {error}, and the reply is lost")
            }
            _ => "no answer: carried out, and the reply is lost".to_owned(),
        }
    }

    fn done(&self, statement: &Statement, changed: u64, rows: &[Row]) -> String {
        let rows: Vec<String> = rows.iter().map(|row| self.row(row)).collect();
        if !rows.is_empty() {
            return rows.join("; ");
        }
        let first = statement.shown();
        let first = first.split(' ').next().unwrap_or_default().to_uppercase();
        match first.as_str() {
            "BEGIN" | "COMMIT" | "END" | "ROLLBACK" | "SAVEPOINT" | "RELEASE" => "ok".to_owned(),
            "SELECT" | "VALUES" => "no rows".to_owned(),
            _ if statement.returns_rows() => "no rows".to_owned(),
            _ if changed == 1 => "1 row".to_owned(),
            _ => format!("{changed} rows"),
        }
    }

    /// One value stands alone; more carry their columns' names.
    fn row(&self, row: &Row) -> String {
        let single = row.columns.len() == 1;
        let texts = row.columns.iter().map(|(name, value)| {
            let text = self.labels.value(name, value);
            if single { text } else { format!("{name} {text}") }
        });
        texts.collect::<Vec<_>>().join(", ")
    }

    fn names(&self, who: &[usize]) -> String {
        let names: Vec<&str> = who.iter().map(|who| self.record.cast[*who].as_str()).collect();
        names.join(" and ")
    }

    fn marks(&mut self, turn: &Turn, statement: &Statement) -> Vec<Mark> {
        let who = self.record.cast[turn.who].as_str();
        let place =
            self.record.call(turn).map(|call| self.labels.lane(call, statement).id).unwrap_or_default();
        let mut marks = Vec::new();
        // A statement that has waited arrived long ago; only its reply is new.
        if statement.waited.is_none() {
            marks.push(self.request(who, &place, statement));
        }
        let pills = turn.effect.iter().filter_map(|change| self.labels.pill(change));
        marks.extend(pills.map(|text| Mark::Pill { lane: place.clone(), text, at: self.now + 1 }));
        for change in &turn.effect {
            marks.extend(self.bars(change, turn.at));
        }
        match &statement.outcome {
            Outcome::Waits { on } => {
                let text = match on.is_empty() {
                    true => "waits".to_owned(),
                    false => format!("waits for {}", self.names(on)),
                };
                marks.push(Mark::Note { lane: who.to_owned(), text, at: self.now + 1 });
            }
            Outcome::Failed { .. } if statement.fault == Some(Fault::LoseRequest) => {}
            _ => marks.push(self.reply(who, &place, statement)),
        }
        marks
    }

    fn request(&self, who: &str, place: &str, statement: &Statement) -> Mark {
        let fate = match (&statement.outcome, statement.fault) {
            (_, Some(Fault::LoseRequest)) => Fate::Lost,
            (Outcome::Failed { .. }, Some(Fault::LoseReply)) => Fate::Arrives,
            (Outcome::Failed { .. }, _) => Fate::Refused,
            _ => Fate::Arrives,
        };
        Mark::Arrow {
            from: who.to_owned(),
            to: place.to_owned(),
            kind: ArrowKind::Request,
            label: self.labels.request(statement),
            sent: self.now,
            arrives: self.now + 1,
            fate,
        }
    }

    fn reply(&self, who: &str, place: &str, statement: &Statement) -> Mark {
        let (label, fate) = match &statement.outcome {
            Outcome::Failed { .. } if statement.fault == Some(Fault::LoseReply) => {
                (String::new(), Fate::Lost)
            }
            Outcome::Failed { error: SqlError::Busy, .. } => ("busy".to_owned(), Fate::Arrives),
            Outcome::Failed { .. } => ("error".to_owned(), Fate::Arrives),
            _ => (self.labels.reply(statement), Fate::Arrives),
        };
        Mark::Arrow {
            from: place.to_owned(),
            to: who.to_owned(),
            kind: ArrowKind::Reply,
            label,
            sent: self.now + 1,
            arrives: self.now + 2,
            fate,
        }
    }
}

/// `30 s`, `29.999 s`, `250 ms`.
pub(crate) fn instant(ms: Ms) -> String {
    match (ms / 1000, ms % 1000) {
        (0, _) | (_, 0) => duration(ms),
        (whole, part) => format!("{whole}.{part:03} s"),
    }
}

fn rolled_back(open: bool) -> String {
    if open { "its transaction is rolled back".to_owned() } else { String::new() }
}
