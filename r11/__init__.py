"""r11: the workbench for the fix step after a judge pass."""

__version__ = "0.1.0"
