//! The macro that turns the rules into tests of a learner's crate.

/// Emits the tests of exercise `detector` for the crate of this name, which has `fn watch`.
#[macro_export]
macro_rules! grade_detector {
    ($exercise:ident) => {
        fn candidate() -> $crate::detector::Candidate {
            $crate::detector_candidate!($exercise)
        }

        mod examples {
            $crate::detector_examples!(grade_examples watch, ());
        }

        mod rules {
            $crate::detector_rules!(grade_part watch, ());
        }

        mod attack {
            const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

            fn attack() -> $crate::attack::Attack<$crate::messages::Nodes<$crate::detector::Watching>> {
                $crate::detector::attack::wrong_kill(|| $crate::detector::nodes($exercise::watch))
            }

            #[test]
            fn a_living_pod_is_declared_dead() {
                $crate::harness::try_out($crate::place_of!(a_living_pod_is_declared_dead), || {
                    $crate::detector::attack::rehearse(&attack(), $exercise::watch, PACKAGE)
                });
                $crate::detector::attack::judge(
                    &attack(),
                    $exercise::watch,
                    PACKAGE,
                    concat!(env!("CARGO_TARGET_TMPDIR"), "/", env!("CARGO_PKG_NAME")),
                );
            }
        }
    };
}

/// The detector of a module as a candidate.
#[macro_export]
macro_rules! detector_candidate {
    ($($path:ident)::+) => {
        $crate::detector::Candidate { make: $($path)::+::watch }
    };
}

/// Hands the names of all rules to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! detector_rules {
    ($then:ident $($part:tt)*) => {
        $crate::$then! {
            [$($part)*]
            every_step_ends,
            nobody_alive_is_declared_dead,
            a_death_is_noticed_in_time,
            dead_is_said_once,
        }
    };
}

/// Hands the names of all examples to a macro of this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! detector_examples {
    ($then:ident $($part:tt)*) => {
        $crate::$then! { [$($part)*] who_beats_in_time_is_alive, who_falls_silent_is_dead }
    };
}

#[cfg(test)]
mod tests {
    use crate::detector::Candidate;
    use grader::exercise::{Exercise, names};

    /// A rule that it forgets would be no test of anybody's.
    #[test]
    fn the_macro_names_every_rule() {
        let named = crate::detector_rules!(names_of);
        assert_eq!(named[..], names::<Candidate>());
    }

    #[test]
    fn the_macro_names_every_example() {
        let named = crate::detector_examples!(names_of);
        assert_eq!(named[..], *Candidate::EXAMPLES);
    }
}
