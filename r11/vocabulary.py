"""Every closed word of the field as an enum, and the mapping between verdict and disposition.

A word that is read from a file is compared exactly: `Grounded` or `"grounded "` is not a verdict.
A `match` over one of these enums ends in `assert_never`, so that the type checker finds the forgotten case.
"""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never


class JudgeVerdict(StrEnum):
    """What the judge said of a claim against the page it cites."""

    GROUNDED = "grounded"
    NOT_GROUNDED = "not_grounded"
    SOURCE_SILENT = "source_silent"

    @property
    def is_fix_target(self) -> bool:
        """Only a claim that its source contradicts or does not support is to be fixed one by one."""
        return self is JudgeVerdict.NOT_GROUNDED

    @property
    def is_flagged(self) -> bool:
        return self is not JudgeVerdict.GROUNDED


class Disposition(StrEnum):
    """What a human rules at R11. Never derived from a verdict alone where the verdict leaves a choice."""

    CORRECT = "correct"
    OUTDATED = "outdated"
    WRONG = "wrong"
    UNSOURCED = "unsourced"


def dispositions_for(verdict: JudgeVerdict) -> tuple[Disposition, ...]:
    """The rulings that turn a verdict into an edit. Total over the verdicts.

    `correct` on a flagged claim is a *closing* (the judge was mistaken) and is not listed here:
    it changes no byte of the corpus.
    """
    match verdict:
        case JudgeVerdict.GROUNDED:
            return (Disposition.CORRECT,)
        case JudgeVerdict.NOT_GROUNDED:
            return (Disposition.OUTDATED, Disposition.WRONG)
        case JudgeVerdict.SOURCE_SILENT:
            return (Disposition.UNSOURCED,)
        case _:  # pragma: no cover
            assert_never(verdict)


class FileVerdict(StrEnum):
    """`pass` only if every judged claim of the file is grounded."""

    PASS = "pass"
    FLAGGED = "flagged"


class Rule(StrEnum):
    """The judge's rule codes. R8 is the rule for multi-part claims; the others are opaque labels."""

    R1 = "R1"
    R2 = "R2"
    R3 = "R3"
    R4 = "R4"
    R5 = "R5"
    R6 = "R6"
    R7 = "R7"
    R8 = "R8"
    NONE = ""

    @property
    def label(self) -> str:
        return self.value or "none"


class FixOp(StrEnum):
    """What an edit does to the file. O1 value swap, O2 subtraction, O3 human rewrite."""

    O1 = "O1"
    O2 = "O2"
    O3 = "O3"


class Scope(StrEnum):
    """What a confirmation covers: a whole class list, or one item."""

    CLASS = "class"
    ITEM = "item"


class PolicyScope(StrEnum):
    """Which flags a ratified O2 policy covers."""

    NOT_GROUNDED = "not_grounded"
    SOURCE_SILENT = "source_silent"


class EventKind(StrEnum):
    """The events of a decision log."""

    SHOWN = "shown"
    APPROVE = "approve"
    EDIT = "edit"
    CLOSE = "close"
    TO_O3 = "to_o3"
    SKIP = "skip"
    ASK = "ask"
    UNDO = "undo"
    WITHDRAW = "withdraw"
    REOPEN = "reopen"
    CONFIRM_CLASS = "confirm_class"
    ADJUDICATE = "adjudicate"
    RELEASE_GATED = "release_gated"
    REVERT = "revert"
    LABEL = "label"


class ItemStatus(StrEnum):
    """Where an item stands once all decision logs are folded. Only `approved` and `closed` reach a manifest."""

    OPEN = "open"
    DRAFTED = "drafted"
    APPROVED = "approved"
    CLOSED = "closed"
    TO_O3 = "to_o3"
    UNSETTLED = "unsettled"

    @property
    def is_decided(self) -> bool:
        return self in {ItemStatus.APPROVED, ItemStatus.CLOSED}


class GoldStratum(StrEnum):
    """What became of a claim, as far as the blind gold sample is concerned. Every judged claim is in exactly one."""

    CHANGED = "changed"
    REMOVED = "removed"
    CLOSED = "closed"
    OPEN = "open"
    GROUNDED = "grounded"

    @property
    def meaning(self) -> str:
        return _GOLD_STRATA[self]


_GOLD_STRATA = {
    GoldStratum.CHANGED: "a batch changed the claim",
    GoldStratum.REMOVED: "a batch took the claim out",
    GoldStratum.CLOSED: "a person ruled that the judge was mistaken",
    GoldStratum.OPEN: "flagged, neither fixed nor closed",
    GoldStratum.GROUNDED: "the judge did not flag it",
}


class GoldVersion(StrEnum):
    """Which text of a claim a gold item shows. Only a claim that a fix changed has two."""

    BEFORE = "before"
    AFTER = "after"
    BOTH = "both"


class GoldLabel(StrEnum):
    """What a labeller says of a claim in the blind gold sample: the four dispositions, or that they cannot tell."""

    CORRECT = "correct"
    OUTDATED = "outdated"
    WRONG = "wrong"
    UNSOURCED = "unsourced"
    CANNOT_TELL = "cannot_tell"

    @property
    def is_error(self) -> bool:
        return self in {GoldLabel.OUTDATED, GoldLabel.WRONG}


class GoldOutcome(StrEnum):
    """What the labels of one gold item come to. Only the first two settle whether the claim is an error."""

    ERROR = "error"
    NO_ERROR = "no_error"
    CANNOT_TELL = "cannot_tell"
    DIFFER = "differ"
    UNLABELLED = "unlabelled"


class ProbeKind(StrEnum):
    """In what way a probe of the review is wrong."""

    WRONG_QUOTE = "wrong_quote"
    WRONG_VALUE = "wrong_value"

    @property
    def words(self) -> str:
        return self.value.replace("_", " ")


class ProbeOutcome(StrEnum):
    """What a reviewer did with a probe. `CLOSED` approved no wrong edit either, but ruled the claim correct."""

    MISSED = "missed"
    CAUGHT = "caught"
    CLOSED = "closed"
    NOT_ANSWERED = "not_answered"


class QueueOrder(StrEnum):
    """How review items follow each other: siblings of a file together, or each cited page read once."""

    FILE = "file"
    URL = "url"


class ReceiptStatus(StrEnum):
    """What the apply script did with a file or an edit."""

    APPLIED = "applied"
    ALREADY_APPLIED = "already-applied"
    STALE = "stale"
    REFUSED = "refused"
    FAILED = "failed"
    REVERTED = "reverted"


class StampKind(StrEnum):
    """What a batch did to a flag, as the ledger records it."""

    APPLIED = "applied"
    CLOSED = "closed"
    REVERTED = "reverted"


class MatchKind(StrEnum):
    """How far a quote can be trusted to stand on a page. O1 needs one of the first two."""

    EXACT = "exact"
    NORMALISED = "normalised"
    NEAR = "near"
    NONE = "none"


class PageOutcome(StrEnum):
    """How the last request for a page ended. `unreachable` says nothing about the page: it is tried again."""

    FETCHED = "fetched"
    NOT_MODIFIED = "not_modified"
    GONE = "gone"
    UNREACHABLE = "unreachable"

    @property
    def has_text(self) -> bool:
        return self in {PageOutcome.FETCHED, PageOutcome.NOT_MODIFIED}


class EvidenceState(StrEnum):
    """What a refresh found for one flag."""

    STANDS = "stands"
    MOVED = "moved"
    CHANGED = "changed"
    SUPPORTS_NOW = "supports_now"
    STILL_SILENT = "still_silent"
    ANSWERS_NOW = "answers_now"
    GONE = "gone"
    UNREACHABLE = "unreachable"


class ParseStatus(StrEnum):
    """What became of a worker's output when it was read. Only `parsed` can be believed at all."""

    PARSED = "parsed"
    MISSING = "missing"
    MALFORMED = "malformed"


class GateStatus(StrEnum):
    """Whether form and references of a worker's output hold."""

    PASS = "pass"
    FAIL = "fail"


class ClaimStatus(StrEnum):
    """What a verifier found of one claim of a worker's output."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNSUPPORTED = "unsupported"
    NOT_CHECKED = "not_checked"


class Verdict(StrEnum):
    """What a worker's output is worth: a class list, a person's look, or nothing."""

    PASS = "PASS"
    LOW_CONFID = "LOW_CONFID"
    REJECT = "REJECT"

    @property
    def worth(self) -> int:
        """Higher is better: the effective verdict is the one of least worth among all that bound it."""
        match self:
            case Verdict.PASS:
                return 2
            case Verdict.LOW_CONFID:
                return 1
            case Verdict.REJECT:
                return 0
            case _:  # pragma: no cover
                assert_never(self)


class AnswerStatus(StrEnum):
    """What became of an answer: what a person is shown of it, and whether the worker is asked again."""

    PASSED = "passed"
    LOW_CONFIDENCE = "low_confidence"
    NO_EDIT = "no_edit"
    RETRY = "retry"


class Coded(StrEnum):
    """A stable code with one line of meaning; the value written to files is the code."""

    meaning: str

    def __new__(cls, code: str, meaning: str) -> Coded:
        member = str.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member


class Yardstick(Coded):
    """What the operator can set a threshold on before the first review."""

    O1_SHARE = "o1_share", "fix targets that are value swaps (O1) after review"
    R8_AS_O2_SHARE = "r8_as_o2_share", "R8 flags that are subtractions (O2) after review"
    O1_ABORT_SHARE = "o1_abort_share", "nominated value swaps that were aborted"
    O1_ACCEPTANCE_SHARE = "o1_acceptance_share", "reviewed value swaps that were approved unchanged"
    O2_ACCEPTANCE_SHARE = "o2_acceptance_share", "reviewed subtractions that were approved unchanged"
    WRONG_EDIT_SHARE = "wrong_edit_share", "approved value swaps reversed after a blind second look"
    JUDGE_MISTAKEN_SHARE = "judge_mistaken_share", "ruled fix targets that were closed on the page that was judged"
    O1_ITEMS_PER_HOUR = "o1_items_per_hour", "value swaps reviewed in an active hour"
    O2_ITEMS_PER_HOUR = "o2_items_per_hour", "subtractions reviewed in an active hour"
    O3_ITEMS_PER_HOUR = "o3_items_per_hour", "rewrites reviewed in an active hour"
    HOURS_FOR_REST = "hours_for_rest", "active hours of first answers to the rest and of second looks to come"

    @property
    def label(self) -> str:
        """`O1 acceptance share`."""
        words = [word.upper() if word in {"o1", "o2", "o3", "r8"} else word for word in self.split("_")]
        return " ".join(words)

    @property
    def is_share(self) -> bool:
        return self.endswith("_share")

    @property
    def more_is_better(self) -> bool:
        """Its threshold is a floor (`at_least`); otherwise a ceiling (`at_most`)."""
        return self not in {
            Yardstick.O1_ABORT_SHARE, Yardstick.WRONG_EDIT_SHARE, Yardstick.JUDGE_MISTAKEN_SHARE,
            Yardstick.HOURS_FOR_REST,
        }  # fmt: skip


class CheckCode(Coded):
    """Problems of the judge pass's files. Tests and documentation use these words."""

    # the bytes and the JSON
    NOT_UTF8 = "NOT_UTF8", "the file is not UTF-8"
    HAS_BOM = "HAS_BOM", "the JSON begins with a byte order mark"
    CODE_FENCE = "CODE_FENCE", "the JSON stands in a code fence"
    TEXT_AROUND_JSON = "TEXT_AROUND_JSON", "there is text before or after the JSON"
    TRUNCATED = "TRUNCATED", "the JSON ends too early"
    NOT_JSON = "NOT_JSON", "the text is not JSON"
    TOO_DEEP = "TOO_DEEP", "the JSON is nested too deeply to be one of our records"
    DUPLICATE_KEY = "DUPLICATE_KEY", "a key stands twice in one object"
    NOT_A_NUMBER = "NOT_A_NUMBER", "NaN or Infinity is no JSON number"
    LONE_SURROGATE = "LONE_SURROGATE", "a \\u escape names half a character"
    # the shape
    WRONG_SHAPE = "WRONG_SHAPE", "the document is none of the shapes that the contract allows"
    MISSING_FIELD = "MISSING_FIELD", "a required field is absent"
    WRONG_TYPE = "WRONG_TYPE", "a field holds another type than the contract says"
    UNKNOWN_WORD = "UNKNOWN_WORD", "a word is not in its closed list"
    UNKNOWN_FIELD = "UNKNOWN_FIELD", "a field that the contract does not know"
    # judge output against claim manifest
    MISSING_ID = "MISSING_ID", "the judge did not answer a claim: the file is incomplete"
    UNKNOWN_ID = "UNKNOWN_ID", "the judge answered a claim that the manifest does not have"
    REPEATED_ID = "REPEATED_ID", "an id stands twice within its file"
    UNKNOWN_FILE = "UNKNOWN_FILE", "the claim manifest does not have this file"
    MISSING_FILE = "MISSING_FILE", "no judge output for a file of the claim manifest"
    # the ledger
    FILE_TWICE = "FILE_TWICE", "a file is listed twice"
    FILE_MISMATCH = "FILE_MISMATCH", "a flag names another file than its record"
    GROUNDED_FLAG = "GROUNDED_FLAG", "a grounded claim is never a flag"
    PASS_WITH_FLAGS = "PASS_WITH_FLAGS", "per_file_verdict is pass, yet there are flags"
    FLAGGED_WITHOUT_FLAGS = "FLAGGED_WITHOUT_FLAGS", "per_file_verdict is flagged, yet there is no flag"
    DISPOSITION_NOT_ALLOWED = "DISPOSITION_NOT_ALLOWED", "a disposition that the verdict does not allow"
    LINE_BELOW_ONE = "LINE_BELOW_ONE", "line numbers start at 1"
    EMPTY_CLAIM = "EMPTY_CLAIM", "the claim is empty"
    EMPTY_ID = "EMPTY_ID", "the id is empty"
    UNSAFE_PATH = "UNSAFE_PATH", "the path leaves the corpus or cannot be a corpus file"
    URL_NOT_HTTPS = "URL_NOT_HTTPS", "the evidence URL is not https"
    HOST_NOT_ALLOWED = "HOST_NOT_ALLOWED", "the evidence URL's host is not allowed"
    URL_HAS_CREDENTIALS = "URL_HAS_CREDENTIALS", "the evidence URL carries a user name or password"
    FAILED_SPAN_NOT_IN_CLAIM = "FAILED_SPAN_NOT_IN_CLAIM", "failed_span is no verbatim part of the claim"
    # claim against corpus
    FILE_NOT_FOUND = "FILE_NOT_FOUND", "the corpus does not have this file"
    FILE_UNREADABLE = "FILE_UNREADABLE", "the corpus has this file, and the disk does not give it"
    CLAIM_MOVED = "CLAIM_MOVED", "the claim stands once, on another line"
    CLAIM_GONE = "CLAIM_GONE", "the claim stands nowhere in the file"
    CLAIM_AMBIGUOUS = "CLAIM_AMBIGUOUS", "the claim stands more than once where it was looked for"
    CLAIM_SPANS_LINES = "CLAIM_SPANS_LINES", "the claim runs over more than one line"
    LINE_NOT_UTF8 = "LINE_NOT_UTF8", "the claim's line is not UTF-8"
    # a stamp on the ledger
    NO_SUCH_FLAG = "NO_SUCH_FLAG", "the ledger has no valid flag with this key"
    STAMPED_TWICE = "STAMPED_TWICE", "two stamps for one flag in one go"
    SETTLED_OTHERWISE = "SETTLED_OTHERWISE", "the flag already carries another settlement"
    FLAG_CHANGED = "FLAG_CHANGED", "the flag's claim, URL or quote is not what its edit was approved on"
    # legal, and worth knowing
    NO_QUOTE = "NO_QUOTE", "a fix target without a quote can only be O3"
    # the protocol of the pilot
    NOT_TOML = "NOT_TOML", "the text is not TOML"
    OUT_OF_RANGE = "OUT_OF_RANGE", "a figure lies outside of what it can be"

    @property
    def is_warning(self) -> bool:
        return self in {CheckCode.NO_QUOTE, CheckCode.CLAIM_MOVED, CheckCode.MISSING_FILE}


class AbortCode(Coded):
    """Why an item is O3. One reason each; all that were reached are recorded, the first is the one shown."""

    # the flag
    VERDICT_SILENT = "VERDICT_SILENT", "the source does not address the claim: nothing to swap in"
    NO_QUOTE = "NO_QUOTE", "the flag carries no quote"
    INVALID_FLAG = "INVALID_FLAG", "the ledger check refused this flag"
    OPERATOR_GATED = "OPERATOR_GATED", "the claim is about a price: only an operator's event releases it"
    PRICE_RELEASED = "PRICE_RELEASED", "the claim is about a price: an operator released it to a person"
    LOW_CONFIDENCE = "LOW_CONFIDENCE", "a worker's proposal that verification leaves to a person"
    TEXT_TOO_LONG = "TEXT_TOO_LONG", "claim, quote, line or file is too long to be judged by a program"
    # the place
    FILE_NOT_FOUND = "FILE_NOT_FOUND", "the corpus does not have this file"
    CLAIM_GONE = "CLAIM_GONE", "the claim stands nowhere in the file"
    CLAIM_AMBIGUOUS = "CLAIM_AMBIGUOUS", "the claim stands more than once where it was looked for"
    CLAIM_SPANS_LINES = "CLAIM_SPANS_LINES", "the claim runs over more than one line"
    LINE_NOT_UTF8 = "LINE_NOT_UTF8", "the claim's line is not UTF-8"
    # swap: nomination and gates
    NO_VALUE = "NO_VALUE", "the claim holds no value that could be swapped"
    NAME_VALUE = "NAME_VALUE", "only a name or a status of the claim is not in the quote: neither is swapped"
    ALL_VALUES_IN_QUOTE = (
        "ALL_VALUES_IN_QUOTE",
        "the quote, or the section of its page, holds every value of the claim: the error lies elsewhere",
    )
    MULTI_UNSUPPORTED = "MULTI_UNSUPPORTED", "more than one value of the claim is not in the quote"
    NO_SAME_TYPE = "NO_SAME_TYPE", "the quote holds no value of the kind that the claim has wrong"
    HELD_ALREADY = "HELD_ALREADY", "the claim holds every value of this kind that the quote has, elsewhere"
    REASON_OTHER_VALUE = "REASON_OTHER_VALUE", "the judge's reason names another value of the claim as the wrong one"
    REASON_OTHER_NEW = "REASON_OTHER_NEW", "the judge's reason names another value of the quote"
    CURRENCY = "CURRENCY", "the value is an amount of money"
    NUMERAL_FORM = "NUMERAL_FORM", "a range, score, fraction, address, hash or doubtful numeral is never swapped"
    UNIT_CONFLICT = "UNIT_CONFLICT", "the two values have different units"
    COMPARATOR_MISMATCH = "COMPARATOR_MISMATCH", "claim and quote bound the value, or another one, in different ways"
    COMPARATOR_SATISFIED = "COMPARATOR_SATISFIED", "the quote's value already makes the claim true"
    COMPARATOR_STRICT = "COMPARATOR_STRICT", "more than or less than is exchanged only where the wording is the same"
    VAGUE_BOUND = "VAGUE_BOUND", "the claim gives its value as about, as of, by or not: a swap would not settle it"
    ROUNDING = "ROUNDING", "the claim's value is the quote's, rounded or said less exactly"
    RATE_CONFLICT = "RATE_CONFLICT", "the two values are counted per different things"
    ROLE_CONFLICT = "ROLE_CONFLICT", "one value is a default, an average or a recommendation and the other is not"
    LABEL_CONFLICT = "LABEL_CONFLICT", "the two numbers belong to different names"
    HEAD_MISMATCH = "HEAD_MISMATCH", "the two values count or measure different things"
    MODIFIER = "MODIFIER", "one of the two counts a narrower kind of the thing that the other counts"
    OPPOSITES = "OPPOSITES", "claim and quote speak of opposite things, such as input and output"
    ENTITY_CONFLICT = "ENTITY_CONFLICT", "claim and quote name different things"
    CONTRASTED_WORD = "CONTRASTED_WORD", "another word stands where the claim has one: logs against metrics"
    SUBJECT_ABSENT = "SUBJECT_ABSENT", "what the claim's sentence opens with does not stand in the quote"
    EVENT_ABSENT = "EVENT_ABSENT", "the quote's sentence does not name the event that the claim dates"
    SUBJECT_NUMBER = "SUBJECT_NUMBER", "the number is part of the name of what the sentence is about"
    LIST_NUMBER = "LIST_NUMBER", "the number opens the sentence as the number of a list, heading or row"
    NEGATION = "NEGATION", "only one of the two sentences is negated"
    RESTRICTOR = "RESTRICTOR", "only one of the two sentences says only, except or unless"
    NARROWER = "NARROWER", "the quote gives its value for a case that the claim does not name"
    STATUS_CONFLICT = "STATUS_CONFLICT", "the claim gives a status, such as preview, that the quote does not give"
    EXAMPLE = "EXAMPLE", "only one of the two sentences gives the value as an example"
    HISTORICAL = "HISTORICAL", "the claim or the quote, not both, speaks of what was so before"
    CONTRAST = "CONTRAST", "the quote gives the value as what it is not"
    METADATA_DATE = "METADATA_DATE", "the quote's date says when the page was written or read"
    OWN_LIST = "OWN_LIST", "the count is followed by its own list"
    SLOT_SHIFT = "SLOT_SHIFT", "after the swap the values would stand in another order than in the quote"
    OTHER_CELL = "OTHER_CELL", "the table rows differ in another cell, or the value stands in another column"
    AMBIGUOUS = "AMBIGUOUS", "two values of the quote fit about equally well"
    COVERAGE = "COVERAGE", "claim and quote have too few words in common"
    OLD_TWICE = "OLD_TWICE", "the old value stands more than once in the claim"
    OLD_IN_QUOTE = "OLD_IN_QUOTE", "the quote holds the old value too, for something else"
    LOCALE_CONFLICT = (
        "LOCALE_CONFLICT",
        "the new value would read differently, or as a foreign word, in the claim's language",
    )
    LETTER_CASE = "LETTER_CASE", "the new value has a capital where the old one has none, or the reverse"
    ARTICLE = "ARTICLE", "a or an before the value would be wrong after the swap"
    PLURAL = "PLURAL", "the noun beside the value would have to change between singular and plural"
    FORM = "FORM", "the two values are written in forms that do not fit each other"
    NOT_BOUNDED = "NOT_BOUNDED", "the value is part of a longer number, word or version"
    RESIDUAL = "RESIDUAL", "after the swap the claim would still hold a value that the quote does not"
    # subtraction: nomination and guards
    NOTHING_NAMED = "NOTHING_NAMED", "neither reason nor failed_span names a part of the claim that could go"
    ALL_NAMED = "ALL_NAMED", "the reason names the whole claim or its core, and the claim may not go as a whole"
    NO_CONSTITUENT = "NO_CONSTITUENT", "the failed words are no part of the sentence that stands or goes as a whole"
    FAILED_PART_LEFT = "FAILED_PART_LEFT", "what failed would be left, or nothing says that it would go"
    SUPPORTED_IN_SPAN = "SUPPORTED_IN_SPAN", "what would go holds words that the quote supports"
    TOO_MUCH_DELETED = "TOO_MUCH_DELETED", "more than three fifths of the claim would go"
    OR_LIST = "OR_LIST", "an item of an or-list may not go: the claim would promise more"
    COUNTED_LIST = "COUNTED_LIST", "the list is counted or said to be complete"
    COLLECTIVE_LIST = "COLLECTIVE_LIST", "the items are taken together"
    AGREEMENT = "AGREEMENT", "the verb would no longer agree with its subject"
    DOWNWARD_CONTEXT = "DOWNWARD_CONTEXT", "under a negation, only, a condition or a universal fewer words say more"
    SUPERLATIVE_SCOPE = "SUPERLATIVE_SCOPE", "a superlative or ordinal ranks within what would go"
    COUNT_SCOPE = "COUNT_SCOPE", "a number counts within what would go: without it, it counts more"
    SCOPE_LEAD = "SCOPE_LEAD", "the opening phrase says where a general sentence holds"
    SCOPE_AVAILABILITY = "SCOPE_AVAILABILITY", "the phrase says where, for whom or with what something is available"
    SCOPE_GENERIC = "SCOPE_GENERIC", "the phrase bounds a general sentence: only sentences about an event may lose it"
    RESTRICTIVE_GENERIC = "RESTRICTIVE_GENERIC", "the words narrow a noun of a general sentence"
    ALIGNED_BROADER = "ALIGNED_BROADER", "the quote's sentence lacks a frame of the claim: it says more, not less"
    OBLIGATORY_HEAD = "OBLIGATORY_HEAD", "the word before the phrase is not complete without it"
    OBLIGATORY_COMPLEMENT = "OBLIGATORY_COMPLEMENT", "the verb or preposition before the phrase has nothing else"
    COORDINATED_HEAD = "COORDINATED_HEAD", "the phrase may belong to one or to several joined words"
    QUOTATION = "QUOTATION", "a quotation would be edited or halved"
    VACUOUS_REMAINDER = "VACUOUS_REMAINDER", "what is left says next to nothing"
    NO_VERB_LEFT = "NO_VERB_LEFT", "what is left is no sentence any more"
    BAD_JOINT = "BAD_JOINT", "the words and marks that are left would not join"
    CONFLICT = "CONFLICT", "the quote holds another value of this kind: the part is wrong, not absent"
    RESIDUAL_VALUE = "RESIDUAL_VALUE", "a value would be left that the quote does not hold"
    UNIT_NEEDED = "UNIT_NEEDED", "the sentence leads in to others, or the next one refers back to it"
    GUARD_NEGATION = "GUARD_NEGATION", "a negation would go"
    GUARD_ONLY = "GUARD_ONLY", "a word that restricts, such as only, would go"
    GUARD_EXCEPTION = "GUARD_EXCEPTION", "an exception would go"
    GUARD_CONDITION = "GUARD_CONDITION", "a condition would go"
    GUARD_STATUS = "GUARD_STATUS", "a status such as preview would go"
    GUARD_ATTRIBUTION = "GUARD_ATTRIBUTION", "who says so would go"
    GUARD_HEDGE = "GUARD_HEDGE", "a hedge would go"
    GUARD_COMPARATOR = "GUARD_COMPARATOR", "a bound such as up to would go"
    GUARD_TEMPORAL = "GUARD_TEMPORAL", "a limit in time would go"
    GUARD_PRIVATIVE = "GUARD_PRIVATIVE", "a word that takes its noun back, such as former or potential, would go"
    GUARD_DEGREE = "GUARD_DEGREE", "a word of small degree, such as moderate, would go"
    GUARD_ORDINAL = "GUARD_ORDINAL", "an ordinal or superlative would go"
    GUARD_QUANTIFIER = "GUARD_QUANTIFIER", "a quantifier would go"
    # policy
    O2_NOT_RATIFIED = "O2_NOT_RATIFIED", "a subtraction is possible, but no policy is ratified for its scope"
    # evidence
    QUOTE_CHANGED = "QUOTE_CHANGED", "the page no longer holds the quote"
    SUPPORTS_NOW = "SUPPORTS_NOW", "the page now says what the claim says: proposed closing"
    SOURCE_ANSWERS_NOW = "SOURCE_ANSWERS_NOW", "the page was silent and now holds some of the claim's values"
    PAGE_GONE = "PAGE_GONE", "the cited page is gone"
    QUOTE_ONLY_NEAR = "QUOTE_ONLY_NEAR", "the quote stands on the page only nearly: not enough for a swap"
    EVIDENCE_STALE = "EVIDENCE_STALE", "the evidence is older than the limit"
    # the proof (byte facts)
    NEW_NOT_IN_QUOTE = "NEW_NOT_IN_QUOTE", "fact 1: the new value is not verbatim and bounded in the quote"
    LINE_DIFFERS_OUTSIDE = "LINE_DIFFERS_OUTSIDE", "fact 2: the line differs outside the span"
    NOT_ONE_LINE = "NOT_ONE_LINE", "fact 3: not exactly one line of the file changed"
    OLD_NOT_AT_SPAN = "OLD_NOT_AT_SPAN", "fact 2: the old value does not stand at its span"
    BAD_VALUE = "BAD_VALUE", "fact 4: a value is empty, unchanged, or holds a character that may not be written"
    OLD_NOT_ONCE = "OLD_NOT_ONCE", "fact 4: the old value does not stand exactly once in the claim"
    CLAIM_NOT_ONCE = "CLAIM_NOT_ONCE", "fact 4: the claim does not stand exactly once on the line"
    NOT_PROSE = "NOT_PROSE", "fact 5: the span is in code, front matter, a link target, a comment or markup"
    HEADING = "HEADING", "fact 5: the span is in a heading, whose anchor would change"
    OUTLINE_CHANGED = "OUTLINE_CHANGED", "fact 5: the structure of the page would change"
    # the proof of a subtraction (byte facts)
    OUTSIDE_CLAIM = "OUTSIDE_CLAIM", "an edit lies outside the claim"
    TOO_MANY_SPANS = "TOO_MANY_SPANS", "nothing, or more than three spans, would be deleted"
    REPAIR_NOT_LISTED = "REPAIR_NOT_LISTED", "a change is neither a deletion, nor a listed repair, nor a ratified pair"
    CUTS_WORD = "CUTS_WORD", "a deletion would cut or join words"
    NOTHING_LEFT = "NOTHING_LEFT", "nothing of the claim would be left"
    NOT_WHOLE_UNIT = "NOT_WHOLE_UNIT", "the line holds more than the claim, so it may not go as a whole"

    @property
    def says_no_swap(self) -> bool:
        """It says why nothing was nominated for O1: no reason against a subtraction, which is then looked for."""
        return self in {
            AbortCode.VERDICT_SILENT, AbortCode.NO_QUOTE, AbortCode.NO_VALUE, AbortCode.NAME_VALUE,
            AbortCode.ALL_VALUES_IN_QUOTE, AbortCode.OLD_TWICE, AbortCode.MULTI_UNSUPPORTED, AbortCode.NO_SAME_TYPE,
        }  # fmt: skip


class RefusalCode(Coded):
    """Why a decision does not reach the corpus. `freeze` leaves the item out; apply refuses the whole manifest."""

    # the confirmation, checked by freeze and again by apply
    NOT_CONFIRMED = "NOT_CONFIRMED", "no decision log holds the event that the confirmation names"
    NOT_IN_FORCE = "NOT_IN_FORCE", "the event was undone, withdrawn, reopened or replaced, or reviewers differ"
    REVERTED = "REVERTED", "the batch that rested on the answer was put back: decide the item again"
    CONFIRMATION_DIFFERS = "CONFIRMATION_DIFFERS", "name, time or scope of the confirmation are not the event's"
    OTHER_BYTES = "OTHER_BYTES", "the event approves other bytes"
    OTHER_DISPOSITION = "OTHER_DISPOSITION", "the event rules otherwise, or as the verdict does not allow"
    CLASS_ON_O3 = "CLASS_ON_O3", "an O3 item is confirmed one by one"
    POLICY_NOT_RATIFIED = "POLICY_NOT_RATIFIED", "no ratified policy covers the subtraction"
    POLICY_CHANGED = "POLICY_CHANGED", "the policy was another one when the item was approved"
    NO_EVIDENCE = "NO_EVIDENCE", "no usable evidence is on record for the item"
    EVIDENCE_CHANGED = "EVIDENCE_CHANGED", "the evidence was another one when the item was approved"
    EVIDENCE_STALE = "EVIDENCE_STALE", "the evidence is older than the limit"
    # the freeze
    NO_FLAG = "NO_FLAG", "the ledger does not have the flag"
    PROBE = "PROBE", "the item is a probe of the review and stays out of the corpus"
    HELD = "HELD", "an unfinished batch holds the file"
    OPERATOR_GATED = "OPERATOR_GATED", "the claim is about a price and no operator released it"
    FILE_NOT_FOUND = "FILE_NOT_FOUND", "the corpus does not have the file"
    PROPOSAL_CHANGED = "PROPOSAL_CHANGED", "the proposal, the claim or the quote was another one at the time"
    LINE_CHANGED = "LINE_CHANGED", "the line was another one at the time"
    NO_PROOF = "NO_PROOF", "a swap or subtraction without a proof of these lines"
    NO_TEXT = "NO_TEXT", "there is no text to write: an O3 item needs a person's line"
    NO_CHANGE = "NO_CHANGE", "the approved line is the line as it is"
    CLASH = "CLASH", "two approved edits cannot both hold"
    OTHER_LINES = "OTHER_LINES", "the file would not read back as the lines that it was put together from"


class WriteCode(Coded):
    """Why the apply script left a file or an edit out. Reasons that lie in an edit itself are `AbortCode`s."""

    STALE = "STALE", "the file is neither as it was reviewed nor as the batch would leave it: review it again"
    UNSAFE_PATH = "UNSAFE_PATH", "the path leaves the corpus or cannot be a corpus file"
    FILE_NOT_FOUND = "FILE_NOT_FOUND", "the corpus does not have this file"
    SYMLINK = "SYMLINK", "the file, or a folder on its path, is a symbolic link"
    HARD_LINK = "HARD_LINK", "the file has a second name: writing it would change, or split off, another file"
    READ_ONLY = "READ_ONLY", "the file is marked read-only"
    NOT_A_FILE = "NOT_A_FILE", "the path names a folder, pipe, socket or device"
    PATH_CHANGED = "PATH_CHANGED", "the folder of the file was replaced while the batch ran"
    CLASH = "CLASH", "two edits of the file cannot both hold"
    EDIT_DIFFERS = "EDIT_DIFFERS", "the edit's spans, texts and lines do not agree with each other or with the file"
    OTHER_LINES = "OTHER_LINES", "the file would not read back as the lines that it was put together from"
    NO_AUTHORITY = "NO_AUTHORITY", "the manifest as a whole was refused before the file was written"
    HASH_AFTER = "HASH_AFTER", "the edits do not give the bytes that were approved"
    WITH_FILE = "WITH_FILE", "left out because its file was left out whole"
    IO_ERROR = "IO_ERROR", "the operating system refused to read or write"
    NOT_REACHED = "NOT_REACHED", "the run stopped before this file: run it again to go on"


class GateCode(Coded):
    """What the gatekeeper finds wrong with a worker's output: its form, and what it refers to."""

    OUTPUT_MISSING = "output.missing", "there is no output"
    OUTPUT_MALFORMED = "output.malformed", "the output is not one JSON object of a size that is read"
    SCHEMA_VERSION = "schema.version", "the output is not of the form that is asked for"
    SCHEMA_FIELD = "schema.field", "a field is missing, unknown or of another type"
    CLAIM_UNKNOWN = "claim.unknown", "the claim is not the one that was handed out"
    CLAIM_DUPLICATE = "claim.duplicate", "the claim is answered twice: which answer is meant is unknown"
    EVIDENCE_INVOCATION_REF = "evidence.invocation_ref", "the evidence refers to an invocation that was not made"
    EVIDENCE_QUOTE = "evidence.quote", "the evidence holds no quote that could be looked for"


class DowngradeCode(Coded):
    """Why a worker's output is worth less than the verifier said."""

    UNREADABLE = "UNREADABLE", "the structured output is missing or malformed"
    FIRST_FORM = "FIRST_FORM", "the output is of the old form, which carries a final answer"
    INVOCATION = "INVOCATION", "evidence refers to an invocation that was not made"
    GATEKEEPER = "GATEKEEPER", "form or references do not hold"
    NOT_SUPPORTED = "NOT_SUPPORTED", "a claim has no check that supports it"
    VERIFIER = "VERIFIER", "the verifier said no more, or nothing that could be read"


class IntakeCode(Coded):
    """Why an artefact was not taken in: it never reaches the gatekeeper."""

    NO_UNIT = "NO_UNIT", "no unit of this name was handed out"
    OUTSIDE_SHARD = "OUTSIDE_SHARD", "it answers for a file outside of its unit's shard"
    SECOND_ANSWER = "SECOND_ANSWER", "two different answers for one unit"
    NOT_A_FILE = "NOT_A_FILE", "the artefact is no plain file that could be read"
    WORKER_NAME = (
        "WORKER_NAME",
        "the folder is no name for a worker: letters, digits, dots and dashes, 64 at most",
    )
