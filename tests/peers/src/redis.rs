//! A small client for Redis: commands out, replies in, many at a time.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::net::UnixStream;

use crate::Server;

/// A reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A number.
    Whole(i64),
    /// A string, simple or bulk.
    Text(String),
    /// Several replies.
    List(Vec<Reply>),
    /// Nothing.
    Nil,
    /// A message that something is wrong.
    Error(String),
}

impl Reply {
    /// The numbers of a list; `None` for anything else.
    #[must_use]
    pub fn numbers(&self) -> Option<Vec<i64>> {
        let Self::List(items) = self else { return None };
        items.iter().map(|item| if let Self::Whole(number) = item { Some(*number) } else { None }).collect()
    }
}

/// A connection.
#[derive(Debug)]
pub struct Redis {
    stream: BufReader<UnixStream>,
}

impl Redis {
    /// A new connection to the server.
    ///
    /// # Errors
    /// When it does not answer.
    pub fn connect(server: &Server) -> io::Result<Self> {
        Ok(Self { stream: BufReader::new(server.connect()?) })
    }

    /// Sends commands all at once and reads the reply to each.
    ///
    /// # Errors
    /// When the connection breaks or says what is no reply. A reply that is an error is a reply.
    pub fn all<C: AsRef<[String]>>(&mut self, commands: &[C]) -> io::Result<Vec<Reply>> {
        let mut sent = Vec::new();
        for command in commands {
            let words = command.as_ref();
            write!(sent, "*{}\r\n", words.len())?;
            for word in words {
                write!(sent, "${}\r\n{word}\r\n", word.len())?;
            }
        }
        self.stream.get_mut().write_all(&sent)?;
        commands.iter().map(|_| self.reply()).collect()
    }

    /// Sends one command.
    ///
    /// # Errors
    /// As for [`Redis::all`].
    pub fn one(&mut self, words: &[&str]) -> io::Result<Reply> {
        let command: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        Ok(self.all(&[command])?.pop().unwrap_or(Reply::Nil))
    }

    fn reply(&mut self) -> io::Result<Reply> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let wrong = || io::Error::new(io::ErrorKind::InvalidData, format!("no reply: {line:?}"));
        let line = line.strip_suffix("\r\n").ok_or_else(wrong)?;
        let (kind, rest) = line.split_at_checked(1).ok_or_else(wrong)?;
        let number = || rest.parse::<i64>().map_err(|_| wrong());
        Ok(match kind {
            "+" => Reply::Text(rest.to_owned()),
            "-" => Reply::Error(rest.to_owned()),
            ":" => Reply::Whole(number()?),
            "$" | "*" => match (usize::try_from(number()?), kind) {
                (Err(_), _) => Reply::Nil,
                (Ok(items), "*") => Reply::List((0..items).map(|_| self.reply()).collect::<io::Result<_>>()?),
                (Ok(bytes), _) => {
                    let mut text = vec![0; bytes + 2];
                    self.stream.read_exact(&mut text)?;
                    text.truncate(bytes);
                    Reply::Text(String::from_utf8_lossy(&text).into_owned())
                }
            },
            _ => return Err(wrong()),
        })
    }
}
