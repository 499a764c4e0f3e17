#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Flatpak manifest: flatpak-builder accepts it, and it requests no more permissions than a
window needs: check-flatpak.py MANIFEST."""
import json
import shutil
import subprocess
import sys

NEEDED = {'--device=dri', '--share=ipc', '--socket=fallback-x11', '--socket=wayland'}

with open(sys.argv[1], encoding='utf-8') as file:
    manifest = json.load(file)
granted = set(manifest['finish-args'])
assert granted == NEEDED, granted ^ NEEDED
assert sys.argv[1].endswith('/' + manifest['id'] + '.json')

if not shutil.which('flatpak-builder'):
    print('not asked: flatpak-builder is not installed (Debian package flatpak-builder)')
    sys.exit(0)

# It ends well on a key that it does not know, too, and only mentions it.
shown = subprocess.run(['flatpak-builder', '--show-manifest', sys.argv[1]], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
assert 'Unknown property' not in shown.stderr, shown.stderr
