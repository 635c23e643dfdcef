"""The makers of flags and proposals are shared with the tests of the numbers."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "pilot"))  # importlib mode does not
