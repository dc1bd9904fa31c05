"""What runs on the device: training, inference, a kernel, each around the measured loop of ``steps``. May import: torch.

- ``training``: trains, for all steps or until the model is good enough.
- ``optimizer_step``: one step of a training, the losses that it gives, and a training that begins anew behind its warm-up.
- ``training_drift``: the first losses of a training against those of the same in FP64.
- ``inference``: forward passes of a trained model.
- ``agreement``: how far a model's answers are from those in FP64, and from those of the eager model.
- ``generation``: inference that appends tokens to prompts, prefill and decode apart.
- ``kernel``: a single operation.
"""
