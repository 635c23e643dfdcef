"""`python -m r11`."""

from r11.start import r11

raise SystemExit(r11())
