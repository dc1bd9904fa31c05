"""Names that are used from where vulture does not look, each with the reason. It reads this file as if it used them."""

from typing import Any

from gpuscope import __getattr__

outside: Any = None

__getattr__  # Python itself asks for it when a user writes `gpuscope.step`
outside.fp32_precision  # a setting of torch, which torch reads
outside.numMetrics  # fields of a structure of NVML
outside.sample1
outside.sample2
outside.trace  # the third argument of __exit__, which the protocol gives
outside.revision  # what Alembic reads in a migration
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
outside.read_trace  # for scripts that want a trace and nothing else; the tests' own reader
outside.spoken_role  # what gui/accessibility.py asks a widget for, by name
outside.ROOFLINE_TEXTS
outside.STEP_TEXTS  # what packaging/make_catalogues.py lists for translators
outside.AbPlanner  # planners of plans, named in a table
outside.LadderPlanner
outside.SweepPlanner
outside.temperature  # colours of the palette; families of metrics name theirs
outside.compute
outside.LONG  # dashes are taken in their order
outside.DASH_DOT_DOT
outside.view_range  # what tests and benchmarks ask a chart, or have it show
outside.cursor_place
outside.show_range
outside.set_cursor
outside.values_at
outside.run_training  # what entries of the catalogue name by text
outside.run_inference
outside.run_kernel
outside.run_generation
outside.classified  # readers of text
outside.next_bytes
outside.MatrixProduct
outside.compile_threads  # torch's settings
outside.intra_op_num_threads  # ONNX Runtime's settings
outside.log_severity_level
outside.example  # hooks that need not use what they are given
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
outside.get_next  # ONNX Runtime asks for it
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
outside.currentText  # Qt finds it by this name
outside.compress_type  # zipfile reads it
outside.REASONS  # packaging/make_catalogues.py reads these
outside.ALL_WORDS
outside.translated_texts
outside.TEXTS
outside.gpt  # families name them
outside.mlp_of
outside.cnn_of
outside.cache_ok  # SQLAlchemy and sqlite3 read these
outside.result_processor
outside.dialect
outside.coltype
outside.text_factory
outside.good_ground  # state badges ask for "<colour>_ground"
outside.multiprocessors  # facts of a device, which the document of a profile takes by asdict
outside.warp_size
outside.process_name  # what the Profile page's timeline, flame graph and memory chart draw
outside.flows
outside.layout_ns
outside.device_ns
outside.by_owner
outside.focus_node
outside.__loader__  # Python's imports read these
outside.__spec__
outside.__cached__
outside._torchdynamo_disable  # torch.compile reads it
