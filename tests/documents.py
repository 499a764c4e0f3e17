# SPDX-License-Identifier: GPL-3.0-or-later
"""What check-style.py knows of documents: that what code cites is there, and that what documents
say of the code (links, functions, limits, codes of problems) is so."""
import re

SKIPPED = {'.git', '.build', '.flatpak-builder'}
COMMENT = re.compile(r'/\*.*?\*/|<!--.*?-->', re.DOTALL)
CITATION = re.compile(r'([\w./-]*\w\.md)\b(?:, "([^"]+)")?')
HEADING = re.compile(r'^#+ +(.+?) *$', re.MULTILINE)
BLOCK = re.compile(r'^(?:```[\s\S]*?^```|(?: {4}.*\n)+)', re.MULTILINE) # of code
LINK = re.compile(r'\]\(([^)\s]+)\)')
FUNCTION = re.compile(r'`(_?dwell_\w+)\(\)`')
TESTED = re.compile(r'\bLimit: ([\w/-]+)')
LIMIT = re.compile(r'^\| `(\w+)` \| (\d(?:[\d ]*\d)?)(?: ([KMG])iB)? \| ([\w/-]+) \|', re.MULTILINE)
DEFINE = re.compile(r'^#define +(\w+) +(.+?) *(?:/\*.*)?$', re.MULTILINE)
CODE = re.compile(r'`([a-z]+(?:-[a-z0-9]+)+)`')
TOLD = re.compile(r'DWELL_SEVERITY_\w+,\s*"([a-z]+(?:-[a-z0-9]+)+)"')
UNITS = {'': 1, 'K': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}
CONSTANTS = {'G_MAXINT64': 2 ** 63 - 1, 'G_MAXUINT32': 2 ** 32 - 1}


def plain(heading):
    return heading.replace('`', '')


def slug(heading):
    kept = re.sub(r'[^\w\- ]', '', plain(heading).lower())
    return kept.replace(' ', '-')


def headings(text):
    return [plain(title) for title in HEADING.findall(BLOCK.sub('', text))]


def line_of(text, place):
    return text.count('\n', 0, place) + 1


def comments(path, text):
    """Places of comments and what they say, in one line each."""
    if path.suffix in ('.py', '.build', ''):
        found = re.finditer(r'^ *#.*(?:\n *#.*)*', text, re.MULTILINE)
    else:
        found = COMMENT.finditer(text)
    for match in found:
        yield match.start(), re.sub(r'\n[ \t]*[*#]?[ \t]*', ' ', match.group())


def check_citations(root, path, text):
    """Of documents, in a file of code."""
    for place, comment in comments(path, text):
        line = line_of(text, place)
        if '§' in comment:
            yield line, 'a section by number: cite a document and its heading'
        for name, section in CITATION.findall(comment):
            # A name alone is that of the nearest folder that has such a document.
            folders = [root] if '/' in name else path.parents
            document = next((folder / name for folder in folders if (folder / name).is_file()), None)
            if document is None or (root not in document.parents):
                yield line, f'cites {name}, which is not there'
            elif section and section not in headings(document.read_text(encoding='utf-8')):
                yield line, f'cites {name}, "{section}", which it does not have'


def check_links(path, text):
    for match in LINK.finditer(BLOCK.sub(lambda m: '\n' * m.group().count('\n'), text)):
        target, _, anchor = match.group(1).partition('#')
        if re.match(r'\w+:', target):
            continue
        document = path.parent / target if target else path
        line = line_of(text, match.start())
        if not document.exists():
            yield line, f'links to {target}, which is not there'
        elif anchor and anchor not in map(slug, headings(document.read_text(encoding='utf-8'))):
            yield line, f'links to #{anchor}, which is no heading of {document.name}'


def evaluate(expression):
    """The value of a #define, or None if it is more than a number."""
    for word, value in CONSTANTS.items():
        expression = expression.replace(word, str(value))
    expression = re.sub(r'\(\s*(?:g\w+|goffset)\s*\)', '', expression)
    expression = re.sub(r'(?<=\d)[uUlL]+\b', '', expression).replace('/', '//')
    if not re.fullmatch(r'[\d\s()+*/<-]+', expression):
        return None
    try:
        return eval(expression)
    except (SyntaxError, ZeroDivisionError):
        return None


def check_limits(root, text, literals):
    tested = {name for path in sorted((root / 'tests').rglob('*.c'))
              for name in TESTED.findall(path.read_text(encoding='utf-8'))}
    known = {f'{match.group(4)}/{match.group(1)}' for match in LIMIT.finditer(text)}
    for name in sorted(tested - known):
        yield 0, f'{name}, of which a test speaks, is no limit'
    for match in LIMIT.finditer(text):
        name, digits, unit, folder = match.groups()
        if f'{folder}/{name}' not in tested:
            yield line_of(text, match.start()), f'no test says “Limit: {folder}/{name}”'
        beyond = text[match.end():].partition('\n')[0].split(' | ')[1:]
        if len(beyond) != 1:
            yield line_of(text, match.start()), f'{name}: what is beyond it is not said'
        for code in CODE.findall(''.join(beyond)):
            if code not in literals:
                yield line_of(text, match.start()), f'{name}: there is no problem {code}'
        wanted = int(digits.replace(' ', '')) * UNITS[unit or '']
        values = {evaluate(value) for path in sorted((root / 'src' / folder).rglob('*.[ch]'))
                  for other, value in DEFINE.findall(path.read_text(encoding='utf-8'))
                  if other == name}
        if wanted not in values:
            yield line_of(text, match.start()), f'{name} is not {wanted} in src/{folder}'


def check_codes(root, path, text, literals):
    """A format's document and its code tell of the same problems."""
    damage = text.partition('\n## Damage\n')[2].partition('\n## ')[0]
    for code in sorted(set(CODE.findall(damage))):
        if code not in literals:
            yield 0, f'tells of the problem {code}, which no code does'
    for source in sorted(path.parent.rglob('*.c')):
        for code in sorted(set(TOLD.findall(source.read_text(encoding='utf-8')))):
            if f'`{code}`' not in text:
                yield 0, f'does not tell of the problem {code} of {source.name}'


def find(root):
    return [path for path in sorted(root.rglob('*.md'))
            if not SKIPPED & set(path.relative_to(root).parts)]


def check(root):
    """All documents: yields path, line and what is wrong."""
    code = '\n'.join(path.read_text(encoding='utf-8')
                     for path in sorted((root / 'src').rglob('*.[ch]')))
    functions = set(re.findall(r'\b_?dwell_\w+', code))
    literals = set(re.findall(r'"([a-z]+(?:-[a-z0-9]+)+)"', code))

    for path in find(root):
        text = path.read_text(encoding='utf-8')
        found = list(check_links(path, text))
        for match in FUNCTION.finditer(text):
            if match.group(1) not in functions:
                found.append((line_of(text, match.start()), f'there is no {match.group(1)}()'))
        for number, line in enumerate(text.split('\n'), 1):
            if line != line.rstrip():
                found.append((number, 'trailing blank'))
            if '\t' in line:
                found.append((number, 'tab'))
        if text and not text.endswith('\n'):
            found.append((len(text.split('\n')), 'no line end at the end'))
        if path == root / 'src' / 'README.md':
            found += check_limits(root, text, literals)
        if path.parent.parent == root / 'src' / 'formats':
            found += check_codes(root, path, text, literals)
        for line, what in found:
            yield path, line, what
