"""Types of standard libraries that others extend or implement, with the members which those get from them."""

from __future__ import annotations

from collections.abc import Mapping

Bases = Mapping[str, frozenset[str]]


def _listed(text: str) -> Bases:
    """`Name: member member` lines."""
    lines = (line.partition(":") for line in text.strip().splitlines())
    return {name.strip(): frozenset(members.split()) for name, _, members in lines}


_THROWABLE = (
    "getMessage getLocalizedMessage getCause initCause toString printStackTrace fillInStackTrace getStackTrace setStackTrace "
    "addSuppressed getSuppressed"
)
_OBJECT = "equals hashCode toString getClass clone finalize notify notifyAll wait"

JAVA: Bases = _listed(
    f"""
    Object: {_OBJECT}
    Serializable:
    Externalizable: writeExternal readExternal
    Cloneable:
    Comparable: compareTo
    Runnable: run
    Callable: call
    AutoCloseable: close
    Closeable: close
    Supplier: get
    Consumer: accept andThen
    Function: apply compose andThen identity
    Predicate: test and negate or not isEqual
    Iterator: hasNext next remove forEachRemaining
    Throwable: {_THROWABLE}
    Exception: {_THROWABLE}
    RuntimeException: {_THROWABLE}
    IllegalArgumentException: {_THROWABLE}
    IllegalStateException: {_THROWABLE}
    UnsupportedOperationException: {_THROWABLE}
    IOException: {_THROWABLE}
    Error: {_THROWABLE}
    """
)

_CS_OBJECT = "Equals GetHashCode GetType ToString MemberwiseClone ReferenceEquals"

CSHARP: Bases = _listed(
    f"""
    Object: {_CS_OBJECT}
    Attribute: {_CS_OBJECT} GetCustomAttribute GetCustomAttributes IsDefined IsDefaultAttribute Match TypeId
    EventArgs: {_CS_OBJECT} Empty
    IDisposable: Dispose
    ICloneable: Clone
    IEquatable: Equals
    IComparable: CompareTo
    IFormattable: ToString
    IServiceProvider: GetService
    INotifyPropertyChanged: PropertyChanged
    """
)

GO: Bases = _listed(
    """
    Mutex: Lock Unlock TryLock
    RWMutex: Lock Unlock TryLock RLock RUnlock TryRLock RLocker
    WaitGroup: Add Done Wait Go
    Once: Do
    error: Error
    """
)

RUST: Bases = _listed(
    """
    Clone: clone clone_from
    Copy:
    Debug: fmt
    Display: fmt to_string
    Default: default
    PartialEq: eq ne
    Eq:
    PartialOrd: partial_cmp lt le gt ge
    Ord: cmp max min clamp
    Hash: hash hash_slice
    From: from into
    Into: into
    TryFrom: try_from try_into
    TryInto: try_into
    FromStr: from_str
    Drop: drop
    AsRef: as_ref
    AsMut: as_mut
    Borrow: borrow
    BorrowMut: borrow_mut
    IntoIterator: into_iter
    FromIterator: from_iter
    Extend: extend
    Error: source description cause provide
    Send:
    Sync:
    Unpin:
    Sized:
    Index: index
    IndexMut: index_mut
    Add: add
    Sub: sub
    Mul: mul
    Div: div
    Rem: rem
    BitAnd: bitand
    BitOr: bitor
    BitXor: bitxor
    Shl: shl
    Shr: shr
    AddAssign: add_assign
    SubAssign: sub_assign
    MulAssign: mul_assign
    DivAssign: div_assign
    BitAndAssign: bitand_assign
    BitOrAssign: bitor_assign
    Not: not
    Neg: neg
    Write: write write_all write_all_vectored write_char write_fmt write_str write_vectored is_write_vectored flush by_ref
    Read: read read_exact read_buf read_to_end read_to_string read_vectored is_read_vectored bytes chain take by_ref
    UnwindSafe:
    RefUnwindSafe:
    Serialize: serialize
    Deserialize: deserialize deserialize_in_place
    """
)
