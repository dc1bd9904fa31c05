"""Files of foreign programs, read as a stream into a :class:`gpuscope.profiles.trace.Trace`.

What is read here was written elsewhere: sizes and counts have limits, types and ranges are checked, and whatever is no trace raises
``TraceFileError``.

- ``trace_reader``: a file of any known kind, as a trace or a record of memory.
- ``file_bytes``: a file's bytes, unpacked on a thread of their own.
- ``json_document``: the outer form of a trace in JSON, cut into pieces of whole events.
- ``events``: one event, decoded. ``trace_columns``: events become columns.
- ``perfetto``: Perfetto's own traces; ``perfetto_gpu``: what GPUs did in them; ``protobuf``: the format that they are written in.
- ``memory_snapshot``, ``memory_timeline``: PyTorch's records of memory. ``plain_pickle``: pickles of plain values,
  of which nothing is ever called.
- ``trace_file_error``: the error of a file that is no trace.
"""
