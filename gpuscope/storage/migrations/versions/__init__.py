"""One module per revision. Revisions are integers, so that a store of a later revision can be recognised as later."""
