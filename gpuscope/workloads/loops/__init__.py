"""What runs on the device: training, inference, a kernel; one measured loop below all three.

May import: torch, ``probe``, ``core``, and of ``workloads`` the models, the data and the precision.

- ``setting``: what every loop is given.
- ``stop_request``: a wish to stop, noticed between blocks of steps.
- ``step_clock``: when steps end, on the host and on a GPU.
- ``step_phases``: how long data, forward pass, backward pass and optimizer take, of a step now and then.
- ``measured``: warm-up, window, blocks of steps. ``warm_up``: when a run is steady; ``fresh_start``: a training begins anew behind it.
- ``loss_watch``: the loss of the training batch, told now and then; finds the first that is not finite.
- ``classifier``: model, data and the test on held-out data, which training and inference share.
- ``operation_count``: FLOP of a step where no formula tells them.
- ``trained``: trained models, kept, so that the same training is made once.
- ``optimizer_step``: one step of a training.
- ``training_drift``: the first losses of a training against those of the same in FP64.
- ``early_stopping``: ends a training when its model is good enough.
- ``compression``: accuracy and size of a trained model before it is compressed, and its size after.
- ``distillation``: a student learns from a trained model.
- ``training``, ``inference``, ``kernel``: the loops.
- ``generation``: inference that appends tokens to prompts, prefill and decode apart.
"""
