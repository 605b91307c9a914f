"""Names of C and C++ and their standard libraries."""

from __future__ import annotations

TYPES = frozenset(
    "void char char* short int long float double bool signed unsigned size_t ssize_t ptrdiff_t intptr_t uintptr_t wchar_t char8_t "
    "char16_t char32_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intmax_t uintmax_t off_t time_t FILE va_list "
    "max_align_t nullptr_t _Bool".split()
) | {
    "unsigned int", "unsigned long", "unsigned short", "long long", "unsigned long long", "signed int", "long int", "[]",
    "unsigned long int", "short int", "long long int", "unsigned long long int", "unsigned short int", "signed long", "signed short",
    "string", "size_t",
}  # fmt: skip
FUNCTIONS = frozenset(
    "abort abs access acos asin assert atan atan2 atexit atof atoi atol atoll bind bsearch calloc ceil clearerr clock close closedir connect "
    "cos ctime difftime div dup dup2 exit exp fabs fclose fcntl feof ferror fflush fgetc fgets fileno floor fmod fopen fork fprintf "
    "fputc fputs fread free freopen fscanf fseek fstat ftell fwrite getc getchar getenv getpid gets gettimeofday gmtime htonl htons ioctl "
    "isalnum isalpha iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit kill labs ldexp listen localtime "
    "localtime_r log log10 longjmp lseek lstat malloc memchr memcmp memcpy memmove memset mkdir mktime mmap modf munmap nanosleep ntohl "
    "ntohs offsetof opendir perror pipe poll pow printf pthread_create pthread_join pthread_mutex_init pthread_mutex_lock "
    "pthread_mutex_unlock putc putchar puts qsort raise rand read readdir realloc recv remove rename rewind rmdir scanf select send "
    "setjmp setsockopt setvbuf signal sin sizeof sleep snprintf socket sprintf sqrt srand sscanf stat static_assert strcasecmp strcat "
    "strchr strcmp strcoll strcpy strcspn strdup strerror strftime strlen strncasecmp strncat strncmp strncpy strndup strpbrk strrchr "
    "strspn strstr strtod strtof strtok strtol strtold strtoll strtoul strtoull system tan time tmpfile tmpnam tolower toupper ungetc "
    "unlink usleep va_arg va_copy va_end va_start vfprintf vprintf vsnprintf vsprintf waitpid write errno stdin stdout stderr NULL EOF "
    "EXIT_SUCCESS EXIT_FAILURE INT_MAX INT_MIN UINT_MAX SIZE_MAX LONG_MAX LONG_MIN true false".split()
)
CPP_NAMES = frozenset({"std", "__builtin_expect"})
METHODS = frozenset(
    "append assign at back begin cbegin cend clear compare c_str count data emplace emplace_back empty end erase find find_first_of "
    "find_last_of first front get insert length lock max_size size npos pop pop_back pop_front push push_back push_front rbegin rend "
    "release replace reserve reset resize rfind second shrink_to_fit str substr swap top unlock value what".split()
)
GENERICS = {
    "[]": "element",
    "std.vector": "element",
    "std.list": "element",
    "std.deque": "element",
    "std.set": "element",
    "std.array": "first",
    "std.unordered_set": "element",
    "std.multiset": "element",
    "std.initializer_list": "element",
    "std.span": "element",
    "std.queue": "element",
    "std.stack": "element",
    "std.map": "mapping",
    "std.unordered_map": "mapping",
    "std.multimap": "mapping",
    "std.pair": "tuple",
    "std.tuple": "tuple",
    "std.unique_ptr": "wrapper",
    "std.shared_ptr": "wrapper",
    "std.weak_ptr": "wrapper",
    "std.optional": "wrapper",
    "std.reference_wrapper": "wrapper",
    "std.atomic": "wrapper",
    "std.function": "callable",
}
