"""What a run is known by in a report: the hash of all that the store holds of it but its readings."""

import hashlib
import json

from gpuscope.core.run import RunRecord


def run_hash(record: RunRecord) -> str:
    """Returns the SHA-256, in hexadecimal, of a run's JSON document: keys sorted, ASCII, without blanks.

    The document is that of :meth:`~gpuscope.core.run.RunRecord.to_json`; whoever edits a tag or a note changes it.
    """
    document = json.dumps(record.to_json(), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(document.encode("ascii")).hexdigest()
