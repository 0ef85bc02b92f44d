//! The log: a line on standard error for each stage of the pipeline with its duration, if the variable `INCISE_LOG` has a level.

use incise_pipeline::messages::not_one_of;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::fmt::time::uptime;

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// Begins the log if it is asked for; the error is a level that does not exist.
pub fn begin() -> Result<(), String> {
    let Some(level) = std::env::var_os("INCISE_LOG").filter(|level| !level.is_empty()) else { return Ok(()) };
    let level = level.to_string_lossy();
    let Ok(filter) = level.parse::<LevelFilter>() else {
        return Err(format!("INCISE_LOG: {}", not_one_of(&level, "level", &LEVELS)));
    };
    let lines =
        tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false).with_timer(uptime()).with_target(false);
    lines.with_max_level(filter).with_span_events(FmtSpan::CLOSE).init();
    Ok(())
}
