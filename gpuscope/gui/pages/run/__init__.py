"""The parts of the Run page, which ``pages/run_page.py`` combines.

- ``run_stage``: a run on the right side, with header and actions.
- ``run_words``: the header's texts for a run, and the time left until a stopped run is killed.
- ``run_chooser``: the button in the header that chooses which live run to show.
- ``result_panel``: how a run ended, in words, and what can be done next.
- ``vary_dialog``: which field of a run to vary, with which values, how often.
- ``run_repeats``: repeats and variants, their progress and result.
- ``form_drawer``: the form, folded into a strip in a narrow window.
- ``form_presets``: fills the form with named values, or with those of the last run.
- ``start_offers``: further offers while no run is shown.
- ``tried_runs``: variants started from a run, at once or queued, and the run each is compared with.
- ``mark_prompt``: asks for the text of a mark. ``profile_request``: profiles the next steps.
"""
