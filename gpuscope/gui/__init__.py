"""The window. The only package that imports PySide6 and pyqtgraph; it may import everything below it but ``cli``.

What the first paint needs (``theme``, ``fonts``, ``icons``, ``main_window``, ``widgets``) imports neither numpy, pyqtgraph nor the store.

- ``theme``: colours, spaces and type sizes of both themes; the one place for looks.
- ``fonts``, ``icons``: what ``resources/`` holds of them.
- ``main_window``: rail, pages, closing.
- ``pages``: one page, one file; ``pages/page.py`` is what they share.
- ``widgets``: parts that more than one page uses.
- ``charts``: draw series that they are handed; they know neither store nor sensor nor timer.
- ``data``: a run's readings in memory, live or kept; no Qt.
- ``services``: bridges to recorders, store and sensors, each with its thread; they come to the pages by constructor.
"""
