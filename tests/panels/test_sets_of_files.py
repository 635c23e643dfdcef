"""Which files a reviewer meets: those of the one look unless they ask for all; and each part's own sample."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_programme import Claim, SmallProgramme, make, press, shown

from r11.panels.review import ReviewPanel

DENSE, DRAWN = 7, 15  # fix targets that make a pilot file; files that the protocol draws from the rest
REST = 20


def swap(file: str, number: int) -> Claim:
    said, now = f"The limit for {file}{number} is 500 items.", f"The limit for {file}{number} is {800 + number} items."
    return Claim(f"{file}-{number}", said, now, file=f"skills/{file}.md")


CLAIMS = [
    *(swap("dense", number) for number in range(DENSE)),
    *(swap(f"thin{file}", number) for file in range(REST) for number in range(2)),
]


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> SmallProgramme:
    return make(tmp_path_factory.mktemp("wide"), CLAIMS)


@pytest.fixture
def panel(wide: SmallProgramme) -> Iterator[ReviewPanel]:
    """On a workspace without decisions: what a test decides goes with it."""
    yield wide.panel()
    for log in wide.workspace.decisions.glob("*.jsonl"):
        log.unlink()


def files_of(panel: ReviewPanel) -> set[str]:
    return {key.partition("#")[0] for key in panel._session.order}


def test_pilot_and_drawn_files_come_first_and_all_files_are_one_choice_away(panel: ReviewPanel) -> None:
    look = files_of(panel)
    assert len(look) == 1 + DRAWN
    assert "skills/dense.md" in look
    assert panel.screen["progress"]["total"] == DENSE + 2 * DRAWN
    options = [text for _, text in next(one for one in panel.filters if one["name"] == "files")["options"]]
    assert options == [f"pilot and drawn files ({DENSE + 2 * DRAWN})", f"all files ({len(CLAIMS)})"]
    panel.press("filter", name="files", value="all")
    assert panel.screen["progress"]["total"] == len(CLAIMS)
    assert look < files_of(panel)


def test_the_filters_offer_what_the_chosen_files_hold_and_nothing_stays_chosen_that_they_do_not(
    panel: ReviewPanel,
) -> None:
    def offered() -> int:
        return len(next(one for one in panel.filters if one["name"] == "file")["options"]) - 1

    assert offered() == 1 + DRAWN
    panel.press("filter", name="files", value="all")
    assert offered() == 1 + REST
    panel.press("filter", name="file", value="skills/dense.md")
    panel.press("filter", name="files", value="")
    assert panel.screen["progress"]["total"] == DENSE + 2 * DRAWN


def test_the_frozen_draw_is_the_one_that_is_shown(wide: SmallProgramme, panel: ReviewPanel) -> None:
    frozen = wide.workspace.protocol / "protocol.frozen.json"
    frozen.write_text(
        '{"frozen_by": "Operator", "frozen_at": "2026-01-01T00:00:00+00:00", "text_sha256": "", "ledger_sha256": "",'
        ' "drawn": ["skills/thin3.md", "skills/dense.md", "skills/gone.md"]}'
    )
    panel.press("previous")
    frozen.unlink()
    assert files_of(panel) == {"skills/dense.md", "skills/thin3.md"}


def test_without_pilot_and_draw_there_is_no_such_choice(tmp_path: Path) -> None:
    small = make(tmp_path, [swap("thin", 1), swap("thin", 2)])
    (small.workspace.protocol / "protocol.toml").unlink()
    panel = small.panel()
    assert panel.screen["progress"]["total"] == 2
    assert "files" not in {one["name"] for one in panel.filters}


def test_an_unknown_set_of_files_is_refused(panel: ReviewPanel) -> None:
    panel.press("filter", name="files", value="some")
    assert panel.screen["status"]["error"]
    assert panel.screen["progress"]["total"] == DENSE + 2 * DRAWN


def test_an_objection_in_the_look_closes_the_list_of_all_files_too(panel: ReviewPanel) -> None:
    """The sample of all files holds that of the look: a closed list is not opened by showing more files."""
    desk = panel._session.desk
    look, everything = desk.sample({}), desk.sample({"files": "all"})
    assert everything[: len(look)] == look
    assert {key.partition("#")[0] for key in everything[len(look) :]}.isdisjoint(files_of(panel))
    press(panel, "close")
    panel.press("filter", name="files", value="all")
    for _ in everything[1:]:
        press(panel, "outdated")
    listed = desk.class_list({"files": "all"})
    assert (listed.sampled, listed.objections, listed.is_open) == (len(everything), 1, False)
    assert "Nothing can be confirmed here: 1 of the" in listed.words


def test_undo_of_an_item_outside_the_look_shows_it(panel: ReviewPanel) -> None:
    panel.press("filter", name="files", value="all")
    far = next(key for key in panel._session.order if not key.startswith("skills/dense") and key not in looked(panel))
    while panel.screen["item"]["key"] != far:
        panel.press("next")
    press(panel, "outdated")
    panel.press("filter", name="files", value="")
    assert press(panel, "undo")["item"]["key"] == far


def looked(panel: ReviewPanel) -> set[str]:
    return set(panel._session.desk.order({}))


def test_the_last_page_says_that_other_files_have_more(panel: ReviewPanel) -> None:
    panel.press("filter", name="rule", value="R2")
    panel.press("filter", name="status", value="closed")
    assert panel.screen["end"]["heading"] == "No items under these filters"
    inside = DENSE + 2 * DRAWN
    _, beside, beyond = panel.screen["end"]["lines"]
    assert beside.startswith(f"{inside} items not decided in these files, but outside of the filters")
    assert beyond.startswith(f"{len(CLAIMS) - inside} items not decided in files that are not shown")


def test_a_sample_item_says_what_approving_the_sample_opens(panel: ReviewPanel) -> None:
    (note,) = [shown(note) for note in panel.screen["item"]["notes"] if "Random sample" in shown(note)]
    assert note.startswith(
        "Random sample of the value swaps, 1 of 3: if you approve all of them as proposed, the other"
    )
    press(panel, "close")
    (note,) = [shown(note) for note in panel.screen["item"]["notes"] if "Random sample" in shown(note)]
    assert note == "Random sample of the value swaps, 2 of 3"
