#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the pair of examples for comparing: make-examples.py FOLDER.

Two runs of one program, which keeps a car in its lane, before and after a change. The change
lengthens one module, shortens another, runs a third twice in some cycles, renames a fourth and adds
a fifth; whatever else differs is chance. The chance is drawn here, so that every machine makes the
same bytes.
"""
import pathlib
import sys

CYCLES = 120
PAUSE = 4000 # µs between two cycles


class Chance:
    """A linear congruential generator (Knuth's MMIX), of which the upper bits are good."""

    def __init__(self, seed):
        self.state = seed

    def below(self, number):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        return (self.state >> 33) % number

    def around(self, duration):
        """Up to 24 % off, mostly less, as the sum of three dice is."""
        spread = duration * 8 // 100 + 1
        return duration + sum(self.below(2 * spread + 1) - spread for _ in range(3))


class Recording:
    """Lines of an LMS file: begins and ends with the µs since the line before."""

    def __init__(self, seed):
        self.chance = Chance(seed)
        self.ids = {}
        self.lines = []
        self.elapsed = 0

    def get_id(self, label):
        if label not in self.ids:
            self.ids[label] = len(self.ids)
            self.lines.append(f'2,{self.ids[label]},{label}')
        return self.ids[label]

    def stamp(self, kind, label):
        number = self.get_id(label)
        self.lines.append(f'{kind},{number},{self.elapsed}')
        self.elapsed = 0

    def wait(self, duration):
        self.elapsed += self.chance.around(duration)

    def run(self, label, parts):
        """A module, with the own time before and between what it calls."""
        self.stamp(0, label)
        for part in parts:
            if isinstance(part, int):
                self.wait(part)
            else:
                self.run(*part)
        self.stamp(1, label)


def run_cycle(recording, is_new):
    twice = is_new and recording.chance.below(4) == 0
    markings = ('keeper.lane.markings', [900])
    recording.run('keeper', [
        30,
        ('keeper.camera', [120, ('keeper.camera.decode', [1040 if is_new else 1300]), 60]),
        20,
        ('keeper.lane', [80, markings, *([25, markings] if twice else []), 40,
                         ('keeper.lane.fit', [1560 if is_new else 1200]), 30]),
        15,
        ('keeper.path', [780]),
        10,
        ('keeper.steering' if is_new else 'keeper.control', [240]),
        *([('keeper.watchdog', [45])] if is_new else []),
        12,
    ])
    recording.wait(PAUSE)


def make(seed, is_new):
    recording = Recording(seed)
    for _ in range(CYCLES):
        run_cycle(recording, is_new)
    return '\n'.join(recording.lines) + '\n'


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, seed, is_new in (('base', 1, False), ('new', 2, True)):
        (folder / f'lane-keeping-{name}.csv').write_bytes(make(seed, is_new).encode())


main()
