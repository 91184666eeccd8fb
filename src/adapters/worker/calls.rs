//! System calls that no reader of files needs: they fail in a worker, whatever has taken it over.
//!
//! A list of what is refused, not of what is allowed: what a C library calls differs between versions and machines, what
//! a reader has no business with does not. Landlock knows files, TCP and signals; here are datagrams, local sockets,
//! other processes, and the doors around this list.

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter};
use std::collections::BTreeMap;
use std::io::{Error, Result};

/// Sockets of every kind, and what would bring one.
const NETWORK: &[i64] = &[
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_sendto,
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    // Its queue does all of the above past this list.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
];
/// Other processes, and the kernel itself.
const OTHERS: &[i64] = &[
    libc::SYS_kill,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_open_by_handle_at,
];
/// Other programs.
const PROGRAMS: &[i64] = &[libc::SYS_execve, libc::SYS_execveat];

/// Refuses the calls to this thread and all that it begins; nothing can take it back. `program`: another program does the
/// work. A kernel that knows no filters, or a machine that the filters do not know, leaves it at the other limits.
///
/// # Errors
/// The list makes no filter, which is our own fault.
pub(super) fn refuse(program: bool) -> Result<()> {
    let Ok(machine) = TargetArch::try_from(std::env::consts::ARCH) else { return Ok(()) };
    let all = NETWORK.iter().chain(OTHERS).chain(if program { &[] } else { PROGRAMS });
    let rules: BTreeMap<i64, Vec<_>> = all.map(|call| (*call, Vec::new())).collect();
    let refused = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused, machine).map_err(Error::other)?;
    let filter = BpfProgram::try_from(filter).map_err(Error::other)?;
    match apply_filter(&filter) {
        // Where the kernel does not allow it the other limits hold.
        Ok(()) | Err(seccompiler::Error::Prctl(_) | seccompiler::Error::Seccomp(_)) => Ok(()),
        Err(error) => Err(Error::other(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skip;
    use std::io::ErrorKind;
    use std::net::{TcpStream, UdpSocket};
    use std::os::unix::net::UnixDatagram;
    use std::process::Command;

    /// Whether this kernel filters at all.
    fn known() -> bool {
        std::fs::read_to_string("/proc/sys/kernel/seccomp/actions_avail").is_ok_and(|all| all.contains("errno"))
    }

    #[test]
    fn a_worker_has_no_sockets_and_starts_nothing() {
        if !known() || TargetArch::try_from(std::env::consts::ARCH).is_err() {
            skip::skip("this kernel filters no system calls");
            return;
        }
        // A filter holds for its thread.
        let of_worker = |program: bool| {
            let tried = move || {
                refuse(program).expect("a filter");
                let starts = Command::new("true").status().map(|status| status.success());
                let all = [
                    UdpSocket::bind("127.0.0.1:0").map(drop),
                    TcpStream::connect("127.0.0.1:9").map(drop),
                    UnixDatagram::unbound().map(drop),
                ];
                (all.map(|one| one.err().map(|error| error.kind())), starts.map_err(|error| error.kind()))
            };
            std::thread::spawn(tried).join().expect("an end")
        };
        let denied = [Some(ErrorKind::PermissionDenied); 3];
        assert_eq!(of_worker(false), (denied, Err(ErrorKind::PermissionDenied)));
        assert_eq!(of_worker(true).0, denied, "a program that recognises needs no socket either");
        assert!(UdpSocket::bind("127.0.0.1:0").is_ok(), "the server keeps its own");
    }
}
