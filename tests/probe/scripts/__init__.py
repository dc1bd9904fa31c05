"""Programs as users write them, unaware of gpuscope. Each prints what it computed, so that a recorded run can be compared."""
