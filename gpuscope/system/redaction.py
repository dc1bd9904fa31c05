"""Removes secrets from command lines, URLs and text before they are written.

Secrets are recognized by their name (``--password X``, ``API_KEY=X``), their position (``user:X@host`` in a URL), and
their shape (tokens with a service's prefix). A false positive costs a word of a command line, a false negative exposes
a password, so names are matched broadly.
"""

import re
from collections.abc import Mapping, Sequence

CONTROL_CHARACTERS = re.compile("[\x00-\x07\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Control characters except backspace, tab, newline and carriage return; line separators and bidirectional controls."""


REDACTED = "[redacted]"
"""Replacement for a secret."""

_SECRET_WORDS = (
    "password|passwd|passphrase|pass|pwd|secret|secrets|token|api[-_]?key|apikey|access[-_]?key|private[-_]?key|"
    "auth|authorization|credential|credentials|bearer|session[-_]?key|signature|sas|cookie"
)
_NAME = rf"(?:[A-Za-z0-9]+[-_.])*(?:{_SECRET_WORDS})(?:[-_.](?:key|id|value|file|string|hash|[A-Za-z0-9]*token))*"
_SECRET_NAME = re.compile(_NAME, re.IGNORECASE)
_FLAG = re.compile(r"--?[A-Za-z][\w.-]*")
_ASSIGNMENT = re.compile(r"(?P<name>-{0,2}[A-Za-z_][\w.-]*)(?P<sign>=|:)(?P<value>.+)", re.DOTALL)
_NAME_AND_SIGN = re.compile(r"(?<![\w.-])(?P<name>-{0,2}[\"']?[A-Za-z_][\w.-]{0,99}[\"']?)\s?[=:]\s?")
_VALUE = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|(?!//)[^\s,;&\"']+")
_URL_LOGIN = re.compile(r"(?<=://)(?P<login>[^/?#\s]+)@")
_LONGEST_USER = 16
"""Length from which a bare login in a URL counts as a token: common tokens have at least 20 characters, user names fewer."""
_LONGEST_NAME = 100
"""Characters matched at the end of a name, which bounds backtracking on arbitrary text."""
_HEADER = re.compile(r"\b(?P<kind>bearer|basic)\s+(?P<value>[A-Za-z0-9+/=_.~-]{8,})", re.IGNORECASE)
_KNOWN_SHAPES = re.compile(
    r"(?<![A-Za-z0-9_])(?:"
    r"hf_[A-Za-z0-9]{16,}"  # Hugging Face
    r"|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}"  # GitHub
    r"|glpat-[A-Za-z0-9_-]{16,}"  # GitLab
    r"|sk-[A-Za-z0-9_-]{16,}|sk_(?:live|test)_[A-Za-z0-9]{16,}"  # OpenAI, Anthropic, Stripe
    r"|(?:AKIA|ASIA)[A-Z0-9]{16}"  # AWS
    r"|AIza[A-Za-z0-9_-]{30,}"  # Google
    r"|xox[abposr]-[A-Za-z0-9-]{10,}"  # Slack
    r"|pypi-[A-Za-z0-9_-]{16,}|npm_[A-Za-z0-9]{20,}"
    r"|(?<!-)eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"  # JSON web token
    r"|wandb_v1_[A-Za-z0-9_]{16,}"
    r"|local-[0-9a-f]{40}(?![0-9a-f])"  # self-hosted Weights & Biases
    r")"
)
_KEY_END = re.compile(r"-----END [A-Z ]*PRIVATE KEY-----")
_PRIVATE_KEY = re.compile(rf"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?P<end>{_KEY_END.pattern}|\Z)", re.DOTALL)
LONGEST_KEY = 16 * 1024
"""Maximum characters of a private key (RSA with 16,384 bits has 13 thousand); longer text is not a key."""
_WANDB_KEY = re.compile(r"(?<![0-9a-fA-F])[0-9a-f]{40}(?![0-9a-fA-F])")


def redact_arguments(arguments: Sequence[str]) -> list[str]:
    """Return a command line with its secrets redacted and the number of arguments unchanged.

    Recognized are ``--token X``, ``--password=X`` and ``-p:X`` by name, ``KEY=VALUE`` pairs, credentials in URLs, and
    tokens by shape. An argument of 40 hexadecimal digits (a Weights & Biases key, but also a commit) is redacted only
    if the command line mentions wandb.
    """
    speaks_of_wandb = any("wandb" in argument.lower() for argument in arguments)
    cleaned: list[str] = []
    secret_follows = False
    for argument in arguments:
        is_flag = _FLAG.fullmatch(argument) is not None
        if secret_follows and not is_flag:
            cleaned.append(REDACTED)
        else:
            shown = redact_text(_without_assigned_secret(argument))
            cleaned.append(_WANDB_KEY.sub(REDACTED, shown) if speaks_of_wandb else shown)
        secret_follows = is_flag and _is_secret_name(argument)
    return cleaned


def redact_text(text: str) -> str:
    """Return text without credentials in URLs, assignments to secret names, private keys and tokens of known shape."""
    text = _PRIVATE_KEY.sub(REDACTED, text)
    text = _URL_LOGIN.sub(_without_login, text)
    text = _HEADER.sub(lambda match: f"{match['kind']} {REDACTED}", text)
    return _KNOWN_SHAPES.sub(REDACTED, _without_assignments(text))


class PrivateKeyFilter:
    """Redacts private keys in streamed text, even if a key spans several pieces."""

    def __init__(self) -> None:
        self._left = 0

    @property
    def is_inside(self) -> bool:
        """Whether the text so far ended inside a key."""
        return self._left > 0

    def hide(self, text: str) -> str:
        """Return the next piece without keys; "" if it lies entirely within a key."""
        if self._left:
            end = _KEY_END.search(text, 0, self._left)
            if end is None:
                hidden = min(len(text), self._left)
                self._left -= hidden
            else:
                hidden, self._left = end.end(), 0
            text = text[hidden:].removeprefix("\n")
        for match in _PRIVATE_KEY.finditer(text):
            self._left = 0 if match["end"] else max(0, LONGEST_KEY - len(match[0]))
        return _PRIVATE_KEY.sub(REDACTED, text)


def redact_variable(name: str, value: str) -> str:
    """Return the redacted value of an environment variable."""
    return REDACTED if _is_secret_name(name) else redact_text(value)


def redact_variables(variables: Mapping[str, str]) -> dict[str, str]:
    """Return environment variables with redacted values."""
    return {name: redact_variable(name, value) for name, value in variables.items()}


def _is_secret_name(name: str) -> bool:
    bare = name.lstrip("-")[-_LONGEST_NAME:]
    in_words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", bare)  # ``api_Token`` for ``apiToken``
    return _SECRET_NAME.fullmatch(bare) is not None or _SECRET_NAME.fullmatch(in_words) is not None


def _without_assigned_secret(argument: str) -> str:
    match = _ASSIGNMENT.fullmatch(argument)
    if match is None or not _is_secret_name(match["name"]) or match["value"].startswith("//"):
        return argument
    return f"{match['name']}{match['sign']}{REDACTED}"


def _without_assignments(text: str) -> str:
    """Redact the values of assignments to secret names; the value of any other assignment may itself contain an assignment."""
    parts, at = [], 0
    for match in _NAME_AND_SIGN.finditer(text):
        if match.start() < at or not _is_secret_name(match["name"].strip("-\"'")):
            continue
        value = _VALUE.match(text, match.end())
        if value is not None and REDACTED not in value[0]:
            parts += [text[at : match.end()], REDACTED]
            at = value.end()
    return "".join([*parts, text[at:]])


def _without_login(match: re.Match[str]) -> str:
    # A token may be in the user's position (https://TOKEN:x-oauth-basic@host); a short name alone is not a secret (git@host).
    login = match["login"]
    shown = REDACTED if ":" in login or len(login) >= _LONGEST_USER else login
    return f"{shown}@"
