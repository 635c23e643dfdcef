"""The maker of `data/sample/`: an invented knowledge base with the published shape of a judge pass, to the count.

world.py      services that do not exist, their features, tiers and regions
prose.py      the text around the claims
families/     sentence families: what a page says, what the knowledge base says, what a careful person would do
facts.py      one family and one topic become one fact
shape.py      the published counts, and how flags are dealt to files and pages
plan.py       who holds what: files, their facts, the page that each fact cites
refresh.py    which pages have changed since the judge saw them
layout.py     lines of a file, and the quirks of its bytes
corpus.py     facts become markdown files
pages.py      facts become pages, as markdown or as HTML
records.py    ledger, claim manifest, judge outputs, gold
artefacts.py  what workers handed in
texts.py      settings, policy draft, protocol draft
workspace.py  all of it as bytes under their paths
"""
