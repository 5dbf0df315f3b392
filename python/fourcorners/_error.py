"""What is raised."""


class Error(Exception):
    """What is wrong, and what to do about it.

    Raised for names that are not there, values that a drive or test cannot have, and files that
    cannot be read or written.
    """

    message: str
    """What is wrong, with the exact object."""
    hint: str | None
    """What to do, as in the nearest names; None if there is nothing to suggest."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message if self.hint is None else f"{self.message}\nhint: {self.hint}"
