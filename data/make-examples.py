#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes examples: make-examples.py FOLDER. Chance is drawn here, so that every machine makes the
same bytes.

lane-keeping-base.csv and -new.csv, a pair for comparing: two runs of one program, which keeps a car
in its lane, before and after a change. The change lengthens one module, shortens another, runs a
third twice in some cycles, renames a fourth and adds a fifth; whatever else differs is chance.

brake-control.btf: two tasks and an interrupt on one core. The slow task is preempted by all others,
and its diagnosis takes longer the more wheels slip.

shop-page.json: a browser shows a page of a shop. Requests overlap, each is answered by a task of the
main thread, to which a flow leads; one task is far too long.

compiler.folded: samples of a compiler, which spends most of its time where few would look.
"""
import heapq
import json
import pathlib
import sys

CYCLES = 120
PAUSE = 4000 # µs between two cycles
BRAKE_NS = 60_000_000


class Chance:
    """A linear congruential generator (Knuth's MMIX), of which the upper bits are good."""

    def __init__(self, seed):
        self.state = seed

    def below(self, number):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        return (self.state >> 33) % number

    def around(self, duration):
        """Up to 24 % off, mostly less, as the sum of three dice is."""
        spread = duration * 8 // 100 + 1
        return duration + sum(self.below(2 * spread + 1) - spread for _ in range(3))


class Recording:
    """Lines of an LMS file: begins and ends with the µs since the line before."""

    def __init__(self, seed):
        self.chance = Chance(seed)
        self.ids = {}
        self.lines = []
        self.elapsed = 0

    def get_id(self, label):
        if label not in self.ids:
            self.ids[label] = len(self.ids)
            self.lines.append(f'2,{self.ids[label]},{label}')
        return self.ids[label]

    def stamp(self, kind, label):
        number = self.get_id(label)
        self.lines.append(f'{kind},{number},{self.elapsed}')
        self.elapsed = 0

    def wait(self, duration):
        self.elapsed += self.chance.around(duration)

    def run(self, label, parts):
        """A module, with the own time before and between what it calls."""
        self.stamp(0, label)
        for part in parts:
            if isinstance(part, int):
                self.wait(part)
            else:
                self.run(*part)
        self.stamp(1, label)


def run_cycle(recording, is_new):
    twice = is_new and recording.chance.below(4) == 0
    markings = ('keeper.lane.markings', [900])
    recording.run('keeper', [
        30,
        ('keeper.camera', [120, ('keeper.camera.decode', [1040 if is_new else 1300]), 60]),
        20,
        ('keeper.lane', [80, markings, *([25, markings] if twice else []), 40,
                         ('keeper.lane.fit', [1560 if is_new else 1200]), 30]),
        15,
        ('keeper.path', [780]),
        10,
        ('keeper.steering' if is_new else 'keeper.control', [240]),
        *([('keeper.watchdog', [45])] if is_new else []),
        12,
    ])
    recording.wait(PAUSE)


def make(seed, is_new):
    recording = Recording(seed)
    for _ in range(CYCLES):
        run_cycle(recording, is_new)
    return '\n'.join(recording.lines) + '\n'


class Job:
    """An activation of a task: runnables that are left, each with a duration in ns."""

    def __init__(self, task, instance, kind, runnables):
        self.task = task
        self.instance = instance
        self.kind = kind
        self.left = [list(runnable) for runnable in runnables]
        self.is_started = False
        self.is_running_inside = False


class Core:
    """Runs the job of the highest priority; the others wait."""

    def __init__(self):
        self.lines = []
        self.ready = []
        self.now = 0
        self.running = None

    def say(self, time, source, instance, kind, target, number, event, *note):
        self.lines.append(f'{time},{source},{instance},{kind},{target},{number},{event}'
                          + ''.join(f',{value}' for value in note))

    def switch(self, job):
        old, self.running = self.running, job
        if old is not None:
            if old.is_running_inside:
                self.say(self.now, old.task, old.instance, 'R', old.left[0][0], old.instance,
                         'suspend')
            self.say(self.now, 'Core_1', 0, old.kind, old.task, old.instance, 'preempt')
        if job is not None:
            self.say(self.now, 'Core_1', 0, job.kind, job.task, job.instance,
                     'resume' if job.is_started else 'start')
            job.is_started = True
            if job.is_running_inside:
                self.say(self.now, job.task, job.instance, 'R', job.left[0][0], job.instance,
                         'resume')

    def activate(self, priority, job):
        self.say(self.now, 'Timer' if job.kind == 'T' else 'CAN', 0, job.kind, job.task,
                 job.instance, 'activate')
        heapq.heappush(self.ready, (priority, self.now, job.task, job))
        if self.ready[0][3] is not self.running:
            self.switch(self.ready[0][3])

    def run_until(self, end):
        while self.running is not None and self.now < end:
            job = self.running
            name, duration = job.left[0]
            if not job.is_running_inside:
                self.say(self.now, job.task, job.instance, 'R', name, job.instance, 'start')
                job.is_running_inside = True
            step = min(duration, end - self.now)
            self.now += step
            job.left[0][1] -= step
            if job.left[0][1] > 0:
                return
            self.say(self.now, job.task, job.instance, 'R', name, job.instance, 'terminate')
            job.is_running_inside = False
            job.left.pop(0)
            if not job.left:
                self.say(self.now, 'Core_1', 0, job.kind, job.task, job.instance, 'terminate')
                heapq.heappop(self.ready)
                self.running = None
                if self.ready:
                    self.switch(self.ready[0][3])
        self.now = max(self.now, end)


def make_brake_control():
    chance = Chance(3)
    core = Core()
    core.lines += ['#version 2.2.0', '#creator an example of Dwell', '#timeScale ns']
    counts = {'Task_1ms': 0, 'Task_10ms': 0, 'CAN_receive': 0}
    moments = [(time, 1, 'Task_1ms') for time in range(0, BRAKE_NS, 1_000_000)]
    moments += [(time, 2, 'Task_10ms') for time in range(0, BRAKE_NS, 10_000_000)]
    moments += [(time * 1300 + chance.below(900_000), 0, 'CAN_receive')
                for time in range(0, BRAKE_NS // 1300, 1500)]
    for time, priority, task in sorted(moments):
        core.run_until(time)
        instance, counts[task] = counts[task], counts[task] + 1
        slip = max(0, 40 - abs(time // 1_000_000 - 34) * 4)
        runnables = {
            'CAN_receive': [('unpack_frame', chance.around(22_000))],
            'Task_1ms': [('read_wheels', chance.around(90_000)),
                         ('estimate_slip', chance.around(130_000 + 3_000 * slip)),
                         ('drive_valves', chance.around(70_000))],
            'Task_10ms': [('plan_pressure', chance.around(1_100_000)),
                          ('diagnose', chance.around(1_900_000 + 70_000 * slip)),
                          ('send_status', chance.around(350_000))],
        }[task]
        core.activate(priority, Job(task, instance, 'I' if priority == 0 else 'T', runnables))
        if task == 'Task_1ms':
            core.say(core.now, task, instance, 'SIG', 'slip_percent', 0, 'write', slip)
    core.run_until(BRAKE_NS + 9_000_000)
    return '\n'.join(core.lines) + '\n'


def make_shop_page():
    chance = Chance(4)
    events = [
        {'ph': 'M', 'pid': 1, 'tid': 1, 'name': 'process_name', 'args': {'name': 'Shop'}},
        {'ph': 'M', 'pid': 1, 'tid': 1, 'name': 'thread_name', 'args': {'name': 'Main'}},
        {'ph': 'M', 'pid': 1, 'tid': 2, 'name': 'thread_name', 'args': {'name': 'Raster'}},
    ]
    heap = 9_400_000

    def add(phase, thread, time, name, **more):
        events.append({'ph': phase, 'pid': 1, 'tid': thread, 'ts': time, 'name': name,
                       **more})

    def task(time, name, parts, **args):
        """A span on the main thread; returns its end."""
        end = time + chance.around(40)
        inner = []
        for part, duration in parts:
            length = chance.around(duration)
            inner.append((end, length, part))
            end += length
        end += chance.around(25)
        add('X', 1, time, name, dur=end - time, cat='page', args=args)
        for begin, length, part in inner:
            add('X', 1, begin, part, dur=length, cat='page')
        return end

    now = task(0, 'ParseDocument', [('ParseHTML', 5200), ('ScanPreloads', 700)], url='/')
    free = now
    raster_free = 0
    for number in range(24):
        begin = 2_000 + number * 1_700 + chance.below(1_500)
        length = chance.around(9_000 + 6_000 * (number % 5))
        url = ('/style.css', '/shop.js', '/cart.js') [number] if number < 3 \
            else f'/goods/{number - 2}.webp'
        size = 4_000 + chance.below(90_000)
        add('b', 1, begin, 'Request', cat='network', id=f'0x{number:x}', args={'url': url})
        add('e', 1, begin + length, 'Request', cat='network', id=f'0x{number:x}',
            args={'bytes': size, 'status': 404 if number == 17 else 200})
        free = max(free, begin + length) + 60
        parts = {'/style.css': [('ParseStyle', 2600), ('RecalculateStyle', 1900)],
                 '/shop.js': [('Compile', 3100), ('Evaluate', 6200)],
                 '/cart.js': [('Compile', 2400), ('Evaluate', 58_000)]}.get(
                     url, [('DecodeImage', 500), ('Layout', 420)])
        add('s', 1, free + 5, 'Answer', cat='network', id=number + 1)
        end = task(free, 'HandleAnswer', parts, url=url, bytes=size)
        raster = max(end + 150, raster_free)
        raster_length = chance.around(900)
        raster_free = raster + raster_length + 10
        add('f', 2, raster + 5, 'Answer', cat='network', id=number + 1, bp='e')
        add('X', 2, raster, 'RasterTile', dur=raster_length, cat='page',
            args={'tile': number})
        heap += size * 3 + chance.below(50_000)
        if heap > 12_500_000:
            end = task(end, 'CollectGarbage', [('Mark', 1500), ('Sweep', 800)])
            heap = 9_100_000
        add('C', 1, end, 'Heap', args={'bytes': heap})
        free = end
    add('i', 1, free + 200, 'FirstPaint', s='p', cat='page')
    head, rest = [event for event in events if event['ph'] == 'M'], \
        [event for event in events if event['ph'] != 'M']
    rest.sort(key=lambda event: event['ts'])
    lines = ',\n'.join(json.dumps(event, separators=(',', ':')) for event in head + rest)
    return '{"displayTimeUnit":"ms","traceEvents":[\n' + lines + '\n]}\n'


def make_compiler():
    chance = Chance(5)
    stacks = {
        'main;compile;parse;lex;next_token': 310,
        'main;compile;parse;lex;next_token;intern': 540,
        'main;compile;parse;parse_declaration;parse_type': 190,
        'main;compile;parse;parse_declaration;parse_statement;parse_expression': 420,
        'main;compile;check;resolve;find_overload': 380,
        'main;compile;check;resolve;find_overload;compare_types': 1240,
        'main;compile;check;resolve;find_overload;compare_types;print_type': 2310,
        'main;compile;check;infer': 260,
        'main;compile;optimise;inline_calls;clone_body': 470,
        'main;compile;optimise;fold_constants': 130,
        'main;compile;optimise;eliminate_dead_code;walk_graph': 350,
        'main;compile;emit;select_instructions;match_pattern': 690,
        'main;compile;emit;allocate_registers;colour_graph': 830,
        'main;compile;emit;allocate_registers;spill': 150,
        'main;compile;emit;write_object;compress': 240,
        'main;report_warnings;print_type': 85,
        'main;load_cache;read_file': 95,
        'worker;wait_for_job': 1500,
        'worker;compile;parse;lex;next_token;intern;lock': 610,
        'worker;compile;check;resolve;find_overload;compare_types;print_type': 1420,
    }
    return ''.join(f'{stack} {chance.around(count)}\n' for stack, count in stacks.items())


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, seed, is_new in (('base', 1, False), ('new', 2, True)):
        (folder / f'lane-keeping-{name}.csv').write_bytes(make(seed, is_new).encode())
    (folder / 'brake-control.btf').write_text(make_brake_control())
    (folder / 'shop-page.json').write_text(make_shop_page())
    (folder / 'compiler.folded').write_text(make_compiler())


main()
