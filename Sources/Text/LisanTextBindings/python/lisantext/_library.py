"""The functions of liblisantext (lisantext.h), by ctypes."""

import ctypes
import os
from ctypes import POINTER, c_char_p, c_int, c_size_t, c_ssize_t, c_uint, c_uint8, c_uint32, c_void_p
from typing import Any, Type

NAME = "liblisantext.so.1"
API = 2


class Range(ctypes.Structure):
    _fields_ = [("start", c_size_t), ("end", c_size_t)]


class RunStruct(ctypes.Structure):
    _fields_ = [("start", c_size_t), ("end", c_size_t), ("level", c_uint32)]


class CellStruct(ctypes.Structure):
    _fields_ = [("base", c_uint32), ("marks", c_uint32 * 4)]


_FUNCTIONS = {
    "lisan_text_api": (c_uint32, []),
    "lisan_text_new": (c_void_p, [c_char_p, c_size_t, c_int, c_uint]),
    "lisan_text_free": (None, [c_void_p]),
    "lisan_text_count": (c_size_t, [c_void_p]),
    "lisan_text_width": (c_size_t, [c_void_p]),
    "lisan_text_is_rtl": (c_int, [c_void_p]),
    "lisan_text_bytes": (c_size_t, [c_void_p, POINTER(c_size_t), c_size_t]),
    "lisan_text_scalars": (c_size_t, [c_void_p, POINTER(c_uint32), c_size_t]),
    "lisan_text_levels": (c_size_t, [c_void_p, POINTER(c_uint8), c_size_t]),
    "lisan_text_boundaries": (c_size_t, [c_void_p, POINTER(c_uint8), c_size_t]),
    "lisan_text_wrap": (c_size_t, [c_void_p, c_size_t, POINTER(Range), c_size_t]),
    "lisan_line_new": (c_void_p, [c_void_p, c_size_t, c_size_t]),
    "lisan_line_new_truncated": (c_void_p, [c_void_p, c_size_t]),
    "lisan_line_free": (None, [c_void_p]),
    "lisan_line_count": (c_size_t, [c_void_p]),
    "lisan_line_width": (c_size_t, [c_void_p]),
    "lisan_line_levels": (c_size_t, [c_void_p, POINTER(c_uint8), c_size_t]),
    "lisan_line_runs": (c_size_t, [c_void_p, POINTER(RunStruct), c_size_t]),
    "lisan_line_order": (c_size_t, [c_void_p, POINTER(c_size_t), c_size_t]),
    "lisan_line_characters": (c_size_t, [c_void_p, POINTER(c_size_t), c_size_t]),
    "lisan_line_positions": (c_size_t, [c_void_p, POINTER(c_size_t), c_size_t]),
    "lisan_line_utf8": (c_size_t, [c_void_p, c_int, c_char_p, c_size_t]),
    "lisan_line_column": (c_ssize_t, [c_void_p, c_size_t]),
    "lisan_line_position": (c_size_t, [c_void_p, c_ssize_t]),
    "lisan_line_step": (c_size_t, [c_void_p, c_size_t, c_int]),
    "lisan_line_selection": (c_size_t, [c_void_p, c_size_t, c_size_t, POINTER(Range), c_size_t]),
    "lisan_rows_new": (
        c_void_p,
        [c_char_p, c_size_t, c_int, c_uint, c_int, c_size_t, POINTER(c_size_t), c_size_t],
    ),
    "lisan_rows_free": (None, [c_void_p]),
    "lisan_rows_utf8": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "lisan_rows_parts": (c_size_t, [c_void_p, c_void_p, c_size_t]),
    "lisan_cells_utf8": (c_size_t, [POINTER(CellStruct), c_size_t, c_int, c_char_p, c_size_t]),
}


def _owned(free: Any) -> Type[c_void_p]:
    """The type of a handle that frees what it points to. It is the only owner: ctypes neither copies nor
    pickles an object with a pointer."""

    class Handle(c_void_p):
        def __del__(self) -> None:
            free(self)

    return Handle


def load() -> ctypes.CDLL:
    """The library of the wheel, or that of the system (Debian's liblisantext1)."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), NAME)
    library = ctypes.CDLL(beside if os.path.exists(beside) else NAME)
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    if library.lisan_text_api() < API:
        raise ImportError(f"{NAME} is older than this package")
    library.lisan_text_new.restype = _owned(library.lisan_text_free)
    line = _owned(library.lisan_line_free)
    library.lisan_line_new.restype = library.lisan_line_new_truncated.restype = line
    return library
