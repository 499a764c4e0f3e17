# SPDX-License-Identifier: GPL-3.0-or-later
"""Documentation of public functions: each has one gi-docgen comment, above its definition.

A public function is one that a header of src declares and whose name begins with dwell_. Its comment
names all its parameters, and says what it returns. The header only declares: a comment on the line
above a declaration would be a second one.
"""
import re

DECLARATION = re.compile(
    r'^(?!static|typedef|#|G_|extern)[A-Za-z_][\w\s\*]*?\b(dwell_\w+)\s*\(([^;{}]*?)\)\s*'
    r'((?:G_GNUC_\w+(?:\s*\([^)]*\))?\s*)*);', re.M)
DEFINITION = re.compile(r'^(?!static|typedef|#|G_|extern)([A-Za-z_][\w \*]*)\n(dwell_\w+) \(([^;{}]*?)\)\n\{',
                        re.M)
COMMENT = re.compile(r'/\*\*\n \* (\w+):\n((?:(?!\*/).)*)\*/\n\Z', re.S)


def parameter_names(text):
    text = re.sub(r'\([^()]*\)\s*(?=\()', lambda match: match.group(0), ' '.join(text.split()))
    names = []
    depth, start, parts = 0, 0, []
    for index, letter in enumerate(text + ','):
        if letter == '(':
            depth += 1
        elif letter == ')':
            depth -= 1
        elif letter == ',' and depth == 0:
            parts.append((text + ',')[start:index].strip())
            start = index + 1
    for part in parts:
        if part in ('void', '...', ''):
            continue
        pointer = re.search(r'\(\s*\*\s*(\w+)', part)
        names.append(pointer.group(1) if pointer else
                     re.sub(r'\[[^\]]*\]', '', part).split()[-1].lstrip('*'))
    return names


def declared_names(text):
    """Yields (line, name, whether a comment stands above it) of a header's text."""
    for match in DECLARATION.finditer(text):
        above = text[:match.start()].rstrip(' ')
        yield text.count('\n', 0, match.start(1)) + 1, match.group(1), above.endswith('*/\n')


def check_definition(name, result, parameters, comment):
    """Yields what the comment of a function lacks."""
    if comment is None or comment.group(1) != name:
        yield f'{name} has no gi-docgen comment'
        return
    for parameter in parameter_names(parameters):
        if not re.search(rf'^ \* @{parameter}:', comment.group(2), re.M):
            yield f'{name}: its comment does not name @{parameter}'
    if result.split()[-1] != 'void' and 'Returns:' not in comment.group(2):
        yield f'{name}: its comment does not say what it returns'


def check(root):
    """Yields (path, line, complaint) over all of src."""
    declared = set()
    for path in sorted((root / 'src').rglob('*.h')):
        text = path.read_text(encoding='utf-8')
        for line, name, is_commented in declared_names(text):
            declared.add(name)
            if is_commented:
                yield path, line, f'{name} is documented here, too'
    for path in sorted((root / 'src').rglob('*.c')):
        text = path.read_text(encoding='utf-8')
        for match in DEFINITION.finditer(text):
            result, name, parameters = match.groups()
            if name not in declared:
                continue
            line = text.count('\n', 0, match.start(2)) + 1
            above = text[text.rfind('/**\n', 0, match.start()):match.start()]
            for what in check_definition(name, result, parameters, COMMENT.match(above)):
                yield path, line, what


if __name__ == '__main__':
    import pathlib
    import sys
    for path, line, what in check(pathlib.Path(sys.argv[1])):
        print(f'{path}:{line}: {what}')
