"""A claim about a price belongs to the operator."""

from __future__ import annotations

import pytest

from r11.fixes.gates import is_price_claim

PRICES = (
    "The plan costs 5 dollars a seat.",
    "Standard is $0.40 per 1,000 calls.",
    "The plan is 12 EUR per user.",
    "USD 30 buys one unit.",
    "€ 9 per måned.",
    "The tier is priced per core.",
    "You are billed by the hour.",
    "Egress is charged above 100 GB.",
    "Reserved capacity comes at a discount of 20%.",
    "Planen koster 50 kroner i måneden.",
    "Lisensen er 120 kr per bruker.",
    "Prisen er 30 NOK per bruker.",
    "Trafikk faktureres per GB.",
    "Det er en avgift på 3 prosent.",
    "Each cost center costs 5 credits.",
    "Pris på hver plass: 30 per måned.",
    "Leverandøren setter prisen på 3 planer.",
)

NOT_PRICES = (
    "The queue holds 5,000 messages.",
    "Sessions last 30 minutes.",
    "Set `$HOME` before you start.",
    "The variable `$env:PATH` is read.",
    "Purchase orders are stored for 10 years.",
    "A room can have up to 5 cost centers.",
    "Each cost centre holds 40 rooms.",
    "Brukerne setter pris på de 3 varslene.",
    "De setter stor pris på svar innen 2 dager.",
    "Krypter disken på 3 noder.",
    "Økten varer i 30 minutter.",
    "",
)


@pytest.mark.parametrize("claim", PRICES)
def test_a_price_claim_is_seen(claim: str) -> None:
    assert is_price_claim(claim)


@pytest.mark.parametrize("claim", NOT_PRICES)
def test_other_numbers_are_no_price(claim: str) -> None:
    assert not is_price_claim(claim)
