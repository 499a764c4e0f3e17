#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The accessible objects of the running program, from outside: every widget that takes the keyboard
has a name and a role, and every cell contains its text, on every page of a recording of each format
and in the dialogs; timeline, flame graph and charts describe their focused item; and the visible
range of the timeline is available as a table.

test-accessible checks menus and popovers, and pages of other recordings, from inside."""
import os
import re
import sys

import desktop
from desktop import Dwell, Failed, wait_for

EXAMPLES = os.environ['DWELL_EXAMPLES_DIR']

MAX_TABS = 80
# What GTK calls a thing that nobody named.
TYPE_NAME = re.compile(r'((Gtk|Adw|Dwell)[A-Z]\w*)?')
CONTROLS = {'text box', 'search box', 'button', 'toggle button', 'checkbox', 'radio', 'switch',
            'slider', 'spin button', 'combo box'}
# These have no names of things that were recorded.
SETTINGS = {'checkbox', 'radio', 'switch', 'spin button'}
# Focusable, though GTK 4.8 has no role for them: dividers, and what a drop-down shows.
ROLELESS = re.compile(r'Divider .*|Divider between track names and tracks|GtkListItemWidget')
# What stands below a tab, where that is not called as the tab is.
PAGES = {'Call Tree': 'DwellTreePage', 'Flame Graph': 'DwellFlamePage'}


def is_named(node):
    """Whether there is something to say of it: a name, or for what holds others, one of theirs."""
    below = [child for child in node.walk() if child is not node and
             (child.role == 'label' or node.role not in CONTROLS)]
    return any(not TYPE_NAME.fullmatch(each.name) for each in [node] + below)


def is_holder(node):
    """What only holds others: panes that scroll, and the rows of an empty table."""
    return node.role == 'generic' or node.name == 'GtkColumnListView'


def find_fault(node):
    """What is wrong with what is said of one thing; None if nothing is."""
    if 'focusable' in node.states and not is_holder(node):
        if not is_named(node):
            return 'without a name'
        if node.role == 'widget' and not ROLELESS.fullmatch(node.name):
            return 'without a role'
    if node.role in CONTROLS and (node.name.startswith('_') or
                                  node.role in SETTINGS and '_' in node.name):
        return 'with a mnemonic for a name'
    if node.role == 'grid cell' and not node.name and node.get_text().strip():
        return 'a cell that does not say what it shows'
    if node.role == 'label' and not node.name and not any(
            each.role in ('grid cell', 'row') for each in node.get_holders()):
        return 'an empty label'
    return None


def check_names(where, look):
    """That nothing is wrong in what look() finds, once it is there and what it shows has come."""
    faults = []

    def is_faultless():
        root = look()
        faults[:] = [f'{fault}: {node}' for node in root.walk()
                     if (fault := find_fault(node)) is not None] if root else ['not there']
        return not faults

    try:
        wait_for(is_faultless, 'names')
    except Failed as error:
        raise Failed(f'{where}: ' + '\n'.join(faults)) from error


def open_example(name):
    dwell = Dwell(os.path.join(EXAMPLES, name))
    dwell.wait_for_file(name)
    return dwell


def check_pages(name):
    dwell = open_example(name)
    root = dwell.look()
    if not any('focusable' in node.states for node in root.walk()):
        raise Failed(f'{name}: nothing takes the keyboard')
    for tab in [node for node in root.walk() if node.role == 'tab']:
        title = tab.name.rstrip('0123456789 ')
        page = PAGES.get(title, f'Dwell{title}Page')
        dwell.reader.press(tab)
        check_names(f'{name}, {title}',
                    lambda: (node := dwell.find('widget', page)) and node.get_root())


def test_pages_of_lms():
    check_pages('autonomous-car.csv')


def test_pages_of_text1():
    check_pages('motor-control.txt')


def test_pages_of_br():
    check_pages('nightly-invoices.prof')


def test_pages_of_ooo():
    check_pages('office-start_4711.log')


def test_pages_of_aprof():
    check_pages('route-planner_4711_0_4.aprof')


def test_dialogs():
    dwell = open_example('motor-control.txt')
    window = dwell.get_windows()[0]
    for key, title in (('ctrl+shift+s', 'Export'), ('ctrl+comma', 'Preferences'),
                       ('ctrl+shift+r', 'Import Options'), ('F1', 'Help'),
                       ('ctrl+shift+p', 'Actions')):
        dwell.key(key)
        dialog = dwell.wait_for_window(title)
        check_names(title, lambda: len((root := dwell.look()).children) > 1 and root)
        dwell.focus(dialog)
        dwell.key('Escape')
        wait_for(lambda: dialog not in dwell.get_windows(), f'{title} to close')
        dwell.focus(window)


def get_focused(dwell):
    """The name of what the keyboard stands on."""
    return next((node.name for node in dwell.look().walk() if 'focused' in node.states), '')


def tab_to(dwell, pattern):
    focused = wait_for(lambda: get_focused(dwell), 'the keyboard to stand on something')

    def move():
        now = get_focused(dwell)
        return now if now != focused else None

    passed = []
    for _ in range(MAX_TABS):
        if re.match(pattern, focused):
            return
        dwell.key('Tab')
        focused = wait_for(move, f'the keyboard to move on from {passed}')
        passed.append(focused)
    raise Failed(f'Tab does not lead to “{pattern}” but to {passed}')


def wait_for_speech(dwell, pattern):
    wait_for(lambda: re.search(pattern, get_focused(dwell)), f'to hear “{pattern}”')


def test_timeline_and_flame_graph_speak():
    dwell = open_example('motor-control.txt')
    wait_for_speech(dwell, '^Timeline, no span focused')
    dwell.key('Right')
    wait_for_speech(dwell, r'main_loop, 60\.14.ms, from .*, depth 0, in BACKGROUND$')
    dwell.key('Down')
    wait_for_speech(dwell, r', depth 0, in TASK_1MS$')

    dwell.go_to_page('Flame Graph')
    tab_to(dwell, 'Flame graph|.*, depth \\d+$')
    dwell.key('Down')
    wait_for_speech(dwell, r', Total .*, Self .*, Count .*, depth \d+$')


def test_chart_speaks():
    dwell = open_example('route-planner_4711_0_4.aprof')
    dwell.go_to_page('Costs')  # a recording opens on the page that it was left on
    tab_to(dwell, 'Chart, vertical axis: .*, horizontal axis: .*')

    def step():  # a curve that comes to be fitted makes the chart anew
        dwell.key('Right')
        return not get_focused(dwell).startswith('Chart, ')

    wait_for(step, 'to hear of a point')


def test_visible_range_as_a_table():
    dwell = open_example('motor-control.txt')
    dwell.key('ctrl+t')
    dwell.wait_for('button|toggle button', 'Visible', 'pressed')
    wait_for_speech(dwell, r'\d\sms .*\w+$')  # begin and name, wherever the focus was left
    text = dwell.wait_for('grid|tree grid', 'Events').get_text()
    if not re.search('main_loop|control_step', text):
        raise Failed(f'the table does not show what is visible: {text}')


if __name__ == '__main__':
    desktop.skip_unless_possible()
    desktop.run_on_own_display()
    sys.exit(desktop.run_tests([
        test_pages_of_lms, test_pages_of_text1, test_pages_of_br, test_pages_of_ooo,
        test_pages_of_aprof, test_dialogs,
        test_timeline_and_flame_graph_speak, test_chart_speaks, test_visible_range_as_a_table]))
