#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole program on a virtual display, together with other programs: files that are dropped,
chosen by keyboard or passed on by a second instance; a table that is copied; and state that is
restored at the next start, even after the program was killed."""
import os
import sys
import tempfile

import desktop
from desktop import Dwell, Failed, Process, drag, get_middle, run_for_text, wait_for, xdotool

DATA = os.path.join(os.environ['G_TEST_SRCDIR'], 'data')
PEER = os.environ['DWELL_PEER']
ACCEPTED = b'accepted\n'
TEXT1 = os.path.join(DATA, 'text1', 'preempt.txt')
OOO = os.path.join(DATA, 'ooo', 'doc_example.log')
LMS = os.path.join(DATA, 'lms', 'doc_example.csv')


def get_state_files():
    """Those that are whole: what is still being written has another name."""
    folder = os.path.join(os.environ['XDG_STATE_HOME'], 'dwell', 'views')
    return [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith('.conf')] \
        if os.path.isdir(folder) else []


def quit_by_key(dwell):
    dwell.key('ctrl+q')
    if dwell.wait_for_end() != 0:
        raise Failed(f'ended with {dwell.process.returncode}')


def test_drop_of_a_file():
    dwell = Dwell()
    window = dwell.wait_for_window('Dwell')
    dwell.wait_for('list item', r'motor-control\.txt')
    files = Process(PEER, 'drag', LMS)
    source = files.wait_for_window('files')
    xdotool('windowmove', '--sync', source, 1000, 660)
    drag(lambda: get_middle(source), get_middle(window),
         lambda: files.read() == ACCEPTED and dwell.find('label', 'Drop to Open'))
    if files.wait_for_end() != 0:
        raise Failed('the files were not taken')
    dwell.wait_for_file('doc_example.csv')
    quit_by_key(dwell)


def test_file_dialog_by_keyboard():
    dwell = Dwell()
    dwell.focus(dwell.wait_for_window('Dwell'))
    dwell.wait_for('list item', r'motor-control\.txt')
    dwell.key('ctrl+o')
    dwell.focus(dwell.wait_for_window('Open Recordings'))
    xdotool('type', '--delay', 20, TEXT1)
    wait_for(lambda: any(dwell.reader.get_content(node) == TEXT1 for node in dwell.look().walk()
                         if node.role in ('text box', 'search box')), 'the typed path')
    dwell.key('Return')
    dwell.wait_for_file('preempt.txt')
    quit_by_key(dwell)


def test_copied_table():
    dwell = Dwell(TEXT1)
    dwell.wait_for_file('preempt.txt')
    dwell.go_to_page('Statistics')
    dwell.wait_for('table cell|label', 'Mean')
    dwell.press('button|toggle button', 'More')
    dwell.press('menu item', 'Copy the Whole _?Table.*')
    text = wait_for(lambda: run_for_text(PEER, 'paste'), 'a text on the clipboard')
    rows = [line.split('\t') for line in text.rstrip('\n').split('\n')]
    if rows[0][0] != 'area' or 'net.total' not in rows[0] or 'foo' not in [row[0] for row in rows] or \
            any(len(row) != len(rows[0]) for row in rows):
        raise Failed(f'not the table: {text}')
    quit_by_key(dwell)


def test_without_a_session_bus():
    """Nothing is said of what is missing, and settings are kept."""
    folder = tempfile.mkdtemp()
    nobody = {'DBUS_SESSION_BUS_ADDRESS': f'unix:path={folder}/nobody'}
    environment = {**os.environ, **nobody, 'XDG_CONFIG_HOME': folder, 'XDG_RUNTIME_DIR': folder}
    for name in ('GSETTINGS_BACKEND', 'GDK_DEBUG'):
        environment.pop(name, None)
    with open(os.path.join(folder, 'said'), 'w+', encoding='utf-8') as said:
        program = Process(os.environ['DWELL'], TEXT1, env=environment, stderr=said)
        program.focus(program.wait_for_window(r'^preempt\.txt'))
        quit_by_key(program)
        said.seek(0)
        if text := said.read():
            raise Failed(f'said: {text}')
    with open(os.path.join(folder, 'glib-2.0', 'settings', 'keyfile'), encoding='utf-8') as kept:
        if 'window-size' not in kept.read():
            raise Failed('settings are lost')


def drag_into_office(start, mime_type):
    """What another program gets of what is dragged from there: offered types, and the bytes."""
    office = Process(PEER, 'drop', mime_type)
    window = office.wait_for_window('office')
    xdotool('windowmove', '--sync', window, 1040, 660)
    drag(start, get_middle(window), lambda: office.read().startswith(ACCEPTED))
    if office.wait_for_end() != 0:
        raise Failed(f'nothing of {mime_type} was dropped')
    offered, _, content = office.read().removeprefix(ACCEPTED).partition(b'\n\n')
    return offered.decode().split('\n'), content


def test_drag_of_rows_and_picture():
    dwell = Dwell(TEXT1)
    window = dwell.wait_for_file('preempt.txt')
    dwell.go_to_page('Statistics')
    offered, text = drag_into_office(lambda: dwell.wait_for_place(window, 'grid cell', 'foo'),
                                     'text/tab-separated-values')
    rows = [line.split('\t') for line in text.decode().rstrip('\n').split('\n')]
    if len(rows) != 2 or rows[0][0] != 'area' or len(rows[0]) != len(rows[1]) or \
            not {'text/plain;charset=utf-8', 'text/uri-list'} <= set(offered):
        raise Failed(f'not a row with its heading: {text}, offered as {offered}')

    # A range that is selected, then its chip.
    xdotool('mousemove', 400, 160, 'mousedown', 1)
    for x in range(440, 840, 40):
        xdotool('mousemove', x, 161)
    xdotool('mouseup', 1)
    offered, picture = drag_into_office(
        lambda: dwell.wait_for_place(window, 'label', '.* – .* · .* spans?'), 'image/png')
    if not picture.startswith(b'\x89PNG\r\n') or b'IEND' not in picture[-12:]:
        raise Failed(f'not a whole picture: {len(picture)} bytes, offered as {offered}')
    quit_by_key(dwell)


def test_second_instance():
    dwell = Dwell(TEXT1)
    dwell.wait_for_file('preempt.txt')
    second = Dwell(LMS)
    if second.wait_for_end() != 0:
        raise Failed(f'the second instance ended with {second.process.returncode}')
    dwell.wait_for_file('doc_example.csv')
    if len(dwell.get_windows()) != 1:
        raise Failed('the file was opened in another window')
    dwell.wait_for('label', r'preempt\.txt')  # of its tab, which is still there
    quit_by_key(dwell)


def test_keys_behind_popovers():
    """Whatever was opened and closed by keys, the window's keys are heard: each shows a page."""
    dwell = Dwell(OOO)
    dwell.wait_for_file('doc_example.log')
    pages = [('1', 'Statistics'), ('2', 'Events'), ('3', 'Call Tree')]
    ways = [('Right', 'm', 'Escape', 'F6', 'F6'),
            ('ctrl+m', 'a', 'Return', 'F6', 'F6'),
            ('F6', 'F10', 'Escape', 'F6'),
            ('Right', 'Menu', 'Escape'),
            ('ctrl+f', 'a', 'Escape'),
            ('F8', 'Escape', 'F6', 'm', 'Escape', 'F6', 'F8', 'Return')]
    for number, way in enumerate(ways):
        key, title = pages[(number + 1) % len(pages)]
        for step in way:
            dwell.key(step)
        dwell.key('ctrl+' + key)
        dwell.wait_for('tab', title + '.*', 'selected')
    quit_by_key(dwell)


def leave_a_trail(dwell, file, text):
    """A marker with a text, and the page of markers in front."""
    dwell.wait_for_file(file)
    dwell.key('ctrl+m')
    dwell.wait_for('text box|search box', 'Text')
    xdotool('type', '--delay', 20, text)
    dwell.key('Return')
    dwell.go_to_page('Markers')
    dwell.wait_for('label', text)


def find_the_trail(file, path, text):
    dwell = Dwell(path)
    dwell.wait_for_file(file)
    dwell.wait_for('tab', 'Markers', 'selected')
    dwell.wait_for('label', text)
    quit_by_key(dwell)


def test_state_after_a_restart():
    dwell = Dwell(LMS)
    leave_a_trail(dwell, 'doc_example.csv', 'here it began')
    quit_by_key(dwell)
    find_the_trail('doc_example.csv', LMS, 'here it began')


def test_state_after_a_kill():
    dwell = Dwell(TEXT1)
    leave_a_trail(dwell, 'preempt.txt', 'where it froze')
    wait_for(lambda: any('where it froze' in open(path, encoding='utf-8').read()
                         for path in get_state_files()), 'the state on disk')
    dwell.kill()
    find_the_trail('preempt.txt', TEXT1, 'where it froze')


if __name__ == '__main__':
    desktop.skip_unless_possible()
    desktop.run_on_own_display()
    sys.exit(desktop.run_tests([test_drop_of_a_file, test_file_dialog_by_keyboard,
                                test_copied_table, test_drag_of_rows_and_picture,
                                test_keys_behind_popovers,
                                test_second_instance, test_without_a_session_bus,
                                test_state_after_a_restart, test_state_after_a_kill]))
