//! `cargo xtask serve`: builds the page and serves it.

use crate::args::Args;
use crate::page;
use crate::process::Outcome;
use crate::static_files::{self, Site};
use std::io;
use std::net::{IpAddr, Ipv4Addr, TcpListener};

/// The first port that is tried.
const PORT: u16 = 8080;

/// How many ports are tried after it, if none is asked for.
const MORE_PORTS: u16 = 20;

/// The command.
pub fn run(mut args: Args) -> Outcome {
    let port = match args.value("--port")? {
        Some(text) => Some(
            text.parse::<u16>()
                .map_err(|_| format!("`--port {text}`: a port is a number from 0 to 65535."))?,
        ),
        None => None,
    };
    let host = match args.value("--host")? {
        Some(text) => text
            .parse::<IpAddr>()
            .map_err(|_| format!("`--host {text}`: give an address such as 127.0.0.1."))?,
        None => IpAddr::V4(Ipv4Addr::LOCALHOST),
    };
    let base = base(&args.value("--base")?.unwrap_or_default());
    let as_it_is = args.flag("--no-build");
    args.finish()?;

    if !as_it_is {
        page::build()?;
    }
    let folder = page::dist();
    if !folder.join("index.html").is_file() {
        return Err("There is no built page yet: leave out --no-build.".to_owned());
    }
    let listener = bind(host, port).map_err(|error| format!("No port to serve on: {error}"))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    println!("\nKasuan is at http://{address}{base}\nCtrl-C ends it.");
    static_files::serve(&listener, &Site { folder, base });
    Ok(())
}

/// The port asked for, or the first free one.
fn bind(host: IpAddr, port: Option<u16>) -> io::Result<TcpListener> {
    if let Some(port) = port {
        return TcpListener::bind((host, port));
    }
    let mut last = TcpListener::bind((host, PORT));
    for port in PORT + 1..=PORT + MORE_PORTS {
        if last.is_ok() {
            break;
        }
        last = TcpListener::bind((host, port));
    }
    last
}

/// A path with a slash at both ends.
fn base(path: &str) -> String {
    match path.trim_matches('/') {
        "" => "/".to_owned(),
        inner => format!("/{inner}/"),
    }
}

#[cfg(test)]
mod tests {
    use super::base;

    #[test]
    fn a_base_has_a_slash_at_both_ends() {
        assert_eq!(base(""), "/");
        assert_eq!(base("/"), "/");
        assert_eq!(base("some/sub"), "/some/sub/");
        assert_eq!(base("/some/sub/"), "/some/sub/");
    }
}
