#!/usr/bin/env python3
"""Checks certificates of Hex positions: python3 check.py FILE...

Written from the page src/certificate/manual.md alone, and simple rather than fast: cells are pairs
(column, row), sets are Python's. Nothing but Python 3.8 is needed.
"""

import json
import re
import sys


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
    OWN = {"black": ("north", "south"), "white": ("west", "east")}

    def __init__(self, width, height):
        need(1 <= width <= 32 and 1 <= height <= 32, "no such board")
        need(width * height <= 361, "too large a board")
        self.width, self.height = width, height

    def cell(self, name):
        need(type(name) is str and re.fullmatch("[aA]?[a-zA-Z][1-9][0-9]{0,5}", name), "not a cell")
        letters = name.rstrip("0123456789").lower()
        column = 26 * (len(letters) - 1) + ord(letters[-1]) - ord("a")
        cell = (column, int(name[len(letters):]) - 1)
        need(self.has(cell), "off the board: " + name)
        return cell

    def has(self, cell):
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def cells(self, names):
        return {self.cell(name) for name in texts(names)}

    def end(self, name):
        need(type(name) is str and name.isascii(), "not an end")
        if name.lower() in ("north", "south", "west", "east"):
            return name.lower()
        return self.cell(name)

    def beside(self, edge, cell):
        return {
            "north": cell[1] == 0,
            "south": cell[1] == self.height - 1,
            "west": cell[0] == 0,
            "east": cell[0] == self.width - 1,
        }[edge]

    def around(self, place, winner):
        """The cells and edges of the winner that a cell or an edge of it touches."""
        if type(place) is str:
            board = {(c, r) for c in range(self.width) for r in range(self.height)}
            return {cell for cell in board if self.beside(place, cell)}
        c, r = place
        six = {(c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1), (c + 1, r - 1), (c - 1, r + 1)}
        edges = {edge for edge in self.OWN[winner] if self.beside(edge, place)}
        return {cell for cell in six if self.has(cell)} | edges

    def reached(self, start, allowed, winner):
        """A cell or edge, and what is reached from it by steps inside these cells and edges."""
        found, left = {start}, [start]
        while left:
            for place in self.around(left.pop(), winner) & allowed - found:
                found.add(place)
                left.append(place)
        return found


class Claim:
    def __init__(self, ends, full, u, c):
        self.ends, self.full, self.u, self.c = frozenset(ends), full, frozenset(u), frozenset(c)


class Position:
    """What is said to be proved: of the fields black, white, to_move and winner."""

    def __init__(self, board, black, white, to_move, winner):
        self.stones = {"black": board.cells(black), "white": board.cells(white)}
        both = self.stones["black"] | self.stones["white"]
        need(len(both) == len(black) + len(white), "a cell has two stones")
        self.to_move, self.winner = colour(to_move), colour(winner)

    def check(self, claim):
        loser = "white" if self.winner == "black" else "black"
        need(claim.ends == set(Board.OWN[self.winner]), "the edges are not joined")
        need(claim.u <= self.stones[self.winner], "stones are missing")
        need(not claim.c & self.stones[loser], "the loser has cells that are needed")
        need(claim.full or self.to_move == self.winner, "the winner would have to be on the move")


def check(text):
    """Raises Wrong if the bytes of a file prove nothing."""
    try:
        whole = json.loads(text.decode("utf-8"), **STRICT)
    except (ValueError, RecursionError) as why:
        raise Wrong("no JSON: %s" % why) from why
    need(type(whole) is dict, "not an object")
    if whole.get("format") == "mustplay-certificate/3":
        return check_joint(whole)
    names = ["format", "width", "height", "black", "white", "to_move", "winner", "nodes"]
    kind, width, height, black, white, to_move, winner, nodes = fields(whole, names)
    need(type(kind) is str, "not a format")
    need(kind in ("mustplay-certificate/1", "mustplay-certificate/2"), "another format")
    board = Board(number(width), number(height))
    position = Position(board, black, white, to_move, winner)
    need(type(nodes) is list and nodes, "no nodes")
    position.check(Claims(board, position.winner, kind.endswith("2"), nodes).claims[-1])


def check_joint(whole):
    names = ["format", "width", "height", "positions", "black_nodes", "white_nodes"]
    _, width, height, positions, black_nodes, white_nodes = fields(whole, names)
    board, claims = Board(number(width), number(height)), {}
    for winner, nodes in (("black", black_nodes), ("white", white_nodes)):
        need(type(nodes) is list, "not a list of nodes")
        claims[winner] = Claims(board, winner, True, nodes).claims
    need(type(positions) is list and positions, "no positions")
    for value in positions:
        *said, node = fields(value, ["black", "white", "to_move", "winner", "node"])
        position = Position(board, *said)
        need(0 <= number(node) < len(claims[position.winner]), "no such node")
        position.check(claims[position.winner][node])


class Claims:
    """The claims of some nodes, each of which follows from those before it."""

    def __init__(self, board, winner, captures, nodes):
        self.board, self.winner, self.captures, self.claims = board, winner, captures, []
        for place, node in enumerate(nodes):
            try:
                self.claims.append(self.claim(node))
            except Wrong as why:
                raise Wrong("node %d: %s" % (place, why)) from why

    def claim(self, node):
        need(type(node) is dict and len(node) == 1, "not one kind")
        (kind, value), = node.items()
        rules = {"path": self.path, "and": self.row, "move": self.move, "or": self.side_by_side}
        if self.captures:
            rules["capture"] = self.capture
        need(kind in rules, "no such kind")
        return rules[kind](value)

    def earlier(self, place):
        need(0 <= number(place) < len(self.claims), "not an earlier node")
        return self.claims[place]

    def path(self, value):
        x, y, cells = fields(value, ["x", "y", "cells"])
        x, y, cells = self.board.end(x), self.board.end(y), self.board.cells(cells)
        need(x != y, "the ends are the same")
        for end in (x, y):
            need(end in cells or end in Board.OWN[self.winner], "an end is not the winner's")
        found = self.board.reached(x, cells, self.winner)
        need(y in found or self.board.around(y, self.winner) & found & cells, "not joined")
        return Claim({x, y}, True, cells, ())

    def row(self, value):
        a, b = (self.earlier(place) for place in fields(value, ["a", "b"]))
        need(a.full and b.full, "not fulls")
        need(len(a.ends & b.ends) == 1, "not one shared end")
        u = a.u | b.u
        need(not (a.c - u) & (b.c - u), "both need a cell")
        return Claim(a.ends ^ b.ends, True, u, (a.c | b.c) - u)

    def move(self, value):
        cell, child = fields(value, ["cell", "child"])
        cell, child = self.board.cell(cell), self.earlier(child)
        need(child.full, "not a full")
        return Claim(child.ends, False, child.u - {cell}, child.c | {cell})

    def side_by_side(self, value):
        children, stones = fields(value, ["children"], ["stones"])
        need(type(children) is list and children, "no children")
        children = [self.earlier(place) for place in children]
        need(len({child.ends for child in children}) == 1, "other ends")
        u = frozenset(self.board.cells(stones)).union(*(child.u for child in children))
        need(not frozenset.intersection(*(child.c - u for child in children)), "all need a cell")
        return Claim(children[0].ends, True, u, frozenset().union(*(child.c for child in children)) - u)

    def capture(self, value):
        cells, child, stones = fields(value, ["cells", "child"], ["stones"])
        need(len(texts(cells)) == 2, "not two cells")
        x, y = (self.board.cell(name) for name in cells)
        child, stones = self.earlier(child), self.board.cells(stones)
        need(x != y and not {x, y} & (child.ends | stones), "no pair")
        u = child.u - {x, y} | stones
        for p, q in ((x, y), (y, x)):
            self.need_useless(p, u | {q}, (u | {q} | child.c) - {p})
        return Claim(child.ends, child.full, u, child.c - u | {x, y})

    def need_useless(self, p, stones, needed):
        edges = set(Board.OWN[self.winner])
        near = {place for place in self.board.around(p, self.winner) if place in needed | edges}
        for place in near:
            touched = self.board.reached(place, stones | edges, self.winner)
            for joined in list(touched):
                touched |= self.board.around(joined, self.winner)
            need(near <= touched, "a cell of the pair is of use")


def pairs(items):
    need(len(dict(items)) == len(items), "a field twice")
    return dict(items)


def digits(text):
    need(len(text) < 20 and text.isdigit(), "not digits alone")
    return int(text)


def no_number(text):
    raise Wrong("not digits alone: " + text)


STRICT = {"object_pairs_hook": pairs, "parse_int": digits, "parse_float": no_number,
          "parse_constant": no_number}


def why_not(text):
    """Why the bytes of a file prove nothing, or None if they do."""
    try:
        check(text)
    except Wrong as why:
        return str(why)
    return None


def main(files):
    faults = 0
    for name in files:
        with open(name, "rb") as file:
            fault = why_not(file.read())
        faults += fault is not None
        print("%s: %s" % (name, "proved" if fault is None else "NOT proved: " + fault))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
