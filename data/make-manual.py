#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a manual page of a template and of what the program tells about itself, so that no option
is ever missing: make-manual.py TEMPLATE OUTPUT VERSION PROGRAM.

In the template, @VERSION@ is the version, and a line by itself of
  @OPTIONS@         the program's options
  @COMMANDS@        a subsection for each of its commands
  @FORMAT_OPTIONS@  the options of formats, which every command that reads files tells
"""
import os
import re
import subprocess
import sys

OPTION = re.compile(r'^  (-\S.*?)(?:   *(\S.*))?$')
FORMATS = re.compile(r'\n\nOptions of the formats [^\n]*\n')


def ask(program, *words):
    # Run while it is built: in no locale but C's, and not to be stopped by a sanitizer.
    environment = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='', ASAN_OPTIONS='detect_leaks=0')
    return subprocess.run([program, *words, '--help'], env=environment, check=True,
                          stdout=subprocess.PIPE).stdout.decode('utf-8')


def escape(text):
    text = text.replace('\\', '\\e').replace('-', '\\-')
    return '\\&' + text if text[:1] in ('.', "'") else text


def paragraphs(text):
    """Prose is filled; what is indented, such as tables and examples, stays as it is."""
    for block in re.split(r'\n\n+', text.strip('\n')):
        lines = block.split('\n')
        is_laid_out = any(line.startswith('  ') for line in lines)
        yield '.P'
        if is_laid_out:
            yield '.nf'
        yield from (escape(line) for line in lines)
        if is_laid_out:
            yield '.fi'


def options(text):
    for line in text.split('\n'):
        match = OPTION.match(line)
        if match:
            yield '.TP'
            yield f'.B {escape(match.group(1))}'
            yield escape(match.group(2) or '') or '\\&'


def split(text):
    """The help's summary, options, words beside them, and options of formats."""
    begin, _, rest = text.partition('\n\nHelp Options:\n')
    text_options, _, description = rest.partition('\n\nApplication Options:\n')[2].partition('\n\n')
    description, *formats = FORMATS.split(description, maxsplit=1)
    return begin, text_options, description, formats[0] if formats else ''


def command(program, name):
    begin, text_options, description, _ = split(ask(program, name))
    usage, _, summary = begin.partition('\n\n')
    yield f'.SS {name}'
    yield '.nf'
    yield from (f'.B {escape(line.strip())}' for line in usage.split('\n')[1:])
    yield '.fi'
    yield from paragraphs(summary)
    yield from options(text_options)
    yield from paragraphs(description)


def commands(program):
    listed = ask(program).partition('\nCommands:\n')[2].partition('\n\n')[0]
    return [line.split()[0] for line in listed.split('\n')]


def format_options(program):
    for line in split(ask(program, 'info'))[3].split('\n'):
        if line.startswith('      '):
            yield escape(line.strip())
        elif line:
            yield '.TP'
            yield f'.B {escape(line.strip())}'


def main():
    template, output, version, program = sys.argv[1:]
    with open(template, encoding='utf-8') as file:
        lines = file.read().replace('@VERSION@', version).split('\n')
    page = []
    for line in lines:
        if line == '@OPTIONS@':
            page += options(split(ask(program))[1])
        elif line == '@COMMANDS@':
            page += [text for name in commands(program) for text in command(program, name)]
        elif line == '@FORMAT_OPTIONS@':
            page += format_options(program)
        else:
            page.append(line)
    with open(output, 'w', encoding='utf-8') as file:
        file.write('\n'.join(page))


main()
