"""Runs between machines, and recordings of other programs brought into the history.

May import: ``reports``, ``storage``, ``analysis``, ``system``, ``core``, numpy. What is read here was written elsewhere: every reader has
limits of size, count and depth, checks types and ranges, extracts nothing to the disk, and raises ``RecordingFileError`` for all else.

- ``bundle_writer``, ``bundle_reader``: a run bundle (``.gpuscope``): a zip of JSON and fixed binary columns.
- ``zip_archive``: the zip as it is read: a whitelist of members, streamed, under limits.
- ``bundle_format``: a bundle's members by name, its version, readings and ends of steps in binary.
- ``run_document``: a run's record as a document, and back.
- ``untrusted_input``: CSV rows and JSON values that somebody else wrote, checked under limits.
- ``limits``: the limits, and the error of a file that cannot be taken in.
- ``recording_import``: brings a file or folder of any known kind into the store.
- ``nvidia_smi_csv``: the log of ``nvidia-smi --query-gpu=… --format=csv -l``.
- ``codecarbon_csv``: CodeCarbon's ``emissions.csv``.
- ``mlflow_folder``: runs of MLflow's file store (``mlruns``).
- ``foreign_run``: what those three have in common: a run made from another program's numbers.
"""
