"""Prints what sgfmill reads: `sgfmill_dump.py raw|text FILE...`"""

import sys

from sgfmill import sgf_grammar


def show(value, mode):
    return (sgf_grammar.text_value(value) if mode == "text" else value).hex()


def dump(path, mode):
    print("file", path)
    with open(path, "rb") as file:
        games = sgf_grammar.parse_sgf_collection(file.read())
    index = 0
    for game in games:
        todo = [(game, -1)]
        while todo:
            tree, parent = todo.pop()
            for node in tree.sequence:
                print("node", parent)
                for identifier in sorted(node):
                    print(identifier, *["." + show(value, mode) for value in node[identifier]])
                parent, index = index, index + 1
            todo.extend((child, parent) for child in reversed(tree.children))


for path in sys.argv[2:]:
    dump(path, sys.argv[1])
