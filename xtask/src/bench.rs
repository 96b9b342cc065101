use crate::house::House;
use crate::stop::Stop;
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Arguments {}
pub(crate) fn run(_house: &House, _arguments: &Arguments) -> Result<(), Stop> {
    Ok(())
}
