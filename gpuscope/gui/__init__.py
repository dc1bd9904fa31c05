"""The window. The only package that imports PySide6 and pyqtgraph; it may import everything below it but ``cli``.

- ``first_frame``: the empty window; with ``palette``, all that the first paint needs.
- ``session``: builds everything else in one place, and tears it down. ``window_request``: its options from the command line.
- ``main_window``: the content of the window: rail, pages, and the question before it closes while a run is live.
- ``palette``, ``theme``, ``stylesheet``: the colours; the current theme and font sizes; the style of every control.
- ``text_size``: how large text is, and lengths that text has to fit into. ``motion``: whether things may move by themselves.
- ``focus_origin``: focus rings belong to the keyboard. ``accessibility``: what screen readers hear of widgets that draw themselves.
- ``fonts``, ``icons``: those in ``resources/``, and drawing a line of text in a box. ``pixmap``: a picture that is painted once.
- ``faults``: unhandled exceptions in slots and painting. ``process_hooks``: Unix signals, reference cycles.
- ``picture``: a page as a file. ``demo_session``: the demonstration.
- ``engine_texts``: errors and sentences of the engine, translated, and a live run in a few words.
- ``key_map``: the keys, on a card and on the Settings page. ``palette_commands``: what Ctrl+K finds.
- ``mini``: chosen figures in a small window on top of all others.
- ``tray``: the icon in the system's tray, and notifications of the desktop. ``session_bus``: the services behind them.
- ``translator``: gives Qt the texts of the language in use.
- ``pages``: one page, one file; ``pages/page.py`` is what they share.
- ``run_view``: a run's figures, strips and log, live or kept. ``widgets``: parts that more than one page uses.
- ``tables``: show rows by the columns that pages declare; they know neither store nor services.
- ``charts``: draw the series they are given; independent of store, sensors and timers.
- ``data``: a run's readings in memory, live or kept; no Qt.
- ``services``: bridges to recorders, store and sensors, each with its thread; pages get them by constructor.
"""
