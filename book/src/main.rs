//! `cargo book`. Everything is in the library, where tests reach it.

fn main() -> std::process::ExitCode {
    book::cli::main()
}
