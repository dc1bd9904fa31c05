"""Text generation: a step extends a batch of prompts, by a prefill and then token by token with a key-value cache."""

from collections.abc import Mapping
from statistics import median

import torch
from torch import nn

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.workload_keys import phase_time_key
from gpuscope.workloads.costs import positions
from gpuscope.workloads.data.batches import Batches
from gpuscope.workloads.loops.drift import Agreement
from gpuscope.workloads.loops.inference import pretrain
from gpuscope.workloads.models import classifier, trained
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.models.language import KeyValueCache
from gpuscope.workloads.optimizations.used import Used
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.steps.measured import MeasuredLoop
from gpuscope.workloads.steps.phases import Lap, StepPhases, no_lap
from gpuscope.workloads.steps.setting import Setting


class GenerationPhases(StepPhases):
    """Phases of the steps, with prefill and decode times of the measured steps."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting.channel, setting.device)
        self._warm_up = setting.warm_up
        self._decoded = int(setting.spec.options["new_tokens"]) - 1
        self._timed: list[Mapping[str, float]] = []

    def report(self, first: int) -> Mapping[str, float]:
        """Report the phases, and store them if the block was measured."""
        times = super().report(first)
        if times and self._warm_up.steps is not None:
            self._timed.append(times)
        return times

    def values(self) -> dict[str, Quantity]:
        """Return "time_to_first_token" and "time_per_token"."""
        return {"time_to_first_token": self._median("prefill", 1), "time_per_token": self._median("decode", self._decoded)}

    def _median(self, phase: str, tokens: int) -> Quantity:
        if not self._timed:
            return Quantity.missing("s", "no measured step was timed")
        seconds = median(times[phase_time_key(phase)] for times in self._timed) / tokens
        return Quantity(seconds, "s", Quality.MEASURED, f"median of the {len(self._timed)} steps whose phases were timed")


def run_generation(setting: Setting) -> Outcome:
    """Pretrain so that accuracy is meaningful, measure generations, then test on the held-out text."""
    spec, precision = setting.spec, setting.precision
    used = Used(setting)
    dataset = classifier.read_data(setting).to(setting.device, precision.stored)
    model = build_model(spec).to(setting.device)
    pretrain(setting, model, dataset)
    model = model.to(precision.stored).eval()
    about = classifier.data_facts(dataset, model)  # before its weights are packed, which hides their number
    prompt, new = int(spec.options["prompt"]), int(spec.options["new_tokens"])
    agreement = Agreement(model, dataset, setting, lambda whole, tokens: whole(tokens)[:, :, prompt - 1 :])
    before = trained.before(model, dataset, setting) if used.compresses else {}
    model = used.compress(model)
    agreement.keep_eager(model)
    model = used.transform(model)
    batches = Batches(dataset, setting.batch_size, spec.seed, used.batch)
    cache = KeyValueCache(int(spec.options["layers"]), positions(spec))
    autocast, phases = precision.autocast(), GenerationPhases(setting)

    def step(lap: Lap = no_lap) -> None:
        prompts = batches.next()[0][:, :prompt]
        lap("data")
        with autocast:
            generate(model, prompts, new, cache, lap)

    with torch.inference_mode(), used.around_step():
        window = MeasuredLoop(setting, used.wrap_step(step), phases=phases).run()
        values = classifier.test(model, dataset, setting, used.batch) if spec.options["pretrain_steps"] else classifier.untested()

        def cached(tokens: torch.Tensor) -> torch.Tensor:
            return cached_logits(model, tokens, prompt, KeyValueCache(int(spec.options["layers"]), positions(spec)))

        values |= {"drift": agreement.drift(cached, used.batch), "max_relative_error": agreement.error(cached, used.batch)}
    facts = {**about, "pretrain_steps": spec.options["pretrain_steps"], **used.facts()}
    return Outcome(window, {**before, **values, **phases.values(), **used.values(), "model_size_bytes": trained.size(model)}, facts)


def generate(model: nn.Module, prompts: torch.Tensor, new: int, cache: KeyValueCache, lap: Lap = no_lap) -> torch.Tensor:
    """Return the continuation of prompts by greedy decoding.

    Args:
        model: As ``models.language.Gpt``.
        prompts: int64 (batch, prompt).
        new: Number of tokens to append.
        cache: With room for all tokens; its contents are overwritten.
        lap: Called after "prefill" and "decode".

    Returns:
        int64 (batch, new).
    """
    cache.clear()
    tokens = [model(prompts, cache).argmax(1)]
    lap("prefill")
    for _ in range(new - 1):
        tokens.append(model(tokens[-1], cache).argmax(1))
    lap("decode")
    return torch.cat(tokens, 1)


def cached_logits(model: nn.Module, tokens: torch.Tensor, prompt: int, cache: KeyValueCache) -> torch.Tensor:
    """Return the logits after the last token of a prompt and after each further token, computed with the cache.

    Args:
        model: As ``models.language.Gpt``.
        tokens: int64 (batch, tokens).
        prompt: Number of tokens in the prompt.
        cache: Empty, with room for all tokens.

    Returns:
        (batch, 256, tokens - prompt + 1), equal to those of a forward pass over all tokens.
    """
    # Prompt and tokens have the same strides as in generation; with other strides a compiled model would be recompiled.
    further = (token.contiguous() for token in tokens[:, prompt:].split(1, 1))
    return torch.cat([model(part, cache) for part in (tokens[:, :prompt], *further)], 2)
