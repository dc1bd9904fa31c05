"""The window. The only package that imports PySide6 and pyqtgraph; it may import everything below it but ``cli``.

- ``first_frame``: the window before anything is in it; all that the first paint needs, with ``palette``.
- ``shiboken_imports``: an import costs no reading of its source.
- ``session``: builds everything else, in one place, and takes it down again. ``window_request``: what the command line asks of it.
- ``main_window``: what fills the window: rail and pages; and what is asked before it closes while a run is live.
- ``palette``, ``theme``, ``stylesheet``: the colours; which of them are in force, and sizes of type; the looks of every control.
- ``fonts``, ``icons``: what ``resources/`` holds of them.
- ``faults``: what goes wrong in the window itself. ``unix_signals``: SIGTERM, SIGINT and SIGHUP.
- ``picture``: a page as a file. ``demo_session``: the demonstration.
- ``live_words``, ``engine_words``: a live run in a few words; the engine's words and errors, translated (``engine_vocabulary`` lists
  them).
- ``pages``: one page, one file; ``pages/page.py`` is what they share.
- ``run_view``: a run's figures, strips and log, live or kept. ``widgets``: parts that more than one page uses.
- ``tables``: show rows by the columns that pages declare; they know neither store nor services.
- ``charts``: draw series that they are handed; they know neither store nor sensor nor timer.
- ``data``: a run's readings in memory, live or kept; no Qt.
- ``services``: bridges to recorders, store and sensors, each with its thread; they come to the pages by constructor.
"""
