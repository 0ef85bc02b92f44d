//! The command line.

use clap::Parser;
use incise_engine::{Config, Entry, Progress, UbPolicy, explore, is_modelled};
use incise_solver::{Solver, SolverConfig};
use std::path::PathBuf;

#[derive(Parser)]
struct Args {
    files: Vec<PathBuf>,
    #[arg(long)]
    function: Option<String>,
    #[arg(long, default_value = "report")]
    ub: String,
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    #[arg(long)]
    fast: bool,
    #[arg(long)]
    dump: bool,
}

fn main() {
    let args = Args::parse();
    let mut module = match incise_frontend::load(&args.files, &incise_frontend::Options::default()) {
        Ok(module) => module,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(2);
        }
    };
    if let Ok(path) = std::env::var("INCISE_RUNTIME") {
        let files: Vec<PathBuf> = std::fs::read_dir(path)
            .unwrap()
            .map(|e| e.unwrap().path())
            .filter(|p| p.extension().is_some_and(|e| e == "c"))
            .collect();
        let library = incise_frontend::load(&files, &incise_frontend::Options::default()).unwrap();
        incise_ir::link_missing(&mut module, &library, is_modelled);
    }
    incise_ir::verify(&module).unwrap();
    if args.dump {
        println!("{}", incise_ir::module_text(&module));
    }
    let mut config = Config::default();
    if let Some(name) = args.function {
        config.entry = Entry::Function(name);
    }
    config.ub = match args.ub.as_str() {
        "wrap" => UbPolicy::Wrap,
        "undefined" => UbPolicy::Undefined,
        _ => UbPolicy::Report,
    };
    config.keep_paths = !args.fast;
    let report =
        explore(&module, &config, args.jobs, &|| Solver::new(SolverConfig::default()), &Progress::default()).unwrap();
    println!("{:?}", report.stats);
    println!("{:?}", report.wall);
    for s in &report.solver {
        println!("{s:?}");
    }
    for (entry, n) in report.ledger.iter() {
        println!("ledger {n}x {:?} {} {:?}", entry.weakness, entry.detail, entry.span.map(|s| module.place(s)));
    }
    for ((kind, span), (record, n)) in &report.errors {
        println!(
            "error {n}x {} {} {:?}",
            kind.name(),
            module.place(*span),
            record
                .inputs
                .iter()
                .map(|i| format!("{}={:?}", i.name, i.parts.iter().map(|p| p.value).collect::<Vec<_>>()))
                .collect::<Vec<_>>()
        );
    }
    for p in report.paths.iter().take(30) {
        println!(
            "{:?} {:?} {:?} -> {:?} {:?} {:?}",
            p.choices,
            p.end,
            p.inputs
                .iter()
                .map(|i| format!("{}={:?}", i.name, i.parts.iter().map(|p| p.value).collect::<Vec<_>>()))
                .collect::<Vec<_>>(),
            p.result,
            p.output.iter().map(|(k, v)| (k, String::from_utf8_lossy(v).into_owned())).collect::<Vec<_>>(),
            p.globals
        );
    }
}
