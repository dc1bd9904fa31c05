"""Takes secrets out of command lines, URLs and text before they are written.

Three things give a secret away: the name beside it (``--password X``, ``API_KEY=X``), its place (``user:X@host`` in a
URL), and its shape (tokens that services mark with a prefix). A redaction too many costs a word of a command line; one
too few costs a password, so names are matched widely.
"""

import re
from collections.abc import Mapping, Sequence

CONTROL_CHARACTERS = re.compile("[\x00-\x07\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Control characters but backspace, tab, newline and carriage return; line separators, and what turns the direction of text."""


REDACTED = "[redacted]"
"""What stands in a secret's place."""

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
"""Tokens of the usual services have 20 characters and more; names of users are shorter."""
_LONGEST_NAME = 100
"""Names are matched by their ends: a bound on backtracking, since text of any kind comes through here."""
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
    r"|local-[0-9a-f]{40}(?![0-9a-f])"  # Weights & Biases on a server of one's own
    r")"
)
_KEY_END = re.compile(r"-----END [A-Z ]*PRIVATE KEY-----")
_PRIVATE_KEY = re.compile(rf"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?P<end>{_KEY_END.pattern}|\Z)", re.DOTALL)
LONGEST_KEY = 16 * 1024
"""Characters of a private key (RSA with 16,384 bits has 13 thousand); one that does not end by then is none."""
_WANDB_KEY = re.compile(r"(?<![0-9a-fA-F])[0-9a-f]{40}(?![0-9a-fA-F])")


def redact_arguments(arguments: Sequence[str]) -> list[str]:
    """Return a command line without its secrets; the number of arguments stays.

    Known are ``--token X``, ``--password=X``, ``-p:X`` forms by name, ``KEY=VALUE`` pairs, credentials in URLs, and
    tokens by their shape. An argument of 40 hexadecimal digits (a Weights & Biases key, but also a commit) goes only
    when the command line speaks of wandb.
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
    """Hides private keys in text that comes in pieces, wherever a piece ends."""

    def __init__(self) -> None:
        self._left = 0

    @property
    def is_inside(self) -> bool:
        """Whether the text so far ended inside a key."""
        return self._left > 0

    def hide(self, text: str) -> str:
        """Return the next piece without keys; "" when all of it is inside one."""
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
    """Return the value of an environment variable as it may be written."""
    return REDACTED if _is_secret_name(name) else redact_text(value)


def redact_variables(variables: Mapping[str, str]) -> dict[str, str]:
    """Return environment variables as they may be written."""
    return {name: redact_variable(name, value) for name, value in variables.items()}


def _is_secret_name(name: str) -> bool:
    bare = name.lstrip("-")[-_LONGEST_NAME:]
    return _SECRET_NAME.fullmatch(bare) is not None or _SECRET_NAME.fullmatch(_snake(bare)) is not None


def _snake(name: str) -> str:
    """Return ``apiToken`` as ``api_Token``, so that its parts can be told apart."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)


def _without_assigned_secret(argument: str) -> str:
    match = _ASSIGNMENT.fullmatch(argument)
    if match is None or not _is_secret_name(match["name"]) or match["value"].startswith("//"):
        return argument
    return f"{match['name']}{match['sign']}{REDACTED}"


def _without_assignments(text: str) -> str:
    """Take the values off assignments to secret names; the value of any other may hold an assignment itself."""
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
    # A token may stand in the user's place too (https://TOKEN:x-oauth-basic@host); a short name alone is no secret (git@host).
    login = match["login"]
    shown = REDACTED if ":" in login or len(login) >= _LONGEST_USER else login
    return f"{shown}@"
