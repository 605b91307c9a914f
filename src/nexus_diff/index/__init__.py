"""The pipeline that makes snapshots of graphs: scan → structure → parse → link → load, with a facts cache and a pool of parsers.

indexer = Indexer(repo, config, folder, progress=…, notice=…)          # indexer.py
snapshot = indexer.snapshot(files, commit)                 # found, updated from the nearest, or built
base = indexer.side(snapshot, base_files)
head = indexer.overlay(base, base_files, head_files)       # nothing is written
"""

# Nothing is imported here: a parser process needs worker.py alone, and its start-up is on every cold run's bill.
