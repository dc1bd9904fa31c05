"""Runs a program like ``python PROGRAM``, in a process forked with torch imported: torch's import is most of a short program's time.

``preloaded.py`` reads a JSON list per line, the program's path and its arguments, and answers with a JSON document per line: "code", "out",
"err".
"""

import json
import os
import runpy
import sys
import tempfile
from pathlib import Path


def run(program: list[str]) -> dict[str, object]:
    """Run a program in a fork of this process, and return its exit code and its output."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            os._exit(_as_main(program))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = [file.read().decode() for file in (out, err) if file.seek(0) == 0]
    return {"code": code, "out": texts[0], "err": texts[1]}


def _as_main(program: list[str]) -> int:
    """Run a program as the main module, to the interpreter's exit; return its exit code."""
    sys.argv, sys.path[0], code = program, str(Path(program[0]).parent), 0
    try:
        runpy.run_path(program[0], run_name="__main__")
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException as error:  # noqa: BLE001 - told as the interpreter does
        sys.excepthook(type(error), error, error.__traceback__)
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def main() -> None:
    """Import torch, and answer until there are no more lines."""
    import torch
    import torch._dynamo  # noqa: F401 - as the first optimizer does

    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
