//! What is printed reads back as the same value.

use kit::plan::Plan;
use kit::trace::Trace;
use proptest::prelude::*;

use super::arbitrary;

proptest! {
    #![proptest_config(super::fixed())]

    #[test]
    fn every_plan_prints_and_parses_back(plan in arbitrary::plan()) {
        let text = plan.to_string();
        let back: Plan = text.parse().map_err(|e: kit::diagnostic::Diagnostic| TestCaseError::fail(e.render("plan", &text)))?;
        prop_assert_eq!(back, plan, "{}", text);
    }

    #[test]
    fn every_trace_prints_and_parses_back(trace in arbitrary::trace()) {
        let text = trace.to_string();
        let back: Trace = text.parse().map_err(|e: kit::diagnostic::Diagnostic| TestCaseError::fail(e.render("trace", &text)))?;
        prop_assert_eq!(back, trace, "{}", text);
    }
}
