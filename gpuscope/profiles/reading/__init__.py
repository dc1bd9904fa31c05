"""Readers that stream other programs' files into a :class:`gpuscope.profiles.trace.Trace`.

The input is untrusted: sizes and counts are limited, types and ranges are checked, and anything that is not a trace raises
``TraceFileError``.

- ``trace_reader``: reads a file of any known kind as a trace or a memory record.
- ``file_bytes``: a file's bytes, decompressed on a separate thread.
- ``json_document``: the outer structure of a JSON trace, split into pieces of whole events.
- ``events``: decodes events. ``trace_columns``: turns events into columns. ``device_tracks``: streams of devices by the names of tracks.
  ``joined_ranks``: ranks whose files a tool joined into one.
- ``perfetto``: Perfetto's native traces; ``protobuf``: their wire format.
- ``memory_snapshot``, ``memory_timeline``: PyTorch's memory records. ``plain_pickle``: pickles of plain values, read without
  calling anything.
- ``foreign_files``: recordings of other profilers that are no traces, and what to do instead.
- ``trace_file_error``: the error for files that are not traces.
"""
