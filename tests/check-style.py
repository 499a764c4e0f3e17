#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The house style, as far as a machine can see it: check-style.py ROOT."""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
import comments
import documents

LIMIT_COLUMNS = 100
WARN_LINES = 600
LIMIT_LINES = 1000
BANNED = re.compile(r'\b(sscanf|atoi|atof|atol|strtol|strtoul|strtoll|strtod|strtok|strcpy|strcat|sprintf|'
                    r'gets|g_memdup|gtk_widget_show|gtk_widget_hide|gtk_dialog_\w+|alloca|g_alloca|'
                    r'g_task_run_in_thread|g_utf8_collate|g_utf8_collate_key)\s*\(|\bg_int64_hash\b')
COMMENT = re.compile(r'\s*(/\*|\*)')
FLOORS = {
    'core': 'core', 'analysis': 'core analysis', 'formats': 'core analysis formats',
    'model': 'core analysis formats model', 'paint': 'core analysis paint',
    'cli': 'core analysis formats model paint cli', 'ui': 'core analysis formats model paint ui',
}
INCLUDE = re.compile(r'#include "(core|analysis|formats|model|paint|cli|ui)/')
TRANSLATED = re.compile(r'\b(?:_|N_|C_|ngettext|g_dngettext)\s*\(|translatable="')


def is_built(root, path):
    """Whether the list of the folder of a test program, or of one above it, names it."""
    name = path.stem.removeprefix('test-')
    folder = path.parent
    while folder != root:
        build = folder / 'meson.build'
        if build.is_file() and re.search(rf"'(?:test-)?{re.escape(name)}(?:\.c)?'",
                                         build.read_text(encoding='utf-8')):
            return True
        folder = folder.parent
    return False


def complaints(root, path, listed):
    text = path.read_text(encoding='utf-8')
    lines = text.split('\n')
    name = path.relative_to(root).as_posix()
    is_c = path.suffix in ('.c', '.h')
    if 'SPDX-License-Identifier: GPL-3.0-or-later' not in '\n'.join(lines[:3]):
        yield 0, 'no SPDX line'
    if name.startswith('src/') and path.suffix in ('.c', '.ui') and name not in listed \
            and TRANSLATED.search(text):
        yield 0, 'not in po/POTFILES.in'
    if len(lines) > LIMIT_LINES and is_c and name.startswith('src/'):
        yield 0, f'{len(lines)} lines: is it one idea still?'
    if name.startswith('tests/') and path.match('test-*.c') and not is_built(root, path):
        yield 0, 'not in meson.build: the test never runs'
    if text and not text.endswith('\n'):
        yield len(lines), 'no line end at the end'
    yield from documents.check_citations(root, path, text)
    floor = name.split('/')[1] if name.startswith('src/') else ''
    for number, line in enumerate(lines, 1):
        if line != line.rstrip():
            yield number, 'trailing blank'
        if '\t' in line and path.suffix != '.sh':
            yield number, 'tab'
        if is_c and len(line) > LIMIT_COLUMNS:
            yield number, f'{len(line)} columns'
        if is_c and re.search(r'(^|\s)//', line):
            yield number, 'comment with //'
        if is_c and name.startswith('src/') and BANNED.search(line) and not COMMENT.match(line):
            yield number, f'banned: {BANNED.search(line).group(0)}'
        if is_c and floor in FLOORS:
            include = INCLUDE.search(line)
            if include and include.group(1) not in FLOORS[floor].split():
                yield number, f'{floor} reaches up to {include.group(1)}'
            if floor != 'ui' and re.match(r'#include <(gtk|gdk|adwaita)', line):
                yield number, 'the toolkit outside of ui'


def main():
    root = pathlib.Path(sys.argv[1])
    potfiles = root / 'po' / 'POTFILES.in'
    listed = {line for line in potfiles.read_text(encoding='utf-8').splitlines()
              if line and not line.startswith('#')}
    files = [path for folder in ('src', 'tests', 'resources', 'data')
             for path in sorted((root / folder).rglob('*'))
             if path.is_file() and path.suffix in ('.c', '.h', '.ui', '.py', '.css')
             and 'tests/data' not in path.as_posix()]
    number = 0
    n_long = 0
    for path in files:
        if path.suffix == '.c' and path.read_text(encoding='utf-8').count('\n') > WARN_LINES:
            n_long += 1
            print(f'{path.relative_to(root)}: long, though no complaint yet: is it one idea still?')
        for line, what in complaints(root, path, listed):
            number += 1
            print(f'{path.relative_to(root)}:{line}: {what}')
    for path, line, what in documents.check(root):
        number += 1
        print(f'{path.relative_to(root)}:{line}: {what}')
    for path, line, what in comments.check(root):
        number += 1
        print(f'{path.relative_to(root)}:{line}: {what}')
    for name in sorted(listed):
        if not (root / name).exists():
            number += 1
            print(f'po/POTFILES.in: {name} is not there')
    print(f'{len(files)} files, {n_long} long ones, {number} complaints')
    return 1 if number else 0


sys.exit(main())
