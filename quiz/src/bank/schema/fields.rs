//! What may stand in each field.

use crate::bank::item::{Kind, Level};
use serde_json::{Value, json};

const KEBAB: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";

/// A field that only some kinds have.
pub(super) struct Field {
    pub name: &'static str,
    pub shape: Value,
    pub required: bool,
}

fn needs(name: &'static str, shape: Value) -> Field {
    Field { name, shape, required: true }
}

fn may(name: &'static str, shape: Value) -> Field {
    Field { name, shape, required: false }
}

/// Whether the answer itself or the right options say why.
pub(super) fn optional_why(kind: Kind) -> bool {
    matches!(kind, Kind::Flash | Kind::Choice | Kind::Multi | Kind::Cloze | Kind::Free)
}

/// The fields of every question, but for its kind.
pub(super) fn common() -> Vec<(&'static str, Value)> {
    let levels = Level::ALL.map(Level::name);
    let allowed = crate::bank::standard::allowable();
    let key = "^([a-z0-9]+(-[a-z0-9]+)*/)?[a-z0-9]+(-[a-z0-9]+)*$";
    vec![
        ("id", id("Unique in the bank, never changed: `bank/id` is how the log knows a question.")),
        ("level", json!({ "enum": levels, "description": "For whom it is." })),
        (
            "concepts",
            json!({
                "type": "array", "minItems": 1, "uniqueItems": true, "items": { "type": "string", "pattern": KEBAB },
                "description": "Ids of concepts.yaml. Questions that share the first are siblings.",
            }),
        ),
        ("prompt", text("What is asked: light Markdown, fenced code.")),
        ("why", text("Why the right answer is right; shown after it.")),
        (
            "see",
            text("Where to read again: `chapter` or `chapter#heading-id`. Without it, the bank's chapter."),
        ),
        (
            "rev",
            json!({
                "type": "integer", "minimum": 1,
                "description": "Raise it when the question now means something else: its history starts again.",
            }),
        ),
        (
            "was",
            json!({
                "type": "array", "items": { "type": "string", "pattern": key },
                "description": "Ids that it had before, or `bank/id` if it came from another bank.",
            }),
        ),
        ("retired", json!({ "type": "boolean", "description": "true: no longer asked." })),
        ("source", text("Where the claim comes from.")),
        (
            "allow",
            json!({
                "type": "array", "minItems": 1, "items": { "enum": allowed },
                "description": "Lints that do not apply to it.",
            }),
        ),
    ]
}

/// The fields that this kind has of its own.
pub(super) fn own(kind: Kind) -> Vec<Field> {
    match kind {
        Kind::Choice | Kind::Multi => {
            vec![needs("options", options("2 to 9, each with its reason. They are shuffled."))]
        }
        Kind::Short => vec![
            needs("answer", text("A word or two, as it is shown.")),
            may("accept", list(text("Another right answer."), "Other right answers.")),
            may("wrong", wrong("Known wrong answers.", text("A wrong answer."))),
        ],
        Kind::Numeric => vec![
            needs("answer", expression("An exact expression over the variables; whole for all of them.")),
            may("vars", vars()),
            may("unit", text("Shown behind the number.")),
            may("tolerance", from_zero("How far off still counts.")),
            may("wrong", wrong("Wrong numbers that a belief leads to.", expression("An expression."))),
        ],
        Kind::Order => vec![needs("steps", steps())],
        Kind::Trace => vec![
            needs("scenario", text("A file below scenarios/.")),
            needs("asks", asks()),
            may("until", from_zero("The last step that is shown before; 0, none, if it is missing.")),
        ],
        Kind::Cloze => {
            vec![needs("text", text("A sentence with one to four gaps: `{{answer}}` or `{{answer::hint}}`."))]
        }
        Kind::Flash => vec![needs("answer", text("The back of the card."))],
        Kind::Free => vec![
            needs("model", text("An answer that makes every point.")),
            needs("rubric", rubric()),
            may("wrong", wrong("Beliefs that an answer may show.", text("A belief."))),
            may("probes", probes()),
        ],
        Kind::Spot => vec![
            needs("code", text("2 to 20 lines.")),
            needs("answer", text("The text of the line at fault, or `line 7`.")),
            may(
                "accept",
                list(text("Another line that counts as right."), "Other lines that count as right."),
            ),
            needs(
                "wrong",
                wrong("Lines that people suspect, at least one.", text("The text of a line, or `line 7`.")),
            ),
        ],
    }
}

pub(super) fn text(about: &str) -> Value {
    json!({ "type": "string", "minLength": 1, "description": about })
}

pub(super) fn id(about: &str) -> Value {
    json!({ "type": "string", "pattern": KEBAB, "maxLength": 80, "description": about })
}

/// `7` is an expression, and to YAML a number.
fn expression(about: &str) -> Value {
    json!({ "type": ["string", "integer"], "description": about })
}

fn from_zero(about: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": about })
}

fn list(of: Value, about: &str) -> Value {
    json!({ "type": "array", "items": of, "description": about })
}

fn shaped(required: &[&str], properties: Value) -> Value {
    json!({ "type": "object", "additionalProperties": false, "required": required, "properties": properties })
}

pub(super) fn option() -> Value {
    shaped(
        &["text", "why"],
        json!({
            "text": text("What the reader picks."),
            "correct": { "type": "boolean", "description": "true: it is right." },
            "why": text("What to tell who picks it: what they believe, and where that breaks."),
        }),
    )
}

fn options(about: &str) -> Value {
    json!({
        "type": "array", "minItems": 2, "maxItems": 9,
        "items": { "$ref": "#/definitions/option" }, "description": about,
    })
}

fn wrong(about: &str, when: Value) -> Value {
    let case = shaped(&["when", "why"], json!({ "when": when, "why": text("What to tell who gives it.") }));
    list(case, about)
}

fn vars() -> Value {
    let number = |about: &str| json!({ "type": "integer", "description": about });
    let range = shaped(
        &[],
        json!({
            "from": number("The smallest."), "to": number("The largest."),
            "step": { "type": "integer", "minimum": 1, "description": "1 if it is missing." },
            "pick": { "type": "array", "minItems": 1, "items": { "type": "integer" }, "description": "One of these." },
        }),
    );
    json!({
        "type": "object", "additionalProperties": range,
        "description": "Names and the numbers that they take: `{from: 2, to: 6}` or `{pick: [10, 20]}`.",
    })
}

fn steps() -> Value {
    let step = shaped(
        &["text"],
        json!({
            "id": text("Its name, for `after`."),
            "text": text("What is done."),
            "after": list(text("The id of a step above."), "Steps that must come first."),
            "why": text("What to tell who puts it too early."),
        }),
    );
    json!({ "type": "array", "minItems": 3, "maxItems": 9, "items": step, "description": "In a right order." })
}

fn asks() -> Value {
    let ask = shaped(
        &["ask", "answer", "fact"],
        json!({
            "ask": text("What is asked."),
            "answer": text("What was recorded."),
            "fact": text("What decides it: `step 4 result`, or the name of a fact."),
            "options": options("With them the answer is picked, without it is typed."),
        }),
    );
    json!({ "type": "array", "minItems": 1, "items": ask, "description": "Questions about the rest of the run." })
}

fn probes() -> Value {
    let probe = shaped(
        &["ask", "answer"],
        json!({ "ask": text("What an interviewer asks next."), "answer": text("A good answer.") }),
    );
    json!({ "type": "array", "maxItems": 3, "items": probe, "description": "What `cargo quiz interview` asks next." })
}

fn rubric() -> Value {
    let point = shaped(
        &["text"],
        json!({
            "text": text("One thing that a good answer says."),
            "points": { "type": "integer", "minimum": 1, "maximum": 10, "description": "1 if it is missing." },
            "must": { "type": "boolean", "description": "true: without it the answer is wrong." },
        }),
    );
    json!({ "type": "array", "minItems": 3, "maxItems": 6, "items": point, "description": "Three to six points." })
}
