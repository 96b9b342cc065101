//! How a case of `lease-table` runs on the stage.

use kit::contract::lease_table::{Attempt, Grant};
use kit::sql::SqlError;

use super::Code;
use super::cast::{Cast, Worker, attempt_id, pod};
use super::labels::Words;
use super::run::{Answer, Run, words};
use crate::lease::row::{COLUMNS, rows};
use crate::play::Story;
use crate::record::Labels;
use crate::{Client, Setup, Stage, play};

pub type Play = play::Play<Code>;
pub type Played = play::PlayedOf<Code>;

/// The rows of a table with what tells them apart. Some tables have no rowid: there a row is known
/// by its name, or is one of several of that name in the order of their tokens.
fn probe(table: &str) -> &'static str {
    let words: Vec<String> = table.split_whitespace().map(str::to_uppercase).collect();
    match words.join(" ").contains("WITHOUT ROWID") {
        true => {
            "SELECT name || ' ' || row_number() OVER (PARTITION BY name ORDER BY fence_token) AS rowid, *
             FROM lease ORDER BY rowid"
        }
        false => "SELECT rowid, * FROM lease ORDER BY rowid",
    }
}

impl Story for Code {
    type Cast = Cast;
    type Answer = Result<Option<Grant>, SqlError>;
    type Seen = Run;

    const TABLES_ARE_THEIRS: bool = true;

    fn setup(&self) -> Setup {
        // SQLite takes a blank in a table's text for the name of a type.
        let schema = match self.table.contains("____") {
            true => "SELECT ____".to_owned(),
            // A table without one of the columns is refused at once. The text may end in a comment.
            false => format!("{}\n;\nSELECT {COLUMNS} FROM lease LIMIT 0", self.table),
        };
        Setup {
            schema,
            probe: probe(self.table).to_owned(),
            copied: vec!["lease".to_owned()],
            ..Setup::default()
        }
    }

    fn prepare(&self, stage: &mut Stage, cast: &Cast) -> Vec<Client<Answer>> {
        stage.set_reset(rows(&cast.leases));
        cast.workers.iter().map(|worker| self.client(worker, cast)).collect()
    }

    fn seen(cast: &Cast, raw: &crate::Run<Answer>) -> Run {
        Run::new(cast, raw)
    }

    fn words(answer: &Answer) -> String {
        words(answer)
    }

    fn labels(&self) -> &dyn Labels<Answer> {
        &Words
    }
}

impl Code {
    fn client(&self, worker: &Worker, cast: &Cast) -> Client<Answer> {
        let pod = pod(&worker.name);
        let mut client =
            Client::new(worker.name.clone()).on_pod(pod).clock_ahead(cast.ahead_ms(&worker.name)).restarts();
        for (index, call) in worker.calls.iter().enumerate() {
            let attempt = Attempt {
                name: call.name.clone(),
                pod: pod.to_owned(),
                id: attempt_id(&worker.name, index),
                ttl_ms: call.ttl_ms,
            };
            let acquire = self.acquire;
            // What the labels need to know of a call stands in its own label.
            let label = format!("acquire {} on {pod}", call.name);
            client = client.call_reaching(label, move |databases| acquire(databases, &attempt));
        }
        client
    }
}
