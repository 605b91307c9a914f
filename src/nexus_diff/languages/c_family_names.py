"""Names of C and C++ and their standard libraries."""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


TYPES = _names("""
    FILE [] _Bool bool char char* char16_t char32_t char8_t double float int int16_t int32_t int64_t int8_t intmax_t intptr_t long
    max_align_t nullptr_t off_t ptrdiff_t short signed size_t ssize_t string time_t uint16_t uint32_t uint64_t uint8_t uintmax_t
    uintptr_t unsigned va_list void wchar_t
    """) | {
    "long int", "long long", "long long int", "short int", "signed int",
    "signed char", "signed long", "signed short", "unsigned char", "unsigned int", "unsigned long", "unsigned long int",
    "unsigned long long", "unsigned long long int", "unsigned short", "unsigned short int",
}  # fmt: skip
FUNCTIONS = _names("""
    EOF EXIT_FAILURE EXIT_SUCCESS INT_MAX INT_MIN LONG_MAX LONG_MIN NULL SIZE_MAX UINT_MAX abort abs access acos asin assert atan
    atan2 atexit atof atoi atol atoll bind bsearch calloc ceil clearerr clock close closedir connect cos ctime difftime div dup dup2
    errno exit exp fabs false fclose fcntl feof ferror fflush fgetc fgets fileno floor fmod fopen fork fprintf fputc fputs fread
    free freopen fscanf fseek fstat ftell fwrite getc getchar getenv getpid gets gettimeofday gmtime htonl htons ioctl isalnum
    isalpha iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit kill labs ldexp listen localtime localtime_r
    log log10 longjmp lseek lstat malloc memchr memcmp memcpy memmove memset mkdir mktime mmap modf munmap nanosleep ntohl ntohs
    offsetof opendir perror pipe poll pow printf pthread_create pthread_join pthread_mutex_init pthread_mutex_lock
    pthread_mutex_unlock putc putchar puts qsort raise rand read readdir realloc recv remove rename rewind rmdir scanf select send
    setjmp setsockopt setvbuf signal sin sizeof sleep snprintf socket sprintf sqrt srand sscanf stat static_assert stderr stdin
    stdout strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup strerror strftime strlen strncasecmp strncat strncmp
    strncpy strndup strpbrk strrchr strspn strstr strtod strtof strtok strtol strtold strtoll strtoul strtoull system tan time
    tmpfile tmpnam tolower toupper true ungetc unlink usleep va_arg va_copy va_end va_start vfprintf vprintf vsnprintf vsprintf
    waitpid write
    """)
CPP_NAMES = frozenset({"std", "__builtin_expect"})
METHODS = _names("""
    append assign at back begin c_str cbegin cend clear compare count data emplace emplace_back empty end erase find find_first_of
    find_last_of first front get insert length lock max_size npos pop pop_back pop_front push push_back push_front rbegin release
    rend replace reserve reset resize rfind second shrink_to_fit size str substr swap top unlock value what
    """)
GENERICS = {
    "[]": "element",
    **dict.fromkeys(
        ("vector", "list", "deque", "set", "unordered_set", "multiset", "initializer_list", "span", "queue", "stack", "forward_list"),
        "element",
    ),
    "array": "first",
    **dict.fromkeys(("map", "unordered_map", "multimap", "unordered_multimap"), "paired"),
    "pair": "pair",
    **dict.fromkeys(("unique_ptr", "shared_ptr", "weak_ptr", "optional", "reference_wrapper", "atomic", "observer_ptr"), "wrapper"),
    "function": "callable",
}
"""Types of the standard library, by last name; see `Language.generics`."""
RESULTS = {
    **dict.fromkeys(("front", "back", "at", "top", "value_or"), "element"),
    **dict.fromkeys(("begin", "end", "cbegin", "cend", "rbegin", "rend", "find", "lower_bound", "upper_bound", "equal_range"), "same"),
    **dict.fromkeys(("std.move", "std.forward", "std.ref", "std.cref", "std.exchange", "std.as_const", "std.begin", "std.end"), "same"),
    **dict.fromkeys(("std.max", "std.min"), "merged"),
}
"""What functions and methods of the standard library give; see `Language.builtin_results`."""
MAKERS = frozenset({"make_unique", "make_shared"})
"""Functions of the standard library that make an object of their type argument."""
SYNONYMS = {
    **dict.fromkeys(("signed", "signed int", "int32_t", "int_fast32_t"), "int"),
    **dict.fromkeys(("unsigned", "uint32_t", "uint_fast32_t"), "unsigned int"),
    **dict.fromkeys(("long int", "int64_t", "ssize_t", "ptrdiff_t", "intptr_t", "intmax_t", "off_t", "time_t"), "long"),
    **dict.fromkeys(("unsigned long int", "uint64_t", "size_t", "uintptr_t", "uintmax_t"), "unsigned long"),
    **dict.fromkeys(("int16_t", "short int"), "short"),
    **dict.fromkeys(("uint16_t", "unsigned short int"), "unsigned short"),
    "int8_t": "signed char",
    "uint8_t": "unsigned char",
}
"""Names of built-in types → those that they are by another name, as on 64-bit systems."""
MEMBER_TYPES = {
    **dict.fromkeys(("iterator", "reverse_iterator"), "same"),
    **dict.fromkeys(("const_iterator", "const_reverse_iterator"), "constant"),
    **dict.fromkeys(("value_type", "reference", "const_reference", "mapped_type"), "element"),
    "key_type": "key",
}
"""Types that containers of the standard library have as members; see `Language.member_types`."""
RESULT_TYPES = {
    **dict.fromkeys(("c_str", "what"), "char*"),
    **dict.fromkeys(("size", "length", "capacity"), "unsigned long"),
    **dict.fromkeys(("substr", "str", "std.to_string"), "string"),
    "strlen": "unsigned long",
}
"""What functions of the standard library give that are known by their name alone; see `Language.result_types`."""
_INTEGERS = (
    "int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long", "short", "unsigned short", "signed char",
    "unsigned char", "char", "wchar_t", "char16_t", "char32_t", "char8_t",
)  # fmt: skip
_NUMBERS = (*_INTEGERS, "double", "float", "bool")
_TEXTS = ("string", "basic_string", "string_view", "basic_string_view")
CONVERSIONS: dict[str, tuple[str, ...]] = {
    "char*": (*_TEXTS, "void", "bool"),
    "double": ("float", *_INTEGERS, "bool"),
    "float": ("double", *_INTEGERS, "bool"),
    "bool": _NUMBERS,
    **{name: tuple(other for other in _TEXTS if other != name) for name in ("string", "basic_string")},
    **{name: tuple(other for other in _NUMBERS if other != name) for name in _INTEGERS},
    **dict.fromkeys(("istringstream", "ifstream"), ("istream",)),
    **dict.fromkeys(("ostringstream", "ofstream"), ("ostream",)),
    **dict.fromkeys(("stringstream", "fstream"), ("iostream", "istream", "ostream")),
    "iostream": ("istream", "ostream"),
    **dict.fromkeys(("istream", "ostream"), ()),
}
"""Plain types → what they become without being asked, nearest first; see `Language.conversions`."""
