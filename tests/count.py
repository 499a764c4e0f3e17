#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts what the test programs of several builds reported: `N passed, N failed[, N skipped]`.

A program that speaks TAP counts with each of its tests; any other, and a TAP program that failed
without a failed test (a crash, a time-out), counts as one. Reasons of skipped tests are listed.
"""
import json
import re
import sys

POINT = re.compile(r'^(not )?ok\b[^#\n]*(?:# *(SKIP|TODO)\b *(.*))?$', re.MULTILINE | re.IGNORECASE)


def main():
    passed = failed = skipped = 0
    for path in sys.argv[1:]:
        try:
            lines = open(path, encoding='utf-8', errors='replace').read().splitlines()
        except OSError as error:
            print(f'no results: {error}')
            failed += 1
            continue
        for test in map(json.loads, lines):
            points = POINT.findall(test.get('stdout') or '')
            bad = sum(1 for negative, directive, _ in points if negative and not directive)
            skips = [reason for _, directive, reason in points if directive]
            if test['result'] == 'SKIP' and not points:
                skips = [test['name']]
            for reason in skips:
                print(f"skipped in {test['name']}: {reason}")
            if test['result'] in ('FAIL', 'ERROR', 'TIMEOUT', 'INTERRUPT', 'UNEXPECTEDPASS') and bad == 0:
                bad = 1
                print(f"failed: {test['name']} ({test['result']})")
            skipped += len(skips)
            failed += bad
            if points:
                passed += sum(1 for negative, directive, _ in points if not negative and not directive)
            elif not skips and not bad:
                passed += 1
    print(f'{passed} passed, {failed} failed' + (f', {skipped} skipped' if skipped else ''))
    return 1 if failed or passed == 0 else 0


sys.exit(main())
