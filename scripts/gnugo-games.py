"""Small games of GNU Go against itself for statistics, one line of JSON a game: `sgf`, `size`, `seed`.

    python3 scripts/gnugo-games.py > gnugo.ndjson
    python3 scripts/gnugo-games.py --games 9=500 13=60 > more.ndjson

GNU Go 3.8 plays under Chinese rules at level 0 or 1 (the seed's parity) with `--capture-all-dead`, so that no dead stones
are left when it passes. Each player's first move is random, or the games would all be one. Two more passes are added to
the two that end a game, so that rulesets with a second phase reach its end. Sizes and seeds give the same games.
docs/findings/rulesets-in-practice.md is about them.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys

#: How many games on each size, if nothing else is asked for. The seeds are 1, 2, 3, ...
GAMES = {5: 250, 7: 120, 9: 40}
COLUMNS = "ABCDEFGHJKLMNOPQRST"
LETTERS = "abcdefghijklmnopqrs"


class GnuGo:
    def __init__(self, program, size, seed):
        words = [program, "--mode", "gtp", "--chinese-rules", "--capture-all-dead", "--never-resign",
                 "--level", str(seed % 2), "--seed", str(seed), "--boardsize", str(size), "--komi", "0"]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) not in ("\n", ""):
            lines.append(line.strip())
        if not lines or not lines[0].startswith("="):
            raise RuntimeError(f"{command}: {lines}")
        return lines[0][1:].strip()

    def close(self):
        self.process.stdin.write("quit\n")
        self.process.communicate()


def in_sgf(name, size):
    if name.upper() == "PASS":
        return ""
    return LETTERS[COLUMNS.index(name[0].upper())] + LETTERS[size - int(name[1:])]


def game(program, size, seed):
    engine = GnuGo(program, size, seed)
    points = [f"{COLUMNS[x]}{y + 1}" for x in range(size) for y in range(size)]
    first = random.Random(f"gnugo {size} {seed}").sample(points, 2)
    moves = []
    for colour, name in zip(("black", "white"), first):
        engine.ask(f"play {colour} {name}")
        moves.append(in_sgf(name, size))
    while moves[-2:] != ["", ""] and len(moves) < 4 * size * size:
        name = engine.ask(f"genmove {('black', 'white')[len(moves) % 2]}")
        moves.append(in_sgf(name, size))
    engine.close()
    nodes = "".join(f";{'BW'[n % 2]}[{move}]" for n, move in enumerate([*moves, "", ""]))
    return f"(;GM[1]FF[4]SZ[{size}]KM[0]{nodes})"


def size_and_count(text):
    size, count = text.split("=")
    return int(size), int(count)


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--share", type=float, default=1.0, help="only this part of the games")
    words.add_argument("--games", nargs="+", type=size_and_count, default=list(GAMES.items()), metavar="SIZE=COUNT",
                       help="how many games on which sizes")
    args = words.parse_args()
    program = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
    if not program:
        sys.exit("gnugo is missing: scripts/install-test-tools.sh gnugo installs it")
    for size, count in args.games:
        for seed in range(1, int(count * args.share) + 1):
            print(json.dumps({"sgf": game(program, size, seed), "size": size, "seed": seed}), flush=True)


if __name__ == "__main__":
    main()
