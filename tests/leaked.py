#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names the test programs of a meson log that failed by nothing but a leak of nobody: the quick
stacks of the sanitizer end in the first library without frame pointers, and name none of our code.
"""
import json
import sys

OURS = ('../../src/', '../../tests/')
OTHER_FAULTS = ('ERROR: AddressSanitizer', 'runtime error:')


def is_leak_of_nobody(test):
    output = (test.get('stdout') or '') + (test.get('stderr') or '')
    return test['result'] in ('FAIL', 'ERROR') and 'ERROR: LeakSanitizer' in output and \
        'not ok' not in output and not any(text in output for text in OURS + OTHER_FAULTS)


with open(sys.argv[1], encoding='utf-8', errors='replace') as log:
    for each in map(json.loads, log):
        if is_leak_of_nobody(each):
            print(each['name'].rsplit(' / ', 1)[-1])
