#!/usr/bin/env python3
"""Lets gnugo play itself and writes the games to corpus/selfplay.

    scripts/selfplay.py                      all games that are not there yet
    scripts/selfplay.py --size 9 --count 20  only the first 20 games on 9x9

The game with number N on a board is decided by N alone: levels and seed follow from it, and gnugo plays
the same game again for the same version, levels and seed. Games with an odd number are `filled`, the
others `unfilled`:

filled    Both players play what gnugo answers to `genmove` until both pass. Under Japanese rules gnugo fills
          dame and makes protective moves before it passes. If `final_status_list dame` still names points, the
          passes are taken back and the player to move takes the first of them where a stone is legal, leaves
          its chain two liberties or more, and does not border a chain that gnugo calls seki; then play
          goes on, until no such point is left. Dead stones stay on the board.
unfilled  A player passes as soon as gnugo values its own move below half a point or only fills a liberty.
          Dame stay open, and protective moves that only dame would make necessary are not made.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

GNUGO = "/usr/games/gnugo"
CORPUS = pathlib.Path(__file__).resolve().parent.parent / "corpus" / "selfplay"
COUNTS = {9: 20, 13: 20, 19: 100}
KOMI = "6.5"
WORTH_PLAYING = 0.5
COLUMNS = "ABCDEFGHJKLMNOPQRST"
HEADER = ["file", "size", "level_black", "level_white", "seed", "dame", "moves", "score", "dead", "seki", "open_dame"]


class Engine:
    """gnugo, spoken to over GTP. With `trace` it tells the value of its moves."""

    def __init__(self, size, seed):
        self.trace = tempfile.TemporaryFile("w+", errors="replace")
        self.process = subprocess.Popen(
            [GNUGO, "--mode", "gtp", "--quiet", "-t", "--never-resign", "--japanese-rules",
             "--komi", KOMI, "--boardsize", str(size), "--seed", str(seed)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.trace, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()).strip():
            lines.append(line.rstrip())
        if not lines or not lines[0].startswith("="):
            raise RuntimeError(f"gnugo answered {lines!r} to `{command}`")
        lines[0] = lines[0][1:].strip()
        return "\n".join(lines).strip()

    def points(self, command):
        return self.ask(command).split()

    def genmove(self, player, level):
        """The move, and its value as gnugo sees it (0 for a pass or a mere liberty)."""
        self.trace.seek(0)
        self.trace.truncate()
        self.ask(f"level {level}")
        move = self.ask(f"genmove {player}")
        self.trace.seek(0)
        told = self.trace.read()
        values = re.findall(r"genmove\(\) recommends \S+ with value (-?[\d.]+)", told)
        filling = re.search(r"^\s*Filling a liberty", told, re.MULTILINE | re.IGNORECASE)
        value = 0.0 if move == "PASS" or filling or not values else float(values[-1])
        return move, value

    def close(self):
        self.ask("quit")
        self.process.wait()
        self.trace.close()


def levels(size, number):
    """Of Black and White: all levels on 9x9; on larger boards, where they take minutes, in one game of ten."""
    if size == 9 or number % 20 in (7, 14):
        return 1 + (number * 3 + number // 10) % 10, 1 + (number * 7 + number // 10) % 10
    return (1, 2, 1, 3, 1)[number % 5], (1, 2, 1, 3, 1)[number // 5 % 5]


class Game:
    def __init__(self, size, number):
        self.size, self.number = size, number
        self.levels = levels(size, number)
        self.seed = size * 1000 + number
        self.filled = number % 2 == 1
        self.moves = []
        self.engine = Engine(size, self.seed)

    @property
    def name(self):
        return f"{self.size}x{self.size}-{self.number:03}.sgf"

    def player(self):
        return ("black", "white")[len(self.moves) % 2]

    def play_on(self):
        """Until two passes in a row."""
        while self.moves[-2:] != ["PASS", "PASS"]:
            player = self.player()
            move, value = self.engine.genmove(player, self.levels[len(self.moves) % 2])
            if not self.filled and move != "PASS" and value < WORTH_PLAYING:
                self.engine.ask("undo")
                self.engine.ask(f"play {player} pass")
                move = "PASS"
            self.moves.append(move)
            if len(self.moves) > 4 * self.size * self.size:
                raise RuntimeError(f"{self.name} does not end")

    def neighbours(self, point):
        column, row = COLUMNS.index(point[0]), int(point[1:])
        for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if 0 <= x < self.size and 1 <= y <= self.size:
                yield f"{COLUMNS[x]}{y}"

    def fill_one(self):
        """Takes one open dame for the player to move, if there is one."""
        seki = set(self.engine.points("final_status_list seki"))
        player = self.player()
        for point in sorted(self.engine.points("final_status_list dame")):
            if seki.intersection(self.neighbours(point)) or self.engine.ask(f"is_legal {player} {point}") != "1":
                continue
            self.engine.ask(f"play {player} {point}")
            if int(self.engine.ask(f"countlib {point}")) >= 2:
                self.moves.append(point)
                return True
            self.engine.ask("undo")
        return False

    def play(self):
        self.play_on()
        while self.filled:
            self.engine.ask("undo")
            self.engine.ask("undo")
            passes = [self.moves.pop(), self.moves.pop()]
            if not self.fill_one():
                for _ in passes:
                    self.engine.ask(f"play {self.player()} pass")
                    self.moves.append("PASS")
                break
            self.play_on()
        self.score = self.engine.ask("final_score")
        self.lists = [self.engine.points(f"final_status_list {status}") for status in ("dead", "seki", "dame")]
        self.engine.close()

    def sgf(self):
        version = subprocess.run([GNUGO, "--version"], capture_output=True, text=True).stdout.split()[2]
        dame = "filled" if self.filled else "unfilled"
        head = (f"(;FF[4]GM[1]CA[UTF-8]AP[Shinpan selfplay.py:1]SZ[{self.size}]RU[Japanese]KM[{KOMI}]\n"
                f"PB[GNU Go {version} level {self.levels[0]}]PW[GNU Go {version} level {self.levels[1]}]RE[{self.score}]\n"
                f"GN[{self.name}]GC[GNU Go {version} plays itself: levels {self.levels[0]} and {self.levels[1]}, "
                f"seed {self.seed}, dame {dame}]\n")
        nodes = [f";{'BW'[turn % 2]}[{self.coordinates(move)}]" for turn, move in enumerate(self.moves)]
        lines = ["".join(nodes[at:at + 12]) for at in range(0, len(nodes), 12)]
        return head + "\n".join(lines) + ")\n"

    def coordinates(self, move):
        if move == "PASS":
            return ""
        return chr(97 + COLUMNS.index(move[0])) + chr(97 + self.size - int(move[1:]))

    def row(self):
        dead, seki, dame = (" ".join(points) for points in self.lists)
        return [self.name, self.size, *self.levels, self.seed, "filled" if self.filled else "unfilled",
                len(self.moves), self.score, dead, seki, dame]


def read_index(path):
    if not path.exists():
        return {}
    rows = [line.split("\t") for line in path.read_text().splitlines()[1:]]
    return {row[0]: row for row in rows}


def write_index(path, rows):
    ordered = sorted(rows.values(), key=lambda row: (int(row[1]), row[0]))
    path.write_text("\n".join("\t".join(map(str, row)) for row in [HEADER, *ordered]) + "\n")


def main():
    parser = argparse.ArgumentParser(description="Let gnugo play itself.")
    parser.add_argument("--size", type=int, choices=COUNTS, help="only boards of this size")
    parser.add_argument("--count", type=int, help="how many games of each size")
    parser.add_argument("--out", type=pathlib.Path, default=CORPUS, help="the folder to write to")
    arguments = parser.parse_args()
    if not pathlib.Path(GNUGO).exists():
        sys.exit(f"{GNUGO} is missing: scripts/install-test-tools.sh gnugo")
    arguments.out.mkdir(parents=True, exist_ok=True)
    index = arguments.out / "INDEX.tsv"
    for size, count in COUNTS.items():
        if arguments.size not in (None, size):
            continue
        for number in range(1, (arguments.count or count) + 1):
            rows = read_index(index)
            game = None
            if f"{size}x{size}-{number:03}.sgf" in rows:
                continue
            game = Game(size, number)
            game.play()
            (arguments.out / game.name).write_text(game.sgf())
            rows[game.name] = game.row()
            write_index(index, rows)
            print("\t".join(map(str, game.row()[:8])), flush=True)


if __name__ == "__main__":
    main()
