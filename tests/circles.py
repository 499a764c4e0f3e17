#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that files of src, and its folders, depend on each other one way: circles.py BUILD_ROOT

File A depends on file B where the object of A needs a symbol that only the object of B defines, as
nm lists them. A circle is a strongly connected component of that graph. The check fails on a circle
of more than MAX_FILES files and on any circle of folders, and names what ties it together.
"""
import collections
import pathlib
import subprocess
import sys

MAX_FILES = 3


def read_symbols(build):
    """Returns {symbol: file that defines it} and {file: symbols that it needs}, files below src."""
    defined, needed = {}, collections.defaultdict(set)
    objects = sorted(build.glob('src/*/*.p/*.c.o'))
    output = subprocess.run(['nm', '-g', '-A', *map(str, objects)], check=True, text=True,
                            capture_output=True).stdout
    for line in output.splitlines():
        path, rest = line.split(':', 1)
        *_, kind, symbol = rest.split()
        path = pathlib.Path(path)
        # Meson writes the folders below a library's own with "_".
        name = f'{path.parent.parent.name}/{path.name.removesuffix(".o").replace("_", "/")}'
        if 'meson-generated' in name:
            continue
        if kind == 'U':
            needed[name].add(symbol)
        elif kind.isupper():
            defined[symbol] = name
    return defined, needed


def find_circles(graph):
    """Tarjan's strongly connected components of more than one node, without recursion."""
    index, low, on_stack, stack, circles = {}, {}, set(), [], []

    def enter(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        on_stack.add(node)
        return node, iter(sorted(graph.get(node, ())))

    for root in sorted(graph):
        work = [] if root in index else [enter(root)]
        while work:
            node, followers = work[-1]
            follower = next(followers, None)
            if follower is not None and follower not in index:
                work.append(enter(follower))
            elif follower is not None:
                if follower in on_stack:
                    low[node] = min(low[node], index[follower])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    at = stack.index(node)
                    circle = stack[at:]
                    del stack[at:]
                    on_stack.difference_update(circle)
                    if len(circle) > 1:
                        circles.append(sorted(circle))
    return circles


def print_circle(what, circle, ties):
    print(f'A circle of {len(circle)} {what}:')
    for (user, provider), names in sorted(ties.items()):
        if user in circle and provider in circle:
            print(f'  {user} needs of {provider}: {", ".join(sorted(names)[:4])}')


def main():
    defined, needed = read_symbols(pathlib.Path(sys.argv[1]))
    graphs = collections.defaultdict(set), collections.defaultdict(set)
    ties = collections.defaultdict(set)
    for user, symbols in needed.items():
        for symbol in symbols & defined.keys():
            provider = defined[symbol]
            pairs = (user, provider), tuple(str(pathlib.PurePath(path).parent)
                                            for path in (user, provider))
            for graph, (a, b) in zip(graphs, pairs):
                if a != b:
                    graph[a].add(b)
                    ties[a, b].add(symbol)

    file_circles, folder_circles = map(find_circles, graphs)
    too_long = [circle for circle in file_circles if len(circle) > MAX_FILES]
    for circle in too_long:
        print_circle('files', circle, ties)
    for circle in folder_circles:
        print_circle('folders', circle, ties)
    print(f'{len(needed)} files in {len(graphs[1])} folders: {len(file_circles)} circles of files, '
          f'{len(too_long)} too long; {len(folder_circles)} of folders')
    return 1 if too_long or folder_circles else 0


if __name__ == '__main__':
    sys.exit(main())
