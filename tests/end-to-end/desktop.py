# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of the tests of the whole program: starting it as a user does, keyboard and pointer
(xdotool), and its accessible objects (AT-SPI).

Every wait polls for its condition and has one limit, LIMIT_S; nothing sleeps for a time that should
be enough.
"""
import os
import re
import shutil
import subprocess
import sys
import time
import traceback

LIMIT_S = float(os.environ.get('DWELL_LIMIT', 60))
POLL_S = 0.05
TAP_FD = 9
SCREEN = '1280x800'


class Failed(Exception):
    """What a test expected did not come."""


def skip_unless_possible():
    """Says what is missing, and ends, where the program cannot be driven from outside."""
    missing = [f'{name} (Debian package {package})'
               for name, package in (('xdotool', 'xdotool'), ('Xvfb', 'xvfb'),
                                     ('dbus-run-session', 'dbus'))
               if shutil.which(name) is None]
    if not os.path.exists('/usr/share/dbus-1/services/org.a11y.Bus.service'):
        missing.append('org.a11y.Bus (Debian package at-spi2-core)')
    try:
        import gi.repository.Gio
    except ImportError:
        missing.append('GIO for Python (Debian package python3-gi)')
    if missing:
        skip(', '.join(missing))


def skip(missing):
    """Says what is missing, and ends."""
    print('1..0 # SKIP not installed: ' + missing)
    sys.exit(0)


def keep_tap():
    """What others say on the standard output is no TAP."""
    os.dup2(1, TAP_FD)
    os.dup2(2, 1)


def run_on_own_display():
    """Goes on below tests/display/run: the keyboard and the clipboard belong to this test alone."""
    if os.environ.get('DWELL_OWN_DISPLAY') == '1':
        return
    runner = os.path.join(os.environ['G_TEST_SRCDIR'], 'display', 'run')
    environment = dict(os.environ, DWELL_OWN_DISPLAY='1', GSETTINGS_BACKEND='keyfile',
                       LIMIT='540')
    for name in ('XDG_STATE_HOME', 'GTK_A11Y', 'DISPLAY', 'G_DEBUG', 'MALLOC_PERTURB_'):
        environment.pop(name, None)
    keep_tap()
    os.execve(runner, [runner, '--a11y', '--size', SCREEN, '--', sys.executable] + sys.argv,
              environment)


def wait_for(condition, what, limit_s=LIMIT_S):
    """The first true value of condition()."""
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(POLL_S)
    raise Failed(f'waited for {what} in vain')


def run_for_text(*arguments):
    """What a program prints that ends by itself, within the limit."""
    try:
        return subprocess.run([*map(str, arguments)], check=False, text=True, timeout=LIMIT_S,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    except subprocess.TimeoutExpired as error:
        raise Failed(f'{arguments[0]} did not end') from error


def xdotool(*arguments):
    return run_for_text('xdotool', *arguments)


def get_geometry(window):
    """x, y, width and height on the screen."""
    lines = xdotool('getwindowgeometry', '--shell', window).splitlines()
    fields = dict(line.split('=') for line in lines if '=' in line)
    return tuple(int(fields[key]) for key in ('X', 'Y', 'WIDTH', 'HEIGHT'))


def get_middle(window):
    """x and y on the screen."""
    x, y, width, height = get_geometry(window)
    return x + width // 2, y + height // 2


def drag(start, target, is_there):
    """Drags from one place on the screen to another and lets go once is_there().

    A busy program begins a drag late, when the pointer has long been moved, and tells the target
    of it by the pointer's next move: so it is moved to and fro until it is heard of. What was not
    ready to be dragged at all is taken again."""
    def hover():
        if is_there():
            return True
        for distance in (1, 0):
            xdotool('mousemove', target[0] + distance, target[1])
        return False

    def take():
        x, y = start()
        xdotool('mousemove', x, y, 'mousedown', 1)
        for step in range(1, 30, 4):  # a drag begins behind a threshold
            xdotool('mousemove', x - step, y - step)
        for step in range(1, 11):
            xdotool('mousemove', x + (target[0] - x) * step // 10,
                    y + (target[1] - y) * step // 10)
        try:
            wait_for(hover, 'a drag', LIMIT_S / 4)
            return True
        except Failed:
            return False
        finally:
            xdotool('mouseup', 1)

    wait_for(take, 'a drag')


class Process:
    """A program with windows. What a test leaves running is killed behind it."""

    running = []

    def __init__(self, *arguments, **more):
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, **more)
        self.output = b''
        os.set_blocking(self.process.stdout.fileno(), False)
        Process.running.append(self)

    def read(self):
        """All that it has printed so far."""
        self.output += self.process.stdout.read() or b''
        return self.output

    def get_windows(self):
        return xdotool('search', '--onlyvisible', '--pid', self.process.pid, '--name', '.').split()

    def find_window(self, pattern='.'):
        """The visible window whose title matches."""
        for window in self.get_windows():
            if re.search(pattern, xdotool('getwindowname', window)):
                return window
        if self.process.poll() is not None:
            raise Failed(f'the program has ended with {self.process.returncode}')
        return None

    def wait_for_window(self, pattern='.'):
        return wait_for(lambda: self.find_window(pattern), f'a window “{pattern}”')

    def key(self, *keys):
        xdotool('key', '--clearmodifiers', *keys)

    def focus(self, window):
        """Without a window manager, nobody else gives windows the keyboard."""
        xdotool('windowfocus', window)
        wait_for(lambda: xdotool('getwindowfocus').strip() == window, 'the keyboard')

    def has_ended(self):
        self.read()  # or it would wait for somebody to read
        return self.process.poll() is not None

    def wait_for_end(self):
        """What it has ended with."""
        wait_for(self.has_ended, 'the program to end')
        self.read()
        return self.process.returncode

    def kill(self):
        self.process.kill()
        self.process.wait()


class Dwell(Process):
    """The workbench, and what a screen reader finds of it."""

    reader = None

    def __init__(self, *arguments):
        super().__init__(os.environ['DWELL'], *arguments)
        self.root = None
        if Dwell.reader is None:
            from accessible import Reader
            Dwell.reader = Reader()

    def look(self):
        """The root of what is shown now, None while there is nothing."""
        self.root = self.root or self.reader.find_program(self.process.pid)
        return self.reader.read(*self.root) if self.root is not None else None

    def find(self, role, name, *states):
        """What is shown now by this name, in these states; None without."""
        root = self.look()
        node = root.find(role, name) if root is not None else None
        return node if node is not None and node.states.issuperset(states) else None

    def wait_for(self, role, name, *states):
        """What comes to be shown by this name, in these states."""
        return wait_for(lambda: self.find(role, name, *states),
                        ' '.join((role, f'“{name}”', *states)))

    def wait_for_place(self, window, role, name):
        """The middle, on the screen, of what comes to be shown by this name."""
        node = self.wait_for(role, name)
        left, top, _, _ = get_geometry(window)
        x, y, width, height = node.extents
        return left + x + width // 2, top + y + height // 2

    def wait_for_file(self, name):
        """The window in front, once it shows a file of this name."""
        window = self.wait_for_window('^' + re.escape(name))
        self.wait_for('tab', 'Info')
        self.focus(window)
        return window

    def press(self, role, name):
        """Presses the innermost of that name: a menu's button stands in another of its name."""
        def press():
            root = self.look()
            nodes = [node for node in root.walk() if node.role in role.split('|') and
                     re.fullmatch(name, node.name)] if root is not None else []
            return any(self.reader.press(node) for node in reversed(nodes))

        wait_for(press, f'{role} “{name}” that can be pressed')

    def go_to_page(self, title):
        self.press('tab', re.escape(title))
        self.wait_for('tab', re.escape(title), 'selected')


def run_tests(tests):
    """Runs functions named test_…, in order, and tells of them as TAP."""
    tap = os.fdopen(TAP_FD, 'w', buffering=1)
    print(f'1..{len(tests)}', file=tap)
    status = 0
    for number, test in enumerate(tests, 1):
        name = test.__name__.removeprefix('test_').replace('_', '-')
        try:
            test()
            print(f'ok {number} {name}', file=tap)
        except Exception as error:  # whatever it is, the other tests are run
            status = 1
            print(f'not ok {number} {name}', file=tap)
            print(''.join(f'# {line}\n' for line in str(error).splitlines()), file=tap, end='')
            traceback.print_exc()
        finally:
            for process in Process.running:
                process.kill()
            Process.running.clear()
    return status
