"""Networks that classify and generate text; the text is Python's own help topics."""

from gpuscope.core.field import Field
from gpuscope.workloads import costs
from gpuscope.workloads.families.fields import pretrain, training_options
from gpuscope.workloads.workload import CLASSIFIER, TRAINING, Workload

GENERATION = "loops.generation:run_generation"

_HIDDEN = Field("hidden", "Hidden units", "Size of the LSTM's hidden state.", int, 128, "units", minimum=1, maximum=16384)
_GPT = (
    Field("layers", "Layers", "Transformer blocks: attention and two linear layers each.", int, 4, "layers", minimum=1, maximum=256),
    Field("heads", "Heads", "Attention heads per layer; the model's width is heads × head width.", int, 4, "heads", minimum=1, maximum=256),
    Field(
        "head_width",
        "Head width",
        "Width of one attention head; kernels are fastest at 64 and 128.",
        int,
        32,
        "numbers",
        minimum=1,
        maximum=256,
    ),
    Field("context", "Context", "Bytes of text per training sample.", int, 128, "tokens", minimum=2, maximum=8192),
    Field("prompt", "Prompt", "Bytes of text that a generation starts from.", int, 64, "tokens", minimum=1, maximum=4096),
    Field("new_tokens", "New tokens", "Bytes that a generation appends to its prompt.", int, 64, "tokens", minimum=2, maximum=4096),
    *training_options("adam"),
    pretrain(20),
)

WORKLOADS = (
    Workload(
        key="lstm-text",
        title="LSTM text classifier",
        help="Classifies passages of 32 words by the chapter of Python's help that they are from, one of eight: an embedding, an LSTM layer"
        " and a linear layer, by default Adam at 0.01.",
        tasks=("training", "inference"),
        default_batch_size=64,
        options=(_HIDDEN, *training_options("adam"), pretrain(40)),
        inference_options=frozenset({"pretrain_steps"}),
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
        help="A transformer that predicts the next byte of text, by default Adam at 0.001. Inference generates with a key-value cache: a"
        " step is one generation for the whole batch, a prefill of the prompts and then one token at a time.",
        tasks=("training", "inference"),
        default_batch_size=8,
        options=_GPT,
        inference_options=frozenset({"prompt", "new_tokens", "pretrain_steps"}),
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
