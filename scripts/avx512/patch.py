"""Puts round_to_f16.c's function over the one in Bochs that it replaces.

    patch.py BOCHS CODE

BOCHS is `bochs-bin` of Debian's bochs 2.7+dfsg-4+deb12u1 for amd64, CODE the bytes of the function. Any other build is
left alone, with exit code 3.
"""

import hashlib
import sys

# Where the function lies, its size, and what its bytes hash to in that build.
START, SIZE = 0x288900, 444
SHA256 = "5302cf18465a5cd0e04ef557e17547dd9d19a4dd2954a0d11cd543a34aa09740"


def main(program_path: str, code_path: str) -> int:
    with open(program_path, "rb") as file:
        program = bytearray(file.read())
    with open(code_path, "rb") as file:
        code = file.read()
    if len(code) > SIZE:
        print(f"the function has {len(code)} bytes, and there is room for {SIZE}", file=sys.stderr)
        return 1
    if hashlib.sha256(program[START : START + SIZE]).hexdigest() != SHA256:
        return 3
    # Nothing jumps to what is left of the old one: INT3.
    program[START : START + SIZE] = code.ljust(SIZE, b"\xcc")
    with open(program_path, "wb") as file:
        file.write(program)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
