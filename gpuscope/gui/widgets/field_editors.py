"""Which editor fits a field."""

from PySide6.QtWidgets import QWidget

from gpuscope.core.runspec import Field
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.field_editor import ChoiceEditor, FieldEditor, FolderEditor, LineEditor, SwitchEditor
from gpuscope.gui.widgets.picker_editor import PickerEditor, SeveralEditor


def editor_of(theme: Theme, field: Field, parent: QWidget | None = None) -> FieldEditor:
    """Return the editor that fits a field."""
    if field.key == "data":
        return FolderEditor(theme, field, parent)
    if field.key in ("workload", "engine"):
        return PickerEditor(theme, field, parent)
    if field.key == "optimize":
        return SeveralEditor(theme, field, parent)
    if field.choices or field.key == "device":
        return ChoiceEditor(field, parent)
    return SwitchEditor(field, parent) if field.type is bool else LineEditor(field, parent)
