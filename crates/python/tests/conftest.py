"""What the tests share: where the repository and the programs are. scripts/test-python.sh sets all of it."""

from __future__ import annotations

import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def root() -> pathlib.Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def program() -> str:
    """The program `shinpan`, whose answers the package has to give too."""
    path = os.environ.get("SHINPAN_PROGRAM", str(ROOT / "target" / "debug" / "shinpan"))
    if not os.path.exists(path):
        pytest.fail(f"there is no {path}: scripts/test-python.sh builds it")
    return path
