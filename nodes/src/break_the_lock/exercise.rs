//! `break-the-lock` as an exercise. It has no parts, for nobody writes code: what follows from it
//! are the scenarios behind the figures, each with the code that its head names.

use kit::contract::break_the_lock::BreakTheLock;
use kit::contract::break_the_lock::scene::{Code, Scene};

use super::rules::rules;
use super::{nodes, world};
use crate::messages::{Faults, Nodes, Portfolio, Vocabulary};
use grader::Settings;
use grader::exercise::{Exercise, RuleOf};
use grader::world::Search;

/// What a learner hands in here: nothing.
#[derive(Debug, Clone, Copy)]
pub struct NoCode;

/// Every code of the scenes, by its name in a file's head.
const CODES: [(&str, Scene, Code); 10] = [
    ("trusting", Scene::Pause, Code::Given),
    ("trusting-and-fenced", Scene::Pause, Code::Reference),
    ("punctual", Scene::LatePacket, Code::Given),
    ("punctual-and-fenced", Scene::LatePacket, Code::Reference),
    ("renewing", Scene::Failover, Code::Given),
    ("renewing-and-fenced", Scene::Failover, Code::Reference),
    ("asking", Scene::CheckThenAct, Code::Given),
    ("asking-and-fenced", Scene::CheckThenAct, Code::Reference),
    ("opposite", Scene::TwoLeases, Code::Given),
    ("ordered", Scene::TwoLeases, Code::Reference),
];

impl Exercise for NoCode {
    type World = Nodes<BreakTheLock>;
    type Part = Scene;

    const NAME: &'static str = "break-the-lock";
    const PARTS: &'static [Scene] = &[];

    fn module(scene: Scene) -> &'static str {
        scene.name()
    }

    fn file(_: Scene) -> &'static str {
        ""
    }

    fn world(self, scene: Scene) -> Nodes<BreakTheLock> {
        world(scene, Code::Given)
    }

    fn rules() -> Vec<RuleOf<NoCode>> {
        rules()
    }

    fn search(scene: Scene, settings: &Settings) -> Box<dyn Search<Nodes<BreakTheLock>>> {
        let vocabulary = Vocabulary {
            names: scene.cast().to_vec(),
            requests: vec!["debit ₹30"],
            macros: Vec::new(),
            faults: Faults { clock: false, ..Faults::ALL },
            stride: 20_000,
        };
        Box::new(Portfolio::<BreakTheLock>::new(&vocabulary, Vec::new(), 0, settings))
    }

    const EXAMPLES: &'static [&'static str] = &[];

    fn example(self, _: &str, _: Scene) -> Result<(), String> {
        Ok(())
    }

    const CODES: &'static [&'static str] = &[
        CODES[0].0, CODES[1].0, CODES[2].0, CODES[3].0, CODES[4].0, CODES[5].0, CODES[6].0, CODES[7].0,
        CODES[8].0, CODES[9].0,
    ];

    fn code(self, name: &str) -> Option<Nodes<BreakTheLock>> {
        CODES.iter().find(|(known, ..)| *known == name).map(|(_, scene, code)| nodes(*scene, *code, None))
    }
}
