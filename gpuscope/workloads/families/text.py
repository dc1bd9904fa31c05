"""Networks that read and write text. The text ships with Python: its help topics."""

from gpuscope.core.runspec import Field
from gpuscope.workloads import costs
from gpuscope.workloads.families.fields import pretrain, training_options
from gpuscope.workloads.workload import CLASSIFIER, PRECISIONS, TRAINING, Workload

GENERATION = "loops.generation:run_generation"

_HIDDEN = Field("hidden", "Hidden units", "Numbers that the LSTM keeps from word to word.", int, 128, "units", minimum=1, maximum=16384)
_GPT = (
    Field("layers", "Layers", "Blocks of attention and two linear layers.", int, 4, "layers", minimum=1, maximum=256),
    Field("heads", "Heads", "Heads of each layer's attention; the width is theirs together.", int, 4, "heads", minimum=1, maximum=256),
    Field("head_width", "Head width", "Numbers a head; kernels are fastest at 64 and 128.", int, 32, "numbers", minimum=1, maximum=256),
    Field("context", "Context", "Bytes of text that a training sample holds.", int, 128, "tokens", minimum=2, maximum=8192),
    Field("prompt", "Prompt", "Bytes of text that a generation begins with.", int, 64, "tokens", minimum=1, maximum=4096),
    Field("new_tokens", "New tokens", "Bytes that a generation appends to its prompt.", int, 64, "tokens", minimum=2, maximum=4096),
    *training_options("adam"),
    pretrain(20),
)

WORKLOADS = (
    Workload(
        key="lstm-text",
        title="LSTM text classifier",
        help="Tells which of eight chapters of Python's help a passage of 32 words is from: an embedding, an LSTM layer and a linear"
        " layer, Adam at 0.01 unless said otherwise.",
        tasks=("training", "inference"),
        precisions=PRECISIONS,
        default_batch_size=64,
        options=(_HIDDEN, *training_options("adam"), pretrain(40)),
        inference_options=frozenset({"pretrain_steps"}),
        data_sets=(),
        samples_unit="passages",
        step_memory=costs.lstm_memory,
        loops=CLASSIFIER,
        operations=costs.lstm_operations,
        model="models.language:lstm",
        reader="data.topics:classified",
        optimizer=("adam", 0.01),
        family="text",
        parallel=("ddp",),
    ),
    Workload(
        key="gpt",
        title="Small GPT on Python's help",
        help="A transformer that predicts the next byte of the text, Adam at 0.001 unless said otherwise."
        " Inference generates with a cache of"
        " keys and values: a step is one generation of the whole batch, a prefill of the prompts and then a token at a time.",
        tasks=("training", "inference"),
        precisions=PRECISIONS,
        default_batch_size=8,
        options=_GPT,
        inference_options=frozenset({"prompt", "new_tokens", "pretrain_steps"}),
        data_sets=(),
        samples_unit="tokens",
        step_memory=costs.gpt_memory,
        loops={"training": TRAINING, "inference": GENERATION},
        operations=costs.gpt_operations,
        model="models.language:gpt",
        reader="data.topics:next_bytes",
        cpu_test_samples=128,
        optimizer=("adam", 0.001),
        family="text",
        training_options=frozenset({"context"}),
        samples=costs.gpt_tokens,
    ),
)
"""The entries."""
