//! The macros that turn an exercise into tests of a learner's crate.
//!
//! A test stands two modules below the root of the test crate, and there is `fn candidate()` at the
//! root. `stage/src/lost_update/grade.rs` shows how an exercise puts them together.

/// Emits one test a rule: `grade_part!([module, part] rule, rule, …)`.
///
/// The names of the rules are published on purpose: failing is informative, and passing is no
/// guesswork. An exercise has a test that keeps them equal to its rules.
#[macro_export]
macro_rules! grade_part {
    ([$module:ident, $part:expr] $($rule:ident),* $(,)?) => {
        mod $module {
            $(
                #[test]
                fn $rule() {
                    $crate::harness::judge(
                        || $crate::exercise::exam($part, super::super::candidate()),
                        $crate::place_of!($rule),
                    );
                }
            )*
        }
    };
}

/// Emits one test an example: `grade_examples!([module, part] example, …)`.
#[macro_export]
macro_rules! grade_examples {
    ([$module:ident, $part:expr] $($example:ident),* $(,)?) => {
        mod $module {
            $(
                #[test]
                fn $example() {
                    $crate::harness::try_out($crate::place_of!($example), || {
                        $crate::exercise::try_example(stringify!($example), $part, super::super::candidate())
                    });
                }
            )*
        }
    };
}

/// Emits the test of a break-it file, an [`Attack`](crate::attack::Attack), by the name of its goal.
#[macro_export]
macro_rules! grade_attack {
    ($goal:ident, $attack:expr) => {
        #[test]
        fn $goal() {
            let attack = $attack;
            assert_eq!(attack.goal, stringify!($goal));
            $crate::attack::judge(
                &attack,
                env!("CARGO_MANIFEST_DIR"),
                concat!(env!("CARGO_TARGET_TMPDIR"), "/", env!("CARGO_PKG_NAME")),
            );
        }
    };
}

/// The names of a list of rules or examples, for the test that compares them: `[]` stands for the
/// module and the part.
#[macro_export]
macro_rules! names_of {
    ([] $($name:ident),* $(,)?) => { [$(stringify!($name)),*] };
}

#[doc(hidden)]
#[macro_export]
macro_rules! place_of {
    ($test:ident) => {
        $crate::harness::Place {
            module: module_path!(),
            property: stringify!($test),
            folder: concat!(env!("CARGO_TARGET_TMPDIR"), "/", env!("CARGO_PKG_NAME")),
        }
    };
}
