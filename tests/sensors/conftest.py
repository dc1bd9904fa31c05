from tests.standin.fixtures import fresh_pynvml, standin

__all__ = ["fresh_pynvml", "standin"]
