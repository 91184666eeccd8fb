//! What sees the bytes of a connection pass: the socket, the body of a request, the body of an answer.

use crate::server::door::connections::Traffic;
use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use std::io::{IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// Most bytes of an answer that are handed on at once: what was handed on is out of sight.
const PIECE: usize = 64 * 1024;

/// The socket.
pub struct Socket {
    stream: TcpStream,
    traffic: Traffic,
}

impl Socket {
    /// Watches a socket.
    #[must_use]
    pub fn new(stream: TcpStream, traffic: Traffic) -> Self {
        Self { stream, traffic }
    }

    fn note<T>(&self, poll: &Poll<Result<T>>) {
        self.traffic.takes(poll.is_ready());
    }
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.note(&poll);
        poll
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write_vectored(cx, pieces);
        self.note(&poll);
        poll
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// The body of a request on its way in.
pub struct Arriving {
    body: Incoming,
    traffic: Traffic,
    whole: bool,
}

impl Arriving {
    /// Watches a body; the head has just come.
    #[must_use]
    pub fn new(body: Incoming, traffic: Traffic) -> Self {
        let whole = body.is_end_stream();
        traffic.head(!whole);
        Self { body, traffic, whole }
    }
}

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<std::result::Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if let Some(Ok(frame)) = &frame
            && let Some(data) = frame.data_ref()
        {
            self.traffic.seat().received(data.len());
        }
        let failed = matches!(frame, Some(Err(_)));
        if !self.whole && !failed && (frame.is_none() || self.body.is_end_stream()) {
            self.whole = true;
            self.traffic.complete();
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of an answer on its way out; the connection waits again once it is gone.
pub struct Leaving {
    body: Body,
    rest: Bytes,
    traffic: Traffic,
}

impl Leaving {
    /// Watches a body.
    #[must_use]
    pub fn new(body: Body, traffic: Traffic) -> Self {
        Self { body, rest: Bytes::new(), traffic }
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.traffic.answered();
    }
}

impl HttpBody for Leaving {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<std::result::Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(cx)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(frame) => return Poll::Ready(Some(Ok(frame))),
                },
                ended => return Poll::Ready(ended),
            }
        }
        let piece = self.rest.len().min(PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(piece)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, inner) = (self.rest.len() as u64, self.body.size_hint());
        let mut hint = SizeHint::new();
        hint.set_lower(inner.lower() + rest);
        if let Some(upper) = inner.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}
