//! The entry point of the program `punto`. All code is in the library beside it.

fn main() -> std::process::ExitCode {
    punto_cli::main()
}
