//! One connection: reads a request, answers it, closes.

use super::mime;
use super::resolve::{Found, resolve};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

/// The policy that the published site is written for. Anyone may frame it; nothing loads from elsewhere.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; \
    manifest-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors *";

/// A request may not be longer than this, headers included.
const LONGEST: u64 = 16 * 1024;

/// Reads one request from the stream and answers it from the files under `root`.
pub(crate) fn connection(stream: &TcpStream, root: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    stream.set_write_timeout(Some(Duration::from_secs(30)))?;
    let mut lines = BufReader::new(stream.take(LONGEST));
    let mut request = String::new();
    if lines.read_line(&mut request)? == 0 {
        return Ok(());
    }
    // The headers change nothing, but a browser wants them read before the answer.
    let mut header = String::new();
    while lines.read_line(&mut header)? > 0 && !header.trim().is_empty() {
        header.clear();
    }
    let mut words = request.split_whitespace();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let head_only = method == "HEAD";
    if !head_only && method != "GET" {
        return text(
            stream,
            "405 Method Not Allowed",
            "Allow: GET, HEAD\r\n",
            "Only GET and HEAD are answered here.",
            false,
        );
    }
    match resolve(root, target) {
        Found::File(path) => send(stream, &path, head_only),
        Found::Redirect(to) => text(
            stream,
            "301 Moved Permanently",
            &format!("Location: {to}\r\n"),
            "This folder's address ends in a slash.",
            head_only,
        ),
        Found::Nothing => text(stream, "404 Not Found", "", "There is no such page here.", head_only),
    }
}

fn send(stream: &TcpStream, path: &Path, head_only: bool) -> io::Result<()> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(_) => return text(stream, "404 Not Found", "", "This file cannot be read.", head_only),
    };
    let length = fs::metadata(path)?.len();
    headers(stream, "200 OK", mime::of(path), length, "")?;
    if !head_only {
        // A file that grows meanwhile must not overrun the length that was promised.
        io::copy(&mut Read::by_ref(&mut file).take(length), &mut &*stream)?;
    }
    finish(stream)
}

/// A small page of our own, for what is not a file.
fn text(stream: &TcpStream, status: &str, extra: &str, sentence: &str, head_only: bool) -> io::Result<()> {
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{status}</title><h1>{status}</h1><p>{sentence}</p></html>\n"
    );
    headers(stream, status, "text/html; charset=utf-8", page.len() as u64, extra)?;
    if !head_only {
        (&*stream).write_all(page.as_bytes())?;
    }
    finish(stream)
}

fn headers(mut stream: &TcpStream, status: &str, media_type: &str, length: u64, extra: &str) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\nCache-Control: no-store\r\n\
         Access-Control-Allow-Origin: *\r\nContent-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\n\
         {extra}Connection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes())
}

/// Ends the answer, then waits for the other side: closing over unread bytes would reset the connection and lose it.
fn finish(mut stream: &TcpStream) -> io::Result<()> {
    stream.flush()?;
    stream.shutdown(std::net::Shutdown::Write)?;
    io::copy(&mut stream.take(LONGEST), &mut io::sink()).map(drop)
}

#[cfg(test)]
mod tests {
    use crate::serve::Server;
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::path::Path;

    fn ask(request: &str) -> String {
        let server = Server::bind(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), 0).expect("a free port");
        let address = server.address().expect("bound");
        server.start();
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    #[test]
    fn a_file_comes_with_its_headers() {
        let answer = ask("GET /main.rs?x HTTP/1.1\r\nHost: x\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        for header in [
            "Cache-Control: no-store",
            "Access-Control-Allow-Origin: *",
            "X-Content-Type-Options: nosniff",
            "frame-ancestors *",
        ] {
            assert!(answer.contains(header), "{header} is missing");
        }
        assert!(answer.ends_with('\n'));
    }

    #[test]
    fn head_has_no_body_and_post_is_refused() {
        assert!(ask("HEAD /main.rs HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n"));
        assert!(ask("POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405 "));
        assert!(ask("GET /nothing HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
    }

    #[test]
    fn a_taken_port_says_so() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let first = Server::bind(folder, 0).expect("a free port");
        let port = first.address().expect("bound").port();
        let error = Server::bind(folder, port).err().expect("it is taken");
        assert!(error.to_string().contains(&format!("port {port} is taken")), "{error}");
    }
}
