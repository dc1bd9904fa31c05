"""Names used from places that vulture does not see, each with the reason. Vulture reads this file as if it used them."""

from typing import Any

from gpuscope import __getattr__

outside: Any = None

__getattr__  # Python calls it when a user writes `gpuscope.step`
outside.allow_tf32  # a torch setting, which torch reads
outside.numMetrics  # fields of an NVML structure
outside.sample1
outside.sample2
outside.trace  # the third argument of __exit__, required by the protocol
outside.revision  # read by Alembic in a migration
outside.down_revision
outside.branch_labels
outside.depends_on
outside.upgrade
outside.downgrade
outside._begin  # SQLAlchemy calls it at each BEGIN
outside.hasHeightForWidth  # methods that Qt calls
outside.itemAt
outside.startDrag
outside.expandingDirections
outside.read_trace  # for scripts that want only a trace; used by the tests
outside.spoken_role  # looked up on widgets by name in gui/accessibility.py
outside.ROOFLINE_TEXTS
outside.STEP_TEXTS  # packaging/make_catalogues.py lists these for translators
outside.AbPlanner  # plan planners, named in a table
outside.LadderPlanner
outside.SweepPlanner
outside.temperature  # palette colours, which metric families name
outside.compute
outside.LONG  # dash patterns are assigned in order
outside.DASH_DOT_DOT
outside.run_training  # named as text by entries of the catalogue
outside.run_inference
outside.run_kernel
outside.run_generation
outside.classified  # text readers
outside.next_bytes
outside.MatrixProduct
outside.compile_threads  # torch settings
outside.intra_op_num_threads  # ONNX Runtime settings
outside.log_severity_level
outside.example  # hooks that need not use all of their arguments
outside.h2d
outside.d2h
outside.autocorrelation
outside.gemm
outside.neighbour_products
outside.product_reduction
outside.scaled_sum
outside.matrix_vector
outside.neighbours
outside.build_eager
outside.build_compiled
outside.distilled
outside.smaller_facts
outside.training_samples
outside.get_next  # called by ONNX Runtime
outside.alexnet_224
outside.alexnet_32
outside.resnet50_224
outside.resnet50_32
outside.vgg16_224
outside.vgg16_32
outside.benchmark  # torch reads these
outside.num_features
outside.in_features
outside.out_features
outside.in_channels
outside.out_channels
outside.right_inverse
outside.currentText  # Qt looks it up by this name
outside.compress_type  # zipfile reads it
outside.REASONS  # packaging/make_catalogues.py reads these
outside.ALL_CURES
outside.translated_texts
outside.TEXTS
outside.gpt  # named by families
outside.mlp_of
outside.cnn_of
outside.cache_ok  # SQLAlchemy and sqlite3 read these
outside.result_processor
outside.dialect
outside.coltype
outside.text_factory
outside.good_ground  # state badges ask for "<colour>_ground"
outside.multiprocessors  # device facts, which the profile document takes with asdict
outside.warp_size
outside.process_name  # drawn by the Profile page's timeline, flame graph and memory chart
outside.flows
outside.layout_ns
outside.device_ns
outside.by_owner
outside.focus_node
outside.__loader__  # read by Python's import system
outside.__spec__
outside.__cached__
outside._torchdynamo_disable  # torch.compile reads it
