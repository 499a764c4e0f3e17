#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window in a browser, by GTK's broadway server, on a machine without a session bus: it fills
the page, dragging works everywhere in it, nothing is printed to standard error, and settings are
kept."""
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time

import desktop
from browser import CONTROL_MASK, Browser
from desktop import Failed, wait_for

RECORDING = os.path.join(os.environ['DWELL_EXAMPLES_DIR'], 'autonomous-car.csv')
DISPLAY = 7
KEPT = ('ASAN_OPTIONS', 'UBSAN_OPTIONS', 'GSETTINGS_SCHEMA_DIR', 'MALLOC_PERTURB_', 'PATH')


class Served:
    """The program, served to a page."""

    def __init__(self, width, height):
        self.home = tempfile.mkdtemp(prefix='dwell-browser.')
        self.environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        self.environment.update(HOME=self.home, XDG_RUNTIME_DIR=self.home, LC_ALL='C.UTF-8',
                                DBUS_SESSION_BUS_ADDRESS=f'unix:path={self.home}/nobody',
                                GDK_BACKEND='broadway', BROADWAY_DISPLAY=f':{DISPLAY}')
        page = os.path.join(self.home, 'page.socket')
        self.server = self.start('server', shutil.which('gtk4-broadwayd'), '--unixsocket', page,
                                 f':{DISPLAY}')
        # GTK counts displays from 1 where it names the socket of one.
        wait_for(lambda: os.path.exists(page) and os.path.exists(
            os.path.join(self.home, f'broadway{DISPLAY + 1}.socket')), 'the server')
        self.program = self.start('program', os.environ['DWELL'], RECORDING)
        self.browser = Browser(page, width, height)

    def start(self, name, *arguments):
        with open(os.path.join(self.home, name), 'wb') as errors:
            return subprocess.Popen(arguments, env=self.environment, stderr=errors)

    def wait_until_fills(self, width, height):
        """Only who lives follows. A program that is just starting may miss how large the page is."""
        told = -math.inf

        def is_filled():
            nonlocal told
            if time.monotonic() - told > 3:
                told = time.monotonic()
                self.browser.resize(width, height)
            return self.browser.fills(width, height)

        wait_for(is_filled, f'a window of {width} × {height}')

    def wait_until_handled(self):
        """All that was done, and then the key that opens a window."""
        n_windows = len(self.browser.surfaces)
        self.browser.press_keys(b'n', CONTROL_MASK)

        def is_there():
            self.browser.receive()
            return len(self.browser.surfaces) > n_windows

        wait_for(is_there, 'a new window')

    def get_errors(self):
        with open(os.path.join(self.home, 'program'), encoding='utf-8') as errors:
            return errors.read()

    def end(self):
        for process in (self.program, self.server):
            process.kill()
            process.wait()
        shutil.rmtree(self.home)


def in_page(test):
    """A test with a program that is served to a page."""
    def run():
        served = Served(1000, 700)
        try:
            test(served)
        except Failed as error:
            raise Failed(f'{error}; the program said: {served.get_errors()}') from error
        else:
            if served.program.poll() is not None or served.get_errors():
                raise Failed('ended, or said: ' + served.get_errors())
        finally:
            served.end()

    run.__name__ = test.__name__
    return run


@in_page
def test_window_fills_page(served):
    served.wait_until_fills(1000, 700)
    served.wait_until_fills(1300, 900)
    served.wait_until_fills(700, 600)


def drag_selections(browser, n):
    """To and fro in the lanes of the timeline, of which more is drawn from frame to frame."""
    for i in range(n):
        xs = [320, 400, 500, 600, 700, 800, 960]
        browser.drag([(x, 250 + i) for x in (xs if i % 2 else xs[::-1])],
                     browser.wait_for_frame)


@in_page
def test_selections_dragged(served):
    for width in (1000, 1100, 1000):
        served.wait_until_fills(width, 700)
        drag_selections(served.browser, 10)
    served.wait_until_handled()


def drag_from(browser, x, y):
    browser.drag([(x, y), (x + 10, y), (x + 20, y + 1), (x + 30, y + 2)])


@in_page
def test_chip_and_rows_dragged(served):
    """GDK 4.8 would end the program where something is dragged to be dropped elsewhere."""
    served.wait_until_fills(1000, 700)
    for y in range(130, 200, 10):
        drag_selections(served.browser, 1)
        drag_from(served.browser, 640, y)  # the chip is in the middle
    for y in range(530, 690, 20):
        drag_from(served.browser, 250, y)
    served.wait_until_handled()


@in_page
def test_text_dragged(served):
    served.wait_until_fills(1000, 700)
    drag_selections(served.browser, 1)
    for y in range(480, 620, 10):
        served.browser.press_keys(b'l', CONTROL_MASK)
        served.browser.press_keys(b'camera camera camera camera camera camera camera')
        served.browser.wait_for_frame()
        served.browser.press_keys(b'a', CONTROL_MASK)
        drag_from(served.browser, 250, y)
    served.wait_until_handled()


@in_page
def test_settings_are_kept(served):
    served.wait_until_fills(1000, 700)
    path = os.path.join(served.home, '.config', 'glib-2.0', 'settings', 'keyfile')
    wait_for(lambda: os.path.exists(path), 'a file of settings')


if __name__ == '__main__':
    if shutil.which('gtk4-broadwayd') is None:
        desktop.skip('gtk4-broadwayd (Debian package libgtk-4-bin)')
    desktop.keep_tap()
    sys.exit(desktop.run_tests([test_window_fills_page, test_selections_dragged,
                                test_chip_and_rows_dragged, test_text_dragged,
                                test_settings_are_kept]))
