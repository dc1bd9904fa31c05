"""Words that the engine says in English, such as a field's label or a run's phase, for the window's language."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

WORDS = (
    # What a run is doing.
    QT_TRANSLATE_NOOP("Engine", "starting"),
    QT_TRANSLATE_NOOP("Engine", "loading"),
    QT_TRANSLATE_NOOP("Engine", "warming up"),
    QT_TRANSLATE_NOOP("Engine", "measuring"),
    QT_TRANSLATE_NOOP("Engine", "evaluating"),
    QT_TRANSLATE_NOOP("Engine", "finishing"),
    # What a run does with its model.
    QT_TRANSLATE_NOOP("Engine", "training"),
    QT_TRANSLATE_NOOP("Engine", "inference"),
    # The fields of a spec.
    QT_TRANSLATE_NOOP("Engine", "Task"),
    QT_TRANSLATE_NOOP("Engine", "Train the model, or only run it forward."),
    QT_TRANSLATE_NOOP("Engine", "Device"),
    QT_TRANSLATE_NOOP("Engine", "Where the model lies and computes: cpu, or cuda:N in torch's order."),
    QT_TRANSLATE_NOOP("Engine", "Precision"),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Number format of the arithmetic. bf16 and fp16 use autocast (with gradient scaling for fp16 training); tf32 is"
        " FP32 storage with TF32 tensor cores.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Batch size"),
    QT_TRANSLATE_NOOP("Engine", "Samples a step; each measured step takes a full batch."),
    QT_TRANSLATE_NOOP("Engine", "Steps"),
    QT_TRANSLATE_NOOP("Engine", "Measured steps; the warm-up comes before them."),
    QT_TRANSLATE_NOOP("Engine", "Warm-up steps"),
    QT_TRANSLATE_NOOP("Engine", "Steps before the measured ones; never more than they are."),
    QT_TRANSLATE_NOOP("Engine", "Threads"),
    QT_TRANSLATE_NOOP("Engine", "Threads that torch computes with on the CPU; torch decides when not given."),
    QT_TRANSLATE_NOOP("Engine", "Seed"),
    QT_TRANSLATE_NOOP("Engine", "Start of every random sequence: the same seed repeats loss and accuracy."),
    QT_TRANSLATE_NOOP("Engine", "Data folder"),
    QT_TRANSLATE_NOOP("Engine", "Folder with MNIST's IDX files or CIFAR-10's binary archive; the digits of scikit-learn when not given."),
    # The workloads and their options.
    QT_TRANSLATE_NOOP("Engine", "MLP on handwritten digits"),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Perceptron 784-128-10 with ReLU between the layers, cross entropy, SGD at 0.01; on scikit-learn's digits "
        "scaled up to 28×28, or on MNIST's IDX files.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Hidden units"),
    QT_TRANSLATE_NOOP("Engine", "Width of the layer between input and output."),
    QT_TRANSLATE_NOOP("Engine", "Training before inference"),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Training steps in FP32, batch 64, before the inference begins and outside everything measured; 0 leaves the model untrained.",
    ),
    QT_TRANSLATE_NOOP("Engine", "CNN on small colour images"),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Two convolutions (32 and 64 channels) with max-pooling, two fully connected layers, Adam at 0.001; on scikit-"
        "learn's digits scaled up to 32×32×3, or on CIFAR-10's binary archive.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Matrix product"),
    QT_TRANSLATE_NOOP("Engine", "A kernel: the product of square matrices of random numbers, as many a step as the batch size says."),
    QT_TRANSLATE_NOOP("Engine", "Matrix size"),
    QT_TRANSLATE_NOOP("Engine", "Rows and columns of the square matrices."),
)
"""What the engine is known to say: the texts for translators, since lupdate finds literals alone."""


def engine_words(text: str) -> str:
    """Returns a text of the engine, translated; one that is not among :data:`WORDS` (a user's own phase) as it is."""
    return QCoreApplication.translate("Engine", text) if text in WORDS else text
