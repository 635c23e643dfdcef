"""Evidence over HTTP: refresh the cited pages, and say what they mean for the flags.

    refresh.py   every distinct URL once; journal, resume, index
    fetch.py     one URL: redirects, retries, conditions, outcome
    hosts.py     courtesy: slots per host, rests, `Retry-After`, the client without environment and cookies
    safety.py    what may be contacted: URLs, and the addresses behind them
    body.py      limits while a body streams and after it is unpacked
    extract.py   bytes → text of the article
    outcome.py   hub redirects and error pages that come with status 200

The rule from a page text to a flag's state is `r11/fixes/freshness.py`, the comparison `r11/text/quotes.py`.
"""

from r11.evidence.body import Limits
from r11.evidence.refresh import EvidenceStore, Refreshed, distinct_urls, refresh
from r11.evidence.safety import Reach

__all__ = ["EvidenceStore", "Limits", "Reach", "Refreshed", "distinct_urls", "refresh"]
