//! A story of nothing but tables and waiting.

use super::*;
use crate::record::Plain;

/// Nothing but tables, which one of the two kinds of story lets the learner write.
#[derive(Debug)]
struct Tables<const THEIRS: bool> {
    schema: &'static str,
}

#[derive(Debug, Clone, PartialEq)]
struct Wait;

#[derive(Debug, Clone, PartialEq)]
struct Waiting(Vec<cast::Worker<Wait>>);

impl cast::Call for Wait {
    const HELP: &'static str = "write `wait`";
    const LINE: &'static str = "pod-7: wait";

    fn text(&self) -> String {
        "wait".to_owned()
    }

    fn read(text: &str) -> Option<Wait> {
        (text == "wait").then_some(Wait)
    }
}

impl Cast for Waiting {
    type Call = Wait;

    fn workers(&self) -> &[cast::Worker<Wait>] {
        &self.0
    }

    fn workers_mut(&mut self) -> &mut Vec<cast::Worker<Wait>> {
        &mut self.0
    }

    fn settings(&self) -> Vec<Setting> {
        self.0.iter().map(cast::Worker::setting).collect()
    }

    fn read(settings: &[Setting]) -> Result<Waiting, Diagnostic> {
        let mut workers = Vec::new();
        settings.iter().try_for_each(|setting| cast::enlist(&mut workers, setting))?;
        cast::count(&workers, settings).map(|()| Waiting(workers))
    }
}

impl<const THEIRS: bool> Story for Tables<THEIRS> {
    type Cast = Waiting;
    type Answer = ();
    type Seen = usize;

    const TABLES_ARE_THEIRS: bool = THEIRS;

    fn setup(&self) -> Setup {
        let probe = "SELECT name FROM lease ORDER BY name".to_owned();
        Setup { schema: self.schema.to_owned(), probe, ..Setup::default() }
    }

    fn prepare(&self, stage: &mut Stage, _cast: &Waiting) -> Vec<Client<()>> {
        stage.set_reset("DELETE FROM lease; INSERT INTO lease (name, owner) VALUES ('a', 'b')");
        vec![Client::new("pod-7").call("wait", |_| ())]
    }

    fn seen(_cast: &Waiting, raw: &Run<()>) -> usize {
        raw.record.calls.len()
    }

    fn words(_answer: &()) -> String {
        "waited".to_owned()
    }

    fn labels(&self) -> &dyn Labels<()> {
        &Plain
    }
}

fn stop(schema: &'static str) -> Option<Stop> {
    let mut play = Play::new(Tables::<true> { schema });
    let cast = Waiting(vec![cast::Worker { name: "pod-7".to_owned(), calls: vec![Wait] }]);
    let played = play.choose(&cast, &Choices::default());
    let stop = play.stop(&played);
    assert_eq!((stop.is_none(), played.run), (played.tables.is_none(), usize::from(stop.is_none())));
    stop
}

#[test]
fn a_slip_in_tables_that_a_learner_writes_is_a_verdict() {
    assert_eq!(stop("CREATE TABLE lease (name, owner)"), None);
    for (schema, says) in [
        ("CREATE TABLE lease (name TEXT KEY PRIMARY, owner)", "syntax error"),
        ("CREATE TABLE leases (name, owner)", "no such table: lease"),
        ("CREATE TABLE lease (name)", "no column named owner"),
    ] {
        let stop = stop(schema);
        assert!(matches!(&stop, Some(Stop::BadStatement { error, .. }) if error.contains(says)), "{stop:?}");
    }
    assert!(stop("CREATE TABLE lease (name TEXT ____, owner TEXT, ____)").unwrap().not_written());
}

#[test]
#[should_panic(expected = "create the tables")]
fn a_slip_in_our_tables_is_a_fault_of_ours() {
    Play::new(Tables::<false> { schema: "CREATE" });
}

#[test]
fn a_cast_reads_back_and_grows_smaller() {
    let line = |key: &str, value: &str| cast::setting(key, value);
    let settings = [line("pod-7", "wait, then wait (3 times)"), line("pod-3", "wait")];
    let cast = Waiting::read(&settings).unwrap();
    assert_eq!(cast.settings()[0].value, "wait (4 times)");
    let plan = "run pod-7\nrun pod-3; crash pod-7\n".parse().unwrap();
    let smaller = cast::simpler(&Case { cast, plan });
    let sizes: Vec<Vec<usize>> =
        smaller.iter().map(|case| case.cast.0.iter().map(|worker| worker.calls.len()).collect()).collect();
    assert_eq!(sizes, [vec![1], vec![4], vec![2, 1], vec![3, 1]]);
    assert_eq!(smaller[0].plan, "run pod-3\n".parse().unwrap());
}

#[test]
fn a_line_that_is_no_worker_is_refused() {
    let read = |lines: &[(&str, &str)]| {
        let settings: Vec<Setting> = lines.iter().map(|(key, value)| cast::setting(*key, *value)).collect();
        Waiting::read(&settings).unwrap_err().message
    };
    assert_eq!(read(&[("a", "wait"), ("a", "wait")]), "`a` takes part already");
    assert_eq!(read(&[("a", "work")]), "expected a call, found `work`");
    assert_eq!(read(&[("a", "wait (0 times)")]), "a worker makes 1 to 100 calls");
    assert_eq!(read(&[("a", "wait (101 times)")]), "a worker makes 1 to 100 calls");
    assert_eq!(
        read(&[("a", &format!("wait, then wait ({} times)", usize::MAX))]),
        "a worker makes 1 to 100 calls"
    );
    assert_eq!(read(&[]), "0 workers take part; 1 to 4 can");
    assert!(read(&["a", "b", "c", "d", "e"].map(|name| (name, "wait"))).starts_with("5 workers"));
}
