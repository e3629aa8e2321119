//! The program `punto`; all of it is in the library beside this file.

fn main() -> std::process::ExitCode {
    punto_cli::main()
}
