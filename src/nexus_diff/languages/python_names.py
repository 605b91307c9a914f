"""Names that Python brings along, as data: what they are must not depend on the interpreter that runs the analysis."""

# For maintainers. Gathered from CPython 3.11 by `dir()` over built-in types and the types of the standard library that code meets most,
# with the names that 2.7 and 3.12 to 3.14 have besides.

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


BUILTIN_NAMES = _words(
    """
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError
    BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning
    EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError
    FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError
    KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError
    OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError RecursionError
    ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError
    SystemExit TabError TimeoutError True TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError
    UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError __annotations__ __build_class__
    __builtins__ __debug__ __doc__ __file__ __import__ __loader__ __name__ __package__ __path__ __spec__ abs aiter all anext any apply
    ascii basestring bin bool breakpoint buffer bytearray bytes callable chr classmethod cmp coerce compile complex copyright credits
    delattr dict dir divmod enumerate eval exec execfile exit file filter float format frozenset getattr globals hasattr hash help hex id
    input int intern isinstance issubclass iter len license list locals long map max memoryview min next object oct open ord pow print
    property quit range raw_input reduce repr reveal_locals reveal_type reversed round set setattr slice sorted staticmethod str sum super
    tuple type unichr unicode vars xrange zip
    """
)
"""Names visible everywhere without an import."""

BUILTIN_METHODS = _words(
    """
    _asdict _replace absolute acquire acquire_lock add addFilter addHandler add_done_callback add_note append appendleft as_integer_ratio
    as_posix as_uri assertEquals assertItemsEqual assert_any_call assert_called assert_called_once assert_called_once_with
    assert_called_with assert_has_calls assert_not_called astimezone attach_mock bit_count bit_length callHandlers callback cancel
    cancelled capitalize casefold cast center chmod clear close combine commit communicate configure_mock conjugate copy count createLock
    critical ctime cursor cwd date debug decode detach difference difference_update digest discard done dst elements emit empty encode end
    endswith enter_context error exception execute executemany executescript exists expand expandtabs expanduser extend extendleft fatal
    fetchall fetchmany fetchone fileno filter find findCaller findall finditer flush format format_map from_bytes fromhex fromisocalendar
    fromisoformat fromkeys fromordinal fromtimestamp fromutc full fullmatch get getChild getEffectiveLevel getName get_name get_nowait
    getbuffer getvalue glob group groupdict groups handle handleError hardlink_to hasHandlers has_key hex hexdigest home index indices
    info insert intersection intersection_update isDaemon isEnabledFor isSet is_absolute is_alive is_block_device is_char_device is_dir
    is_fifo is_file is_integer is_mount is_relative_to is_reserved is_set is_socket is_symlink isalnum isalpha isascii isatty isdecimal
    isdigit isdisjoint isidentifier islower isnumeric isocalendar isoformat isoweekday isprintable isspace issubset issuperset istitle
    isupper items iterdir iteritems iterkeys itervalues join joinpath keys kill lchmod link_to ljust locked locked_lock log lower lstat
    lstrip makeRecord maketrans map match mkdir mock_add_spec most_common move_to_end namedtuple new_child notify notifyAll notify_all now
    open owner partition peek poll pop pop_all popitem popleft push put put_nowait qsize read read1 read_bytes read_text readable readinto
    readinto1 readline readlines readlink reconfigure relative_to release release_lock remove removeFilter removeHandler removeprefix
    removesuffix rename replace reset_mock resolve result reverse rfind rglob rindex rjust rmdir rollback rotate rpartition rsplit rstrip
    run running samefile scanner search seek seekable send send_signal set setDaemon setFormatter setLevel setName set_exception set_name
    set_result set_running_or_notify_cancel setdefault setinputsizes setoutputsize shutdown sort span split splitlines start startswith
    stat strftime strip strptime sub submit subn subtract swapcase symlink_to symmetric_difference symmetric_difference_update task_done
    tell terminate throw time timestamp timetuple timetz title to_bytes tobytes today tolist toordinal toreadonly total total_seconds
    touch translate truncate tzname union unlink update upper utcfromtimestamp utcnow utcoffset utctimetuple values wait wait_for walk
    warn warning weekday with_name with_segments with_stem with_suffix with_traceback writable write write_bytes write_text writelines
    zfill
    """
)
"""Methods of built-in types and of much-used types of the standard library."""

STANDARD_MODULES = _words(
    """
    ConfigParser HTMLParser Queue StringIO __builtin__ __future__ __main__ _thread _typeshed abc aifc annotationlib antigravity argparse
    array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii binhex bisect builtins bz2 cPickle cProfile cStringIO calendar
    cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall compression concurrent configparser contextlib
    contextvars copy copy_reg copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email
    encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt
    getpass gettext glob graphlib grp gzip hashlib heapq hmac html http httplib idlelib imaplib imghdr imp importlib inspect io ipaddress
    itertools json keyword lib2to3 linecache locale logging lzma macpath mailbox mailcap marshal math mimetypes mmap modulefinder msilib
    msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb
    pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc
    pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex
    shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics
    string stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap
    this thread threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing
    unicodedata unittest urllib urllib2 urlparse uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc
    zipapp zipfile zipimport zlib zoneinfo
    """
)
"""Top-level modules of the standard library."""

# fmt: off
BINARY = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
    "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
}
OPERATORS: dict[str, tuple[str, ...]] = {
    **{op: (f"__{name}__", f"r:__r{name}__") for op, name in BINARY.items()},
    **{f"{op}=": (f"__i{name}__", f"__{name}__", f"r:__r{name}__") for op, name in BINARY.items()},
    "==": ("__eq__", "r:__eq__"), "!=": ("__ne__", "__eq__", "r:__ne__", "r:__eq__"),
    "<": ("__lt__", "r:__gt__"), ">": ("__gt__", "r:__lt__"), "<=": ("__le__", "r:__ge__"), ">=": ("__ge__", "r:__le__"),
    "in": ("r:__contains__", "r:__iter__"), "not in": ("r:__contains__", "r:__iter__"),
    "not": ("__bool__", "__len__"), "bool": ("__bool__", "__len__"),
    "u-": ("__neg__",), "u+": ("__pos__",), "~": ("__invert__",),
    "format": ("__format__", "__str__", "__repr__"), "[]=": ("__setitem__",),
}
"""Operator → methods. "u-" and "u+" are the signs, "bool" a test for truth, "format" an interpolation in an f-string."""

PROTOCOLS: dict[str, tuple[str, ...]] = {
    "iter": ("__iter__", "__next__", "__getitem__"), "aiter": ("__aiter__", "__anext__"), "next": ("__next__",), "anext": ("__anext__",),
    "with": ("__enter__", "__exit__"), "awith": ("__aenter__", "__aexit__"), "await": ("__await__",), "call": ("__call__",),
    "getattr": ("__getattr__", "__getattribute__"), "setattr": ("__setattr__",), "delattr": ("__delattr__",),
    "getitem": ("__getitem__", "__class_getitem__", "__missing__"), "setitem": ("__setitem__",), "delitem": ("__delitem__",),
    "contains": ("__contains__", "__iter__"), "len": ("__len__",), "bool": ("__bool__", "__len__"), "str": ("__str__", "__repr__"),
    "repr": ("__repr__",), "hash": ("__hash__",), "format": ("__format__", "__str__"), "del": ("__del__",),
    "reversed": ("__reversed__", "__len__", "__getitem__"), "abs": ("__abs__",), "int": ("__int__", "__index__"),
    "float": ("__float__",), "round": ("__round__",), "bytes": ("__bytes__",), "dir": ("__dir__",), "index": ("__index__",),
    "divmod": ("__divmod__",), "instancecheck": ("__instancecheck__",), "subclasscheck": ("__subclasscheck__",),
    "fspath": ("__fspath__",), "order": ("__lt__", "__gt__"), "get": ("__get__",), "set": ("__set__",), "copy": ("__copy__",),
    "deepcopy": ("__deepcopy__",), "subclass": ("__init_subclass__", "__set_name__", "__prepare__"),
}
"""Implicit call → methods."""

BUILTIN_PROTOCOLS = {
    "len": "len", "str": "str", "repr": "repr", "ascii": "repr", "hash": "hash", "bool": "bool", "format": "format", "print": "str",
    "iter": "iter", "next": "next", "list": "iter", "tuple": "iter", "set": "iter", "frozenset": "iter", "dict": "iter", "sum": "iter",
    "any": "iter", "all": "iter", "enumerate": "iter", "zip": "iter", "sorted": "iter", "min": "iter", "max": "iter",
    "reversed": "reversed", "abs": "abs", "int": "int", "float": "float", "round": "round", "bytes": "bytes", "dir": "dir",
    "divmod": "divmod", "aiter": "aiter", "anext": "aiter", "fspath": "fspath", "copy": "copy", "deepcopy": "deepcopy",
}
"""Built-in function → protocol of its first argument."""

GENERICS: dict[str, str] = {
    **dict.fromkeys(
        (
            "list", "set", "frozenset", "deque", "List", "Set", "FrozenSet", "Deque", "Sequence", "MutableSequence", "Iterable", "Iterator",
            "Collection", "Container", "AbstractSet", "MutableSet", "Reversible", "AsyncIterable", "AsyncIterator", "Awaitable",
            "ContextManager", "AbstractContextManager", "AsyncContextManager", "AbstractAsyncContextManager", "KeysView", "ValuesView",
            "Coroutine", "Future", "Task", "Queue", "ref", "ReferenceType", "WeakSet", "chain", "cycle", "map", "filter", "reversed",
            "ContextVar",
        ),
        "element",
    ),
    **dict.fromkeys(("Generator", "AsyncGenerator"), "first"),
    **dict.fromkeys(
        (
            "dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "DefaultDict", "OrderedDict", "ChainMap", "Counter",
            "ItemsView", "WeakValueDictionary", "WeakKeyDictionary", "MappingView",
        ),
        "mapping",
    ),
    **dict.fromkeys(("tuple", "Tuple"), "tuple"),
    **dict.fromkeys(
        ("Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "InitVar", "TypeGuard", "Unpack"), "wrapper"
    ),
    "Union": "union",
    **dict.fromkeys(("type", "Type"), "class"),
    "Callable": "callable", "Concatenate": "callable", "Literal": "literal", "LiteralString": "literal",
}
"""Generic type → how its arguments read (see `Language.generics`)."""

SET_UPS = (
    "setUp", "tearDown", "setUpClass", "tearDownClass", "asyncSetUp", "asyncTearDown", "setUpTestData", "setUpModule", "tearDownModule",
    "setup_method", "teardown_method", "setup_class", "teardown_class", "setup_module", "teardown_module", "setup_function",
    "teardown_function", "setup", "teardown",
)
"""What unittest, pytest and Django call around a test."""

CALLERS = frozenset({
    "map", "filter", "sorted", "sort", "min", "max", "reduce", "filterfalse", "takewhile", "dropwhile", "groupby", "starmap",
    "accumulate", "raises", "warns", "assertRaises", "assertRaisesRegex", "assertWarns", "sub", "subn", "run_in_executor", "submit",
    "to_thread", "call_soon", "run", "gather", "wait_for", "create_task", "ensure_future", "run_until_complete", "timeit", "repeat",
})
"""Functions that call what they are given."""

CARRIERS = frozenset({
    "weakref.ref", "weakref.proxy", "send", "send_robust", "asend", "emit", "put", "put_nowait", "publish", "debug", "info", "warning",
    "error", "exception", "critical", "log",
})
"""Signals, queues, loggers and weak references pass objects on."""

DUCK_METHODS = frozenset({
    "read", "readline", "readlines", "readinto", "write", "writelines", "flush", "close", "seek", "tell", "truncate", "fileno", "isatty",
    "readable", "writable", "seekable", "detach", "getvalue", "getbuffer",
    "dump", "dumps", "load", "loads", "encode", "decode", "serialize", "deserialize",
    "emit", "handle", "filter", "format", "formatTime", "formatException",
    "keys", "items", "values", "get",
    "utcoffset", "tzname", "dst",
})
"""Methods of files, serializers, log handlers, mappings and time zones."""
# fmt: on

TRANSPARENT_DECORATORS = frozenset(
    {
        "staticmethod", "classmethod", "abstractmethod", "abstractclassmethod", "abstractstaticmethod", "override", "final", "lru_cache",
        "cache", "contextmanager", "asynccontextmanager", "wraps", "deprecated", "no_type_check", "total_ordering", "dataclass",
        "runtime_checkable", "unique", "skip", "skipIf", "skipUnless", "expectedFailure",
    }
)  # fmt: skip
"""Decorators of the standard library after which a function or class is called as it is written."""

LIBRARY_BASES: dict[str, frozenset[str]] = {
    **dict.fromkeys(("ABC", "Generic", "Protocol", "object"), frozenset()),
    **dict.fromkeys(
        _words(
            """
            dict list set frozenset tuple str bytes int float OrderedDict defaultdict deque Counter UserDict UserList UserString Path
            PurePath Mapping MutableMapping Sequence MutableSequence Iterator Iterable Callable Hashable Sized Container Collection
            TypedDict NamedTuple
            """
        ),
        BUILTIN_METHODS | _words("data default_factory maps real imag numerator denominator parts suffix stem parent"),
    ),
    **dict.fromkeys(_words("Enum IntEnum StrEnum Flag IntFlag"), BUILTIN_METHODS | _words("name value _name_ _value_ _ignore_ _missing_")),
    **dict.fromkeys(
        _words(
            """
            BaseException Exception ValueError TypeError KeyError IndexError RuntimeError AttributeError LookupError NotImplementedError
            ArithmeticError AssertionError ImportError Warning UserWarning DeprecationWarning
            """
        ),
        _words("args add_note with_traceback name obj path msg"),
    ),
    "Handler": BUILTIN_METHODS | _words("name level formatter filters lock _name _closed"),
    "Thread": BUILTIN_METHODS | _words("name ident daemon native_id"),
}
"""Last names of library classes that others extend → the members which those get from them, but for dunders."""
