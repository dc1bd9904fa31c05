"""The window. The only package that imports PySide6 and pyqtgraph; it may import all other packages except ``cli``.

- ``first_frame``: the empty window; together with ``palette``, everything that the first paint needs.
- ``session``: builds everything else in one place, and tears it down. ``page_factory``: creates the pages.
  ``window_request``: the options from the command line.
- ``main_window``: the content of the window: rail, pages, and the question before it closes while a run is live.
- ``state_keeper``: saves pages, form, columns, theme and language soon after a change.
- ``palette``, ``theme``, ``stylesheet``: the colours; the current theme and font sizes; the style of every control.
- ``text_size``: the size of text, and lengths that depend on it. ``motion``: whether animations are allowed.
- ``focus_origin``: focus rings are drawn only for keyboard focus. ``accessibility``: screen reader support for self-drawn widgets.
- ``fonts``, ``icons``: those in ``resources/``, and drawing a line of text in a box. ``pixmap``: a picture that is painted once.
- ``faults``: unhandled exceptions in slots and painting. ``process_hooks``: Unix signals, reference cycles.
- ``page_picture``: a page as a file. ``demo_session``: the demonstration.
- ``engine_texts``: errors and sentences of the engine, translated, and the status of live runs in a few words.
- ``key_map``: the keyboard shortcuts, on a card and on the Settings page. ``palette_commands``: the commands that Ctrl+K finds.
- ``mini``: selected figures in a small window on top of all others.
- ``tray``: the icon in the system tray, and desktop notifications. ``session_bus``: the services behind them.
- ``turns``: spreads work over turns of the event loop, so that user input waits for one piece of it at most.
- ``translator``: supplies Qt with the texts of the current language.
- ``pages``: one file per page; ``pages/page.py`` holds their common parts.
- ``run_view``: figures, strips and log of a live or saved run. ``widgets``: widgets used by more than one page.
- ``tables``: show rows in the columns that pages declare; independent of store and services.
- ``charts``: draw the series they are given; independent of store, sensors and timers.
- ``data``: the readings of a live or saved run in memory; no Qt.
- ``services``: bridges to recorders, store and sensors, each with its own thread; pages get them through their constructor.
"""
