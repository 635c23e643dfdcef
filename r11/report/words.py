"""The report's list of words: each thing has one word, and this is what it means."""

from __future__ import annotations

WORDS: tuple[tuple[str, str], ...] = (
    ("flag", "a claim that the judge did not find on the page it cites: contradicted there, or not spoken of"),
    ("fix target", "a flag whose page contradicts the claim; all shares here are of fix targets"),
    ("source-silent", "a flag whose page does not speak of the claim: no fix target, counted apart"),
    ("item", "one unit of a denominator: an open fix target, or an entry that could not be read and may be one"),
    ("invalid", "an entry that could not be read; it stays in every denominator"),
    ("pilot, rest", "the files with most fix targets, all of them; and all other files with fix targets"),
    ("drawn", "of the rest, the files that a recorded seed chose before anybody reviewed"),
    ("nominated", "a value swap (O1) or a subtraction (O2) was found for the claim, whatever became of it"),
    ("aborted", "nominated for O1, then refused: now O3"),
    ("proposed", "what the classifier makes of an item today; nobody has approved it by that"),
    ("reviewed", "a person has answered: approved, closed or sent to a later rewrite; or two have and differ"),
    ("closed", "a person ruled that the claim is correct: no byte changes"),
    ("judge mistaken", "closed, and the judge’s quote still stands on the page: the judge had the same words"),
    (
        "page changed",
        "closed, and the page that was looked at no longer has the judge’s quote: nothing against the judge",
    ),
    ("cannot be told", "closed, and no page tells which of the two it is; a limit takes it both ways"),
    ("done", "nothing is left to do: the fix is applied, or the closing stands in the ledger"),
    ("unsettled", "reviewers differ, and nobody has ruled between them"),
    ("second look", "another person’s answer to a reviewed item; a blind one is given without seeing the first"),
    ("adjudication", "a third person’s ruling where two differ"),
    ("active time", "time with signs of life; a pause counts up to the idle cap only"),
    ("the one look", "the moment, fixed beforehand, at which figures are first compared with their thresholds"),
)
