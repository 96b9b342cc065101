//! Opens the reader's browser. Where that fails, the address stands in the terminal.

use std::process::{Command, Stdio};

pub(super) fn open(address: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(target_os = "windows") {
        let mut command = Command::new("cmd");
        // The empty argument is the window's title, or `start` would take the address for one.
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    let started =
        command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if started.is_err() {
        println!("No browser could be opened from here; open the address above.\n");
    }
}
