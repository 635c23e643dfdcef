"""The makers of ledgers and judge outputs are shared by the tests of this folder; importlib mode does not find them."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
