"""torch's optimizers without their import of torch's compiler, a large part of the time until a training's first step.

``torch.optim`` decorates the methods of an optimizer so that ``torch.compile`` leaves them out of a graph or breaks the graph around them.
These decorators import ``torch._dynamo``, hundreds of modules, when the first optimizer is built, whether or not anything is compiled.
gpuscope compiles models, never the step of an optimizer, so here the methods are used without their decorators.
"""

import inspect
from collections.abc import Callable
from typing import Any

import torch
from torch.optim import Optimizer

_LEFT_TO_EAGER = ("add_param_group", "zero_grad", "state_dict", "load_state_dict")
"""Methods of every optimizer that torch keeps out of graphs."""


def eager(optimizer: type[Optimizer]) -> Callable[..., Optimizer]:
    """Return an optimizer's class with the same name and results, whose methods do not import torch's compiler."""
    methods = {name: inspect.unwrap(getattr(optimizer, name)) for name in _LEFT_TO_EAGER}
    about = {"__module__": optimizer.__module__, "__qualname__": optimizer.__qualname__, "__doc__": optimizer.__doc__}
    return type(optimizer.__name__, (optimizer,), {**about, **methods, "step": _step(inspect.unwrap(optimizer.step))})


def _step(update: Callable[..., Any]) -> Callable[..., Any]:
    def step(self: Optimizer, *arguments: Any, **named: Any) -> Any:
        with torch.set_grad_enabled(self.defaults.get("differentiable", False)):
            return update(self, *arguments, **named)

    return step
