#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result of `meson install`: every file is where a desktop looks for it, and the programs run
from there, also when their D-Bus service starts them: test-installed.py BUILD PREFIX VERSION."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ID = 'io.github.dwell_profiler.Dwell'
PATH = '/' + ID.replace('.', '/')
EXPECTED = {
    'bin/dwell',
    'bin/dwell-cli',
    f'share/applications/{ID}.desktop',
    f'share/dbus-1/services/{ID}.service',
    f'share/glib-2.0/schemas/{ID}.gschema.xml',
    f'share/icons/hicolor/scalable/apps/{ID}.svg',
    f'share/icons/hicolor/symbolic/apps/{ID}-symbolic.svg',
    'share/man/man1/dwell-cli.1',
    'share/man/man1/dwell.1',
    'share/man/man5/dwell-requirements.5',
    f'share/metainfo/{ID}.metainfo.xml',
    f'share/mime/packages/{ID}.xml',
}
SUFFIXES = {'.csv', '.txt', '.log', '.prof', '.aprof'}
MAX_EXAMPLES_BYTES = 1 << 20
SESSION = '''<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
'''


def run(*words, **options):
    return subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, text=True,
                          **options)


def wait_for(what, seconds=60):
    for _ in range(seconds * 10):
        if what():
            return True
        time.sleep(0.1)
    return False


def check_files(prefix):
    found = {path.relative_to(prefix).as_posix() for path in prefix.rglob('*') if path.is_file()}
    # A translation has its folder; a release that strips has its symbols elsewhere.
    found = {name for name in found if not name.startswith('share/locale/')}
    examples = {name for name in found if name.startswith('share/dwell/examples/')}
    assert found - examples == EXPECTED, (found - examples) ^ EXPECTED
    assert {pathlib.Path(name).suffix for name in examples} >= SUFFIXES, examples
    assert sum((prefix / name).stat().st_size for name in examples) < MAX_EXAMPLES_BYTES
    return [prefix / name for name in sorted(examples)]


def check_programs(prefix, version, examples):
    for name in ('dwell', 'dwell-cli'):
        told = run(prefix / 'bin' / name, '--version', check=True).stdout
        assert told.strip().endswith(version), told
        if shutil.which('readelf'):
            dynamic = run('readelf', '-d', prefix / 'bin' / name, check=True).stdout
            assert 'RPATH' not in dynamic and 'RUNPATH' not in dynamic, dynamic
    for example in (path for path in examples if path.suffix != '.requirements'):
        problems = run(prefix / 'bin/dwell-cli', 'problems', '--as=csv', example, check=True).stdout
        assert len(problems.strip().split('\n')) == 1, problems


def check_manual(prefix, name, commands):
    """Every option that a program tells of itself stands in its manual page."""
    page = (prefix / f'share/man/man1/{name}.1').read_text(encoding='utf-8').replace('\\-', '-')
    for command in commands:
        told = run(prefix / 'bin' / name, *command, '--help', check=True).stdout
        options = re.findall(r'^ +(?:-\w, )?(--[\w-]+)', told, re.M)
        assert options or not command, told
        for word in options + list(command):
            assert word == '--help-gapplication' or word in page, f'{name}: {word}'


def check_manuals(prefix):
    check_manual(prefix, 'dwell', [()])
    told = run(prefix / 'bin/dwell-cli', '--help', check=True).stdout
    listed = told.partition('\nCommands:\n')[2].partition('\n\n')[0].split('\n')
    assert len(listed) > 5, told
    check_manual(prefix, 'dwell-cli', [(line.split()[0],) for line in listed])


def check_service(stage, prefix, prefix_text):
    """The service file, moved to where the files were staged, starts the program."""
    text = (prefix / f'share/dbus-1/services/{ID}.service').read_text()
    assert f'\nExec={prefix_text}/bin/dwell --gapplication-service' in text, text
    services = stage / 'services'
    services.mkdir()
    (services / f'{ID}.service').write_text(text.replace(f'Exec={prefix_text}', f'Exec={prefix}'))
    (stage / 'session.conf').write_text(SESSION.format(services=services))
    run('glib-compile-schemas', prefix / 'share/glib-2.0/schemas', check=True)

    environment = dict(os.environ, XDG_DATA_DIRS=f'{prefix}/share:/usr/share',
                       XDG_DATA_HOME=str(stage / 'home'),
                       DWELL_EXAMPLES_DIR=f'{prefix}/share/dwell/examples', STAGED='1')
    environment.pop('GSETTINGS_SCHEMA_DIR', None)
    run('dbus-run-session', f'--config-file={stage}/session.conf', '--', sys.executable,
        os.path.abspath(__file__), prefix, env=environment, check=True)


def call(method, *arguments, path=PATH):
    return run('gdbus', 'call', '--session', '--dest', ID, '--object-path', path,
               '--method', method, *arguments)


def windows():
    """The numbers of the windows that the program tells on the bus."""
    nodes = run('gdbus', 'introspect', '--session', '--dest', ID, '--object-path',
                PATH + '/window', '--only-properties', '--recurse').stdout
    return set(re.findall(r'node [^\n]*/window/(\d+) ', nodes))


def has_title(name):
    return run('xdotool', 'search', '--name', name, stderr=subprocess.DEVNULL).returncode == 0


def drive(prefix):
    """Within the session: activated, given a file, asked for windows, ended, all by its name."""
    names = run('gsettings', 'list-keys', ID, check=True).stdout
    assert 'window-size' in names, names

    example = (prefix / 'share/dwell/examples/office-start_4711.log').as_uri()
    opened = call('org.freedesktop.Application.Open', f"['{example}']", '{}')
    assert opened.returncode == 0, 'the service did not start'
    assert wait_for(lambda: has_title('office-start')), 'the file was not opened'

    call('org.freedesktop.Application.ActivateAction', 'new-window', '[]', '{}')
    assert wait_for(lambda: len(windows()) == 2), windows()
    run(prefix / 'bin/dwell', '--new-window', check=True)
    assert wait_for(lambda: len(windows()) == 3), windows()

    call('org.freedesktop.Application.ActivateAction', 'quit', '[]', '{}')
    assert wait_for(lambda: ID not in run(
        'gdbus', 'call', '--session', '--dest', 'org.freedesktop.DBus', '--object-path',
        '/org/freedesktop/DBus', '--method', 'org.freedesktop.DBus.ListNames').stdout)


def missing():
    if 'DISPLAY' not in os.environ:
        return 'there is no display'
    for tool, package in (('xdotool', 'xdotool'), ('gdbus', 'libglib2.0-bin'),
                          ('dbus-run-session', 'dbus')):
        if not shutil.which(tool):
            return f'{tool} is not installed (Debian package {package})'
    return None


def main():
    build, prefix_text, version = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix='dwell-installed-') as folder:
        stage = pathlib.Path(folder)
        prefix = stage / 'root' / prefix_text.lstrip('/')
        run('meson', 'install', '-C', build, '--no-rebuild', '--quiet', '--destdir',
            stage / 'root', check=True)
        examples = check_files(prefix)
        check_programs(prefix, version, examples)
        check_manuals(prefix)
        reason = missing()
        if reason:
            print(f'not started: {reason}')
        else:
            check_service(stage, prefix, prefix_text)


if os.environ.get('STAGED'):
    drive(pathlib.Path(sys.argv[1]))
else:
    main()
