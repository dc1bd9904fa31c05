"""DeepSpeed's engine with ZeRO 2: 12 steps over two micro-batches of 4 each, in one process or in each rank of torchrun."""

import os
from importlib import import_module
from typing import Any

import deepspeed
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

communication: Any = import_module("deepspeed.comm.torch")  # torch itself hides it as an attribute
communication.build_shm_op = lambda: None  # it would compile C++ for half a minute; gloo does without
alone = {"RANK": "0", "LOCAL_RANK": "0", "WORLD_SIZE": "1", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "0"}
os.environ.update({name: value for name, value in alone.items() if name not in os.environ})
deepspeed.init_distributed("gloo")
torch.manual_seed(0)
config = {
    "train_micro_batch_size_per_gpu": 4,
    "gradient_accumulation_steps": 2,
    "zero_optimization": {"stage": 2},
    "optimizer": {"type": "Adam", "params": {"lr": 1e-2, "torch_adam": True}},
}
model = nn.Linear(16, 1)
engine, *_ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=config)
for (inputs,) in DataLoader(TensorDataset(torch.randn(96, 16)), batch_size=4):
    loss = engine(inputs).square().mean()
    engine.backward(loss)
    engine.step()
assert engine.global_steps == 12
if engine.global_rank == 0:
    print("loss", float(loss.detach()).hex())
torch.distributed.destroy_process_group()
