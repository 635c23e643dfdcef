"""`python -m r11`."""

from r11.cli import main

raise SystemExit(main())
