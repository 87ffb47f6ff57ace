"""Find the line on which each key of a TOML file stands.

``tomllib`` gives values without places; a person who has to mend a file needs the place. The text
must already have been accepted by ``tomllib``: this scanner follows structure and checks nothing.
"""

from __future__ import annotations

from bisect import bisect_right

KeyPath = tuple[str | int, ...]

_BARE_END = frozenset(" \t\r\n=.]}#,\"'")
_VALUE_END = frozenset(",]}\n#")


def key_lines(text: str) -> dict[KeyPath, int]:
    """Map every key path (array elements by index) to its line, counted from 1."""
    return _Scanner(text).scan()


def line_of(lines: dict[KeyPath, int], path: KeyPath) -> int | None:
    """The line of ``path``, or of the closest table around it that is written in the file."""
    for length in range(len(path), 0, -1):
        if (line := lines.get(path[:length])) is not None:
            return line
    return None


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.lines: dict[KeyPath, int] = {}
        self.array_sizes: dict[KeyPath, int] = {}
        self.line_starts = [0]
        self.line_starts += [i + 1 for i, character in enumerate(text) if character == "\n"]

    def scan(self) -> dict[KeyPath, int]:
        table: KeyPath = ()
        while self.skip_blank():
            if self.at("[["):
                table = self.header(2)
            elif self.at("["):
                table = self.header(1)
            else:
                self.key_value(table)
        return self.lines

    def at(self, expected: str) -> bool:
        return self.text.startswith(expected, self.position)

    def skip_blank(self) -> bool:
        """Move to the next character that means something; False at the end."""
        while self.position < len(self.text):
            character = self.text[self.position]
            if character == "#":
                end = self.text.find("\n", self.position)
                self.position = len(self.text) if end < 0 else end
            elif character.isspace():
                self.position += 1
            else:
                return True
        return False

    def note(self, path: KeyPath, line: int) -> None:
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def current_line(self) -> int:
        return bisect_right(self.line_starts, self.position)

    def header(self, brackets: int) -> KeyPath:
        line = self.current_line()
        self.position += brackets
        names = self.key()
        self.position += brackets
        path: KeyPath = ()
        for index, name in enumerate(names):
            path += (name,)
            last = index == len(names) - 1
            if last and brackets == 2:
                self.array_sizes[path] = self.array_sizes.get(path, 0) + 1
            if path in self.array_sizes:
                self.note(path, line)
                path += (self.array_sizes[path] - 1,)
        self.note(path, line)
        self.lines[path] = min(self.lines[path], line)
        return path

    def key(self) -> list[str]:
        names = []
        while True:
            self.skip_blank()
            character = self.text[self.position]
            if character in "\"'":
                names.append(self.string())
            else:
                start = self.position
                while self.position < len(self.text) and self.text[self.position] not in _BARE_END:
                    self.position += 1
                names.append(self.text[start : self.position])
            self.skip_blank()
            if not self.at("."):
                return names
            self.position += 1

    def key_value(self, table: KeyPath) -> None:
        line = self.current_line()
        path = (*table, *self.key())
        self.note(path, line)
        self.position += 1  # the equals sign
        self.skip_blank()
        self.value(path)

    def value(self, path: KeyPath) -> None:
        character = self.text[self.position]
        if character in "\"'":
            self.string()
        elif character == "[":
            self.array(path)
        elif character == "{":
            self.inline_table(path)
        else:
            while self.position < len(self.text) and self.text[self.position] not in _VALUE_END:
                self.position += 1

    def array(self, path: KeyPath) -> None:
        self.position += 1
        index = 0
        while self.skip_blank() and not self.at("]"):
            if self.at(","):
                self.position += 1
                continue
            self.note((*path, index), self.current_line())
            self.value((*path, index))
            index += 1
        self.position += 1

    def inline_table(self, path: KeyPath) -> None:
        self.position += 1
        while self.skip_blank() and not self.at("}"):
            if self.at(","):
                self.position += 1
                continue
            self.key_value(path)
        self.position += 1

    def string(self) -> str:
        quote = self.text[self.position]
        triple = quote * 3
        if self.at(triple):
            end = self.position + 3
            while True:
                end = self.text.index(triple, end)
                if quote == '"' and self.escaped(end):
                    end += 1
                    continue
                break
            end += 3
            while self.text.startswith(quote, end):  # quotes may end the text inside
                end += 1
            content = self.text[self.position + 3 : end - 3]
            self.position = end
            return content
        end = self.position + 1
        while self.text[end] != quote:
            end += 2 if quote == '"' and self.text[end] == "\\" else 1
        content = self.text[self.position + 1 : end]
        self.position = end + 1
        if quote == '"' and "\\" in content:
            import tomllib

            content = str(tomllib.loads(f'key = "{content}"')["key"])
        return content

    def escaped(self, position: int) -> bool:
        slashes = 0
        while self.text[position - 1 - slashes] == "\\":
            slashes += 1
        return slashes % 2 == 1
