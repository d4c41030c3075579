//! Writes inputs for the fuzzer to begin with: from the suite's vectors, recorded conversations, pages of tests and the
//! specification.
//!
//!     cargo run -p ascertain-fuzz --bin seeds -- FOLDER

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1) else {
        eprintln!("usage: seeds FOLDER");
        return ExitCode::from(2);
    };
    for target in ascertain_fuzz::TARGETS {
        let inputs = (target.seeds)();
        if let Err(error) = write(&Path::new(&folder).join(target.name), &inputs) {
            eprintln!("cannot write the inputs of {}: {error}", target.name);
            return ExitCode::FAILURE;
        }
        println!("{}: {} inputs", target.name, inputs.len());
    }
    ExitCode::SUCCESS
}

fn write(folder: &Path, inputs: &[Vec<u8>]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let write = |(at, input): (usize, &Vec<u8>)| fs::write(folder.join(format!("seed-{at}")), input);
    inputs.iter().enumerate().try_for_each(write)
}
