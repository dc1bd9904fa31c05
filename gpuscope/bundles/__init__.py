"""Export and import of runs, and import of other programs' recordings.

May import: ``reports``, ``storage``, ``analysis``, ``system``, ``core``, numpy. All input is untrusted: every reader enforces limits on
size, count and depth, validates types and ranges, extracts nothing to disk, and raises ``RecordingFileError`` for anything invalid.

- ``bundle_writer``, ``bundle_reader``: a run bundle (``.gpuscope``): a zip of JSON and fixed binary columns.
- ``zip_archive``: reader for the zip: allow-listed members, streamed, under limits.
- ``bundle_format``: member names, format version, binary layout of readings and step ends.
- ``run_document``: conversion of a run's record to a document and back.
- ``untrusted_input``: validation of CSV rows and JSON values from untrusted files.
- ``limits``: the limits, and the exception for a file that cannot be imported.
- ``recording_import``: imports a file or folder of any known kind into the store.
- ``nvidia_smi_csv``: the log of ``nvidia-smi --query-gpu=… --format=csv -l``.
- ``codecarbon_csv``: CodeCarbon's ``emissions.csv``.
- ``mlflow_folder``: runs of MLflow's file store (``mlruns``).
- ``foreign_run``: shared by these three: builds a run from another program's numbers.
"""
