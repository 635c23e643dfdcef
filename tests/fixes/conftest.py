"""The tables of sentences are shared by the tests of nomination and of its laws."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # importlib mode does not
