//! The lints by name.

use crate::bank::text::nearest;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lint {
    /// The question asks for what is not so; readers miss the `not`.
    Negation,
    /// An option speaks of the place of other options, and options are shuffled.
    ByPosition,
    /// The right option repeats words of the prompt that no wrong one has.
    Echo,
    /// The question does not fit a screen.
    TooLong,
    /// What is shown already holds the answer.
    GivenAway,
    /// Two questions ask the same.
    SamePrompt,
    /// It needs an idea of a later chapter.
    TaughtLater,
    /// It sends its reader to a place that the book does not have.
    DeadLink,
    /// Length alone finds the right option.
    LongestIsRight,
    /// `always` and `never` alone find wrong options.
    AbsoluteWords,
    /// A text that other readers of YAML take for a number or a truth value.
    BareText,
    /// A finished chapter teaches what no question asks about.
    NotAsked,
}

impl Lint {
    pub(super) const ALL: [Lint; 12] = [
        Lint::Negation,
        Lint::ByPosition,
        Lint::Echo,
        Lint::TooLong,
        Lint::GivenAway,
        Lint::SamePrompt,
        Lint::TaughtLater,
        Lint::DeadLink,
        Lint::LongestIsRight,
        Lint::AbsoluteWords,
        Lint::BareText,
        Lint::NotAsked,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Lint::Negation => "negation",
            Lint::ByPosition => "by-position",
            Lint::Echo => "echo",
            Lint::TooLong => "too-long",
            Lint::GivenAway => "given-away",
            Lint::SamePrompt => "same-prompt",
            Lint::TaughtLater => "taught-later",
            Lint::DeadLink => "dead-link",
            Lint::LongestIsRight => "longest-is-right",
            Lint::AbsoluteWords => "absolute-words",
            Lint::BareText => "bare-text",
            Lint::NotAsked => "not-asked",
        }
    }

    /// Whether it judges one question's wording, and can be wrong about it.
    pub(super) fn can_be_allowed(self) -> bool {
        matches!(self, Lint::Negation | Lint::ByPosition | Lint::Echo | Lint::TooLong | Lint::GivenAway)
    }
}

/// Whether a lint has this name.
pub(super) fn is_name(name: &str) -> bool {
    Lint::ALL.into_iter().any(|lint| lint.name() == name)
}

/// What is wrong with a name in `allow:`; `needed` says whether this lint has found anything.
pub(super) fn useless(name: &str, needed: bool) -> Option<(String, String)> {
    let known = Lint::ALL.into_iter().find(|lint| lint.name() == name);
    let allowed: Vec<&str> =
        Lint::ALL.into_iter().filter(|lint| lint.can_be_allowed()).map(Lint::name).collect();
    let all = format!("these can be allowed: {}", allowed.join(", "));
    match known {
        None => {
            let help = nearest(name, &allowed).map_or(all, |near| format!("did you mean `{near}`?"));
            Some((format!("there is no lint `{name}`"), help))
        }
        Some(lint) if !lint.can_be_allowed() => Some((format!("`{name}` cannot be allowed"), all)),
        Some(_) if !needed => Some((format!("`{name}` finds nothing here"), "delete it".to_owned())),
        Some(_) => None,
    }
}
