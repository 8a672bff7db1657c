#!/usr/bin/env python3
"""Checks certificates of Hex positions: python3 check.py FILE...

Written from the page src/certificate/manual.md alone. A set of cells and edges is a number with a bit
for each, and nodes are read one by one, so that millions fit in memory. Nothing but Python 3.8 is
needed.
"""

import gzip
import json
import re
import sys
import zlib


class Wrong(Exception):
    """Why a file proves nothing."""


def need(condition, why):
    if not condition:
        raise Wrong(why)


def fields(value, required, optional=()):
    """The values of an object that has these fields and no others."""
    need(type(value) is dict, "not an object")
    need(set(required) <= set(value) <= set(required) | set(optional), "fields: " + " ".join(value))
    return [value[name] for name in required] + [value.get(name, []) for name in optional]


def number(value):
    need(type(value) is int, "not a number")
    return value


def texts(value):
    need(type(value) is list and all(type(text) is str for text in value), "not a list of names")
    return value


def colour(text):
    need(type(text) is str, "not a colour")
    names = {"black": "black", "b": "black", "white": "white", "w": "white"}
    need(text.isascii() and text.lower() in names, "not a colour")
    return names[text.lower()]


class Board:
    EDGES = ("north", "south", "west", "east")
    OWN = {"black": ("north", "south"), "white": ("west", "east")}

    def __init__(self, width, height):
        need(1 <= width <= 32 and 1 <= height <= 32, "no such board")
        need(width * height <= 361, "too large a board")
        self.width, self.height, self.names = width, height, {}
        self.edges = {edge: 1 << width * height + at for at, edge in enumerate(self.EDGES)}

    def bit(self, column, row):
        return 1 << row * self.width + column

    def cell(self, name):
        need(type(name) is str, "not a cell")
        if name not in self.names:
            need(re.fullmatch("[aA]?[a-zA-Z][1-9][0-9]{0,5}", name), "not a cell")
            letters = name.rstrip("0123456789").lower()
            column = 26 * (len(letters) - 1) + ord(letters[-1]) - ord("a")
            row = int(name[len(letters):]) - 1
            need(self.has(column, row), "off the board: " + name)
            self.names[name] = self.bit(column, row)
        return self.names[name]

    def has(self, column, row):
        return 0 <= column < self.width and 0 <= row < self.height

    def cells(self, names):
        found = 0
        for name in texts(names):
            found |= self.cell(name)
        return found

    def end(self, name):
        need(type(name) is str and name.isascii(), "not an end")
        return self.edges.get(name.lower()) or self.cell(name)

    def own(self, winner):
        """The edges of the winner."""
        one, other = self.OWN[winner]
        return self.edges[one] | self.edges[other]

    def beside(self, column, row):
        """The edges that a cell touches."""
        touched = {
            "north": row == 0,
            "south": row == self.height - 1,
            "west": column == 0,
            "east": column == self.width - 1,
        }
        return sum(self.edges[edge] for edge in self.EDGES if touched[edge])

    def neighbours(self, winner):
        """For each cell and edge of the winner, the cells and edges of the winner that it touches."""
        own, found = self.own(winner), {bit: 0 for bit in self.edges.values()}
        for c in range(self.width):
            for r in range(self.height):
                cell, edges = self.bit(c, r), self.beside(c, r) & own
                six = [(c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1), (c + 1, r - 1), (c - 1, r + 1)]
                found[cell] = edges + sum(self.bit(*near) for near in six if self.has(*near))
                for edge in bits(edges):
                    found[edge] |= cell
        return found


def bits(places):
    while places:
        last = places & -places
        yield last
        places ^= last


class Claim:
    def __init__(self, ends, full, u, c):
        self.ends, self.full, self.u, self.c = ends, full, u, c


class Position:
    """What is said to be proved: of the fields black, white, to_move and winner."""

    def __init__(self, board, black, white, to_move, winner):
        self.board = board
        self.stones = {"black": board.cells(black), "white": board.cells(white)}
        both = self.stones["black"] | self.stones["white"]
        need(bin(both).count("1") == len(black) + len(white), "a cell has two stones")
        self.to_move, self.winner = colour(to_move), colour(winner)
        self.text = "%s wins %dx%d black %s white %s, %s to move" % (
            self.winner, board.width, board.height, " ".join(black) or "-",
            " ".join(white) or "-", self.to_move)

    def check(self, claim):
        loser = "white" if self.winner == "black" else "black"
        need(claim.ends == self.board.own(self.winner), "the edges are not joined")
        need(not claim.u & ~self.stones[self.winner], "stones are missing")
        need(not claim.c & self.stones[loser], "the loser has cells that are needed")
        need(claim.full or self.to_move == self.winner, "the winner would have to be on the move")


class Text:
    """JSON, read from front to back."""

    SPACE = re.compile("[ \t\n\r]*")

    def __init__(self, text, at=0):
        self.text, self.at = text, at

    def skip_space(self):
        self.at = self.SPACE.match(self.text, self.at).end()

    def has(self, sign):
        """Whether this sign follows, which is then read."""
        self.skip_space()
        found = self.text.startswith(sign, self.at)
        self.at += len(sign) if found else 0
        return found

    def take(self, sign):
        need(self.has(sign), "no JSON: no %s at %d" % (sign, self.at))

    def value(self):
        self.skip_space()
        try:
            value, self.at = STRICT.raw_decode(self.text, self.at)
        except (ValueError, RecursionError) as why:
            raise Wrong("no JSON: %s" % why) from why
        return value

    def items(self):
        """The values of a list, one by one."""
        self.take("[")
        if self.has("]"):
            return
        while True:
            yield self.value()
            if self.has("]"):
                return
            self.take(",")

    def whole(self):
        """The fields of the one object. Of a list of nodes, only where it begins."""
        found = {}
        self.take("{")
        while not self.has("}"):
            if found:
                self.take(",")
            name = self.value()
            need(type(name) is str and name not in found, "a field twice")
            self.take(":")
            if name.endswith("nodes"):
                found[name] = Text(self.text, self.at)
                for _ in self.items():
                    pass
            else:
                found[name] = self.value()
        self.skip_space()
        need(self.at == len(self.text), "no JSON: more at %d" % self.at)
        return found


def check(text):
    """What the bytes of a file prove. Raises Wrong if that is nothing."""
    try:
        whole = Text(text.decode("utf-8")).whole()
    except UnicodeDecodeError as why:
        raise Wrong("no text: %s" % why) from why
    if whole.get("format") == "mustplay-certificate/3":
        return check_joint(whole)
    names = ["format", "width", "height", "black", "white", "to_move", "winner", "nodes"]
    kind, width, height, black, white, to_move, winner, nodes = fields(whole, names)
    need(type(kind) is str, "not a format")
    need(kind in ("mustplay-certificate/1", "mustplay-certificate/2"), "another format")
    board = Board(number(width), number(height))
    position = Position(board, black, white, to_move, winner)
    claims = Claims(board, position.winner, kind.endswith("2"), nodes)
    need(claims.ends, "no nodes")
    position.check(claims[len(claims.ends) - 1])
    return [position]


def check_joint(whole):
    names = ["format", "width", "height", "positions", "black_nodes", "white_nodes"]
    _, width, height, positions, black_nodes, white_nodes = fields(whole, names)
    board, found = Board(number(width), number(height)), []
    claims = {
        "black": Claims(board, "black", True, black_nodes),
        "white": Claims(board, "white", True, white_nodes),
    }
    need(type(positions) is list and positions, "no positions")
    for value in positions:
        *said, node = fields(value, ["black", "white", "to_move", "winner", "node"])
        position = Position(board, *said)
        position.check(claims[position.winner][node])
        found.append(position)
    return found


class Claims:
    """The claims of some nodes, each of which follows from those before it."""

    def __init__(self, board, winner, captures, nodes):
        self.board, self.own, self.around = board, board.own(winner), board.neighbours(winner)
        self.rules = {"path": self.path, "and": self.row, "move": self.move, "or": self.side_by_side}
        if captures:
            self.rules["capture"] = self.capture
        # Equal sets are one number in memory.
        self.ends, self.full, self.u, self.c, self.sets = [], bytearray(), [], [], {}
        for place, node in enumerate(nodes.items()):
            try:
                claim = self.claim(node)
            except Wrong as why:
                raise Wrong("node %d: %s" % (place, why)) from why
            self.ends.append(self.sets.setdefault(claim.ends, claim.ends))
            self.full.append(claim.full)
            self.u.append(self.sets.setdefault(claim.u, claim.u))
            self.c.append(claim.c)

    def claim(self, node):
        need(type(node) is dict and len(node) == 1, "not one kind")
        (kind, value), = node.items()
        need(kind in self.rules, "no such kind")
        return self.rules[kind](value)

    def __getitem__(self, place):
        need(0 <= number(place) < len(self.ends), "not an earlier node")
        return Claim(self.ends[place], self.full[place], self.u[place], self.c[place])

    def reached(self, start, allowed):
        """What is reached from a cell or edge by steps inside these cells and edges."""
        found = fresh = start
        while fresh:
            fresh = self.touched(fresh) & allowed & ~found
            found |= fresh
        return found

    def touched(self, places):
        found = 0
        for place in bits(places):
            found |= self.around[place]
        return found

    def path(self, value):
        x, y, cells = fields(value, ["x", "y", "cells"])
        x, y, cells = self.board.end(x), self.board.end(y), self.board.cells(cells)
        need(x != y, "the ends are the same")
        need(not (x | y) & ~(cells | self.own), "an end is not the winner's")
        found = self.reached(x, cells)
        need((found | self.touched(found & cells)) & y, "not joined")
        return Claim(x | y, True, cells, 0)

    def row(self, value):
        a, b = (self[place] for place in fields(value, ["a", "b"]))
        need(a.full and b.full, "not fulls")
        need(a.ends != b.ends and a.ends & b.ends, "not one shared end")
        u = a.u | b.u
        need(not a.c & b.c & ~u, "both need a cell")
        return Claim(a.ends ^ b.ends, True, u, (a.c | b.c) & ~u)

    def move(self, value):
        cell, child = fields(value, ["cell", "child"])
        cell, child = self.board.cell(cell), self[child]
        need(child.full, "not a full")
        return Claim(child.ends, False, child.u & ~cell, child.c | cell)

    def side_by_side(self, value):
        children, stones = fields(value, ["children"], ["stones"])
        need(type(children) is list and children, "no children")
        u, needed, by_all, ends = self.board.cells(stones), 0, -1, self[children[0]].ends
        for child in (self[place] for place in children):
            need(child.ends == ends, "other ends")
            u, needed, by_all = u | child.u, needed | child.c, by_all & child.c
        need(not by_all & ~u, "all need a cell")
        return Claim(ends, True, u, needed & ~u)

    def capture(self, value):
        cells, child, stones = fields(value, ["cells", "child"], ["stones"])
        need(len(texts(cells)) == 2, "not two cells")
        x, y = (self.board.cell(name) for name in cells)
        child, stones = self[child], self.board.cells(stones)
        need(x != y and not (x | y) & (child.ends | stones), "no pair")
        u = child.u & ~(x | y) | stones
        for p, q in ((x, y), (y, x)):
            self.need_useless(p, u | q, (u | q | child.c) & ~p)
        return Claim(child.ends, child.full, u, child.c & ~u | x | y)

    def need_useless(self, p, stones, needed):
        near = self.around[p] & (needed | self.own)
        for place in bits(near):
            joined = self.reached(place, stones | self.own)
            need(not near & ~(joined | self.touched(joined)), "a cell of the pair is of use")


def pairs(items):
    need(len(dict(items)) == len(items), "a field twice")
    return dict(items)


def digits(text):
    need(len(text) < 20 and text.isdigit(), "not digits alone")
    return int(text)


def no_number(text):
    raise Wrong("not digits alone: " + text)


STRICT = json.JSONDecoder(object_pairs_hook=pairs, parse_int=digits, parse_float=no_number,
                          parse_constant=no_number)


def why_not(text):
    """Why the bytes of a file prove nothing, or None if they do."""
    try:
        check(text)
    except Wrong as why:
        return str(why)
    return None


def contents(name):
    try:
        with open(name, "rb") as file:
            text = file.read()
        return gzip.decompress(text) if text.startswith(b"\x1f\x8b") else text
    except (OSError, EOFError, zlib.error) as why:
        raise Wrong("it cannot be read: %s" % why) from why


def main(files):
    faults = 0
    for name in files:
        try:
            for position in check(contents(name)):
                print("%s: proved: %s" % (name, position.text))
        except Wrong as why:
            faults += 1
            print("%s: NOT proved: %s" % (name, why))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
