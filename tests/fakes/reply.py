"""The way back to one person, kept for a test to look at."""

from collections.abc import Sequence

from bot.errors import ChatError, Forbidden
from bot.views import Button, Form, Menu, Option, View


class FakeReply:
    """A `Reply`. `told` and `changed` hold all views in order, `forms` and `offered` what was asked and suggested.

    `error` is raised by every call; without `takes_files`, a view with a file is refused.
    """

    def __init__(self, error: ChatError | None = None, *, takes_files: bool = True) -> None:
        self.told: list[View] = []
        self.changed: list[View] = []
        self.forms: list[Form] = []
        self.offered: list[list[Option]] = []
        self._error, self._takes_files = error, takes_files

    @property
    def said(self) -> str:
        """The text of the view that was shown."""
        return self.view.text

    @property
    def view(self) -> View:
        """The one view that was shown."""
        (shown,) = self.told + self.changed
        return shown

    @property
    def labels(self) -> list[str]:
        """The words on the buttons under it."""
        return [button.label for button in self._buttons]

    @property
    def _buttons(self) -> list[Button]:
        items = [item for control in self.view.controls if isinstance(control, tuple) for item in control]
        return [item for item in items if isinstance(item, Button)]

    def action(self, label: str) -> str:
        """What the button of this label carries."""
        return next(button.action for button in self._buttons if button.label == label)

    def menu(self) -> Menu:
        """The menu under the view."""
        return next(control for control in self.view.controls if isinstance(control, Menu))

    async def tell(self, view: View) -> None:
        """Keep it."""
        self._check()
        if view.file and not self._takes_files:
            raise Forbidden("files", "Files are forbidden here.")
        self.told.append(view)

    async def ask(self, form: Form) -> None:
        """Keep it. A form is the first answer or none."""
        self._check()
        if self.told or self.changed or self.forms:
            raise AssertionError("a form must be the first answer")
        self.forms.append(form)

    async def suggest(self, options: Sequence[Option]) -> None:
        """Keep them."""
        self._check()
        self.offered.append(list(options))

    async def change(self, view: View) -> None:
        """Keep it."""
        self._check()
        self.changed.append(view)

    def _check(self) -> None:
        if self._error:
            raise self._error
