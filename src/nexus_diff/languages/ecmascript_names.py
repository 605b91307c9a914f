"""Names that the JavaScript language, its hosts and its test runners bring along."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NODE_MODULES = _words(
    """
    assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns dns/promises
    domain events fs fs/promises http http2 https inspector inspector/promises module net os path path/posix path/win32 perf_hooks
    process punycode querystring readline readline/promises repl sea sqlite stream stream/consumers stream/promises stream/web
    string_decoder sys test timers timers/promises tls trace_events tty url util util/types v8 vm wasi worker_threads zlib bun deno
    """
)
"""Modules that Node.js and its kin bring along."""

GLOBALS = _words(
    """
    AbortController AbortSignal AggregateError Array ArrayBuffer AsyncFunction AsyncGenerator AsyncGeneratorFunction AsyncIterator Atomics
    BigInt BigInt64Array BigUint64Array Blob Boolean BroadcastChannel Buffer ByteLengthQueuingStrategy CompressionStream
    CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DOMParser DataView Date DecompressionStream Deno Document Element Error
    EvalError Event EventSource EventTarget File FileList FileReader FinalizationRegistry Float32Array Float64Array FormData Function
    Generator GeneratorFunction HTMLElement Headers IDBDatabase Image Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math
    MediaStream MessageChannel MessageEvent MessagePort MutationObserver NaN Navigator Node NodeList Notification Number Object
    IntersectionObserver Performance PerformanceObserver Promise Proxy RangeError ReadableStream ReferenceError Reflect RegExp Request
    ResizeObserver Response Set SharedArrayBuffer Storage String SubtleCrypto SuppressedError Symbol SyntaxError TextDecoder TextEncoder
    TransformStream TypeError URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet
    WebAssembly WebSocket Window Worker WritableStream XMLHttpRequest __dirname __filename alert arguments atob btoa
    caches cancelAnimationFrame clearImmediate clearInterval clearTimeout confirm console crypto customElements decodeURI
    decodeURIComponent document encodeURI encodeURIComponent escape eval exports fetch global globalThis history
    isFinite isNaN localStorage location matchMedia module navigator parseFloat parseInt performance process prompt queueMicrotask
    reportError require requestAnimationFrame requestIdleCallback self sessionStorage setImmediate setInterval setTimeout structuredClone
    undefined unescape window
    Awaited Capitalize ConstructorParameters Exclude Extract InstanceType Iterable AsyncIterable IterableIterator Lowercase NoInfer
    NonNullable Omit
    OmitThisParameter Parameters Partial Pick PromiseLike PropertyKey Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Required
    ReturnType ThisParameterType ThisType Uncapitalize Uppercase ArrayLike ArrayBufferLike BufferSource BodyInit HeadersInit RequestInit
    ResponseInit
    after afterAll afterEach before beforeAll beforeEach context describe expect it jest suite test vi
    any unknown never void object string number boolean bigint symbol null
    """
)
"""Global names: ECMAScript, the web and Node.js hosts, TypeScript's utility types, the globals of jest, vitest and mocha."""

METHODS = _words(
    """
    __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString
    toString valueOf apply bind call
    at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys
    lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice toReversed toSorted toSpliced unshift values with
    anchor charAt charCodeAt codePointAt endsWith isWellFormed localeCompare match matchAll normalize padEnd padStart repeat replace
    replaceAll search split startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase toWellFormed trim
    trimEnd trimLeft trimRight trimStart
    add clear delete difference get has intersection isDisjointFrom isSubsetOf isSupersetOf set symmetricDifference union deref
    catch finally then all allSettled any race reject resolve withResolvers
    assign create defineProperties defineProperty freeze fromEntries getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames
    getOwnPropertySymbols getPrototypeOf groupBy hasOwn is isExtensible isFrozen isSealed preventExtensions seal setPrototypeOf
    construct deleteProperty ownKeys exec test next return throw from isArray of fromCharCode fromCodePoint raw
    getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay
    getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds getYear setDate setFullYear setHours
    setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes
    setUTCMonth setUTCSeconds toDateString toISOString toJSON toLocaleDateString toLocaleTimeString toTimeString toUTCString now UTC
    toExponential toFixed toPrecision isFinite isInteger isNaN isSafeInteger parseFloat parseInt subarray
    parse stringify abs acos asin atan atan2 cbrt ceil cos exp floor hypot log log10 log1p log2 max min pow random round sign sin sqrt tan
    trunc format formatToParts resolvedOptions
    addEventListener dispatchEvent removeEventListener preventDefault stopPropagation stopImmediatePropagation appendChild append prepend
    removeChild insertBefore replaceChild replaceWith cloneNode contains closest matches querySelector querySelectorAll getElementById
    getElementsByClassName getElementsByTagName getElementsByName getAttribute setAttribute removeAttribute hasAttribute toggleAttribute
    createElement createElementNS createTextNode createDocumentFragment getBoundingClientRect focus blur click scrollIntoView remove toggle
    observe unobserve disconnect getItem setItem removeItem arrayBuffer blob bytes formData json text clone abort throwIfAborted
    encode encodeInto decode getReader getWriter pipeTo pipeThrough tee enqueue close getRandomValues randomUUID
    on once off emit addListener removeListener removeAllListeners setMaxListeners listenerCount listeners eventNames write end pipe
    unpipe read pause resume destroy
    debug info warn error trace table group groupEnd time timeEnd timeLog assert dir count
    toBe toEqual toStrictEqual toBeNull toBeUndefined toBeDefined toBeTruthy toBeFalsy toBeNaN toContain toContainEqual toHaveLength
    toHaveProperty toMatch toMatchObject toMatchSnapshot toMatchInlineSnapshot toThrow toThrowError toBeInstanceOf toBeCloseTo
    toBeGreaterThan toBeGreaterThanOrEqual toBeLessThan toBeLessThanOrEqual toHaveBeenCalled toHaveBeenCalledTimes toHaveBeenCalledWith
    toHaveBeenLastCalledWith toHaveBeenNthCalledWith toHaveReturned toHaveReturnedWith toBeCalled toBeCalledTimes toBeCalledWith
    objectContaining arrayContaining stringContaining stringMatching anything mockImplementation mockImplementationOnce mockReturnValue
    mockReturnValueOnce mockResolvedValue mockResolvedValueOnce mockRejectedValue mockRejectedValueOnce mockReset mockClear mockRestore
    fn mock unmock spyOn clearAllMocks resetAllMocks restoreAllMocks resetModules useFakeTimers useRealTimers advanceTimersByTime
    runAllTimers stubGlobal unstubAllGlobals each skip only todo
    """
)
"""Methods of built-in types, of DOM and stream objects, of the console and of test matchers."""

ITERATION = _words("every filter find findIndex findLast flatMap forEach map reduce reduceRight some sort then catch finally from")
"""Methods that run the function they are given at once: `const x = rows.map(row => …)` makes no function of x."""

GENERICS: dict[str, str] = {
    **dict.fromkeys(
        _words("Array ReadonlyArray Set ReadonlySet WeakSet WeakRef Promise PromiseLike Iterable AsyncIterable IterableIterator ArrayLike"),
        "element",
    ),
    **dict.fromkeys(_words("Generator AsyncGenerator Iterator AsyncIterator IteratorObject AsyncIterableIterator"), "first"),
    **dict.fromkeys(("Map", "ReadonlyMap", "WeakMap", "Record"), "mapping"),
    **dict.fromkeys(_words("Readonly Partial Required NonNullable Pick Omit NoInfer ThisType"), "wrapper"),
    **dict.fromkeys(("Exclude", "Extract"), "wrapper"),
    "Awaited": "awaited",
    "ReturnType": "result",
    "InstanceType": "instance",
    "Parameters": "parameters",
}
"""How the arguments of generic types read; see `Language.generics`."""

RESULTS: dict[str, str] = {
    **dict.fromkeys(_words("pop shift at find findLast get deref"), "element"),
    **dict.fromkeys(_words("filter slice concat sort reverse toSorted toReversed toSpliced splice fill with copyWithin"), "same"),
    **dict.fromkeys(("set", "add"), "self"),
    **dict.fromkeys(("values", "keys"), "values"),
    "keys": "keys",
    "entries": "items",
    "map": "mapped",
    "flatMap": "flat mapped",
    "flat": "flat",
    "then": "then",
    "catch": "after",
    "finally": "after",
    **dict.fromkeys(("reduce", "reduceRight"), "initial"),
    "Array.from": "container",
    "Array.of": "merged",
    **dict.fromkeys(_words("Object.freeze Object.seal Object.preventExtensions structuredClone Object.defineProperties"), "same"),
    **dict.fromkeys(("Object.assign", "Object.create"), "merged"),
    "Object.values": "values",
    "Object.entries": "items",
    **dict.fromkeys(_words("Promise.all Promise.allSettled"), "awaited all"),
    **dict.fromkeys(_words("Promise.race Promise.any"), "first of"),
    "Promise.resolve": "resolved",
}
"""What built-in functions (dotted) and methods give; see `Language.builtin_results`."""

CALLBACKS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_words("map filter find findIndex findLast findLastIndex forEach some every flatMap"), ("element", "key", "same")),
    **dict.fromkeys(("sort", "toSorted"), ("element", "element")),
    **dict.fromkeys(("reduce", "reduceRight"), ("initial", "element", "number", "same")),
    "then": ("element",),
    "from": ("element", "number"),
}
"""What built-in methods call their function with; see `Language.callback_params`."""

ERRORS = _words("Error TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError")
"""Built-in classes that others extend …"""
ERROR_MEMBERS = METHODS | {"name", "message", "stack", "cause", "errors", "captureStackTrace"}
"""… and the members which those get from them."""
