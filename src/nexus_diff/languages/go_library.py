"""Interfaces of Go's standard library: their methods, each with the number of its parameters and of its results."""

# For maintainers. Gathered from Go 1.19 by `go/types` over the packages whose interfaces other code meets, with `log/slog` of 1.21.
# Interfaces with methods that are not exported are left out: nobody else can meet them.

from __future__ import annotations

from collections.abc import Mapping

_TABLE = """
    container/heap.Interface Len/0/1 Less/2/1 Pop/0/1 Push/1/0 Swap/2/0
    context.Context Deadline/0/2 Done/0/1 Err/0/1 Value/1/1
    crypto.Decrypter Decrypt/3/2 Public/0/1
    crypto.Signer Public/0/1 Sign/3/2
    crypto.SignerOpts HashFunc/0/1
    crypto/cipher.AEAD NonceSize/0/1 Open/4/2 Overhead/0/1 Seal/4/1
    crypto/cipher.Block BlockSize/0/1 Decrypt/2/0 Encrypt/2/0
    crypto/cipher.BlockMode BlockSize/0/1 CryptBlocks/2/0
    crypto/cipher.Stream XORKeyStream/2/0
    database/sql.Result LastInsertId/0/2 RowsAffected/0/2
    database/sql.Scanner Scan/1/1
    database/sql/driver.ColumnConverter ColumnConverter/1/1
    database/sql/driver.Conn Begin/0/2 Close/0/1 Prepare/1/2
    database/sql/driver.ConnBeginTx BeginTx/2/2
    database/sql/driver.ConnPrepareContext PrepareContext/2/2
    database/sql/driver.Connector Connect/1/2 Driver/0/1
    database/sql/driver.Driver Open/1/2
    database/sql/driver.DriverContext OpenConnector/1/2
    database/sql/driver.Execer Exec/2/2
    database/sql/driver.ExecerContext ExecContext/3/2
    database/sql/driver.NamedValueChecker CheckNamedValue/1/1
    database/sql/driver.Pinger Ping/1/1
    database/sql/driver.Queryer Query/2/2
    database/sql/driver.QueryerContext QueryContext/3/2
    database/sql/driver.Result LastInsertId/0/2 RowsAffected/0/2
    database/sql/driver.SessionResetter ResetSession/1/1
    database/sql/driver.Stmt Close/0/1 Exec/1/2 NumInput/0/1 Query/1/2
    database/sql/driver.StmtExecContext ExecContext/2/2
    database/sql/driver.StmtQueryContext QueryContext/2/2
    database/sql/driver.Tx Commit/0/1 Rollback/0/1
    database/sql/driver.Validator IsValid/0/1
    database/sql/driver.ValueConverter ConvertValue/1/2
    database/sql/driver.Valuer Value/0/2
    encoding.BinaryMarshaler MarshalBinary/0/2
    encoding.BinaryUnmarshaler UnmarshalBinary/1/1
    encoding.TextMarshaler MarshalText/0/2
    encoding.TextUnmarshaler UnmarshalText/1/1
    encoding/json.Marshaler MarshalJSON/0/2
    encoding/json.Unmarshaler UnmarshalJSON/1/1
    encoding/xml.Marshaler MarshalXML/2/1
    encoding/xml.MarshalerAttr MarshalXMLAttr/1/2
    encoding/xml.TokenReader Token/0/2
    encoding/xml.Unmarshaler UnmarshalXML/2/1
    encoding/xml.UnmarshalerAttr UnmarshalXMLAttr/1/1
    error Error/0/1
    expvar.Var String/0/1
    flag.Getter Get/0/1 Set/1/1 String/0/1
    flag.Value Set/1/1 String/0/1
    fmt.Formatter Format/2/0
    fmt.GoStringer GoString/0/1
    fmt.ScanState Read/1/2 ReadRune/0/3 SkipSpace/0/0 Token/2/2 UnreadRune/0/1 Width/0/2
    fmt.Scanner Scan/2/1
    fmt.State Flag/1/1 Precision/0/2 Width/0/2 Write/1/2
    fmt.Stringer String/0/1
    hash.Hash BlockSize/0/1 Reset/0/0 Size/0/1 Sum/1/1 Write/1/2
    hash.Hash32 BlockSize/0/1 Reset/0/0 Size/0/1 Sum/1/1 Sum32/0/1 Write/1/2
    hash.Hash64 BlockSize/0/1 Reset/0/0 Size/0/1 Sum/1/1 Sum64/0/1 Write/1/2
    image.Image At/2/1 Bounds/0/1 ColorModel/0/1
    image.PalettedImage At/2/1 Bounds/0/1 ColorIndexAt/2/1 ColorModel/0/1
    image.RGBA64Image At/2/1 Bounds/0/1 ColorModel/0/1 RGBA64At/2/1
    image/color.Color RGBA/0/4
    image/color.Model Convert/1/1
    io.ByteReader ReadByte/0/2
    io.ByteScanner ReadByte/0/2 UnreadByte/0/1
    io.ByteWriter WriteByte/1/1
    io.Closer Close/0/1
    io.ReadCloser Close/0/1 Read/1/2
    io.ReadSeekCloser Close/0/1 Read/1/2 Seek/2/2
    io.ReadSeeker Read/1/2 Seek/2/2
    io.ReadWriteCloser Close/0/1 Read/1/2 Write/1/2
    io.ReadWriteSeeker Read/1/2 Seek/2/2 Write/1/2
    io.ReadWriter Read/1/2 Write/1/2
    io.Reader Read/1/2
    io.ReaderAt ReadAt/2/2
    io.ReaderFrom ReadFrom/1/2
    io.RuneReader ReadRune/0/3
    io.RuneScanner ReadRune/0/3 UnreadRune/0/1
    io.Seeker Seek/2/2
    io.StringWriter WriteString/1/2
    io.WriteCloser Close/0/1 Write/1/2
    io.WriteSeeker Seek/2/2 Write/1/2
    io.Writer Write/1/2
    io.WriterAt WriteAt/2/2
    io.WriterTo WriteTo/1/2
    io/fs.DirEntry Info/0/2 IsDir/0/1 Name/0/1 Type/0/1
    io/fs.FS Open/1/2
    io/fs.File Close/0/1 Read/1/2 Stat/0/2
    io/fs.FileInfo IsDir/0/1 ModTime/0/1 Mode/0/1 Name/0/1 Size/0/1 Sys/0/1
    io/fs.GlobFS Glob/1/2 Open/1/2
    io/fs.ReadDirFS Open/1/2 ReadDir/1/2
    io/fs.ReadDirFile Close/0/1 Read/1/2 ReadDir/1/2 Stat/0/2
    io/fs.ReadFileFS Open/1/2 ReadFile/1/2
    io/fs.StatFS Open/1/2 Stat/1/2
    io/fs.SubFS Open/1/2 Sub/1/2
    log/slog.Handler Enabled/2/1 Handle/2/1 WithAttrs/1/1 WithGroup/1/1
    log/slog.LogValuer LogValue/0/1
    mime/multipart.File Close/0/1 Read/1/2 ReadAt/2/2 Seek/2/2
    net.Addr Network/0/1 String/0/1
    net.Conn Close/0/1 LocalAddr/0/1 Read/1/2 RemoteAddr/0/1 SetDeadline/1/1 SetReadDeadline/1/1 SetWriteDeadline/1/1 Write/1/2
    net.Error Error/0/1 Temporary/0/1 Timeout/0/1
    net.Listener Accept/0/2 Addr/0/1 Close/0/1
    net.PacketConn Close/0/1 LocalAddr/0/1 ReadFrom/1/3 SetDeadline/1/1 SetReadDeadline/1/1 SetWriteDeadline/1/1 WriteTo/2/2
    net/http.CloseNotifier CloseNotify/0/1
    net/http.CookieJar Cookies/1/1 SetCookies/2/0
    net/http.File Close/0/1 Read/1/2 Readdir/1/2 Seek/2/2 Stat/0/2
    net/http.FileSystem Open/1/2
    net/http.Flusher Flush/0/0
    net/http.Handler ServeHTTP/2/0
    net/http.Hijacker Hijack/0/3
    net/http.Pusher Push/2/1
    net/http.ResponseWriter Header/0/1 Write/1/2 WriteHeader/1/0
    net/http.RoundTripper RoundTrip/1/2
    os.DirEntry Info/0/2 IsDir/0/1 Name/0/1 Type/0/1
    os.FileInfo IsDir/0/1 ModTime/0/1 Mode/0/1 Name/0/1 Size/0/1 Sys/0/1
    os.Signal Signal/0/0 String/0/1
    sort.Interface Len/0/1 Less/2/1 Swap/2/0
    sync.Locker Lock/0/0 Unlock/0/0
"""


def _read(table: str) -> dict[str, Mapping[str, tuple[int, int]]]:
    found: dict[str, Mapping[str, tuple[int, int]]] = {}
    for line in table.splitlines():
        name, *methods = line.split() or [""]
        split = [method.split("/") for method in methods]
        if split:
            found[name] = {method: (int(takes), int(gives)) for method, takes, gives in split}
    return found


INTERFACES = _read(_TABLE)
"""Interface, by import path and name → method → (parameters, results)."""
