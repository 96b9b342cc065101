//! Plans from text. The grammar is in the head of [`crate::plan`].

use std::str::FromStr;

use super::{Act, Extent, Mail, Phase, Plan, Who};
use crate::Ms;
use crate::diagnostic::{Diagnostic, Place, nearest};
use crate::lexer::{Kind, Line, NotWhole, Tokens, lines, quoted, shortened, whole};

/// The first word of each act, and the act as an error shows it. The last one, by its second word.
const ACTS: [(&str, &str); 19] = [
    ("at", "`at 31 s`, `at 250 ms` or `at 29.999 s`"),
    ("run", "`run pod-7`, `run pod-7 for 3`, `run pod-7 to \"UPDATE\"` or `run pod-7 to end`"),
    ("lose", "`lose the reply to pod-7` or `lose the request of pod-7`"),
    ("refuse", "`refuse pod-7`"),
    ("ask", "`ask leader \"acquire kickoff:ACH\"`"),
    (
        "crash",
        "`crash n1` or `crash n1 after output 2 of its next step, losing mail in flight, keeping 1 unsynced write`",
    ),
    ("restart", "`restart n1`"),
    ("pause", "`pause n1`"),
    ("resume", "`resume n1`"),
    ("cut", "`cut n1 n2 | n3`"),
    ("isolate", "`isolate n1`"),
    ("heal", "`heal`"),
    ("hold", "`hold Vote n1 -> n2` or `hold all`"),
    ("release", "`release Vote n1 -> n2` or `release all`"),
    ("deliver", "`deliver Vote n1 -> n2`"),
    ("drop", "`drop Vote n1 -> n2`"),
    ("duplicate", "`duplicate Vote n1 -> n2`"),
    ("clock", "`clock n2 +500 ms`, `clock n2 -2 s` or `clock n2 runs 1 % fast`"),
    ("times", "`n2 times out` or `n2 times out election`"),
];

/// Words that people try for an act, and the act that they mean.
const OTHER_WORDS: [(&str, &str); 9] = [
    ("kill", "crash"),
    ("stop", "pause"),
    ("freeze", "pause"),
    ("partition", "cut"),
    ("wait", "at"),
    ("sleep", "at"),
    ("delay", "hold"),
    ("send", "ask"),
    ("step", "run"),
];

/// Words that are no name unless they stand in quotes.
const RESERVED: [&str; 9] = ["old", "to", "for", "end", "of", "out", "after", "losing", "keeping"];

pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word) || ACTS.iter().any(|(act, _)| *act == word)
}

impl FromStr for Plan {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Plan, Diagnostic> {
        phases(lines(text)).map(|(plan, _)| plan)
    }
}

/// The phases on these lines, and the place of each act.
pub(crate) fn phases<'a>(
    lines: impl Iterator<Item = Line<'a>>,
) -> Result<(Plan, Vec<Vec<Place>>), Diagnostic> {
    let mut plan = Plan::default();
    let mut places = Vec::new();
    for line in lines.filter(|line| !line.is_blank() && !line.is_comment()) {
        let (phase, at) = phase(&mut Tokens::of(&line, 0)?)?;
        plan.phases.push(phase);
        places.push(at);
    }
    Ok((plan, places))
}

fn phase(tokens: &mut Tokens) -> Result<(Phase, Vec<Place>), Diagnostic> {
    let mut phase = Phase::default();
    let mut places = Vec::new();
    if tokens.take_sign(";") {
        return match tokens.is_done() {
            true => Ok((phase, places)),
            false => Err(tokens.expected("the end of the line").help("`;` stands between two acts")),
        };
    }
    loop {
        places.push(tokens.place());
        phase.acts.push(act(tokens)?);
        if tokens.is_done() {
            return Ok((phase, places));
        }
        tokens.words(";")?;
    }
}

/// One act, up to the `;` or the end of the line.
fn act(tokens: &mut Tokens) -> Result<Act, Diagnostic> {
    let first = tokens.peek_word().filter(|word| *word != "times");
    let Some((verb, usage)) = ACTS.iter().find(|(verb, _)| Some(*verb) == first) else {
        return times_out(tokens);
    };
    tokens.advance();
    rest_of_act(verb, tokens)
        .and_then(|act| ends(tokens).map(|()| act))
        .map_err(|error| error.or_help(|| format!("this act is written {usage}")))
}

fn ends(tokens: &Tokens) -> Result<(), Diagnostic> {
    match tokens.peek() {
        None | Some(Kind::Sign(";")) => Ok(()),
        Some(_) => Err(tokens.expected("`;` or the end of the line")),
    }
}

fn rest_of_act(verb: &str, t: &mut Tokens) -> Result<Act, Diagnostic> {
    Ok(match verb {
        "at" => Act::At(duration(t, "an instant, such as `31 s`,")?),
        "run" => Act::Run { who: who(t)?, extent: extent(t)? },
        "lose" => lose(t)?,
        "refuse" => Act::Refuse(who(t)?),
        "ask" => Act::Ask { who: who(t)?, request: t.quoted("a request")? },
        "crash" => crash(t)?,
        "restart" => Act::Restart(who(t)?),
        "pause" => Act::Pause(who(t)?),
        "resume" => Act::Resume(who(t)?),
        "cut" => cut(t)?,
        "isolate" => Act::Isolate(who(t)?),
        "heal" => Act::Heal,
        "clock" => clock(t)?,
        "hold" if takes_all(t) => Act::HoldAll,
        "release" if takes_all(t) => Act::ReleaseAll,
        _ => {
            let kind = t.name("the kind of the messages")?;
            let from = who(t)?;
            t.words("->")?;
            let to = who(t)?;
            match verb {
                "hold" => Act::Hold { kind, from, to },
                "release" => Act::Release { kind, from, to },
                "deliver" => Act::Deliver { kind, from, to },
                "drop" => Act::Drop { kind, from, to },
                _ => Act::Duplicate { kind, from, to },
            }
        }
    })
}

/// Takes `all` at the end of an act. A kind of messages may have that name too; then more follows.
fn takes_all(tokens: &mut Tokens) -> bool {
    let all = tokens.peek_word() == Some("all") && matches!(tokens.second(), None | Some(Kind::Sign(";")));
    if all {
        tokens.advance();
    }
    all
}

fn who(tokens: &mut Tokens) -> Result<Who, Diagnostic> {
    let old = tokens.take_word("old");
    let what = if old { "a role" } else { "a name or a role" };
    if let Some(word) = tokens.peek_word().filter(|word| is_reserved(word)) {
        let help =
            format!("`{word}` is a word of the grammar; a party of that name is written {}", quoted(word));
        return Err(tokens.expected(what).help(help));
    }
    Ok(Who { word: tokens.name(what)?, old })
}

fn extent(tokens: &mut Tokens) -> Result<Extent, Diagnostic> {
    if tokens.take_word("for") {
        return Ok(Extent::Statements(small(tokens, "a number of statements")?));
    }
    if !tokens.take_word("to") {
        return match tokens.peek() {
            None | Some(Kind::Sign(_)) => Ok(Extent::Statements(1)),
            Some(_) => Err(tokens.expected("`for`, `to`, `;` or the end of the line")),
        };
    }
    if tokens.take_word("end") {
        return Ok(Extent::End);
    }
    tokens.quoted("`end`, or a part of the statement").map(Extent::Before)
}

fn lose(tokens: &mut Tokens) -> Result<Act, Diagnostic> {
    tokens.words("the")?;
    if tokens.take_word("reply") {
        tokens.words("to")?;
        return who(tokens).map(Act::LoseReply);
    }
    if tokens.take_word("request") {
        tokens.words("of")?;
        return who(tokens).map(Act::LoseRequest);
    }
    Err(tokens.expected("`reply to` or `request of`"))
}

fn crash(tokens: &mut Tokens) -> Result<Act, Diagnostic> {
    let who = who(tokens)?;
    let mut after = None;
    if tokens.take_word("after") {
        if tokens.peek_word() == Some("write") {
            let help = "all outputs of a step are counted, whatever they are: `after output 1`";
            return Err(tokens.expected("`output`").help(help));
        }
        tokens.words("output")?;
        after = Some(small(tokens, "the number of an output")?);
        tokens.words("of its next step")?;
    }
    let (mut mail, mut keeping) = (None, None);
    while tokens.take_sign(",") {
        if mail.is_none() && tokens.take_word("losing") {
            tokens.words("mail in flight")?;
            mail = Some(Mail::Lost);
        } else if keeping.is_none() && tokens.take_word("keeping") {
            keeping = Some(small(tokens, "a number of writes")?);
            tokens.words("unsynced")?;
            if !tokens.take_word("writes") {
                tokens.words("write")?;
            }
        } else {
            return Err(match (mail, keeping) {
                (None, None) => tokens.expected("`losing` or `keeping`"),
                (None, _) => tokens.expected("`losing`"),
                (_, None) => tokens.expected("`keeping`"),
                _ => tokens.expected("nothing more"),
            });
        }
    }
    Ok(Act::Crash { who, after, mail: mail.unwrap_or(Mail::Kept), keeping: keeping.unwrap_or(0) })
}

fn cut(tokens: &mut Tokens) -> Result<Act, Diagnostic> {
    let mut left = Vec::new();
    while !tokens.take_sign("|") {
        if matches!(tokens.peek(), None | Some(Kind::Sign(_))) {
            return Err(tokens.expected("a name, or `|` and the other side"));
        }
        left.push(who(tokens)?);
    }
    let mut right = Vec::new();
    while matches!(tokens.peek(), Some(Kind::Word(_) | Kind::Quoted(_))) {
        right.push(who(tokens)?);
    }
    Ok(Act::Cut { left, right })
}

fn clock(tokens: &mut Tokens) -> Result<Act, Diagnostic> {
    let who = who(tokens)?;
    if tokens.take_word("runs") {
        return Ok(Act::Rate { who, ppm: rate(tokens)? });
    }
    Ok(Act::Clock { who, offset: offset(tokens)? })
}

/// `1 % fast`, `5 permille slow`, `20 ppm fast` or `true`, in parts per million.
fn rate(tokens: &mut Tokens) -> Result<i32, Diagnostic> {
    if tokens.take_word("true") {
        return Ok(0);
    }
    let place = tokens.place();
    let number = tokens.number("`true`, or how far from true time, such as `1 % fast`,", u64::MAX)?;
    let scale = match tokens.peek() {
        Some(Kind::Sign("%")) => 10_000,
        Some(Kind::Word(word)) if word == "permille" => 1_000,
        Some(Kind::Word(word)) if word == "ppm" => 1,
        _ => return Err(tokens.expected("the unit, `%`, `permille` or `ppm`,")),
    };
    tokens.advance();
    let sign = if tokens.take_word("fast") {
        1
    } else if tokens.take_word("slow") {
        -1
    } else {
        return Err(tokens.expected("`fast` or `slow`"));
    };
    i32::try_from(i128::from(number) * scale * sign)
        .map_err(|_| Diagnostic::new(place, "no clock is so far from true time"))
}

/// `n2 times out`, the one act that begins with a name; or no act at all.
fn times_out(tokens: &mut Tokens) -> Result<Act, Diagnostic> {
    let start = tokens.place();
    let first = tokens.peek_word().map(str::to_owned);
    match first.as_deref() {
        None if !matches!(tokens.peek(), Some(Kind::Quoted(_))) => {
            return Err(tokens.expected("an act").help(known_acts()));
        }
        Some(word) if word != "old" && is_reserved(word) => return Err(unknown(start, word)),
        _ => {}
    }
    let who = who(tokens).map_err(|error| error.or_help(times_out_usage))?;
    if !tokens.take_word("times") {
        let meant = tokens.peek_word().is_some_and(|word| nearest(word, ["times", "timeout"]).is_some());
        return Err(match first {
            Some(word) if !who.old && !meant => unknown(start, &word),
            _ => tokens.expected("`times out`").or_help(times_out_usage),
        });
    }
    rest_of_times_out(who, tokens).map_err(|error| error.or_help(times_out_usage))
}

fn rest_of_times_out(who: Who, tokens: &mut Tokens) -> Result<Act, Diagnostic> {
    tokens.words("out")?;
    let timer = match tokens.peek() {
        None | Some(Kind::Sign(";")) => None,
        Some(_) => Some(tokens.name("`;`, the end of the line or the name of a timer")?),
    };
    ends(tokens)?;
    Ok(Act::TimesOut { who, timer })
}

fn times_out_usage() -> String {
    format!("this act is written {}", ACTS[ACTS.len() - 1].1)
}

fn unknown(place: Place, word: &str) -> Diagnostic {
    if word.chars().all(|c| c == '-') {
        return Diagnostic::new(place, format!("expected an act, found `{}`", shortened(word)))
            .help("the line above a recorded trace has four dashes, `----`, and only a scenario has one");
    }
    let meant = OTHER_WORDS.iter().find(|(other, _)| *other == word).map(|(_, act)| *act);
    let acts = ACTS.iter().map(|(act, _)| *act);
    let meant = meant.or_else(|| nearest(word, acts));
    let usage = meant.and_then(|meant| ACTS.iter().find(|(act, _)| *act == meant));
    let error = Diagnostic::new(place, format!("unknown act `{}`", shortened(word)));
    match usage {
        Some((act, usage)) if *act == "times" => error.help(format!("did you mean {usage}?")),
        Some((act, usage)) => error.help(format!("did you mean `{act}`? It is written {usage}")),
        None => error.help(known_acts()),
    }
}

fn known_acts() -> String {
    let acts: Vec<&str> = ACTS.iter().map(|(act, _)| *act).filter(|act| *act != "times").collect();
    format!("an act begins with {}; or it is NAME times out", acts.join(", "))
}

/// `31 s`, `250 ms` or `29.999 s`, in milliseconds.
fn duration(tokens: &mut Tokens, what: &str) -> Result<Ms, Diagnostic> {
    glued_unit(tokens)?;
    let place = tokens.place();
    if let Some(ms) = tokens.peek_word().and_then(thousandths) {
        tokens.advance();
        return match scale(tokens)? {
            1000 => Ok(ms),
            _ => Err(Diagnostic::new(place, "there is no part of a millisecond")
                .help("write whole ones, `250 ms`")),
        };
    }
    let number = tokens.number(what, Ms::MAX)?;
    let scale = scale(tokens)?;
    number.checked_mul(scale).ok_or_else(|| too_far(place))
}

/// `29.999` as 29,999.
fn thousandths(text: &str) -> Option<Ms> {
    let (whole, part) = text.split_once('.')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > 3 {
        return None;
    }
    whole.parse::<Ms>().ok()?.checked_mul(1000)?.checked_add(format!("{part:0<3}").parse().ok()?)
}

/// `+500 ms` or `-2 s`, in milliseconds.
fn offset(tokens: &mut Tokens) -> Result<i64, Diagnostic> {
    glued_unit(tokens)?;
    let place = tokens.place();
    let signed = tokens.peek_word().and_then(|word| {
        let sign = word.strip_prefix('+').map(|digits| (1, digits));
        sign.or_else(|| word.strip_prefix('-').map(|digits| (-1, digits)))
    });
    let number = signed.map(|(sign, digits)| (sign, whole(digits, u64::MAX)));
    let (sign, number) = match number {
        Some((sign, Ok(number))) => (sign, number),
        Some((_, Err(NotWhole::TooLarge))) => return Err(too_far(place)),
        _ => return Err(tokens.expected("an offset with its sign, such as `+500 ms`,")),
    };
    tokens.advance();
    let scale = scale(tokens)?;
    let offset = i128::from(number) * i128::from(scale) * sign;
    i64::try_from(offset).map_err(|_| too_far(place))
}

fn scale(tokens: &mut Tokens) -> Result<u64, Diagnostic> {
    match tokens.peek_word() {
        Some("s") => {
            tokens.advance();
            Ok(1000)
        }
        Some("ms") => {
            tokens.advance();
            Ok(1)
        }
        _ => Err(tokens.expected("the unit, `s` or `ms`,")),
    }
}

/// Refuses `31s`, which is one word.
fn glued_unit(tokens: &Tokens) -> Result<(), Diagnostic> {
    let word = tokens.peek_word().unwrap_or_default();
    let number = word.trim_end_matches(char::is_alphabetic);
    let unit = &word[number.len()..];
    if number.is_empty() || !matches!(unit, "s" | "ms") {
        return Ok(());
    }
    Err(tokens.expected("a number").help(format!("put a space before the unit: `{number} {unit}`")))
}

fn too_far(place: Place) -> Diagnostic {
    Diagnostic::new(place, "this time is too long to be counted in milliseconds")
}

fn small(tokens: &mut Tokens, what: &str) -> Result<u32, Diagnostic> {
    let number = tokens.number(what, u32::MAX.into())?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}
