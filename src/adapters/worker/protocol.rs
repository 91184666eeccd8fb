//! Frames on the pipes: four bytes of length, a head as JSON, then bytes.

use crate::adapters::worker::Reply;
use crate::adapters::worker::job::{Done, Job, Refusal};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{Error, ErrorKind, Read, Result, Write};

/// Bytes of an order's head: places of cuts are the longest part.
const MOST_ORDER: u32 = 4 * 1024 * 1024;

/// What the worker reads first.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Order {
    pub(super) job: Job,
    /// Bytes of the file that follows.
    pub(super) size: usize,
}

/// The head of an answer.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    outcome: std::result::Result<Done, Refusal>,
    /// Lengths of what follows.
    blobs: Vec<usize>,
}

fn bad(why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::InvalidData, why.to_string())
}

fn frame(head: &impl Serialize) -> Result<Vec<u8>> {
    let json = serde_json::to_vec(head).map_err(bad)?;
    let mut out = u32::try_from(json.len()).map_err(bad)?.to_be_bytes().to_vec();
    out.extend(json);
    Ok(out)
}

/// The head of an order.
pub(super) fn order(job: Job, size: usize) -> Result<Vec<u8>> {
    frame(&Order { job, size })
}

/// Reads no byte beyond the head: what follows may be read by another program.
pub(super) fn read_order(input: &mut impl Read) -> Result<Order> {
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let length = u32::from_be_bytes(length);
    if length > MOST_ORDER {
        return Err(bad("the order is too long"));
    }
    let mut json = vec![0; length as usize];
    input.read_exact(&mut json)?;
    serde_json::from_slice(&json).map_err(bad)
}

/// Writes an answer.
pub(super) fn write_reply(out: &mut impl Write, outcome: std::result::Result<Reply, Refusal>) -> Result<()> {
    let (outcome, blobs) = match outcome {
        Ok(reply) => (Ok(reply.done), reply.blobs),
        Err(refusal) => (Err(refusal), Vec::new()),
    };
    out.write_all(&frame(&Head { outcome, blobs: blobs.iter().map(Vec::len).collect() })?)?;
    blobs.iter().try_for_each(|blob| out.write_all(blob))?;
    out.flush()
}

/// Reads a whole answer; `None` when it is none, or breaks off.
pub(super) fn read_reply(bytes: &[u8]) -> Option<std::result::Result<Reply, Refusal>> {
    let (head, mut rest) = head::<Head>(bytes)?;
    let mut blobs = Vec::with_capacity(head.blobs.len().min(64));
    for length in head.blobs {
        let (blob, more) = rest.split_at_checked(length)?;
        blobs.push(blob.to_vec());
        rest = more;
    }
    Some(head.outcome.map(|done| Reply { done, blobs }))
}

fn head<T: DeserializeOwned>(bytes: &[u8]) -> Option<(T, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (json, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
    Some((serde_json::from_slice(json).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::extract::ExtractError;

    #[test]
    fn what_is_written_is_read_and_a_torn_answer_is_none() {
        let head = order(Job::Page { index: 3, scale: Some(2.0), marks: true }, 7).unwrap();
        let mut input = [head.as_slice(), b"foreign"].concat();
        let mut reader = input.as_slice();
        let read = read_order(&mut reader).unwrap();
        assert_eq!((read.job, read.size), (Job::Page { index: 3, scale: Some(2.0), marks: true }, 7));
        assert_eq!(reader, b"foreign");
        input[0] = 0xff;
        assert!(read_order(&mut input.as_slice()).is_err());

        let reply = Reply { done: Done::Text, blobs: vec![b"a".to_vec(), Vec::new(), b"bc".to_vec()] };
        let mut out = Vec::new();
        write_reply(&mut out, Ok(reply.clone())).unwrap();
        assert_eq!(read_reply(&out), Some(Ok(reply)));
        for end in 0..out.len() {
            assert_eq!(read_reply(&out[..end]), None, "{end}");
        }
        let mut out = Vec::new();
        write_reply(&mut out, Err(Refusal::Text(ExtractError::Bomb))).unwrap();
        assert_eq!(read_reply(&out), Some(Err(Refusal::Text(ExtractError::Bomb))));
    }
}
