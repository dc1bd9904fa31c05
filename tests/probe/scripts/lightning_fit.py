"""A Lightning trainer: 24 steps of 8 samples, each over two batches of 4, with a validation after each of two epochs."""

import csv
import logging
import tempfile
import warnings
from pathlib import Path

import lightning
import torch
from lightning.pytorch.loggers import CSVLogger
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

warnings.filterwarnings("ignore")
logging.getLogger("lightning.pytorch").setLevel(logging.ERROR)
lightning.seed_everything(0, verbose=False)


class Model(lightning.LightningModule):  # type: ignore[misc]  # of a library that is not followed here
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 1))
        self.last = 0.0

    def training_step(self, batch: list[torch.Tensor], _index: int) -> torch.Tensor:
        loss = self.layers(batch[0]).square().mean()
        self.last = float(loss.detach())
        self.log("loss", loss)
        return loss

    def validation_step(self, batch: list[torch.Tensor], _index: int) -> None:
        self.layers(batch[0])

    def configure_optimizers(self) -> torch.optim.Optimizer:
        return torch.optim.AdamW(self.parameters(), lr=1e-3)


model = Model()
with tempfile.TemporaryDirectory() as folder:
    trainer = lightning.Trainer(
        max_epochs=2,
        accelerator="cpu",
        accumulate_grad_batches=2,
        logger=(logger := CSVLogger(folder)),
        log_every_n_steps=3,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        default_root_dir=folder,
    )
    batches = DataLoader(TensorDataset(torch.randn(96, 16)), batch_size=4)
    tests = DataLoader(TensorDataset(torch.randn(20, 16)), batch_size=4)
    trainer.fit(model, batches, tests)
    with Path(logger.log_dir, "metrics.csv").open() as file:
        for row in csv.DictReader(file):
            if row["loss"]:
                print("loss", float(row["loss"]).hex())
print("steps", trainer.global_step, "loss", model.last.hex())
