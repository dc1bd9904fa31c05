"""The frame of the pages that show a plan: what is asked for, how it goes, what it gave.

- ``plan_page``: form or plan, and start, stop, resume, delete, save.
- ``plan_setup``: the form: workload, task and device, with a forecast before the start; earlier plans.
- ``plan_board``: a plan: sentence, caption, actions; its pictures come from the page.
"""
