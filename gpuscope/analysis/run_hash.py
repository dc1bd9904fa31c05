"""What a run is known by in a report: the hash of all that the store holds of it but its readings."""

import hashlib
import json

from gpuscope.core.run import RunRecord


def run_hash(record: RunRecord) -> str:
    """Return the SHA-256, in hexadecimal, of a run's JSON document: keys sorted, ASCII, without blanks.

    The document is that of :meth:`~gpuscope.core.run.RunRecord.to_json` without its origin, so that a run that is imported keeps its hash;
    whoever edits a tag or a note changes it.
    """
    told = {key: value for key, value in record.to_json().items() if key != "origin"}
    document = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(document.encode("ascii")).hexdigest()
