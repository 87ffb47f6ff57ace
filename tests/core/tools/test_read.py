from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import psutil
import pytest

from core.errors import ToolError
from core.tools.read import MAX_LINE, ReadTool
from tests.core.tools.conftest import Workbench

READ = ReadTool()
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)


async def test_lines_are_numbered_and_paged(bench: Workbench) -> None:
    bench.file("a.txt", "".join(f"line {i}\n" for i in range(1, 11)))
    result = await bench.call(READ, path="a.txt", offset=3, limit=2)
    assert result.output.startswith("     3\tline 3\n     4\tline 4\n")
    assert "offset=5" in result.output
    assert result.metadata["more"] is True
    result = await bench.call(READ, path="a.txt", offset=10)
    assert result.output == "    10\tline 10"


async def test_a_last_line_without_an_end_counts(bench: Workbench) -> None:
    bench.file("a.txt", "one\ntwo")
    assert (await bench.call(READ, path="a.txt", offset=2)).output == "     2\ttwo"
    with pytest.raises(ToolError, match="only 2 lines"):
        await bench.call(READ, path="a.txt", offset=4)


async def test_an_empty_file_is_said_to_be_empty(bench: Workbench) -> None:
    bench.file("a.txt", "")
    assert "empty" in (await bench.call(READ, path="a.txt")).output


async def test_long_lines_are_cut_and_the_next_line_follows(bench: Workbench) -> None:
    bench.file("a.txt", "x" * 50_000 + "\nnext\n")
    lines = (await bench.call(READ, path="a.txt")).output.split("\n")
    assert len(lines[0]) < MAX_LINE + 50
    assert "line cut" in lines[0]
    assert lines[1] == "     2\tnext"


async def test_what_is_shown_stays_below_the_limit_of_the_model(bench: Workbench) -> None:
    bench.file("a.txt", ("y" * 1000 + "\n") * 500)
    result = await bench.call(READ, path="a.txt")
    assert len(result.output) < 30_000
    assert f"offset={result.metadata['last'] + 1}" in result.output


async def test_an_image_becomes_an_attachment(bench: Workbench) -> None:
    bench.file("dot.png", PNG)
    result = await bench.call(READ, path="dot.png")
    (attachment,) = result.attachments
    assert attachment.mime == "image/png"
    assert (bench.paths.attachments / attachment.file).read_bytes() == PNG


async def test_a_pdf_gives_its_text(bench: Workbench) -> None:
    content = b"BT /F1 24 Tf 72 720 Td (Hello from a page) Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    data, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(data)
    data += b"xref\n0 6\n0000000000 65535 f \n"
    data += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    data += b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % table
    bench.file("a.pdf", data)
    assert "Hello from a page" in (await bench.call(READ, path="a.pdf")).output
    bench.file("broken.pdf", b"%PDF-1.4\nnothing here")
    with pytest.raises(ToolError, match="cannot be read"):
        await bench.call(READ, path="broken.pdf")


async def test_folders_binaries_and_pipes_are_refused_with_a_hint(bench: Workbench) -> None:
    bench.file("data.bin", bytes(range(256)) * 10)
    os.mkfifo(bench.project / "pipe")
    with pytest.raises(ToolError, match="binary"):
        await bench.call(READ, path="data.bin")
    with pytest.raises(ToolError, match=r"folder.*list"):
        await bench.call(READ, path=".")
    with pytest.raises(ToolError, match="pipe"):
        await bench.call(READ, path="pipe")


async def test_a_wrong_name_brings_near_ones(bench: Workbench) -> None:
    bench.file("src/settings.py", "x = 1\n")
    with pytest.raises(ToolError, match=r"Did you mean .*settings\.py"):
        await bench.call(READ, path="src/setings.py")


async def test_paths_that_cannot_be_opened_are_sentences(bench: Workbench) -> None:
    bench.file("a.txt", "x")
    with pytest.raises(ToolError, match="not a folder"):
        await bench.call(READ, path="a.txt/b")
    os.symlink("loop", bench.project / "loop")
    with pytest.raises(ToolError, match="circle"):
        await bench.call(READ, path="loop/x")
    with pytest.raises(ToolError, match="too long"):
        await bench.call(READ, path="n" * 300)
    with pytest.raises(ToolError, match="not valid"):
        await bench.call(READ, path="a\0b")


async def test_invalid_utf8_is_shown_with_a_note(bench: Workbench) -> None:
    bench.file("a.txt", b"caf\xe9\nok\n")
    result = await bench.call(READ, path="a.txt")
    assert "caf\ufffd" in result.output
    assert "not valid UTF-8" in result.output


async def test_utf16_is_translated(bench: Workbench) -> None:
    bench.file("a.txt", "\ufeffgrüße\r\n".encode("utf-16-le"))
    result = await bench.call(READ, path="a.txt")
    assert "     1\tgrüße" in result.output
    assert "utf-16-le" in result.output


async def test_two_gigabytes_are_paged_without_loading_them(bench: Workbench) -> None:
    path = bench.file("big.log", b"first line\n" * 1000)
    descriptor = os.open(path, os.O_WRONLY)
    os.pwrite(descriptor, b"\nlast line\n", 2 * 1024**3)
    os.close(descriptor)
    before = psutil.Process().memory_info().rss
    assert "first line" in (await bench.call(READ, path="big.log", limit=5)).output
    result = await bench.call(READ, path="big.log", offset=1002)
    assert result.output == "  1002\tlast line"
    assert psutil.Process().memory_info().rss - before < 100 * 1024**2


async def test_a_cancelled_read_stops(bench: Workbench) -> None:
    path = bench.file("big.log", b"first line\n" * 1000)
    os.truncate(path, 64 * 1024**3)
    call = asyncio.create_task(bench.call(READ, path="big.log", offset=1099))
    await asyncio.sleep(0.1)
    started = time.monotonic()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert time.monotonic() - started < 1


async def test_outside_asks_twice_and_own_outputs_not_at_all(
    bench: Workbench, tmp_path: Path
) -> None:
    (asked,) = await bench.asks(READ, path="sub/../a.txt")
    assert (asked.permission, asked.patterns) == ("read", ("a.txt",))
    outside = tmp_path / "elsewhere" / "b.txt"
    asks = await bench.asks(READ, path=str(outside))
    assert [ask.permission for ask in asks] == ["external_directory", "read"]
    assert asks[0].patterns == (str(outside),)
    assert asks[0].always == (f"{outside.parent}/*",)
    own = bench.paths.outputs / bench.session.root_id / "call.txt"
    assert await bench.asks(READ, path=str(own)) == []
    other = bench.paths.outputs / "ses_other" / "call.txt"
    assert len(await bench.asks(READ, path=str(other))) == 2


async def test_a_link_is_judged_by_where_it_leads(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s")
    os.symlink(tmp_path / "secret", bench.project / "inside.txt")
    asks = await bench.asks(READ, path="inside.txt")
    assert [ask.permission for ask in asks] == ["external_directory", "read"]


async def test_what_was_judged_is_what_is_read(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s")
    bench.file("a.txt", "harmless\n")
    args, context = READ.parameters(path="a.txt"), bench.context()
    await READ.asks(args, context)
    (bench.project / "a.txt").unlink()
    os.symlink(tmp_path / "secret", bench.project / "a.txt")
    with pytest.raises(ToolError, match="exchanged"):
        await READ.run(args, context)
