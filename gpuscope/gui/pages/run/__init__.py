"""Parts of the Run page. The page itself is ``pages/run_page.py``; it puts these together.

- ``run_stage``: one run at the right, with header and actions.
- ``run_words``: what the header says of a run, and how long one that was asked to stop can still take.
- ``run_chooser``: which of several live runs is shown, by a button in the header.
- ``result_panel``: how a run ended, in words, and what can be done next.
- ``vary_dialog``: what to vary of a run, with which values, how often.
- ``form_drawer``: the form, folded into a strip in a narrow window.
- ``form_presets``: fills the form with values that the user has named, or with those of the last run.
- ``start_offers``: what else is offered while no run is shown.
- ``tried_runs``: variants that were started from a run, at once or in a queue, and what each is compared with.
- ``mark_prompt``: asks for the words of a mark. ``profile_request``: has the next steps profiled.
"""
