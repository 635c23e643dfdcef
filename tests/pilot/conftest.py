"""The makers of flags and proposals are shared by the tests of the numbers and of the report."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # importlib mode does not
