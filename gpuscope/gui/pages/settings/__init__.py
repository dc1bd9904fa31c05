"""Parts of the Settings page.

- ``alert_settings``: the rules of alerts, whether each can be measured here, and the command that is run. ``alert_form``: adds a rule.
"""
