# SPDX-License-Identifier: GPL-3.0-or-later
"""A browser for tests, as far as GTK's broadway server needs one: a page of a given size, with
windows on it and a pointer. Drawing is ignored.

The protocol is that of broadway.js in GTK 4.8: messages of a WebSocket, here over a socket in the
file system, which no other program can use."""
import base64
import os
import socket
import struct

from desktop import Failed, wait_for

ENTER, LEAVE, MOVE, PRESS, RELEASE, KEY_PRESS, KEY_RELEASE = 0, 1, 2, 3, 4, 7, 8
GRABBED, UNGRABBED, CONFIGURED, PAGE_SIZED, ANSWERED = 9, 10, 11, 12, 14
CONTROL_MASK, BUTTON_1_MASK = 1 << 2, 1 << 8
VOID = [0xffffff]

# What the server tells, by number: the sizes of the fields behind number and serial.
GRAB, UNGRAB, NEW, MOVE_RESIZE, TEXTURE, NODES, ROUNDTRIP = 0, 1, 2, 8, 13, 15, 16
FIELDS = {GRAB: '<HB', UNGRAB: '<', NEW: '<HhhHH', 3: '<H', 4: '<H', 5: '<H', 6: '<H', 7: '<H',
          MOVE_RESIZE: '<HB', 9: '<HH', 12: '<H', TEXTURE: '<II', 14: '<I', NODES: '<HI',
          ROUNDTRIP: '<HI'}


class Browser:
    """A page that shows what a server serves."""

    def __init__(self, path, width, height):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.serial = self.time = self.state = 0
        self.pointer = (0, 0)
        self.surfaces = {}  # x, y, width and height by number, the undermost first
        self.n_frames = 0
        self.data = b''
        self.shake_hands()
        self.socket.setblocking(False)
        self.resize(width, height)

    def shake_hands(self):
        self.socket.sendall(b'GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n'
                            b'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
                            b'Sec-WebSocket-Protocol: broadway\r\nSec-WebSocket-Key: ' +
                            base64.b64encode(os.urandom(16)) + b'\r\n\r\n')
        while b'\r\n\r\n' not in self.data:
            part = self.socket.recv(4096)
            if not part:
                raise Failed('the server wants no browser')
            self.data += part
        self.data = self.data.split(b'\r\n\r\n', 1)[1]

    def send(self, event, *arguments):
        """A frame as a client has to write it: masked, here with zeros."""
        self.time += 10
        payload = struct.pack(f'>{3 + len(arguments)}i', event, self.serial, self.time, *arguments)
        self.socket.setblocking(True)
        try:
            self.socket.sendall(struct.pack('>BBI', 0x82, 0x80 | len(payload), 0) + payload)
        except OSError as error:
            raise Failed('the server has gone') from error
        finally:
            self.socket.setblocking(False)

    def receive(self):
        """Takes in and answers all that the server has sent."""
        try:
            while True:
                part = self.socket.recv(1 << 20)
                if not part:
                    raise Failed('the server has gone')
                self.data += part
        except BlockingIOError:
            pass
        except OSError as error:
            raise Failed('the server has gone') from error
        while self.take_message():
            pass

    def take_message(self):
        """Whether there was a whole one."""
        data = self.data
        size = data[1] if len(data) > 1 else 0
        start = 2 + {126: 2, 127: 8}.get(size, 0)
        if len(data) < start:
            return False
        if size > 125:
            size = int.from_bytes(data[2:start], 'big')
        if len(data) < start + size or len(data) < 2:
            return False
        self.data = data[start + size:]
        self.take_commands(data[start:start + size])
        return True

    def take_commands(self, data):
        place = 0
        while place < len(data):
            command, self.serial = struct.unpack_from('<BI', data, place)
            fields = struct.unpack_from(FIELDS[command], data, place + 5)
            place += 5 + struct.calcsize(FIELDS[command])
            if command == TEXTURE:
                place += fields[1]
            elif command == NODES:
                place += 4 * fields[1]
                self.n_frames += 1
            elif command == NEW:
                self.surfaces[fields[0]] = list(fields[1:])
            elif command == MOVE_RESIZE:
                place += self.move_resize(fields[0], fields[1], data[place:place + 8])
            elif command == 7:
                del self.surfaces[fields[0]]
            elif command == ROUNDTRIP:
                self.send(ANSWERED, *fields)
            elif command in (GRAB, UNGRAB):
                self.send(GRABBED if command == GRAB else UNGRABBED, 0)

    def move_resize(self, number, which, data):
        """The size of what was told."""
        values = struct.unpack_from(f'<{"hh" * (which & 1)}{"HH" * (which >> 1 & 1)}', data)
        surface = self.surfaces[number]
        if which & 1:
            surface[:2] = values[:2]
        if which & 2:
            surface[2:] = values[-2:]
        self.send(CONFIGURED, number, *surface)
        return 2 * len(values)

    def resize(self, width, height):
        """Makes the page as large as that."""
        self.send(PAGE_SIZED, width, height, 1)

    def fills(self, width, height):
        """Whether a window does, of a page as large as that."""
        self.receive()
        return [0, 0, width, height] in self.surfaces.values()

    def send_pointer(self, event, number, *more):
        x, y = self.pointer
        left, top = self.surfaces[number][:2]
        self.send(event, number, number, x, y, x - left, y - top, self.state, *more)

    def press_keys(self, keys, state=0):
        """In the window that has the keyboard; @keys are those of Unicode, or of X."""
        for key in keys:
            self.send(KEY_PRESS, key, state)
            self.send(KEY_RELEASE, key, state)
        self.receive()

    def wait_for_frame(self):
        """One that has not been seen yet."""
        n_frames = self.n_frames

        def is_there():
            self.receive()
            return self.n_frames > n_frames

        wait_for(is_there, 'a frame')

    def drag(self, places, wait=lambda: None):
        """Presses the button over the first place of the program's window, moves to the others,
        where it waits, and lets go over the last. A real browser leaves and enters the window on
        the way, as it goes over what is drawn."""
        number = next(iter(self.surfaces))
        self.pointer = places[0]
        self.send_pointer(LEAVE, number, 0)
        self.send_pointer(ENTER, number, 0)
        self.send_pointer(MOVE, number)
        self.state = BUTTON_1_MASK
        self.send_pointer(PRESS, number, 1)
        for place in places[1:]:
            self.receive()
            self.pointer = place
            self.send_pointer(MOVE, number)
            self.press_keys(VOID)  # GDK takes moves that follow on one another for one
            wait()
        self.state = 0
        self.send_pointer(RELEASE, number, 1)
        self.receive()
