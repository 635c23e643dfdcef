"""Rows about what a value is said of: a part of the claim's subject, another case, another word across the languages.

`REFUSED`: code, why, claim, quote. `REPAIRED`: why, claim, quote, the claim after the swap; each resembles a refusal.
"""

from __future__ import annotations

from r11.vocabulary import AbortCode as C

REFUSED = (
    # the sentence of the value speaks of something else than the one before it
    (
        C.COVERAGE,
        "the words stand in the sentence before",
        "Idle relays of the lab can be torn down after 70 days.",
        "A relay of the lab that is idle may be torn down. Leased antennas lapse after 45 days.",
    ),
    (
        C.COVERAGE,
        "ordene står i setningen foran",
        "Huben sender logger til brukere etter 70 dager.",
        "The hub sends logs to users. This is 45 days.",
    ),
    # the quote opens with a case of its own
    (C.NARROWER, "another product", "Relays print 50 labels.", "In Contoso Depot, relays print 90 labels."),
    (C.NARROWER, "one kind only", "Relays print 50 labels.", "For rented relays, relays print 90 labels."),
    (C.NARROWER, "one plan", "Relays print 50 labels.", "On the silver plan, relays print 90 labels."),
    (C.NARROWER, "et annet produkt", "Brukere kan opprette 50 grupper.", "In Depot, users can create 90 groups."),
    # the quote's subject is a part of the claim's
    (C.NARROWER, "a word before it", "Each relay stores 50 frames.", "Each rented relay stores 90 frames."),
    (C.NARROWER, "at the beginning", "Relays store 50 frames.", "Rented relays store 90 frames."),
    (C.NARROWER, "a tier's name", "Each relay stores 50 frames.", "Each Premium relay stores 90 frames."),
    (C.NARROWER, "a clause", "A relay stores 50 frames.", "A relay that runs on coal stores 90 frames."),
    (C.NARROWER, "a short clause", "A relay stores 50 frames.", "A relay that's rented stores 90 frames."),
    (C.NARROWER, "a participle", "Frames fade after 5 days.", "Frames painted before noon fade after 8 days."),
    (C.NARROWER, "a kind", "Frames fade after 5 days.", "Frames of the glossy kind fade after 8 days."),
    (C.NARROWER, "within a place", "Frames fade after 5 days.", "Frames in cold halls fade after 8 days."),
    (C.NARROWER, "a longer noun", "Relays can hold 50 frames.", "Relay racks can hold 90 frames."),
    # a case behind the value
    (C.NARROWER, "in parentheses", "The relay stores 50 frames.", "The relay stores 90 frames (silver model)."),
    (C.NARROWER, "on one system", "The relay waits 50 seconds.", "The relay waits 90 seconds on Fabrikam."),
    (C.NARROWER, "to some", "The wall shows 50 frames.", "The wall shows 90 frames to curators."),
    (C.NARROWER, "provided that", "Frames stay 5 days.", "Frames stay 8 days, provided that the hall is cold."),
    (C.NARROWER, "until then", "The lab has 5 relays.", "The lab has 8 relays until you rent an antenna."),
    (C.NARROWER, "og bare da", "Huben har 50 enheter.", "Huben har 90 enheter (sølvmodellen)."),
    # the past
    (C.HISTORICAL, "the claim's past", "Previously, relays stored 50 frames.", "Relays stored 90 frames."),
    (C.HISTORICAL, "påstandens fortid", "Tidligere hadde huben 50 enheter.", "Huben hadde 90 enheter."),
    # words in each other's place
    (C.OPPOSITES, "denied", "Frames fade after 5 days if unused.", "Frames fade after 8 days if used."),
    (
        C.CONTRASTED_WORD,
        "the claim's word in another clause",
        "Rented relays wait 50 seconds.",
        "Owned relays wait 90 seconds; rented relays are not on this page.",
    ),
    (
        C.CONTRASTED_WORD,
        "you and another",
        "The wall lets you out after 50 days.",
        "The wall lets guests out after 90 days.",
    ),
    (C.HEAD_MISMATCH, "counts two things", "A rack can hold 9 relays.", "A rack can hold 4 antennas and many relays."),
    (C.LABEL_CONFLICT, "a version of what", "Install version 1.2 of the relay.", "Install version 2.4 of the antenna."),
    # Norwegian against English
    (C.CONTRASTED_WORD, "et ord foran", "I gul kapasitet er grensen 5 GB.", "In green capacity the limit is 8 GB."),
    (C.CONTRASTED_WORD, "ord etter", "Maks tegn i vers: 60", "Maximum characters in chorus: 90"),
    (C.CONTRASTED_WORD, "en annen ting", "En agent kan ha 20 noder.", "A user can have 50 nodes."),
    (C.CONTRASTED_WORD, "samme ord på begge språk", "Et team kan ha 20 eiere.", "A group can have 50 owners."),
    (
        C.CONTRASTED_WORD,
        "en annen handling",
        "Miljøet fryses etter 90 dager.",
        "The environment is deleted after 30 days.",
    ),
    (C.CONTRASTED_WORD, "en del av ordet", "Lesetilgang varer i 8 timer.", "Emergency access lasts 4 hours."),
    (C.CONTRASTED_WORD, "en smalere ting", "Støtten varer i 8 dager.", "Prolonged support lasts 4 days."),
    (C.SUBJECT_ABSENT, "ingenting felles", "Veggen lagres i 7 dager.", "Carpets are stored for 30 days."),
    (C.SUBJECT_ABSENT, "bare tegnene felles", "Veggen kan ha 70 tegn.", "The carpet can have 30 characters."),
    (C.OPPOSITES, "skrive og lese", "Modellen skriver 400 tegn.", "The model reads 900 characters."),
)

REPAIRED = (
    (
        "the sentence before names the subject, the value's own the rest",
        "Idle relays of the lab are torn down after 70 days.",
        "Idle relays of the lab are watched. They are torn down after 45 days.",
        "Idle relays of the lab are torn down after 45 days.",
    ),
    (
        "a case that both name",
        "On the silver plan, relays print 50 labels.",
        "On the silver plan, relays print 90 labels.",
        "On the silver plan, relays print 90 labels.",
    ),
    (
        "an opening that narrows nothing",
        "Relays print 50 labels.",
        "In addition, relays print 90 labels.",
        "Relays print 90 labels.",
    ),
    (
        "a name that only says whose",
        "Each relay stores 50 frames.",
        "Each Fabrikam relay stores 90 frames.",
        "Each relay stores 90 frames.",
    ),
    (
        "an adverb behind a participle",
        "Frames are painted every 24 hours.",
        "Frames are painted automatically every 12 hours.",
        "Frames are painted every 12 hours.",
    ),
    (
        "what is measured",
        "The relay waits 50 minutes.",
        "The relay waits 90 minutes of inactivity.",
        "The relay waits 90 minutes.",
    ),
    (
        "a size in size",
        "A painted frame of glass can be 50 GB.",
        "A painted frame of glass can be 90 GB in size.",
        "A painted frame of glass can be 90 GB.",
    ),
    (
        "both speak of the past",
        "Previously, relays stored 50 frames.",
        "Previously, relays stored 90 frames.",
        "Previously, relays stored 90 frames.",
    ),
    (
        "to språk, samme ord",
        "Manuelle kopier beholdes i 50 dager.",
        "Manual copies are kept for 90 days.",
        "Manuelle kopier beholdes i 90 dager.",
    ),
    (
        "to språk, samme handling",
        "Slettede miljøer utløper etter 50 dager.",
        "Deleted environments expire after 90 days.",
        "Slettede miljøer utløper etter 90 dager.",
    ),
    (
        "to språk, en annen måte å si det på",
        "Dataene lagres i 50 dager.",
        "Data is retained for 90 days.",
        "Dataene lagres i 90 dager.",
    ),
)
