//! The files of a new exercise, from templates beside this file.

/// `NAME`, `MODULE`, `NN`, `N` in the templates become the exercise's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Skeleton<'a> {
    pub(super) name: &'a str,
    pub(super) chapter: u32,
}

const EXERCISE: [(&str, &str); 5] = [
    ("Cargo.toml", include_str!("template/exercise.toml.txt")),
    ("README.md", include_str!("template/README.md.txt")),
    ("src/lib.rs", include_str!("template/stub.rs.txt")),
    ("stub/src/lib.rs", include_str!("template/stub.rs.txt")),
    ("tests/grade.rs", include_str!("template/grade.rs.txt")),
];

const SOLUTION: [(&str, &str); 7] = [
    ("Cargo.toml", include_str!("template/solution.toml.txt")),
    ("src/lib.rs", include_str!("template/solution.rs.txt")),
    ("tests/grade.rs", include_str!("template/solution_grade.rs.txt")),
    ("tests/book.rs", include_str!("template/solution_book.rs.txt")),
    ("proof/main.rs", include_str!("template/proof.rs.txt")),
    ("wrong/idle.txt", include_str!("template/idle.txt")),
    ("wrong/always-no.txt", include_str!("template/always-no.txt")),
];

/// Beside `stage/src/MODULE.rs`.
const STAGE: [(&str, &str); 5] = [
    ("cast", include_str!("template/stage_cast.rs.txt")),
    ("exercise", include_str!("template/stage_exercise.rs.txt")),
    ("grade", include_str!("template/stage_grade.rs.txt")),
    ("play", include_str!("template/stage_play.rs.txt")),
    ("rules", include_str!("template/stage_rules.rs.txt")),
];

const ROOM: &str = include_str!("template/stage.rs.txt");
const CONTRACT: &str = include_str!("template/contract.rs.txt");
const NEXT: &str = include_str!("template/next.txt");

impl Skeleton<'_> {
    /// Paths from the root of the workspace, and texts.
    pub(super) fn files(self) -> Vec<(String, String)> {
        let slot = format!("{:02}-{}", self.chapter, self.name);
        let exercise = EXERCISE.map(|(path, text)| (format!("exercises/{slot}/{path}"), self.fill(text)));
        let solution = SOLUTION.map(|(path, text)| (format!("solutions/{slot}/{path}"), self.fill(text)));
        let contract = (format!("kit/src/contract/{}.rs", self.module()), self.fill(CONTRACT));
        let room = format!("stage/src/{}", self.module());
        let stage = STAGE.map(|(file, text)| (format!("{room}/{file}.rs"), self.fill(text)));
        let head = (format!("{room}.rs"), self.fill(ROOM));
        exercise.into_iter().chain(solution).chain([contract, head]).chain(stage).collect()
    }

    fn module(self) -> String {
        self.name.replace('-', "_")
    }

    fn fill(self, template: &str) -> String {
        let two_digits = format!("{:02}", self.chapter);
        let text = template.replace("{NN}", &two_digits).replace("{N}", &self.chapter.to_string());
        text.replace("{NAME}", self.name).replace("{MODULE}", &self.module())
    }
}

/// What the author does now.
pub(super) fn next(name: &str, chapter: u32) -> String {
    Skeleton { name, chapter }.fill(NEXT).trim_end().to_owned()
}

/// A list of modules with one more, in the order of names.
pub(super) fn with_module(listed: &str, module: &str) -> String {
    let line = format!("pub mod {module};");
    let mut lines: Vec<&str> = listed.lines().collect();
    let after = lines.iter().rposition(|text| listed_module(text).is_some_and(|other| other < module));
    let before = lines.iter().position(|text| listed_module(text).is_some());
    let at = after.map(|at| at + 1).or(before).unwrap_or(lines.len());
    lines.insert(at, &line);
    lines.join("\n") + "\n"
}

fn listed_module(line: &str) -> Option<&str> {
    line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ")?.strip_suffix(';')
}
