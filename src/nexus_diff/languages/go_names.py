"""Names that Go and its standard library give."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


BUILTIN_NAMES = _words(
    """
    any append bool byte cap clear close comparable complex complex128 complex64 copy delete error float32 float64 imag int int16 int32
    int64 int8 iota len make max min new panic print println real recover rune string uint uint16 uint32 uint64 uint8 uintptr
    """
)

GENERICS = {"[]": "element", "map": "mapping", "chan": "element", "Seq": "element", "Seq2": "element"}
"""Types with type arguments whose elements are known."""

BUILTIN_METHODS = _words(
    """
    Add AddDate After AfterFunc AppendFormat Apply As Attr Before Body Bytes Cancel Cap Close CloseWithError Clone Cmp Compare
    CompareAndSwap Context Copy Cookie Cookies Count Data Date Day Deadline Decode Del Delete Describe Done Do Elem Encode Equal Err
    Error Errorf Exec Exit Fail FailNow Fatal Fatalf Fd Field FieldByName FieldByNameFunc Fields Find FindAllString FindString
    FindStringSubmatch Flush Format Fprint Fprintf Fprintln Func Get Go GoString Grow Handle HandleFunc Header Helper Hour Index Info
    Init Insert Int Int63 Intn Interface Is IsAbs IsDir IsNil IsValid IsZero Join Key Keys Kind Len Less Listen ListenAndServe Load
    LoadOrStore Lock Log Logf Lookup MarshalBinary MarshalJSON MarshalText Match MatchString Method MethodByName Minute Mode ModTime
    Month Name Nanosecond Next Now NumField NumMethod Open Or Output Parallel Parse Peek Pop Port Print Printf Println Push Put Query
    QueryRow Range Read ReadAll ReadAt ReadByte ReadFrom ReadFull ReadLine ReadRune ReadString Recv Replace ReplaceAllString Reset Round
    Run Scan Second Seek Send Serve ServeHTTP Set SetDeadline SetInt SetOutput SetPrefix SetString Shutdown Sign Signal Size Skip
    SkipNow Sleep Split Start Stat Stop Store String Sub Sum Swap Sync Sys TempDir Text Time Title Trim Truncate TryLock Type Unix
    UnixNano Unlock UnmarshalBinary UnmarshalJSON UnmarshalText UnreadByte UnreadRune Unwrap Update Value Values Wait WithContext Write
    WriteAt WriteByte WriteHeader WriteRune WriteString WriteTo Year Zone
    """
)
"""Methods of the standard library's types."""

CALLERS = _words(
    """
    AllFunc AnyFunc BinarySearchFunc Clean Cleanup CompareFunc ContainsFunc CutFunc DeleteFunc Do Each EqualFunc FieldsFunc Find ForEach
    Fuzz IndexFunc InsertFunc LastIndexFunc Map MaxFunc MinFunc Once OnceFunc OnceValue OnceValues Range Run RunParallel Search Slice
    SliceStable SortFunc SortStableFunc Split SplitFunc SplitSeq Subscribe TrimFunc TrimLeftFunc TrimRightFunc Visit VisitAll Walk WalkDir
    """
)
"""Functions of the standard library and of test frameworks that call what is handed to them before they return."""

SUITE_METHODS = _words("SetupSuite SetupTest SetupSubTest TearDownSuite TearDownTest TearDownSubTest BeforeTest AfterTest")
"""Methods that testify's suites call around tests."""

STANDARD = _words(
    """
    archive arena bufio builtin bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash
    html image index io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs sync
    syscall testing text time unicode unique unsafe weak C
    """
)
"""First parts of the import paths of the standard library."""
