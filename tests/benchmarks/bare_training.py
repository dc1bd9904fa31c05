"""The training of `gpuscope run cifar-cnn` as a plain script without gpuscope: the baseline for its start time.

Prints the timestamp (``time.monotonic_ns``) at which its first step ended, then loss and accuracy on the held-out digits.
"""

import argparse
import gzip
import time
from importlib.util import find_spec
from pathlib import Path

import torch
from torch import nn
from torch.nn.functional import cross_entropy, interpolate


def digits() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the training and held-out parts of scikit-learn's digits, scaled up to 32×32×3."""
    spec = find_spec("sklearn")
    assert spec is not None
    assert spec.submodule_search_locations
    with gzip.open(Path(spec.submodule_search_locations[0]) / "datasets" / "data" / "digits.csv.gz", "rt") as file:
        table = torch.tensor([[float(number) for number in line.split(",")] for line in file])
    labels = table[:, 64].long()
    images = interpolate(table[:, :64].reshape(-1, 1, 8, 8) / 16, size=(32, 32), mode="bilinear").expand(-1, 3, -1, -1).contiguous()
    held_out = torch.zeros(len(labels), dtype=torch.bool)
    for label in range(10):
        held_out[(labels == label).nonzero().flatten()[4::5]] = True
    mean, deviation = images[~held_out].mean(), images[~held_out].std()
    images = (images - mean) / deviation
    return images[~held_out], labels[~held_out], images[held_out], labels[held_out]


def main() -> None:
    """Train, and print the results."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--batch-size", type=int, default=64)
    arguments = parser.parse_args()
    torch.manual_seed(0)
    images, labels, held_out_images, held_out_labels = digits()
    model = nn.Sequential(
        nn.Conv2d(3, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(64 * 8 * 8, 128), nn.ReLU(), nn.Linear(128, 10),
    )  # fmt: skip
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    taken = 0
    while taken < arguments.steps:
        for index in torch.randperm(len(labels)).split(arguments.batch_size)[
            : min(arguments.steps - taken, len(labels) // arguments.batch_size)
        ]:
            loss = cross_entropy(model(images[index]), labels[index])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if taken == 0:
                print(time.monotonic_ns(), flush=True)
            taken += 1
    with torch.inference_mode():
        logits = model(held_out_images)
    print(cross_entropy(logits, held_out_labels).item(), (logits.argmax(1) == held_out_labels).float().mean().item())


if __name__ == "__main__":
    main()
