"""The parts of the Settings page.

- ``energy_settings``: the unit of energy; its price, carbon intensity and overhead. ``start_settings``: the standby process, notifications.
- ``alert_settings``: the alert rules, whether each can be measured here, and the command to run. ``alert_form``: adds a rule.
"""
