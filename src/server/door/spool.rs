//! Bodies are complete before anything is done with them, and wait for that on disk.
//!
//! Memory is what a stranger may not take: of a body that is still arriving only the first bytes are there, the rest is
//! in a file that has no name and ends with its request. When the disk's share is used up, the oldest unfinished upload
//! gives its own. A complete large body comes back into memory only while there is room for it.

use crate::engine::limits;
use crate::model::error::ApiError;
use crate::server::access;
use crate::server::door::admission::{overloaded, refuse};
use crate::server::door::connections::Traffic;
use crate::server::mcp::http as mcp;
use crate::server::router::Server;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::{Stream, StreamExt, stream};
use std::io::SeekFrom;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::fs::File;
use tokio::io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes of a body that stay in memory.
const FIRST: usize = 16 * 1024;
/// Bytes that are written and read at once.
const PIECE: usize = 64 * 1024;
/// Memory for complete bodies of more than a page's form, in pieces: five of the largest.
const ROOM: usize = 128 * 1024 * 1024 / PIECE;
/// How long a complete body waits for it.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long an upload waits for disk that another one gives up, in steps.
const STEP: Duration = Duration::from_millis(10);
const STEPS: u32 = 100;
/// What a form adds to its file.
const ENVELOPE: usize = 1024 * 1024;

/// Where bodies wait.
#[derive(Clone)]
pub struct Spool(Arc<Inner>);

struct Inner {
    folder: PathBuf,
    most: u64,
    used: AtomicU64,
    room: Arc<Semaphore>,
}

/// A part of the disk's share; given back when dropped.
struct Share {
    spool: Spool,
    bytes: u64,
}

impl Drop for Share {
    fn drop(&mut self) {
        self.spool.0.used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// A body on disk.
struct Kept {
    file: File,
    share: Share,
}

/// Why a body did not come whole.
enum Broken {
    /// Its sender left, or sent no HTTP.
    Sender,
    /// There is no room on the disk.
    Disk,
}

/// What was read of a body.
struct Read {
    first: Vec<u8>,
    kept: Option<Kept>,
    bytes: usize,
    /// What is over the limit of its route: the route refuses it, in its own words.
    rest: Option<(Bytes, Body)>,
}

impl Spool {
    /// Files in this folder, at most so many bytes.
    #[must_use]
    pub fn new(folder: PathBuf, most: u64) -> Self {
        Self(Arc::new(Inner { folder, most, used: AtomicU64::new(0), room: Arc::new(Semaphore::new(ROOM)) }))
    }

    /// Bytes on disk.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.0.used.load(Ordering::Relaxed)
    }

    fn try_take(&self, share: &mut Share, bytes: u64) -> bool {
        let most = self.0.most;
        let fits = |used: u64| used.checked_add(bytes).filter(|sum| *sum <= most);
        let took = self.0.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).is_ok();
        if took {
            share.bytes += bytes;
        }
        took
    }

    /// Takes from the disk's share; the oldest unfinished upload gives its own when there is none left.
    async fn take(&self, share: &mut Share, bytes: u64, traffic: Option<&Traffic>) -> Result<(), Broken> {
        for _ in 0..STEPS {
            if self.try_take(share, bytes) {
                return Ok(());
            }
            let Some(traffic) = traffic else { break };
            if !traffic.connections().drop_oldest_upload(traffic.seat()) {
                break;
            }
            tokio::time::sleep(STEP).await;
        }
        if self.try_take(share, bytes) { Ok(()) } else { Err(Broken::Disk) }
    }

    async fn read(&self, body: Body, most: usize, traffic: Option<&Traffic>) -> Result<Read, Broken> {
        let mut read = Read { first: Vec::new(), kept: None, bytes: 0, rest: None };
        let mut pieces = body.into_data_stream();
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(|_| Broken::Sender)?;
            if read.bytes + piece.len() > most {
                read.rest = Some((piece, Body::from_stream(pieces)));
                break;
            }
            read.bytes += piece.len();
            if read.kept.is_none() && read.first.len() + piece.len() <= FIRST {
                read.first.extend_from_slice(&piece);
                continue;
            }
            self.keep(&mut read, &piece, traffic).await?;
        }
        if let Some(kept) = &mut read.kept {
            let wound = async {
                kept.file.flush().await?;
                kept.file.seek(SeekFrom::Start(0)).await
            };
            wound.await.map_err(unkept)?;
        }
        Ok(read)
    }

    async fn keep(&self, read: &mut Read, piece: &[u8], traffic: Option<&Traffic>) -> Result<(), Broken> {
        if read.kept.is_none() {
            let folder = self.0.folder.clone();
            let made = tokio::task::spawn_blocking(move || tempfile::tempfile_in(folder)).await;
            let mut file = File::from_std(made.map_err(|_| Broken::Disk)?.map_err(unkept)?);
            file.set_max_buf_size(PIECE);
            read.kept = Some(Kept { file, share: Share { spool: self.clone(), bytes: 0 } });
        }
        let Some(kept) = &mut read.kept else { return Err(Broken::Disk) };
        self.take(&mut kept.share, piece.len() as u64, traffic).await?;
        if let Some(traffic) = traffic {
            traffic.seat().spooled(piece.len() as u64);
        }
        kept.file.write_all(piece).await.map_err(unkept)
    }

    /// Memory for a body of this size; small ones need no leave.
    async fn room(&self, bytes: usize) -> Result<Option<OwnedSemaphorePermit>, ApiError> {
        if bytes <= limits::BODY_BYTES {
            return Ok(None);
        }
        let pieces = u32::try_from(bytes.div_ceil(PIECE).min(ROOM)).unwrap_or(u32::MAX);
        let taken = tokio::time::timeout(PATIENCE, Arc::clone(&self.0.room).acquire_many_owned(pieces)).await;
        taken.ok().and_then(Result::ok).map(Some).ok_or_else(|| overloaded(10))
    }
}

fn unkept(error: std::io::Error) -> Broken {
    tracing::warn!(%error, "a body could not be kept on disk");
    Broken::Disk
}

/// Most bytes that are read of a body before its route sees it: a little more than the route takes.
fn most(path: &str) -> usize {
    let uploads = ["/api/import", "/api/corpus", "/api/replay"];
    let file = uploads.contains(&path)
        || path.starts_with("/s/") && path.ends_with("/say")
        || path.starts_with("/api/session/") && (path.ends_with("/documents") || path.ends_with("/evidence"));
    if file {
        limits::UPLOAD_BYTES + ENVELOPE
    } else if path == mcp::PATH {
        mcp::BODY_BYTES + PIECE
    } else {
        limits::BODY_BYTES + PIECE
    }
}

/// Lets a request on when its body is complete.
pub async fn whole(State(server): State<Server>, request: Request, next: Next) -> Response {
    if hyper::body::Body::is_end_stream(request.body()) {
        return next.run(request).await;
    }
    let spool = server.door.spool.clone();
    let traffic = request.extensions().get::<Traffic>().cloned();
    let (parts, body) = request.into_parts();
    // Who will be sent away gets no disk; what is left unread goes with the connection.
    let most = if access::is_stranger(&server, &parts.headers) { FIRST } else { most(parts.uri.path()) };
    let read = spool.read(body, most, traffic.as_ref()).await;
    let read = match read {
        Ok(read) => read,
        Err(why) => {
            let request = Request::from_parts(parts, Body::empty());
            return refuse(
                match why {
                    Broken::Sender => ApiError::field("body", "Тело запроса оборвано. Отправьте его ещё раз."),
                    Broken::Disk => overloaded(10),
                },
                &request,
            );
        }
    };
    let room = match spool.room(read.bytes).await {
        Ok(room) => room,
        Err(error) => return refuse(error, &Request::from_parts(parts, Body::empty())),
    };
    let body = if read.kept.is_none() && read.rest.is_none() {
        Body::from(read.first)
    } else {
        Body::from_stream(again(read))
    };
    let response = next.run(Request::from_parts(parts, body)).await;
    // The memory was for the handler.
    drop(room);
    response
}

/// A body from the beginning.
fn again(read: Read) -> impl Stream<Item = Result<Bytes, axum::Error>> + Send + 'static {
    let first = stream::once(std::future::ready(Ok(Bytes::from(read.first))));
    let kept = stream::unfold(read.kept, |kept| async move {
        let mut kept = kept?;
        let mut piece = vec![0; PIECE];
        match kept.file.read(&mut piece).await {
            Ok(0) => None,
            Ok(count) => {
                piece.truncate(count);
                Some((Ok(Bytes::from(piece)), Some(kept)))
            }
            Err(error) => Some((Err(axum::Error::new(error)), None)),
        }
    });
    let rest = stream::iter(read.rest)
        .flat_map(|(piece, body)| stream::once(std::future::ready(Ok(piece))).chain(body.into_data_stream()));
    first.chain(kept).chain(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn through(spool: &Spool, bytes: usize, most: usize) -> (usize, Vec<u8>) {
        let text: Vec<u8> = (0..bytes).map(|n| (n % 251) as u8).collect();
        let pieces: Vec<Result<Bytes, axum::Error>> =
            text.chunks(10_000).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect();
        let read = spool.read(Body::from_stream(stream::iter(pieces)), most, None).await.ok().unwrap();
        assert!(read.first.len() <= FIRST);
        let all: Vec<u8> = again(read).map(|piece| piece.unwrap().to_vec()).concat().await;
        assert_eq!(all, text);
        (bytes, all)
    }

    #[tokio::test]
    async fn a_body_comes_back_as_it_was_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool::new(folder.path().to_owned(), 1 << 20);
        for bytes in [0, 1, FIRST, FIRST + 1, 300_000, 400_000] {
            through(&spool, bytes, 320_000).await;
            assert_eq!(spool.used(), 0);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[tokio::test]
    async fn the_disk_has_its_share() {
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool::new(folder.path().to_owned(), 100_000);
        let body = || Body::from(vec![0; 80_000]);
        let first = spool.read(body(), 1 << 20, None).await.ok().unwrap();
        assert!(matches!(spool.read(body(), 1 << 20, None).await, Err(Broken::Disk)));
        assert_eq!(spool.used(), 80_000);
        drop(first);
        assert!(spool.read(body(), 1 << 20, None).await.is_ok());
    }
}
