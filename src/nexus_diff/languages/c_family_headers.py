"""Headers of the standard libraries of C and C++ and of the operating systems, as `#include` names them."""

from __future__ import annotations

_C = """
    assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbit
    stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype
    """
_CPP = """
    algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex concepts condition_variable contracts
    coroutine debugging deque exception execution expected filesystem flat_map flat_set format forward_list fstream functional
    future generator hazard_pointer hive initializer_list inplace_vector iomanip ios iosfwd iostream istream iterator latch limits
    linalg list locale map mdspan memory memory_resource meta mutex new numbers numeric optional ostream print queue random ranges
    ratio rcu regex scoped_allocator semaphore set shared_mutex simd source_location span spanstream sstream stack stacktrace
    stdexcept stdfloat stop_token streambuf string string_view strstream syncstream system_error text_encoding thread tuple
    type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector version
    """
_SYSTEM = """
    aio arpa/inet cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen malloc mqueue ndbm net/if netdb
    netinet/in netinet/tcp nl_types poll pthread pwd regex sched search semaphore spawn strings stropts sys/epoll sys/eventfd
    sys/file sys/inotify sys/ioctl sys/ipc sys/mman sys/msg sys/param sys/prctl sys/random sys/resource sys/select sys/sem
    sys/sendfile sys/shm sys/socket sys/stat sys/statvfs sys/syscall sys/sysctl sys/sysinfo sys/time sys/timerfd sys/times
    sys/types sys/uio sys/un sys/utsname sys/wait syslog tar termios trace ulimit unistd utime utmpx wordexp crtdbg direct intrin
    io process windows winsock2 ws2tcpip
    """
STANDARD = frozenset(
    [
        *(f"<{name}.h>" for name in (*_C.split(), *_SYSTEM.split())),
        *(f"<{name}>" for name in _CPP.split()),
        *(f"<c{name}>" for name in _C.split()),
    ]
)
"""C23, C++26, POSIX.1-2017 with what Linux and Windows add; in angle brackets, for a header of the repository may have the same name."""
