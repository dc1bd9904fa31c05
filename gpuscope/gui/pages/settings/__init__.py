"""The parts of the Settings page.

- ``alert_settings``: the alert rules, whether each can be measured here, and the command to run. ``alert_form``: adds a rule.
"""
