//! Prints the representation of files: `cargo run -p incise-frontend --example dump -- FILE...`.

fn main() {
    let inputs: Vec<_> = std::env::args_os().skip(1).map(std::path::PathBuf::from).collect();
    let start = std::time::Instant::now();
    match incise_frontend::load(&inputs, &incise_frontend::Options::default()) {
        Ok(module) => {
            eprintln!("{:?}", start.elapsed());
            println!("{module:#?}")
        }
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(2);
        }
    }
}
