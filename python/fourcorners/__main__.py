"""The command `fourcorners`."""

import signal
import sys

from ._fourcorners import cli


def main() -> None:
    """Carry out the command line and end the process with its exit code."""
    # The command stops runs by itself, and Python would not notice Ctrl-C before it ends.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(cli(["fourcorners", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
