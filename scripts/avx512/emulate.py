"""Runs a program on an emulated processor with AVX-512 F, BW, DQ and VL: Intel's Skylake-X, by Bochs.

    emulate.py EMULATOR PROGRAM [ARGUMENT...]

EMULATOR is the folder that `../avx512.sh` makes. PROGRAM is one for x86-64 Linux, linked statically: the emulated machine
has a kernel, the program and nothing else. Variables whose names begin with `ASCERTAIN_` are passed on. Its standard
output and exit code are ours; 125 says that the machine did not start or did not end in time, whose last messages then
follow.
"""

import contextlib
import os
import pty
import select
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Seconds, of ours: to start the machine takes some 20, to run a program some hundred times as long as elsewhere.
START_LIMIT, LIMIT = 180, 3600

KERNEL_OPTIONS = [
    "console=ttyS0,115200",
    "quiet",
    "loglevel=3",
    "rdinit=/init",
    # A machine that cannot go on stops, and is not waited for.
    "panic=-1",
    # The size that Bochs gives for what these save is not the sum of the parts: the kernel finds that out, and does
    # without AVX ("XSAVE consistency problem").
    "clearcpuid=xsaves,xsavec",
    # What takes seconds under emulation and serves nothing here: a kernel at a place drawn by lot, defences, and tests of
    # its cryptography.
    "nokaslr",
    "mitigations=off",
    "cryptomgr.notests",
]


def archive_entry(name: str, mode: int, content: bytes = b"", device: tuple[int, int] = (0, 0)) -> bytes:
    """An entry of a `cpio` archive, in the form that the kernel unpacks its first file system from."""
    archive_entry.count = getattr(archive_entry, "count", 0) + 1
    path = name.encode() + b"\0"
    numbers = (archive_entry.count, mode, 0, 0, 1, 0, len(content), 0, 0, *device, len(path), 0)
    head = b"070701" + b"".join(b"%08X" % number for number in numbers) + path
    return b"".join(part + b"\0" * (-len(part) % 4) for part in (head, content))


def file_system(emulator: Path, program: str, arguments: list[str]) -> bytes:
    """The emulated machine's first and only file system."""
    folder, executable = stat.S_IFDIR | 0o755, stat.S_IFREG | 0o755
    environment = [f"{name}={value}" for name, value in os.environ.items() if name.startswith("ASCERTAIN_")]
    strings = "".join(text + "\0" for text in ["/program", *arguments, "", *environment])
    return b"".join(
        [
            *(archive_entry(name, folder) for name in ("dev", "proc", "tmp")),
            archive_entry("dev/console", stat.S_IFCHR | 0o600, device=(5, 1)),
            archive_entry("init", executable, (emulator / "init").read_bytes()),
            archive_entry("program", executable, Path(program).read_bytes()),
            archive_entry("arguments", executable, strings.encode()),
            archive_entry("TRAILER!!!", 0),
        ]
    )


def start_disk(emulator: Path, work: Path, initial: bytes, environment: dict[str, str]) -> None:
    """Writes a CD that the emulated machine starts from."""
    root, disk = emulator / "root", work / "disk"
    disk.mkdir()
    (disk / "initrd").write_bytes(initial)
    shutil.copy(next((root / "boot").glob("vmlinuz*")), disk / "vmlinuz")
    shutil.copy(root / "usr/lib/ISOLINUX/isolinux.bin", disk)
    shutil.copy(root / "usr/lib/syslinux/modules/bios/ldlinux.c32", disk)
    (disk / "isolinux.cfg").write_text(
        "default linux\nprompt 0\ntimeout 0\nlabel linux\nkernel vmlinuz\ninitrd initrd\n"
        f"append {' '.join(KERNEL_OPTIONS)}\n"
    )
    loader = ["-b", "isolinux.bin", "-c", "boot.cat", "-no-emul-boot", "-boot-load-size", "4", "-boot-info-table"]
    command = [root / "usr/bin/genisoimage", "-quiet", "-R", "-o", work / "disk.iso", *loader, disk]
    subprocess.run(command, env=environment, check=True)


def machine(emulator: Path, work: Path) -> str:
    """The description of the emulated machine for Bochs."""
    share = emulator / "root/usr/share"
    video = next(path for path in (share / "bochs/VGABIOS-lgpl-latest", share / "vgabios/vgabios.bin") if path.exists())
    ports = "".join(f"com{k}: enabled=1, mode=file, dev={work}/com{k}\n" for k in (1, 2, 3))
    return f"""
cpu: model=corei7_skylake_x, count=1, ips=20000000, reset_on_triple_fault=0
memory: guest=512, host=512
romimage: file={share}/bochs/BIOS-bochs-latest
vgaromimage: file={video}
display_library: term
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path="{work}/disk.iso", status=inserted
boot: cdrom
clock: sync=none
sound: driver=dummy
log: {work}/log
panic: action=fatal
error: action=report
{ports}"""


class Terminal:
    """Bochs, at a terminal of its own: it draws the emulated machine's screen there."""

    def __init__(self, emulator: Path, work: Path, environment: dict[str, str]) -> None:
        (work / "machine").write_text(machine(emulator, work))
        # Debian's Bochs stops in its debugger first.
        (work / "commands").write_text("continue\n")
        self.screen = b""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            program = str(emulator / "root/usr/bin/bochs-bin")
            os.chdir(work)
            os.execve(program, [program, "-q", "-f", "machine", "-rc", "commands"], environment)

    def draws(self) -> bool:
        """Reads what is drawn within a moment. Whether there will be more."""
        with contextlib.suppress(OSError):
            if not select.select([self.terminal], [], [], 0.2)[0]:
                return True
            drawn = os.read(self.terminal, 1 << 16)
            self.screen = (self.screen + drawn)[-2000:]
            return bool(drawn)
        return False

    def end(self) -> None:
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


def main(emulator: Path, program: str, arguments: list[str]) -> int:
    root = emulator / "root"
    libraries = root / "usr/lib/x86_64-linux-gnu"
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "TERM": "vt100",
        "BXSHARE": str(root / "usr/share/bochs"),
        "LD_LIBRARY_PATH": str(libraries),
        "LTDL_LIBRARY_PATH": str(libraries / "bochs/plugins"),
    }
    with tempfile.TemporaryDirectory(prefix="avx512-") as folder:
        work = Path(folder)
        start_disk(emulator, work, file_system(emulator, program, arguments), environment)

        def port(number: int) -> bytes:
            path = work / f"com{number}"
            return path.read_bytes() if path.exists() else b""

        began = time.monotonic()
        bochs = Terminal(emulator, work, environment)
        try:
            while b"\n" not in port(3) and bochs.draws():
                passed = time.monotonic() - began
                if passed > (LIMIT if port(2) else START_LIMIT):
                    break
        finally:
            bochs.end()
        sys.stdout.buffer.write(port(2))
        sys.stdout.flush()
        sys.stderr.buffer.write(port(1))
        status = port(3).split()
        if len(status) != 2:
            sys.stderr.buffer.write(b"the emulated machine gave no result\n" + bochs.screen)
            return 125
        return int(status[1])


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3:]))
