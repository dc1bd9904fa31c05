"""Hugging Face's Trainer on a tiny GPT-2 with random weights: 18 steps of 8 samples, each over two batches of 4, with an evaluation."""

import logging
import os
import tempfile
import warnings

os.environ["HF_HUB_OFFLINE"] = "1"

import torch
from torch.utils.data import Dataset
from transformers import GPT2Config, GPT2LMHeadModel, PrinterCallback, Trainer, TrainingArguments, set_seed
from transformers.utils import logging as own_logging

warnings.filterwarnings("ignore")
own_logging.set_verbosity_error()
logging.disable(logging.WARNING)
set_seed(0)


class TranslatableText(Dataset):  # type: ignore[misc]  # of torch, which is not followed here
    def __init__(self, length: int) -> None:
        self.words = torch.randint(0, 64, (length, 12), generator=torch.Generator().manual_seed(length))

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, index: int) -> dict[str, torch.Tensor]:
        return {"input_ids": self.words[index], "labels": self.words[index]}


model = GPT2LMHeadModel(GPT2Config(vocab_size=64, n_positions=16, n_embd=16, n_layer=1, n_head=2, bos_token_id=0, eos_token_id=0))
with tempfile.TemporaryDirectory() as folder:
    arguments = TrainingArguments(
        folder,
        per_device_train_batch_size=4,
        gradient_accumulation_steps=2,
        max_steps=18,
        use_cpu=True,
        report_to=[],
        save_strategy="no",
        logging_steps=3,
        eval_strategy="steps",
        eval_steps=9,
        disable_tqdm=True,
        seed=0,
    )
    trainer = Trainer(model, arguments, train_dataset=TranslatableText(160), eval_dataset=TranslatableText(24))
    trainer.remove_callback(PrinterCallback)  # it prints how long the training took
    trainer.train()
for logged in trainer.state.log_history:
    if "loss" in logged:
        print("loss", float(logged["loss"]).hex())
total = sum(float(weights.detach().double().sum()) for weights in model.parameters())
print("steps", trainer.state.global_step, "weights", total.hex())
