"""Runs in a fresh interpreter between us and a server: arranges how the server lives and dies, then becomes it.

    python -I -S launch.py MODE UID GID SIGNAL PARENT COMMAND...

MODE: `self` keeps the user; `namespace` maps root to UID:GID in a new user namespace, so that the server sees an ordinary
user while its files stay root's; `user` drops to UID:GID. SIGNAL is sent to the server when PARENT (our pid) dies.

A process of its own and not `preexec_fn`: Python code between fork and exec may deadlock in a threaded parent, and Python
3.12 warns of it. Standard library only, started with -I -S: about 20 ms.
"""

import ctypes
import os
import sys
from pathlib import Path

CLONE_NEWUSER = 0x10000000  # <linux/sched.h>
PR_SET_PDEATHSIG = 1  # prctl(2)
EXIT_CANNOT = 97  # this mode is not to be had here


def main(arguments: list[str]) -> None:
    """Become the server, or exit with EXIT_CANNOT and the reason on stderr."""
    mode, uid, gid, signal_number, parent, *command = arguments
    try:
        if mode == "namespace":
            _enter_namespace(int(uid), int(gid))
        elif mode == "user":
            os.setgroups([])
            os.setgid(int(gid))
            os.setuid(int(uid))
        # After the change of user: the kernel clears the signal when credentials change.
        if sys.platform == "linux":
            _die_with_parent(int(signal_number), int(parent))
        os.execv(command[0], command)  # noqa: S606 - a binary that we looked up, no shell
    except OSError as error:
        sys.stderr.write(f"cannot start {command[0]} as {mode}: {error}\n")
        sys.exit(EXIT_CANNOT)


def _enter_namespace(uid: int, gid: int) -> None:
    host_uid, host_gid = os.getuid(), os.getgid()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWUSER) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    # The kernel wants setgroups denied before an unprivileged gid_map: user_namespaces(7).
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{uid} {host_uid} 1")
    Path("/proc/self/gid_map").write_text(f"{gid} {host_gid} 1")


def _die_with_parent(signal_number: int, parent: int) -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal_number, 0, 0, 0)
    if os.getppid() != parent:  # it died before we asked
        sys.exit(EXIT_CANNOT)


if __name__ == "__main__":
    main(sys.argv[1:])
