//! Reading model files: what published configs say, whole heads built by hand, hostile ones.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test stops at what it lacks"
)]

mod configs;
mod gguf;
mod hostile;
mod safetensors;

use kasuan::reader::{Described, ReadError, Step, read};

/// Reads a file as the shells do: no more of it than is asked for. Also says how much that was.
fn try_whole(name: &str, bytes: &[u8], length: u64) -> Result<(Described, usize), ReadError> {
    let mut have = 0;
    loop {
        match read(name, &bytes[..have], length)? {
            Step::Done(described) => return Ok((*described, have)),
            Step::Need(need) => {
                assert!(need > have as u64 && need <= length, "{name}: {need}");
                let need = usize::try_from(need).unwrap();
                // A test may state a length beyond the bytes that it has.
                if have == bytes.len() {
                    return Err(ReadError::Truncated);
                }
                have = need.min(bytes.len());
            }
        }
    }
}

#[track_caller]
fn whole(name: &str, bytes: &[u8]) -> Described {
    match try_whole(name, bytes, bytes.len() as u64) {
        Ok((described, _)) => described,
        Err(error) => panic!("{name}: {error:?}"),
    }
}

#[track_caller]
fn refuses(name: &str, bytes: &[u8]) -> ReadError {
    match try_whole(name, bytes, bytes.len() as u64) {
        Ok((described, _)) => panic!("{name}: {described:?}"),
        Err(error) => error,
    }
}
