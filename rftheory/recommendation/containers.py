"""Points as scikit-learn's users have them: arrays of float32 or float64, tables, sparse matrices; and features back."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from rftheory.errors import InputError

OUTPUTS = ("default", "pandas", "polars")
_HELD = 1 << 16  # numbers of points or features in the works at a time: they stay in the cache


def is_sparse(X: Any) -> bool:
    """Whether this is a sparse matrix or array of SciPy."""
    return hasattr(X, "toarray") and hasattr(X, "tocsr")


def width(X: Any) -> tuple[int, Any, Any]:
    """Columns of X, their names if it has any, and X ready for `pieces`; InputError for what is no finite matrix."""
    names = _column_names(X)
    if is_sparse(X):
        return _sparse(X)
    array = np.asarray(X)
    if array.dtype.kind == "c":
        raise InputError("Complex data not supported; allowed: real numbers")
    if array.dtype.kind not in "biufO":
        raise InputError(f"X has dtype {array.dtype}; allowed: real numbers")
    if array.dtype.kind == "O":
        array = _from_objects(array)
    if array.ndim != 2:
        raise InputError(
            f"Expected 2D array, got {array.ndim}D array instead. Reshape your data: one point a row "
            "(array.reshape(1, -1) for one point)"
        )
    _check_shape(array.shape)
    if not np.all(np.isfinite(array)):
        raise InputError("X contains NaN or infinity; allowed: finite numbers")
    return array.shape[1], names, array


def dtype_of(X: Any) -> Any:
    """float32 of float32, float64 of everything else."""
    return np.float32 if X.dtype == np.float32 else np.float64


def dense(X: Any, dtype: Any = np.float64) -> Any:
    """All of it as an array of this dtype."""
    return np.asarray(X.toarray() if is_sparse(X) else X, dtype=dtype)


def pieces(X: Any, columns: int) -> list[slice]:
    """Rows that are worked on together, where each gives so many columns: as many as the cache holds, at least one."""
    rows = X.shape[0]
    size = max(1, _HELD // max(columns, X.shape[1]))
    return [slice(start, min(start + size, rows)) for start in range(0, rows, size)]


def wanted(estimator: Any) -> str:
    """The container that `set_output`, or else scikit-learn's configuration, asks for."""
    own = getattr(estimator, "_sklearn_output_config", {}).get("transform")
    if own is not None:
        return str(own)
    loaded = sys.modules.get("sklearn")
    return "default" if loaded is None else str(loaded.get_config()["transform_output"])


def contained(phi: Any, X: Any, names: Any, container: str) -> Any:
    """Features as an array, or as a table with names, and the index of X where that has one."""
    if container == "default":
        return phi
    import importlib

    try:
        library = importlib.import_module(container)
    except ImportError as error:
        raise ImportError(
            f"set_output(transform={container!r}) needs {container}; it is not installed"
        ) from error
    if container == "polars":
        return library.DataFrame(phi, schema=list(names), orient="row")
    index = X.index if type(X).__module__.startswith("pandas") else None
    return library.DataFrame(phi, columns=names, index=index, copy=False)


def _sparse(X: Any) -> tuple[int, Any, Any]:
    if X.ndim != 2:
        raise InputError(f"Expected 2D array, got {X.ndim}D array instead; allowed: one point a row")
    rows = X.tocsr()
    if rows.dtype.kind == "c":
        raise InputError("Complex data not supported; allowed: real numbers")
    if rows.dtype.kind not in "biuf":
        raise InputError(f"X has dtype {rows.dtype}; allowed: real numbers")
    _check_shape(rows.shape)
    if not np.all(np.isfinite(rows.data)):
        raise InputError("X contains NaN or infinity; allowed: finite numbers")
    return rows.shape[1], None, rows


def _check_shape(shape: tuple[int, ...]) -> None:
    if shape[0] == 0:
        raise InputError(f"0 sample(s) (shape={shape}) while a minimum of 1 is required")
    if shape[1] == 0:
        raise InputError(f"0 feature(s) (shape={shape}) while a minimum of 1 is required.")


def _column_names(X: Any) -> Any:
    """Names of the columns of a table, where all are text."""
    columns = getattr(X, "columns", None)
    if columns is None:
        return None
    names = np.asarray(list(columns), dtype=object)
    return names if len(names) and all(isinstance(name, str) for name in names) else None


def differences(known: Any, names: Any) -> str:
    new = [name for name in names if name not in set(known)]
    missing = [name for name in known if name not in set(names)]
    parts = []
    if new:
        parts.append(
            "Feature names unseen at fit time:\n" + "".join(f"- {name}\n" for name in sorted(new)[:5])
        )
    if missing:
        parts.append(
            "Feature names seen at fit time, yet now missing:\n"
            + "".join(f"- {n}\n" for n in sorted(missing)[:5])
        )
    return "".join(parts) or "Feature names must be in the same order as they were in fit.\n"


def _from_objects(array: Any) -> Any:
    """An array of Python objects as numbers; text is no number even where it looks like one."""
    if any(isinstance(entry, (dict, list)) for entry in array.flat):
        raise TypeError("argument must be a string or a number: an entry of X is neither")
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError) as error:
        if "complex" in str(error):
            raise InputError("Complex data not supported; allowed: real numbers") from error
        raise InputError(f"X is no array of numbers ({error})") from error
