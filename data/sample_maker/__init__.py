"""The maker of `data/sample/`: an invented knowledge base with the published shape of a judge pass, to the count.

world.py      services that do not exist, their features, tiers and regions
families/     sentence families: what a page says, what the knowledge base says, what a careful person would do
shape.py      the published counts, and how flags are dealt to files and pages
facts.py      one family and one topic become one fact
corpus.py     facts become markdown files, with every quirk of real files
pages.py      facts become pages, as markdown or as HTML
records.py    ledger, claim manifest, judge outputs, gold
artefacts.py  what workers handed in
workspace.py  all of it as bytes under their paths
"""
