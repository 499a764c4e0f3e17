#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-messages.py FILE.pot: every message can be translated as a whole.

A message that ends inside a conversion was cut by xgettext at a macro that it does not know. One
that begins or ends with a space, a comma or the like is a part of a sentence that the program
composes, which does not work in languages with another order. A message with several placeholders,
or with little else, has a comment that explains them.
"""
import ast
import re
import sys

DIRECTIVE = re.compile(r"%(\d+\$)?[-+ #0']*[\d*]*(\.[\d*]*)?([hlqjzt]*[a-zA-Z]|<PRI[a-zA-Z0-9]+>)")
# Contexts of what stands between the members of a list.
SEPARATORS = {'list'}
# A message of fewer does not tell by itself what is put in.
MIN_LETTERS = 4


def get_text(block, keyword):
    """The string behind a keyword of a block of a .pot file, None if it lacks it."""
    match = re.search(rf'^{keyword} ((?:"(?:[^"\\]|\\.)*"\n?)+)', block, re.M)
    return ''.join(map(ast.literal_eval, match.group(1).splitlines())) if match else None


def find_fault(block, text):
    """What is wrong with one message, None if nothing is."""
    is_c = re.search(r'^#: .*\.c:', block, re.M) is not None
    if is_c and 'no-c-format' not in block:
        rest = DIRECTIVE.sub('', text.replace('%%', ''))
        if rest.endswith('%'):
            return 'is cut, or wants a comment xgettext:no-c-format'
    if is_c and get_text(block, 'msgctxt') not in SEPARATORS:
        if text.strip(' ') != text or text[0] in ',;' or text[-1] in ',;':
            return 'is a part of a sentence'
    if is_c and 'no-c-format' not in block and not re.search(r'^#\. ', block, re.M):
        rest, n_inserted = DIRECTIVE.subn('', text.replace('%%', ''))
        if n_inserted > 1 or (n_inserted == 1 and sum(map(str.isalpha, rest)) < MIN_LETTERS):
            return 'wants a comment for translators on what is put in'
    return None


def main():
    blocks = open(sys.argv[1], encoding='utf-8').read().split('\n\n')
    n_messages = n_faults = 0
    for block in blocks:
        for keyword in 'msgid', 'msgid_plural':
            text = get_text(block, keyword)
            if not text:
                continue
            n_messages += 1
            fault = find_fault(block, text)
            if fault is not None:
                place = re.search(r'^#: (\S+)', block, re.M)
                print(f'{place.group(1)}: “{text}” {fault}')
                n_faults += 1
    if n_messages < 1000:
        print(f'only {n_messages} messages were found')
        n_faults += 1
    return n_faults > 0


sys.exit(main())
