//! The project's build scripting, run as `cargo xtask <command>`. It works wherever cargo does and asks nothing on
//! standard input; what is missing it installs, or it prints the line that does.

mod bench;
mod dist;
mod install;
mod optimise;
mod pkg;
mod process;
mod project;
mod serve;
mod test;

use anyhow::{Context, Result, bail};
use lexopt::prelude::*;
use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask <command>

  serve [--port N] [--watch]   build, then serve www/ on this machine only (port 8080 if free)
  build                        compile the crate to WebAssembly, into www/pkg/ and www/pkg/full/
  dist                         write dist/site/, ready for any static host
  bench [--write]              measure decisions a second; --write keeps them in benches/README.md
  test [PART...] [-- ARGS]     run every check, or only the parts named; `test --list` shows them
";

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the command line and does what it says.
fn run() -> Result<ExitCode> {
    let mut args = lexopt::Parser::from_env();
    let command = match args.next()? {
        None | Some(Short('h') | Long("help")) => {
            print!("{USAGE}");
            return Ok(ExitCode::SUCCESS);
        }
        Some(Value(name)) => name.string()?,
        Some(other) => return Err(confused(other)),
    };
    match command.as_str() {
        "serve" => serve(&mut args),
        "build" => {
            no_more(&mut args)?;
            pkg::build(&start()?)?;
            Ok(ExitCode::SUCCESS)
        }
        "dist" => {
            no_more(&mut args)?;
            dist::site(&start()?)?;
            Ok(ExitCode::SUCCESS)
        }
        "bench" => bench(&mut args),
        "test" => test(&mut args),
        other => bail!("`{other}` is not a command; it is one of serve, build, dist, bench, test\n\n{USAGE}"),
    }
}

/// An argument that the command does not take.
fn confused(argument: lexopt::Arg<'_>) -> anyhow::Error {
    anyhow::anyhow!("{}\n\n{USAGE}", argument.unexpected())
}

/// Finds the project and makes sure that no child outlives this process.
fn start() -> Result<project::Project> {
    process::watch_for_interrupt()?;
    project::Project::find()
}

/// Refuses what follows a command that takes nothing.
fn no_more(args: &mut lexopt::Parser) -> Result<()> {
    match args.next()? {
        None => Ok(()),
        Some(other) => Err(confused(other)),
    }
}

/// `serve` and its options.
fn serve(args: &mut lexopt::Parser) -> Result<ExitCode> {
    let (mut port, mut watch) = (8080, false);
    while let Some(arg) = args.next()? {
        match arg {
            Long("port") => {
                let text = args.value()?.string()?;
                port = text
                    .parse()
                    .with_context(|| format!("--port is `{text}`; it must be 0 (any free port) to 65535"))?;
            }
            Long("watch") => watch = true,
            other => return Err(confused(other)),
        }
    }
    serve::run(&start()?, port, watch)?;
    Ok(ExitCode::SUCCESS)
}

/// `bench` and its option.
fn bench(args: &mut lexopt::Parser) -> Result<ExitCode> {
    let mut write = false;
    while let Some(arg) = args.next()? {
        match arg {
            Long("write") => write = true,
            other => return Err(confused(other)),
        }
    }
    bench::run(&start()?, write)?;
    Ok(ExitCode::SUCCESS)
}

/// `test`, the parts and what is passed on.
fn test(args: &mut lexopt::Parser) -> Result<ExitCode> {
    let (mut names, mut extra) = (Vec::new(), Vec::new());
    let mut raw = args.raw_args()?;
    while let Some(arg) = raw.next() {
        let text = arg.string()?;
        match text.as_str() {
            "--" => {
                extra = raw.by_ref().map(|arg| arg.string()).collect::<Result<_, _>>()?;
            }
            "--list" => {
                print!("{}", test::list());
                return Ok(ExitCode::SUCCESS);
            }
            option if option.starts_with('-') => bail!("`{option}` is not an option of test\n\n{USAGE}"),
            _ => names.push(text),
        }
    }
    test::run(start, &names, extra)
}
