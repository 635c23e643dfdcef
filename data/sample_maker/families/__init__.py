"""Sentence families by what a careful person would do with the claim. All sentences are invented."""

from sample_maker.families.form import Form, Values
from sample_maker.families.groups import GROUPS, Group

__all__ = ["GROUPS", "Form", "Group", "Values"]
