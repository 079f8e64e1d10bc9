"""What no other tool checks about the files of this repository; prints each fault and exits with 1.

No file may name a package registry, a cache of one, or a folder of the machine it was written on, and each
requirement must be pinned and hashed.
"""

import re
import subprocess
import sys
from pathlib import Path

# Written in parts so that this file passes its own check.
FORBIDDEN = {
    "a registry's address": re.compile(
        r"(pypi|pythonhosted|npmjs|debian|crates)\." + r"(org|io)/(simple|packages|pypi|debian)|"
        r"--(extra-)?" + r"index-url|--find" + r"-links|https?://(files\.|registry\.)",
    ),
    "a folder of one machine": re.compile(r"(?<![\w.-])/(work|root|home/\w+)" + r"/"),
}


def tracked() -> list[Path]:
    """Every file of the repository, also those that are new and not ignored."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [path for name in names.split("\0") if name and (path := Path(name)).is_file()]


def forbidden(path: Path) -> list[str]:
    """The file's lines that hold an address it should not."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return []
    return [
        f"{path}:{number}: names {what}"
        for number, line in enumerate(lines, 1)
        for what, pattern in FORBIDDEN.items()
        if pattern.search(line)
    ]


def unpinned(path: Path) -> list[str]:
    """The lock file's requirements without an exact version or without a hash."""
    entries = re.sub(r"\\\n", " ", path.read_text()).splitlines()
    return [
        f"{path}: {entry.split()[0]} is not pinned with a hash"
        for entry in entries
        if entry.strip() and not entry.startswith("#") and not re.match(r"\S+==\S+ .*--hash=sha256:", entry)
    ]


def main() -> int:
    faults = [fault for path in tracked() for fault in forbidden(path)]
    for lock in ("requirements.txt", "requirements-dev.txt"):
        faults += unpinned(Path(lock))
    for fault in faults:
        sys.stderr.write(fault + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
