"""Every example in a docstring, and the tutorial, does what it says."""

from __future__ import annotations

import doctest
import inspect
import pathlib
from typing import Any

import pytest

import shinpan

PARSER = doctest.DocTestParser()


def docstrings() -> dict[str, str]:
    """All docstrings of the package, those of compiled classes too, which `doctest` does not find by itself."""
    found = {"shinpan": shinpan.__doc__ or ""}
    for name in shinpan.__all__:
        value = getattr(shinpan, name)
        if name.startswith("__"):
            continue
        found[name] = inspect.getdoc(value) or ""
        for member, inner in vars(value).items() if isinstance(value, type) else ():
            text = inspect.getdoc(inner) if not member.startswith("__") else None
            if text:
                found[f"{name}.{member}"] = text
    return found


def run(test: doctest.DocTest, capsys: pytest.CaptureFixture[str]) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test)
    assert runner.failures == 0, capsys.readouterr().out


@pytest.mark.parametrize("name", [name for name, text in docstrings().items() if ">>>" in text])
def test_docstring(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {name: getattr(shinpan, name) for name in shinpan.__all__}
    text = docstrings()[name]
    run(PARSER.get_doctest(text, names, name, name, 0), capsys)


def test_everything_has_a_docstring_and_most_an_example() -> None:
    texts = docstrings()
    missing = [name for name in shinpan.__all__ if not name.startswith("__") and not texts[name]]
    assert not missing
    assert sum(">>>" in text for text in texts.values()) >= 20
    undocumented = [
        f"{name}.{member}"
        for name in ("Board", "Position", "Ruleset", "Record", "Game", "Applied", "Piece", "Table")
        for member in vars(getattr(shinpan, name))
        if not member.startswith("_") and f"{name}.{member}" not in texts
    ]
    assert not undocumented


def test_tutorial(
    root: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tutorial is one session, in a folder with the example games."""
    (tmp_path / "examples").symlink_to(root / "examples")
    monkeypatch.chdir(tmp_path)
    text = (root / "docs" / "python.md").read_text(encoding="utf-8")
    examples = PARSER.get_examples("\n".join(line for line in text.splitlines() if not line.startswith("```")))
    assert len(examples) > 30
    run(doctest.DocTest(examples, {}, "docs/python.md", "docs/python.md", 0, text), capsys)
