"""Names of Rust's prelude and standard library that matter for look-ups."""

from __future__ import annotations


def words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


PRIMITIVES = frozenset(words("u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char str never [T] [T;N] _ impl"))
PRELUDE = frozenset(
    words(
        """
    Option Some None Result Ok Err Vec String Box ToString ToOwned Clone Copy Send Sync Sized Drop Fn FnMut FnOnce Iterator
    IntoIterator Extend DoubleEndedIterator ExactSizeIterator Into From TryFrom TryInto FromIterator Default PartialEq Eq
    PartialOrd Ord AsRef AsMut Unpin Debug Hash drop size_of align_of
    """
    )
)
CRATES = frozenset({"std", "core", "alloc", "proc_macro", "test"})
"""Crates that every program has."""
MACROS = frozenset(
    f"{name}!"
    for name in words(
        """
    vec format print println eprint eprintln write writeln panic assert assert_eq assert_ne debug_assert debug_assert_eq
    debug_assert_ne matches todo unimplemented unreachable dbg concat stringify env option_env include include_str include_bytes
    line column file module_path cfg compile_error thread_local format_args addr_of addr_of_mut assert_matches try
    is_x86_feature_detected
    """
    )
)
GLOBALS = PRIMITIVES | PRELUDE | CRATES | MACROS

DEREF_MEMBERS = {
    "[T]": words(
        """
    align_to align_to_mut array_windows as_array as_chunks as_flattened as_flattened_mut as_mut_ptr_range as_ptr_range binary_search_by
    binary_search_by_key chunk_by chunk_by_mut chunks_exact chunks_exact_mut chunks_mut clone_from_slice copy_within element_offset
    eq_ignore_ascii_case escape_ascii fill_with first_chunk first_chunk_mut first_mut get_disjoint_mut get_unchecked_mut is_sorted
    is_sorted_by is_sorted_by_key last_chunk last_chunk_mut last_mut make_ascii_lowercase make_ascii_uppercase partition_dedup
    partition_point rchunks rchunks_exact rchunks_exact_mut rchunks_mut rsplit_array rsplit_mut rsplitn_mut select_nth_unstable
    select_nth_unstable_by select_nth_unstable_by_key sort_by_cached_key sort_floats sort_unstable_by sort_unstable_by_key split_array
    split_at_checked split_at_mut_checked split_at_mut_unchecked split_at_unchecked split_first_chunk split_first_chunk_mut
    split_first_mut split_inclusive split_inclusive_mut split_last_chunk split_last_chunk_mut split_last_mut split_mut splitn_mut
    strip_circumfix subslice_range swap_with_slice trim_ascii trim_ascii_end trim_ascii_start utf8_chunks
    """
    ),
    "str": words(
        """
    as_bytes_mut as_str ceil_char_boundary encode_utf16 eq_ignore_ascii_case escape_debug escape_default escape_unicode
    floor_char_boundary get_unchecked_mut into_boxed_bytes lines_any make_ascii_lowercase make_ascii_uppercase match_indices matches
    rmatch_indices rmatches rsplit_once rsplit_terminator slice_unchecked split_ascii_whitespace split_at_checked split_inclusive
    split_once split_terminator trim_ascii trim_ascii_end trim_ascii_start trim_left trim_left_matches trim_right
    trim_right_matches trim_prefix trim_suffix
    """
    ),
}
"""Types that others stand for (`Deref`) → methods which those have beyond METHODS."""

METHODS = frozenset(
    words(
        """
    abs all and and_then any append as_bytes as_deref as_deref_mut as_mut as_mut_ptr as_mut_slice as_path as_ptr as_ref as_slice
    as_str ascii binary_search borrow borrow_mut by_ref bytes capacity ceil chain char_indices chars checked_add checked_div
    checked_mul checked_sub chunks clear clone clone_from cloned cmp collect compare_exchange concat contains contains_key
    copied copy_from_slice count cycle dedup deref deref_mut drain drop elapsed ends_with entry enumerate eq err exists expect
    expect_err extend extend_from_slice fetch_add fetch_sub fill filter filter_map find find_map finish first flat_map flatten
    floor flush fmt fold for_each from_be_bytes from_le_bytes fuse ge get get_mut get_or_insert_with get_ref get_unchecked gt
    hash hash_map insert insert_str inspect into into_boxed_slice into_inner into_iter into_string is_alphabetic is_ascii
    is_ascii_digit is_char_boundary is_digit is_dir is_empty is_err is_file is_negative is_none is_null is_ok is_positive
    is_some is_some_and is_whitespace iter iter_mut join keys kind last le leading_zeros len lines load lock lt map map_err
    map_or map_or_else map_while max max_by max_by_key min min_by min_by_key mul_add ne next next_back nth ok ok_or ok_or_else
    offset open or or_default or_else or_insert or_insert_with parse partial_cmp partition path peek peekable pop pop_front
    pop_back position pow powi product push push_back push_front push_str read read_exact read_line read_to_end read_to_string
    recv remove remove_entry repeat replace replacen reserve resize retain rev rfind rotate_left round rposition rsplit rsplitn
    saturating_add saturating_sub scan send set_len set_position shrink_to_fit skip skip_while sort sort_by sort_by_key
    sort_unstable spawn split split_at split_at_mut split_first split_last split_off split_whitespace splitn sqrt starts_with
    step_by store strip_prefix strip_suffix sum swap swap_remove take take_while then then_some then_with to_ascii_lowercase
    to_ascii_uppercase to_be_bytes to_bytes to_le_bytes to_lowercase to_owned to_path_buf to_str to_string to_string_lossy
    to_uppercase to_vec trailing_zeros trim trim_end trim_end_matches trim_start trim_start_matches truncate try_borrow try_from
    try_into try_lock type_id unwrap unwrap_err unwrap_or unwrap_or_default unwrap_or_else unzip upgrade values values_mut
    windows wrapping_add wrapping_sub write write_all write_char write_fmt write_str zip as_any source description
    to_socket_addrs wait wrapping_mul size_hint try_fold rfold nth_back try_for_each
    """
    )
)
"""Methods of the standard library's types and traits."""

GENERICS = {
    "impl": "hidden",
    **dict.fromkeys(
        words(
            """
            Vec VecDeque LinkedList BinaryHeap HashSet BTreeSet IndexSet SmallVec ArrayVec [T] [T;N] Option Result Iterator
            IntoIterator DoubleEndedIterator ExactSizeIterator Peekable Iter IterMut IntoIter Stream Poll Receiver
            """
        ),
        "element",
    ),
    **dict.fromkeys(
        words(
            """
            HashMap BTreeMap IndexMap
            """
        ),
        "mapping",
    ),
    **dict.fromkeys(
        words(
            """
            Box Rc Arc Weak Cell RefCell Mutex RwLock Pin NonNull Ref RefMut MutexGuard RwLockReadGuard RwLockWriteGuard
            ManuallyDrop MaybeUninit OnceCell OnceLock LazyLock UnsafeCell Reverse Wrapping Future AssertUnwindSafe
            AtomicPtr CachePadded Lazy
            """
        ),
        "wrapper",
    ),
}
"""`Cow` is left out: its first argument is a lifetime, and what it holds may be either form."""

_LENT = words("borrow borrow_mut lock read write try_lock try_read try_write try_borrow try_borrow_mut upgrade")
"""Methods of holders that lend what they hold, and are seen through."""
RESULTS = {
    **dict.fromkeys(
        words(
            """
    unwrap expect unwrap_or unwrap_or_default unwrap_or_else unwrap_unchecked get_or_insert_with get_or_insert insert_entry
    or_default or_insert or_insert_with
    """
        ),
        "first",
    ),
    **dict.fromkeys(
        words(
            """
    clone as_ref as_mut as_deref as_deref_mut cloned copied iter iter_mut into_iter by_ref rev skip take step_by filter
    skip_while take_while peekable fuse cycle inspect chain to_owned drain or or_else ok_or ok_or_else map_err flush collect
    split_off or_insert_with_key sorted dedup
    """
        )
        + _LENT,
        "same",
    ),
    **dict.fromkeys(
        words(
            """
    next next_back get get_mut first last first_mut last_mut pop pop_front pop_back peek peek_mut find nth min max min_by max_by
    min_by_key max_by_key front back front_mut back_mut iter_next remove swap_remove take ok reduce
    """
        ),
        "optional",
    ),
    **dict.fromkeys(("unwrap_err", "expect_err", "unwrap_err_unchecked"), "error"),
    "map_err": "mapped error",
    "to_vec": "as Vec",
    **dict.fromkeys(("as_slice", "as_mut_slice"), "as [T]"),
    "into_boxed_slice": "boxed slice",
    "values": "values",
    "values_mut": "values",
    "into_values": "values",
    "keys": "keys",
    "into_keys": "keys",
    "map": "mapped inside",
    "filter_map": "flat mapped",
    "flat_map": "flat mapped",
    "and_then": "given",
    "map_or": "given",
    "flatten": "flat",
    "enumerate": "enumerated",
    "zip": "zipped",
}
"""Method of a library type → what its result is."""

WRAPPERS = {"Some": ("Option", 0), "Ok": ("Result", 0), "Err": ("Result", 1), "Ready": ("Poll", 0)}
MAKERS = frozenset(
    words(
        """
    new from with_capacity default from_iter from_str from_utf8_lossy from_slice from_vec from_static pin new_in leak from_raw
    """
    )
)
NAMED_RESULTS = {"collect": "", "sum": "", "product": "", "parse": "Result", "cast": ""}
"""Method of a library's type → what is around the type argument in its result, where one is written."""
RESULT_TYPES = {
    **dict.fromkeys(
        words(
            """
    to_string to_lowercase to_uppercase to_ascii_lowercase to_ascii_uppercase replace repeat join concat
    """
        ),
        "String",
    ),
    **dict.fromkeys(words("as_bytes as_slice as_mut_slice as_bytes_mut into_boxed_slice as_mut_bytes"), "[T]"),
    **dict.fromkeys(["slice.from_raw_parts", "slice.from_raw_parts_mut"], "[T]"),
    **dict.fromkeys(["to_vec", "into_bytes", "into_vec"], "Vec"),
    **dict.fromkeys(words("as_str trim trim_start trim_end as_mut_str"), "str"),
    **dict.fromkeys(["len", "capacity", "count"], "usize"),
    **dict.fromkeys(words("is_empty contains starts_with ends_with is_some is_none is_ok is_err eq ne any all"), "bool"),
    **dict.fromkeys(["as_ptr", "as_mut_ptr"], "pointer"),
}
SAME = frozenset(
    words(
        """
    clone to_owned as_ref as_mut by_ref deref deref_mut get_ref get_mut iter iter_mut into_iter unwrap expect as_deref as_deref_mut
    cloned copied await_ boxed unwrap_or_default into_inner map_err unwrap_or_else ok
    """
    )
    + _LENT
)
_NUMBERS = ("i32", "usize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i64", "i128", "isize")
CONVERSIONS = {
    "int": _NUMBERS,
    "bytes": ("[T]",),
    "[T;N]": ("[T]",),
    "f64": ("f32",),
    "String": ("str",),
    "Vec": ("[T]",),
    **dict.fromkeys((*_NUMBERS, "f32", "bool", "char", "str", "[T]", "pointer"), ()),
}
"""Library types → what they are taken for without being asked, by coercion of references."""

CALLBACKS = {
    **dict.fromkeys(
        words(
            """
    map for_each filter_map flat_map and_then any all position map_while find_map is_some_and is_ok_and then_with
    """
        ),
        ("element",),
    ),
    **dict.fromkeys(
        words(
            """
    filter find skip_while take_while inspect retain max_by_key min_by_key sort_by_key partition
    """
        ),
        ("element",),
    ),
    **dict.fromkeys(["fold", "try_fold"], ("initial", "element")),
    **dict.fromkeys(words("sort_by max_by min_by sort_unstable_by reduce"), ("element", "element")),
}
"""Library method → what it calls its function with."""

CALLERS = frozenset(CALLBACKS) | frozenset(
    words(
        """
    map_err unwrap_or_else or_else ok_or_else map_or map_or_else or_insert_with get_or_insert_with with scan spawn catch_unwind
    sort_by_cached_key from_fn successors repeat_with dedup_by then then_some chunk_by drain_filter extract_if block_on
    call_once get_or_init iter zip scope
    """
    )
)
"""Library functions that call the functions handed to them."""

OPERATORS = {
    "+": ("add",), "-": ("sub",), "*": ("mul",), "/": ("div",), "%": ("rem",), "&": ("bitand",), "|": ("bitor",), "^": ("bitxor",),
    "<<": ("shl",), ">>": ("shr",), "==": ("eq",), "!=": ("ne", "eq"), "<": ("lt", "partial_cmp"), ">": ("gt", "partial_cmp"),
    "<=": ("le", "partial_cmp"), ">=": ("ge", "partial_cmp"), "not": ("not",), "neg": ("neg",), "+=": ("add_assign",),
    "-=": ("sub_assign",), "*=": ("mul_assign",), "/=": ("div_assign",), "%=": ("rem_assign",), "&=": ("bitand_assign",),
    "|=": ("bitor_assign",), "^=": ("bitxor_assign",), "<<=": ("shl_assign",), ">>=": ("shr_assign",),
}  # fmt: skip

PROTOCOLS = {
    "iter": ("into_iter", "next"),
    "next": ("next",),
    "deref": ("deref", "deref_mut"),
    "getitem": ("index", "index_mut"),
    "setitem": ("index_mut",),
    "await": ("poll",),
}

STANDARD = CRATES
