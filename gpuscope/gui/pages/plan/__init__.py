"""The base of the pages that show a plan: request, progress and result.

- ``plan_page``: switches between form and plan; starts, stops, resumes, deletes and saves plans.
- ``plan_setup``: the form: workload, task and device, with a forecast before the start, and earlier plans.
- ``plan_board``: a plan's sentence, caption and actions; each kind of plan adds its pictures.
"""
