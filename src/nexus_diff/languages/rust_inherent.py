"""Methods that types of Rust's standard library have by themselves: they come before those that a trait gives to the type."""

from __future__ import annotations

from nexus_diff.languages.rust_names import words

_NUMBERS = words("i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize")
_SLICE = frozenset(
    words(
        """
    array_chunks as_chunks as_mut_ptr as_mut_ptr_range as_ptr as_ptr_range binary_search binary_search_by binary_search_by_key
    chunk_by chunks chunks_exact chunks_exact_mut chunks_mut clone_from_slice concat contains copy_from_slice copy_within
    ends_with escape_ascii fill fill_with first first_chunk first_mut get get_mut get_unchecked get_unchecked_mut into_vec
    is_ascii is_empty is_sorted iter iter_mut join last last_mut len partition_point rchunks repeat reverse rotate_left
    rotate_right rsplit rsplitn select_nth_unstable sort sort_by sort_by_cached_key sort_by_key sort_unstable sort_unstable_by
    sort_unstable_by_key split split_at split_at_mut split_first split_first_mut split_inclusive split_last split_last_mut
    splitn starts_with strip_prefix strip_suffix swap swap_with_slice to_ascii_lowercase to_ascii_uppercase to_vec trim_ascii
    windows
    """
    )
)
_STR = frozenset(
    words(
        """
    as_bytes as_bytes_mut as_mut_ptr as_ptr bytes char_indices chars contains encode_utf16 ends_with eq_ignore_ascii_case
    escape_debug escape_default escape_unicode find get get_mut get_unchecked into_boxed_bytes into_string is_ascii
    is_char_boundary is_empty len lines make_ascii_lowercase make_ascii_uppercase match_indices matches parse repeat replace
    replacen rfind rmatches rsplit rsplit_once rsplit_terminator rsplitn split split_ascii_whitespace split_at split_inclusive
    split_once split_terminator split_whitespace splitn starts_with strip_prefix strip_suffix to_ascii_lowercase
    to_ascii_uppercase to_lowercase to_uppercase trim trim_end trim_end_matches trim_matches trim_start trim_start_matches
    """
    )
)
_NUMBER = frozenset(
    words(
        """
    abs abs_diff checked_add checked_div checked_mul checked_neg checked_pow checked_rem checked_shl checked_shr checked_sub
    count_ones count_zeros div_ceil div_euclid from_be from_le is_negative is_positive is_power_of_two isqrt leading_ones
    leading_zeros next_multiple_of next_power_of_two overflowing_add overflowing_mul overflowing_sub pow rem_euclid
    reverse_bits rotate_left rotate_right saturating_add saturating_mul saturating_pow saturating_sub signum swap_bytes to_be
    to_be_bytes to_le to_le_bytes to_ne_bytes trailing_ones trailing_zeros unsigned_abs wrapping_add wrapping_div wrapping_mul
    wrapping_neg wrapping_pow wrapping_shl wrapping_shr wrapping_sub
    """
    )
)
INHERENT: dict[str, frozenset[str]] = {
    "[T]": _SLICE,
    "[T;N]": _SLICE | {"as_slice", "as_mut_slice", "map", "each_ref", "each_mut"},
    "bytes": _SLICE,
    "str": _STR,
    "String": frozenset(
        words(
            """
    as_mut_str as_mut_vec as_str capacity clear drain extend_from_within from_utf8 insert insert_str into_boxed_str into_bytes
    is_empty leak len pop push push_str remove remove_matches replace_range reserve reserve_exact retain shrink_to
    shrink_to_fit split_off truncate try_reserve
    """
        )
    ),
    "Vec": frozenset(
        words(
            """
    append as_mut_ptr as_mut_slice as_ptr as_slice capacity clear dedup dedup_by dedup_by_key drain extend_from_slice
    extend_from_within extract_if insert into_boxed_slice is_empty leak len pop pop_if push remove reserve reserve_exact resize
    resize_with retain retain_mut set_len shrink_to shrink_to_fit spare_capacity_mut splice split_off swap_remove truncate
    try_reserve
    """
        )
    ),
    "VecDeque": frozenset(
        words(
            """
    append as_mut_slices as_slices back back_mut capacity clear contains drain front front_mut get get_mut insert is_empty iter
    iter_mut len make_contiguous pop_back pop_front push_back push_front range remove reserve resize retain rotate_left
    rotate_right split_off swap swap_remove_back swap_remove_front truncate
    """
        )
    ),
    "Option": frozenset(
        words(
            """
    and and_then as_deref as_deref_mut as_mut as_pin_mut as_pin_ref as_ref as_slice cloned copied expect filter flatten
    get_or_insert get_or_insert_with insert inspect is_none is_none_or is_some is_some_and iter iter_mut map map_or map_or_else
    ok_or ok_or_else or or_else replace take take_if transpose unwrap unwrap_or unwrap_or_default unwrap_or_else
    unwrap_unchecked unzip xor zip
    """
        )
    ),
    "Result": frozenset(
        words(
            """
    and and_then as_deref as_deref_mut as_mut as_ref cloned copied err expect expect_err flatten inspect inspect_err is_err
    is_err_and is_ok is_ok_and iter iter_mut map map_err map_or map_or_else ok or or_else transpose unwrap unwrap_err unwrap_or
    unwrap_or_default unwrap_or_else unwrap_unchecked
    """
        )
    ),
    **dict.fromkeys([*_NUMBERS, "int"], _NUMBER),
    "char": frozenset(
        words(
            """
    encode_utf16 encode_utf8 eq_ignore_ascii_case escape_debug escape_default escape_unicode is_alphabetic is_alphanumeric
    is_ascii is_ascii_alphabetic is_ascii_alphanumeric is_ascii_digit is_ascii_hexdigit is_ascii_lowercase
    is_ascii_punctuation is_ascii_uppercase is_ascii_whitespace is_control is_digit is_lowercase is_numeric is_uppercase
    is_whitespace len_utf16 len_utf8 to_ascii_lowercase to_ascii_uppercase to_digit to_lowercase to_uppercase
    """
        )
    ),
    "bool": frozenset(["then", "then_some"]),
}
"""Last name of a type → its methods."""
