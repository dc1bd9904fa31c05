"""One module a revision. Revisions are whole numbers, so that a store of a later one is known as later."""
