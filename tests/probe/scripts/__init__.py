"""Programs as users write them, none of which knows gpuscope. Each prints what it computed, so that a recorded run can be compared."""
