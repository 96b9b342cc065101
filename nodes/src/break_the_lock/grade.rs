//! The macro that turns the five files into tests of a crate.

/// Emits the tests of exercise `break-the-lock`: one a file, by the name of its goal.
#[macro_export]
macro_rules! grade_break_the_lock {
    () => {
        mod attack {
            $crate::grade_attack!(a_pause_debits_once_for_two, $crate::break_the_lock::attack::pause());
            $crate::grade_attack!(
                a_late_packet_debits_once_for_two,
                $crate::break_the_lock::attack::late_packet()
            );
            $crate::grade_attack!(a_failover_debits_once_for_two, $crate::break_the_lock::attack::failover());
            $crate::grade_attack!(
                a_check_debits_once_for_two,
                $crate::break_the_lock::attack::check_then_act()
            );
            $crate::grade_attack!(two_leases_wait_for_ever, $crate::break_the_lock::attack::two_leases());
        }
    };
}
