//! Pipes to a child that the harness can close although the far end stays open.
//!
//! A process that the child started and that left its group, a daemon, may hold its pipes for as long as it likes. So
//! each wait for a pipe is also a wait for the [`Closer`] of the child.

#[cfg(not(unix))]
pub(super) use elsewhere::{Closer, Pipe};
#[cfg(unix)]
pub(super) use unix::{Closer, Pipe};

#[cfg(unix)]
mod unix {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::{ioctl_fionbio, retry_on_intr};
    use rustix::pipe::{PipeFlags, pipe_with};
    use std::io::{self, Read, Write};
    use std::os::fd::{AsFd, OwnedFd};
    use std::sync::Arc;

    /// Ends every wait for the pipes tied to it when it is dropped.
    #[derive(Debug)]
    pub(in super::super) struct Closer {
        end: Arc<OwnedFd>,
        _open: OwnedFd,
    }

    /// A pipe that is tied to a [`Closer`].
    #[derive(Debug)]
    pub(in super::super) struct Pipe<T> {
        stream: T,
        end: Arc<OwnedFd>,
    }

    impl Closer {
        pub(in super::super) fn new() -> io::Result<Self> {
            // Nothing is ever written to this pipe: its end is the message.
            let (end, open) = pipe_with(PipeFlags::CLOEXEC)?;
            Ok(Self { end: Arc::new(end), _open: open })
        }

        pub(in super::super) fn tie<T: AsFd>(&self, stream: T) -> io::Result<Pipe<T>> {
            // This end alone: the child's has flags of its own.
            ioctl_fionbio(&stream, true)?;
            Ok(Pipe { stream, end: Arc::clone(&self.end) })
        }
    }

    impl<T: AsFd> Pipe<T> {
        /// Waits until the pipe is ready.
        fn wait(&self, ready: PollFlags) -> io::Result<()> {
            let mut both = [PollFd::new(&self.stream, ready), PollFd::new(&*self.end, PollFlags::empty())];
            retry_on_intr(|| poll(&mut both, None))?;
            if both[1].revents().is_empty() { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
        }
    }

    impl<T: AsFd + Read> Read for Pipe<T> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.wait(PollFlags::IN)?;
            self.stream.read(bytes)
        }
    }

    impl<T: AsFd + Write> Write for Pipe<T> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            // Without blocking: a pipe that is ready may have room for less than this.
            self.wait(PollFlags::OUT)?;
            match self.stream.write(bytes) {
                // `write_all` tries again.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    Err(io::ErrorKind::Interrupted.into())
                }
                written => written,
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            self.stream.flush()
        }
    }
}

/// Elsewhere pipes stay open until all their far ends are closed.
#[cfg(not(unix))]
mod elsewhere {
    use std::io;

    #[derive(Debug)]
    pub(in super::super) struct Closer;

    pub(in super::super) type Pipe<T> = T;

    impl Closer {
        pub(in super::super) fn new() -> io::Result<Self> {
            Ok(Self)
        }

        pub(in super::super) fn tie<T>(&self, stream: T) -> io::Result<Pipe<T>> {
            Ok(stream)
        }
    }
}
