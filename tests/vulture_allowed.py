"""Names that are used from where vulture does not look, each with the reason. It reads this file as if it used them."""

from typing import Any

from gpuscope import __getattr__
from gpuscope.system.paths import resources_folder

outside: Any = None

__getattr__  # Python itself asks for it when a user writes `gpuscope.step`
resources_folder  # where the window and the reports will find fonts and templates; the wheel's test holds it
outside.fp32_precision  # a setting of torch, which torch reads
outside.trace  # the third argument of __exit__, which the protocol gives
outside.revision  # what Alembic reads in a migration
outside.down_revision
outside.branch_labels
outside.depends_on
outside.upgrade
outside.downgrade
outside._begin  # SQLAlchemy calls it at each BEGIN
