//! `bench`: what the workbook costs, beside what it may cost.
//!
//! CPU time of everything that a command starts, not wall time: a busy machine must not decide.
//! Nothing is measured in the reader's own files: all of it happens in copies below
//! `target/bench`. Being slow is no failure; the table says `over` and the exit code stays 0.

mod cold;
mod copy;
mod loops;
mod meter;
mod programs;
mod row;
mod speeds;

use crate::house::House;
use crate::say::{Paint, say, step};
use crate::stop::Stop;

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "Examples:
  cargo xtask bench          the loops, the programs, the speeds; minutes on the first run
  cargo xtask bench --cold   also a fresh clone (of the last commit) built from nothing, twice")]
pub(crate) struct Arguments {
    /// Measure a fresh clone too
    #[arg(long)]
    cold: bool,
}

pub(crate) fn run(house: &House, arguments: &Arguments) -> Result<(), Stop> {
    if !meter::counts_cpu() {
        say!("This system does not tell CPU time of children: all numbers are wall time.");
    }
    step("copying the workbook to target/bench/repo, with the exercises solved");
    let copy = copy::solved(house)?;
    let mut rows = loops::rows(house, &copy)?;
    rows.extend(cold::rows(house, arguments.cold)?);
    rows.extend(speeds::rows(house, &copy)?);
    rows.extend(programs::rows(&copy)?);
    say!("{}", row::table(&rows, Paint::stdout()));
    Ok(())
}
