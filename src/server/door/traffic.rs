//! What sees the bytes of a connection pass: the socket, the body of a request, the body of an answer.

use crate::server::door::connections::Traffic;
use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use socket2::SockRef;
use std::io::{ErrorKind, IoSlice, Result};
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// Most bytes of an answer that are handed on at once: what was handed on is out of sight.
const PIECE: usize = 64 * 1024;

/// The socket. Shared, so that an event stream can leave the HTTP machinery and its buffers behind.
pub struct Socket {
    stream: Arc<TcpStream>,
    traffic: Traffic,
}

impl Socket {
    /// Watches a socket.
    #[must_use]
    pub fn new(stream: Arc<TcpStream>, traffic: Traffic) -> Self {
        Self { stream, traffic }
    }

    fn write(&self, cx: &mut Context<'_>, write: impl Fn(&TcpStream) -> Result<usize>) -> Poll<Result<usize>> {
        let poll = loop {
            match self.stream.poll_write_ready(cx) {
                Poll::Pending => break Poll::Pending,
                Poll::Ready(Err(error)) => break Poll::Ready(Err(error)),
                Poll::Ready(Ok(())) => {}
            }
            match write(&self.stream) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                wrote => break Poll::Ready(wrote),
            }
        };
        self.traffic.takes(poll.is_ready());
        poll
    }
}

impl AsyncRead for Socket {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(cx))?;
            match self.stream.try_read_buf(buffer) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                read => return Poll::Ready(read.map(|_| ())),
            }
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        self.write(cx, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(self: Pin<&mut Self>, cx: &mut Context<'_>, pieces: &[IoSlice<'_>]) -> Poll<Result<usize>> {
        self.write(cx, |stream| stream.try_write_vectored(pieces))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<Result<()>> {
        Poll::Ready(SockRef::from(&*self.stream).shutdown(Shutdown::Write))
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
