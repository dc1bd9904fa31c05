"""The part of a window that handles plans, as a process of its own: resumes a plan and looks for live ones until it is killed."""

import sys

from PySide6.QtCore import QCoreApplication

from gpuscope.gui.services.plans import Plans
from tests.recording.recorders import store_url


def main(plan_id: str) -> int:
    """Resume the plan; run until killed."""
    application = QCoreApplication([])
    plans = Plans(store_url())
    plans.start()
    plans.resume(plan_id)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
