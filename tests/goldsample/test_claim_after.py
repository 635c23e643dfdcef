"""What a fix makes of a claim: the text that a labeller sees as the version after."""

from __future__ import annotations

import pytest

from r11.pilot.goldsample_frame import claim_after
from r11.records import ApprovedEdit, Confirmation, ManifestEvidence
from r11.review.approved import smallest_edit
from r11.vocabulary import Disposition, FixOp, JudgeVerdict, Scope

CLAIM = "The limit is 5 items."


def edit(before: str, after: str | None, claim: str = CLAIM) -> ApprovedEdit:
    return ApprovedEdit(
        flag_key="a.md#c1", op=FixOp.O3, judge_verdict=JudgeVerdict.NOT_GROUNDED, claim=claim, line=1,
        line_before=before, line_after=after, edits=(smallest_edit(before, after),), reason="", proof=None,
        evidence=ManifestEvidence(url="https://learn.microsoft.com/a", quote="", quote_sha256="", fetched_at=""),
        confirmation=Confirmation(by="ReviewerA", at="", scope=Scope.ITEM, event_sha256=""),
        disposition=Disposition.WRONG,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "claim"),
    [
        pytest.param(CLAIM, None, None, id="the line goes"),
        pytest.param(f"- {CLAIM}", "- ", None, id="the line stays and nothing of the claim does"),
        pytest.param(f"- {CLAIM}", "- The limit is 8 items.", "The limit is 8 items.", id="a value is swapped"),
        pytest.param(f"Æ. {CLAIM} So.", "Æ. It is 8. So.", "It is 8.", id="what stands around it stays"),
        pytest.param(f"A. {CLAIM} B.", "C.", "C.", id="the whole line was written anew"),
        pytest.param(
            "The limit is **5** items.", "The limit is **8** items.", "The limit is **8** items.", id="marked"
        ),
        pytest.param("Something else.", "Another line.", "Another line.", id="the claim is not found on its line"),
    ],
)
def test_what_a_fix_makes_of_a_claim(before: str, after: str | None, claim: str | None) -> None:
    assert claim_after(edit(before, after)) == claim
