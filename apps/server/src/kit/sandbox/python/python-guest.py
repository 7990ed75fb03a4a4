"""Lives in the memory snapshot: runs one piece of a user's code and turns what it returns into JSON.

Every answer is one text: a letter for what happened, then its detail. The letters are read in reply.ts.
"""

# Imported here only to be in the snapshot, so that a user's own import costs nothing.
import asyncio, base64, bisect, calendar, collections, copy, csv, dataclasses, datetime, decimal, difflib, enum, fractions  # noqa: E401, F401
import functools, hashlib, heapq, hmac, html, inspect, io, itertools, json, math, operator, random, re, secrets  # noqa: E401
import statistics, string, sys, textwrap, time, traceback, typing, unicodedata, urllib.parse, uuid, zoneinfo  # noqa: E401, F401

_FILE = "code.py"
_SAFE_INTEGER = 2**53 - 1
_DEEPEST = 200
_kept = []


class Args(dict):
    """The argument of main: args.params and args["params"] are the same."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class _Printed(io.TextIOBase):
    """Standard output: whole lines go out as they come, so that they survive a run that is killed; the rest is dropped at a cap."""

    def __init__(self, send, lines, size):
        self._send, self._lines, self._left, self._open = send, lines, size, ""

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError("write() argument must be str")
        if self._left > 0:
            *whole, self._open = (self._open + text[: self._left]).split("\n")
            self._left -= len(text)
            for line in whole:
                self._line(line)
            if self._left <= 0:
                self.finish()
        return len(text)

    def _line(self, line):
        if self._lines > 0:
            self._lines -= 1
            self._send(line)
        else:
            self._left = 0

    def finish(self):
        if self._open:
            self._line(self._open)
            self._open = ""


class _Refused(Exception):
    pass


def _plain(value, path, above):
    if value is None or value is True or value is False:
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return int(value) if -_SAFE_INTEGER <= value <= _SAFE_INTEGER else str(int(value))
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (decimal.Decimal, uuid.UUID)):
        return str(value)
    if isinstance(value, enum.Enum):
        return _plain(value.value, path, above)
    if not isinstance(value, (dict, list, tuple, set, frozenset, collections.deque)):
        raise _Refused("type", path, type(value).__name__)
    if id(value) in above:
        raise _Refused("circular", path)
    if len(above) >= _DEEPEST:
        raise _Refused("deep", path)
    above.add(id(value))
    if isinstance(value, dict):
        result = {_key(key, path): _plain(item, f"{path}.{key}", above) for key, item in value.items()}
    else:
        result = [_plain(item, f"{path}[{index}]", above) for index, item in enumerate(value)]
    above.discard(id(value))
    return result


def _key(key, path):
    if isinstance(key, str):
        return str(key)
    if key is None or isinstance(key, (bool, int, float)):
        return json.dumps(key)
    raise _Refused("key", path, type(key).__name__)


def _failure(error):
    line = None
    if isinstance(error, SyntaxError) and error.filename == _FILE:
        line, text = error.lineno, error.msg
    else:
        for frame, number in traceback.walk_tb(error.__traceback__):
            if frame.f_code.co_filename == _FILE:
                line = number
        try:
            text = str(error)
        except BaseException:
            text = ""
    name = type(error).__name__
    return "E" + json.dumps({"message": f"{name}: {text}"[:2000] if text else name, "line": line})


async def _run(code, params, max_size, send, log_lines, log_size):
    # The snapshot holds one state of the generator: without a new seed every run would draw the same numbers.
    random.seed()
    printed = sys.stdout = sys.stderr = _Printed(send, log_lines, log_size)
    try:
        scope = {"__name__": "code", "__builtins__": __builtins__, "Args": Args, "Output": dict}
        exec(compile(code, _FILE, "exec"), scope)
        main = scope.get("main")
        if not callable(main):
            return "N"
        value = main(Args(params=json.loads(params)))
        if inspect.isawaitable(value):
            value = await value
        # The process ends after this run; taking a very deep value apart first would overflow the interpreter's stack.
        _kept.append(value)
        text = json.dumps(_plain(value, "", set()), allow_nan=False)
        return "S" if len(text) > max_size else "O" + text
    except _Refused as refusal:
        return "V" + json.dumps(refusal.args)
    except MemoryError:
        return "M"
    except BaseException as error:
        return _failure(error)
    finally:
        printed.finish()
