//! A question as JSON, with the names that its bank has for everything: what is exported, and what
//! `show --json` shows. The help of `export` lists what is told otherwise than in a bank.

use crate::bank::{Body, Choice, Cloze, Free, Item, Numeric, Order, Piece, Spot, TraceQuestion, WrongText};
use crate::numeric::Range;
use serde_json::{Map, Value, json};

pub(super) fn question(item: &Item) -> Value {
    let mut value = json!({
        "key": item.key, "kind": item.kind().name(), "level": item.level.name(), "concepts": item.concepts,
        "rev": item.rev, "was": item.was, "prompt": item.prompt, "why": item.why, "see": item.see.slug(),
        "source": item.source, "allow": item.allow,
    });
    if let Body::Cloze(cloze) = &item.body {
        value["prompt"] = json!(cloze.asked());
    }
    let own = body(&item.body);
    if let (Some(all), Value::Object(own)) = (value.as_object_mut(), own) {
        // What is not there is not told.
        all.extend(own);
        all.retain(|_, value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty()));
    }
    value
}

/// What its kind has of its own.
pub(crate) fn body(body: &Body) -> Value {
    match body {
        Body::Choice(options) | Body::Multi(options) => json!({"options": choices(options)}),
        Body::Short(short) => {
            json!({"answer": short.answer, "accept": short.accept, "wrong": beliefs(&short.wrong)})
        }
        Body::Numeric(one) => numeric(one),
        Body::Order(one) => order(one),
        Body::Trace(one) => trace(one),
        Body::Cloze(one) => cloze(one),
        Body::Flash { answer } => json!({"answer": answer}),
        Body::Free(one) => free(one),
        Body::Spot(one) => spot(one),
    }
}

/// `after` names steps. Where those that must come first have no names, the bank has no `after`
/// either, and the order of the list is the only right one.
fn order(order: &Order) -> Value {
    let name = |place: &usize| order.steps.get(*place).map_or("", |step| step.id.as_str());
    let named = order.steps.iter().flat_map(|step| &step.after).all(|place| !name(place).is_empty());
    let steps = order.steps.iter().map(|step| {
        let id = (!step.id.is_empty()).then_some(&step.id);
        let after: Vec<&str> = step.after.iter().filter(|_| named).map(name).collect();
        json!({"id": id, "text": step.text, "after": after, "why": step.why})
    });
    json!({"steps": steps.collect::<Vec<_>>()})
}

fn trace(trace: &TraceQuestion) -> Value {
    let asks = trace.asks.iter().map(|ask| {
        json!({"ask": ask.ask, "answer": ask.answer, "fact": ask.fact, "options": choices(&ask.options)})
    });
    json!({"scenario": trace.scenario, "until": trace.until, "asks": asks.collect::<Vec<_>>()})
}

fn cloze(cloze: &Cloze) -> Value {
    let pieces = cloze.pieces.iter().map(|piece| match piece {
        Piece::Text(text) => json!(text),
        Piece::Gap { answer, hint } => json!({"gap": answer, "hint": hint}),
    });
    json!({"text": pieces.collect::<Vec<_>>(), "gaps": cloze.gaps().collect::<Vec<_>>()})
}

/// Lines by their numbers, as a reader sees them.
fn spot(spot: &Spot) -> Value {
    let wrong = spot.wrong.iter().map(|wrong| json!({"line": wrong.line + 1, "why": wrong.why}));
    let right: Vec<usize> = spot.right.iter().map(|place| place + 1).collect();
    json!({"code": spot.lines, "right": right, "wrong": wrong.collect::<Vec<_>>()})
}

fn numeric(numeric: &Numeric) -> Value {
    let wrong: Vec<Value> =
        numeric.wrong.iter().map(|wrong| json!({"when": wrong.when.text(), "why": wrong.why})).collect();
    let vars: Map<String, Value> = numeric
        .instances
        .ranges
        .iter()
        .map(|(name, range)| match range {
            Range::Steps { from, to, step } => (name.clone(), json!({"from": from, "to": to, "step": step})),
            Range::Pick(values) => (name.clone(), json!({"pick": values})),
        })
        .collect();
    json!({
        "vars": vars, "answer": numeric.answer.text(), "unit": numeric.unit, "tolerance": numeric.tolerance,
        "wrong": wrong,
    })
}

fn free(free: &Free) -> Value {
    let rubric = free
        .rubric
        .iter()
        .map(|point| json!({"text": point.text, "points": point.points, "must": point.must}));
    let probes = free.probes.iter().map(|probe| json!({"ask": probe.ask, "answer": probe.answer}));
    json!({
        "model": free.model, "rubric": rubric.collect::<Vec<_>>(), "wrong": beliefs(&free.wrong),
        "probes": probes.collect::<Vec<_>>(),
    })
}

fn choices(options: &[Choice]) -> Vec<Value> {
    let one = |option: &Choice| json!({"text": option.text, "correct": option.correct, "why": option.why});
    options.iter().map(one).collect()
}

fn beliefs(wrong: &[WrongText]) -> Vec<Value> {
    wrong.iter().map(|one| json!({"when": one.when, "why": one.why})).collect()
}
