"""The examples in the documentation, and the type stubs."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import rival_games

PAGE = Path(__file__).parents[3] / "docs" / "author" / "python.md"


def test_the_examples_of_the_page_run():
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 4
    names = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)


def test_the_example_of_the_package_runs():
    assert doctest.testmod(rival_games).attempted >= 4
    assert doctest.testmod(rival_games).failed == 0


def test_the_stubs_fit_the_package():
    command = [sys.executable, "-m", "mypy.stubtest", "rival_games._native"]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
