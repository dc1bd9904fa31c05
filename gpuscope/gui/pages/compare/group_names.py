"""Names of groups without the words that all of them share: "mnist-mlp cpu fp32" beside "mnist-mlp cpu bf16" is "fp32" beside "bf16"."""

from collections.abc import Sequence


def short_names(names: Sequence[str], *, with_letter: bool = True) -> tuple[str, list[str]]:
    """Return (the words that all names begin with, each name without them).

    Args:
        names: The whole ones.
        with_letter: Whether each keeps a word with a letter in it, so that "batch 64" is not cut down to "64".
    """
    words = [name.split() for name in names]
    shared = _shared_count(words)
    while shared and not all(len(one) > shared and (not with_letter or _has_letter(one[shared:])) for one in words):
        shared -= 1
    short = [" ".join(one[shared:]) for one in words]
    if all(one.startswith("(") and one.endswith(")") for one in short):
        short = [one[1:-1] for one in short]
    if not shared or len(set(short)) < len(short):
        return "", list(names)
    return " ".join(words[0][:shared]).rstrip(",:·-– "), short


def _has_letter(words: Sequence[str]) -> bool:
    return any(character.isalpha() for word in words for character in word)


def _shared_count(words: Sequence[Sequence[str]]) -> int:
    if len(words) < 2:
        return 0
    shared = 0
    for column in zip(*words, strict=False):
        if len(set(column)) > 1:
            break
        shared += 1
    return shared
