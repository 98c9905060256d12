//! A small server of static files, as any host would serve the page.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// The most that is read of a request's head.
const HEAD_LIMIT: u64 = 16 * 1024;

/// A folder, and the path it is served under (with a slash at both ends).
#[derive(Clone)]
pub struct Site {
    /// The folder.
    pub folder: PathBuf,
    /// The path of its root in addresses.
    pub base: String,
}

/// What a request is answered with.
#[derive(Debug, PartialEq, Eq)]
enum Reply {
    File(PathBuf),
    Redirect(String),
    NotFound,
    BadRequest,
    MethodNotAllowed,
}

/// Serves until the process ends, one thread per connection.
pub fn serve(listener: &TcpListener, site: &Site) {
    for stream in listener.incoming().flatten() {
        let site = site.clone();
        thread::spawn(move || {
            // A connection that breaks is the other side's affair.
            let _ = answer(stream, &site);
        });
    }
}

fn answer(mut stream: TcpStream, site: &Site) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut lines = BufReader::new((&stream).take(HEAD_LIMIT));
    let mut request = String::new();
    lines.read_line(&mut request)?;
    let mut header = String::new();
    while lines.read_line(&mut header)? > 2 {
        header.clear();
    }
    let mut words = request.split_ascii_whitespace();
    let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    match site.reply(method, target) {
        Reply::File(path) => send_file(&mut stream, &path, method == "HEAD"),
        Reply::Redirect(to) => send_text(&mut stream, "301 Moved Permanently", Some(&to)),
        Reply::NotFound => send_text(&mut stream, "404 Not Found", None),
        Reply::BadRequest => send_text(&mut stream, "400 Bad Request", None),
        Reply::MethodNotAllowed => send_text(&mut stream, "405 Method Not Allowed", None),
    }
}

impl Site {
    fn reply(&self, method: &str, target: &str) -> Reply {
        if method != "GET" && method != "HEAD" {
            return Reply::MethodNotAllowed;
        }
        let path = target.split(['?', '#']).next().unwrap_or("");
        if format!("{path}/") == self.base {
            return Reply::Redirect(self.base.clone());
        }
        let Some(path) = path.strip_prefix(&self.base) else {
            return Reply::NotFound;
        };
        let Some(path) = decode(path) else {
            return Reply::BadRequest;
        };
        let mut file = self.folder.clone();
        for part in path.split('/').filter(|part| !part.is_empty()) {
            // No way out of the folder: neither upwards, nor by a drive or an absolute path.
            if part == ".." || part.contains(['\\', ':', '\0']) {
                return Reply::BadRequest;
            }
            file.push(part);
        }
        if file.is_dir() {
            file.push("index.html");
        }
        if file.is_file() {
            Reply::File(file)
        } else {
            Reply::NotFound
        }
    }
}

/// Undoes percent-encoding; `None` where it is malformed or no UTF-8.
fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digit = |byte: u8| char::from(byte).to_digit(16);
            let value = digit(rest.next()?)? * 16 + digit(rest.next()?)?;
            bytes.push(u8::try_from(value).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn send_file(stream: &mut TcpStream, path: &Path, head_only: bool) -> io::Result<()> {
    let mut file = File::open(path)?;
    let length = fs::metadata(path)?.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {}\r\nContent-Length: {length}\r\n\
         Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        media_type(path)
    )?;
    if !head_only {
        io::copy(&mut file, stream)?;
    }
    stream.flush()
}

fn send_text(stream: &mut TcpStream, status: &str, location: Option<&str>) -> io::Result<()> {
    let location = location.map_or_else(String::new, |to| format!("Location: {to}\r\n"));
    write!(
        stream,
        "HTTP/1.1 {status}\r\n{location}Content-Type: text/plain; charset=utf-8\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{status}\n",
        status.len() + 1
    )?;
    stream.flush()
}

/// A browser compiles wasm while it arrives only under the right type.
fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::{Reply, Site, serve};
    use std::fs;
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    /// A folder with a page, a wasm file and a secret beside it.
    fn site(name: &str, base: &str) -> Site {
        let outer = std::env::temp_dir().join(format!("kasuan-static-files-{name}"));
        let folder = outer.join("dist");
        fs::create_dir_all(&folder).unwrap();
        fs::write(outer.join("secret.txt"), "secret").unwrap();
        fs::write(folder.join("index.html"), "<h1>page</h1>").unwrap();
        fs::write(folder.join("a b.wasm"), b"\0asm").unwrap();
        Site {
            folder,
            base: base.to_owned(),
        }
    }

    #[test]
    fn a_path_names_a_file_whatever_its_query() {
        let site = site("paths", "/some/sub/path/");
        let file = |name: &str| Reply::File(site.folder.join(name));
        assert_eq!(
            site.reply("GET", "/some/sub/path/?w=serve"),
            file("index.html")
        );
        assert_eq!(
            site.reply("HEAD", "/some/sub/path/a%20b.wasm"),
            file("a b.wasm")
        );
        assert_eq!(
            site.reply("GET", "/some/sub/path"),
            Reply::Redirect("/some/sub/path/".to_owned())
        );
        assert_eq!(site.reply("GET", "/"), Reply::NotFound);
        assert_eq!(site.reply("GET", "/some/sub/path/none"), Reply::NotFound);
        assert_eq!(
            site.reply("POST", "/some/sub/path/"),
            Reply::MethodNotAllowed
        );
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        let site = site("escape", "/");
        for path in [
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "/..%5csecret.txt",
            "/x/../../secret.txt",
            "/%00",
            "/%zz",
            "/%",
        ] {
            assert_eq!(site.reply("GET", path), Reply::BadRequest, "{path}");
        }
        let absolute = format!("/{}", site.folder.with_file_name("secret.txt").display());
        assert_eq!(site.reply("GET", &absolute), Reply::NotFound);
    }

    #[test]
    fn a_file_comes_with_its_type_and_length() {
        let site = site("wire", "/");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || serve(&listener, &site));
        let get = |head: &str| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(head.as_bytes()).unwrap();
            let mut reply = String::new();
            stream.read_to_string(&mut reply).unwrap();
            reply
        };
        let wasm = get("GET /a%20b.wasm HTTP/1.1\r\nHost: x\r\n\r\n");
        assert!(wasm.starts_with("HTTP/1.1 200 OK\r\nContent-Type: application/wasm\r\n"));
        assert!(wasm.contains("\r\nContent-Length: 4\r\n") && wasm.ends_with("\r\n\r\n\0asm"));
        let head = get("HEAD / HTTP/1.1\r\n\r\n");
        assert!(head.contains("text/html") && head.ends_with("\r\n\r\n"));
        assert!(get("GET /none HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
        assert!(get("\r\n\r\n").starts_with("HTTP/1.1 405 "));
    }
}
