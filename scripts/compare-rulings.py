"""Tables, in Markdown, of how rulesets differ by corpus and board: from the rows of `shinpan batch` as JSON by lines.

    python3 scripts/compare-rulings.py rulings.ndjson

Rulesets are compared in the order of the rows. `winner`: somebody else wins, or it is a draw or no result under one
of them. `margin`: the same winner by another margin. `legality`: a move is refused under one and not, or later, under the
other. `open`: there is a result under one only.
"""

import itertools
import json
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path


def lead(row):
    if row["score_black"] is None:
        return None
    return Fraction(row["score_black"]) - Fraction(row["score_white"])


def state(row):
    """What became of the record under a ruleset."""
    if row["status"] == "error":
        return "error"
    if row["outcome"] == "win":
        return row["winner"]
    if row["outcome"]:
        return row["outcome"]
    if row["status"] == "refused":
        return "illegal"
    return "unproven" if row["phase"] == "analysis" else "unfinished"


def difference(one, other):
    """How two rulings on a record differ, `same`, or `None` if one is an error."""
    if "error" in (one["status"], other["status"]):
        return None
    if one["refused_move"] != other["refused_move"]:
        return "legality"
    if (one["outcome"] is None) != (other["outcome"] is None):
        return "open"
    if (one["outcome"], one["winner"]) != (other["outcome"], other["winner"]):
        return "winner"
    return "same" if lead(one) == lead(other) else "margin"


def share(count, all_of_them):
    return f"{100 * count / all_of_them:.1f}" if count else "·"


def main():
    games = defaultdict(list)
    with open(sys.argv[1], encoding="utf-8") as rows:
        for line in rows:
            row = json.loads(line)
            games[row["source"], row["member"], row["game"]].append(row)
    rules = [row["rules"] for row in next(iter(games.values()))]
    groups = defaultdict(list)
    for (source, _, _), rows in games.items():
        groups[Path(source).stem, rows[0]["board"]].append(rows)
    states = ["black", "white", "draw", "no-result", "illegal", "unproven", "unfinished"]
    print("Results, in per cent of the games.\n")
    print("| corpus | board | games | ruleset | " + " | ".join(states) + " |")
    print("| --- " * (4 + len(states)) + "|")
    for (corpus, board), group in groups.items():
        for place, name in enumerate(rules):
            counts = Counter(state(rows[place]) for rows in group)
            cells = [share(counts[kind], len(group)) for kind in states]
            print(f"| {corpus} | {board} | {len(group)} | {name} | " + " | ".join(cells) + " |")
    kinds = ["winner", "margin", "legality", "open"]
    print("\nDifferences, in per cent of the games.\n")
    print("| two rulesets | corpus | board | " + " | ".join(kinds) + " |")
    print("| --- " * (3 + len(kinds)) + "|")
    for one, other in itertools.combinations(range(len(rules)), 2):
        for (corpus, board), group in groups.items():
            counts = Counter(difference(rows[one], rows[other]) for rows in group)
            cells = [share(counts[kind], len(group)) for kind in kinds]
            print(f"| {rules[one]}, {rules[other]} | {corpus} | {board} | " + " | ".join(cells) + " |")
    print("\nAll games: repetitions and cycles.\n")
    print("| corpus | board | games with a repetition | ended by a cycle (" + ", ".join(rules) + ") |")
    print("| --- | --- | --- | --- |")
    for (corpus, board), group in groups.items():
        most = sum(any((row["repetitions"] or 0) > 0 for row in rows) for rows in group)
        cycles = [sum(rows[place]["ground"] == "long-cycle" for rows in group) for place in range(len(rules))]
        told = ", ".join(share(count, len(group)) for count in cycles)
        print(f"| {corpus} | {board} | {share(most, len(group))} | {told} |")


if __name__ == "__main__":
    main()
