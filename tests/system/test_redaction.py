"""No secret passes, and other text stays as it was."""

import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuscope.system.redaction import REDACTED, redact_arguments, redact_text, redact_variable

SECRETS = st.text(string.ascii_letters + string.digits, min_size=12, max_size=40).map("Zq9".__add__)
NAMES = st.sampled_from(
    ["--token", "--password", "--api-key", "--api_key", "--hf-token", "--hf_token", "--wandb-api-key", "--secret", "--authToken",
     "--db-password", "--aws-secret-access-key", "-password", "--github_token", "--client-secret"]
)  # fmt: skip
VARIABLES = st.sampled_from(["WANDB_API_KEY", "HF_TOKEN", "AWS_SECRET_ACCESS_KEY", "PASSWORD", "DB_PASSWORD", "OPENAI_API_KEY", "TOKEN"])


@given(NAMES, SECRETS)
def test_a_value_behind_a_secret_name_goes(name: str, secret: str) -> None:
    assert redact_arguments(["python", "train.py", name, secret, "--lr", "0.1"]) == ["python", "train.py", name, REDACTED, "--lr", "0.1"]


@given(NAMES, SECRETS, st.sampled_from("=:"))
def test_a_value_beside_a_secret_name_goes(name: str, secret: str, sign: str) -> None:
    assert redact_arguments(["x", f"{name}{sign}{secret}"]) == ["x", f"{name}{sign}{REDACTED}"]


@given(VARIABLES, SECRETS)
def test_an_assignment_of_a_secret_goes_as_argument_in_text_and_as_variable(name: str, secret: str) -> None:
    assert secret not in " ".join(redact_arguments(["env", f"{name}={secret}", "python"]))
    assert secret not in redact_text(f"export {name}={secret}; python train.py")
    assert secret not in redact_text(f'{{"{name.lower()}": "{secret}", "lr": 0.1}}')
    assert redact_variable(name, secret) == REDACTED


@given(SECRETS, SECRETS)
def test_credentials_in_urls_go_wherever_they_stand(user: str, secret: str) -> None:
    for shown in (
        redact_text(f"see https://{user}:{secret}@host/x?y=1 there"),
        " ".join(redact_arguments([f"--url=https://{user}:{secret}@host/x"])),
    ):
        assert secret not in shown
        assert "@host/x" in shown
    assert secret not in redact_text(f"https://host/x?token={secret}&lr=1")
    assert secret not in redact_text(f"Authorization: Bearer {secret}")


@pytest.mark.parametrize(
    "token",
    [
        "hf_" + "aB3" * 10, "ghp_" + "aB3" * 12, "github_pat_" + "aB3_" * 8, "sk-proj-" + "aB3" * 12, "sk-ant-api03-" + "aB3" * 12,
        "AKIAIOSFODNN7EXAMPLE", "AIza" + "aB3" * 12, "xoxb-1234567890-abcdefghij", "glpat-" + "aB3" * 8, "pypi-" + "aB3" * 10,
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    ],
)  # fmt: skip
@given(before=st.sampled_from(["", "x=", "'", "(", "/", "\n"]))
def test_a_token_is_known_by_its_shape(token: str, before: str) -> None:
    assert token not in redact_text(f"{before}{token} and more")
    assert token not in " ".join(redact_arguments(["python", f"{before}{token}"]))


def test_a_wandb_key_goes_where_wandb_is_spoken_of_and_a_commit_stays() -> None:
    digits = "0123456789abcdef0123456789abcdef01234567"
    assert redact_arguments(["wandb", "login", digits]) == ["wandb", "login", REDACTED]
    assert redact_arguments(["git", "checkout", digits]) == ["git", "checkout", digits]


def test_a_private_key_goes_even_when_it_is_cut_off() -> None:
    assert redact_text("-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nrest") == f"{REDACTED}\nrest"
    assert "abc" not in redact_text("-----BEGIN PRIVATE KEY-----\nabc")


ORDINARY = [
    "python", "train.py", "--lr", "0.1", "--tokenizer", "bert", "--max-tokens", "512", "--keyboard=de", "--monkey", "1", "--passes=3",
    "https://host/path?x=1", "user@host:/path", "a=b", "/home/me/secrets.txt", "--bypass", "yes", "C:\\x", "-m", "pkg.auth_module",
    "s3://bucket/key", "--sk-learn", "ask-me-anything-about-this-thing",
]  # fmt: skip


def test_an_ordinary_command_line_stays_as_it_is() -> None:
    assert redact_arguments(ORDINARY) == ORDINARY


def test_a_flag_behind_a_secret_flag_is_no_secret() -> None:
    assert redact_arguments(["--use-auth-token", "--lr", "0.1"]) == ["--use-auth-token", "--lr", "0.1"]


@given(st.lists(st.text(max_size=60), max_size=8))
def test_any_command_line_keeps_its_length_and_redacting_twice_changes_nothing_more(arguments: list[str]) -> None:
    once = redact_arguments(arguments)
    assert len(once) == len(arguments)
    assert [redact_text(one) for one in once] == once


@given(st.text(max_size=300))
def test_text_is_redacted_once_and_for_all(text: str) -> None:
    assert redact_text(redact_text(text)) == redact_text(text)


@pytest.mark.parametrize(
    "unit", ["a-", "a.", "token", "https://a:", "://", "eyJ-", "eyJ", "pass_key_", "-----BEGIN ", "bearer ", "a=", "'", "x: ", "--", "sk-"]
)
def test_text_made_to_be_ambiguous_takes_no_longer_than_other_text(unit: str) -> None:
    """Backtracking over 200,000 characters would take minutes."""
    began = time.process_time()
    redact_text(unit * (200_000 // len(unit)))
    redact_arguments([unit * (200_000 // len(unit))])
    assert time.process_time() - began < 2.0


def test_an_assignment_within_a_value_is_found() -> None:
    assert redact_text("docker run --env=WANDB_API_KEY=abc x") == f"docker run --env=WANDB_API_KEY={REDACTED} x"
