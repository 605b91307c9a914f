result = (
    builder()
    .first(
        one,
    )
    .second()
    .attr
)
call(
    f(1),
    key=g(
        2,
    ),
)
