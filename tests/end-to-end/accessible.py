# SPDX-License-Identifier: GPL-3.0-or-later
"""The accessible objects of a running program, as AT-SPI reports them on the accessibility bus.

GTK answers one request at a time. Here all requests for one level of the tree are sent at once and
the answers awaited together, so that reading a window takes a fraction of a second, even on a busy
machine. Roles have the names that GTK gives them.
"""
import re

from gi.repository import Gio, GLib

ACCESSIBLE = 'org.a11y.atspi.Accessible'
REGISTRY = ('org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root')
TIMEOUT_MS = 20000

# Bits of the state, from atspi-constants.h.
STATES = {'active': 1, 'checked': 4, 'focusable': 11, 'focused': 12, 'pressed': 20, 'selected': 23}
WINDOW_COORDINATES = 1

# What is asked of each thing: interface, method and arguments. Made once, as that takes long here.
NAME = ('org.freedesktop.DBus.Properties', 'Get', GLib.Variant('(ss)', (ACCESSIBLE, 'Name')))
ROLE = (ACCESSIBLE, 'GetRoleName', None)
STATE = (ACCESSIBLE, 'GetState', None)
CHILDREN = (ACCESSIBLE, 'GetChildren', None)
EXTENTS = ('org.a11y.atspi.Component', 'GetExtents', GLib.Variant('(u)', (WINDOW_COORDINATES,)))


class Node:
    """One thing, as it was when it was looked at."""

    def __init__(self, bus, path, parent=None):
        self.bus = bus
        self.path = path
        self.parent = parent
        self.role = self.name = ''
        self.states = set()
        self.extents = None  # x, y, width and height in its window
        self.children = []

    def is_shown(self):
        """GTK tells of no thing but windows that it is shown; what is not has no place."""
        return self.extents is None or min(self.extents[2:]) > 0

    def walk(self):
        """This and all that is shown below it, parents first."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += reversed(node.children)

    def find(self, role, name):
        """What has one of the roles (“label|button”) and a name that matches whole; None without."""
        for node in self.walk():
            if node.role in role.split('|') and re.fullmatch(name, node.name):
                return node
        return None

    def get_holders(self):
        """All in which it stands, from within."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def get_root(self):
        return ([self] + list(self.get_holders()))[-1]

    def get_text(self):
        return '\n'.join(node.name for node in self.walk() if node.role == 'label')

    def __str__(self):
        nodes = [self] + list(self.get_holders())
        return ' in '.join(f'{node.role} “{node.name}”' for node in nodes[:8])


class Reader:
    """Asks on the accessibility bus."""

    def __init__(self):
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        address = session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress',
                                    None, None, Gio.DBusCallFlags.NONE, TIMEOUT_MS, None)
        self.connection = Gio.DBusConnection.new_for_address_sync(
            address.unpack()[0], Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT |
            Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        self.n_waiting = 0

    def ask(self, bus, path, interface, method, arguments, answered):
        """Calls answered() with the answer while wait() waits; not at all if there is none."""
        def done(connection, result):
            self.n_waiting -= 1
            try:
                answer = connection.call_finish(result).unpack()
            except GLib.Error:  # it has gone, or knows no such thing
                return
            answered(answer)

        self.n_waiting += 1
        self.connection.call(bus, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE,
                             TIMEOUT_MS, None, done)

    def wait(self):
        while self.n_waiting > 0:
            GLib.MainContext.default().iteration(True)

    def ask_now(self, bus, path, interface, method, arguments=None):
        answers = []
        self.ask(bus, path, interface, method, arguments, answers.append)
        self.wait()
        return answers[0] if answers else None

    def look_at(self, node):
        """Asks for what is told of one thing; its children are new nodes."""
        def take_name(answer):
            node.name = answer[0]

        def take_role(answer):
            node.role = answer[0]

        def take_state(answer):
            low, high = answer[0]
            bits = low | high << 32
            node.states = {name for name, bit in STATES.items() if bits >> bit & 1}

        def take_extents(answer):
            node.extents = answer[0]

        def take_children(answer):
            node.children = [Node(bus, path, node) for bus, path in answer[0]]

        self.ask(node.bus, node.path, *NAME, take_name)
        self.ask(node.bus, node.path, *ROLE, take_role)
        self.ask(node.bus, node.path, *STATE, take_state)
        self.ask(node.bus, node.path, *CHILDREN, take_children)
        self.ask(node.bus, node.path, *EXTENTS, take_extents)

    def find_program(self, process_id):
        """The bus and the path of a process' root, None while it is not there."""
        children = self.ask_now(*REGISTRY, ACCESSIBLE, 'GetChildren')
        for bus, path in children[0] if children is not None else ():
            answer = self.ask_now('org.freedesktop.DBus', '/org/freedesktop/DBus',
                                  'org.freedesktop.DBus', 'GetConnectionUnixProcessID',
                                  GLib.Variant('(s)', (bus,)))
            if answer == (process_id,):
                return bus, path
        return None

    def read(self, bus, path):
        """All that is shown below a root."""
        root = Node(bus, path)
        level = [root]
        while level:
            for node in level:
                self.look_at(node)
            self.wait()
            for node in level:
                if not node.is_shown():
                    node.children = []
            level = [child for node in level for child in node.children]
        for node in root.walk():
            node.children = [child for child in node.children if child.is_shown()]
        return root

    def press(self, node):
        """Whether the first action of the node was done: for a button, to press it."""
        answer = self.ask_now(node.bus, node.path, 'org.a11y.atspi.Action', 'DoAction',
                              GLib.Variant('(i)', (0,)))
        return answer == (True,)

    def get_content(self, node):
        """What stands in an entry."""
        text = 'org.a11y.atspi.Text'
        length = self.ask_now(node.bus, node.path, 'org.freedesktop.DBus.Properties', 'Get',
                              GLib.Variant('(ss)', (text, 'CharacterCount')))
        if length is None:
            return None
        answer = self.ask_now(node.bus, node.path, text, 'GetText',
                              GLib.Variant('(ii)', (0, length[0])))
        return answer[0] if answer is not None else None
