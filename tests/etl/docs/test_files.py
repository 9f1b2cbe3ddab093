"""Archives and folders with sources."""

import io
import tarfile
from pathlib import Path

import pytest

from etl.docs import files
from etl.docs.files import Location, commits, locate, read
from etl.docs.sources import SOURCES
from etl.errors import SourceError

PAGE = "src/content/learn/a.md"


def archive(folder: Path, members: list[tarfile.TarInfo], data: bytes = b"text") -> Location:
    """An archive of React with these members."""
    path = folder / "react.tar.gz"
    with tarfile.open(path, "w:gz") as packed:
        for member in members:
            packed.addfile(member, io.BytesIO(data[: member.size]))
    return Location(SOURCES["react"], path)


def member(name: str, size: int = 4, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    """One member."""
    info = tarfile.TarInfo(name)
    info.size, info.type, info.linkname = size if kind == tarfile.REGTYPE else 0, kind, target
    return info


def test_an_archive_and_a_folder_give_the_same_pages(tmp_path: Path) -> None:
    """In the order of their paths; what is no page of the source is not read."""
    names = ["src/content/learn/b.md", PAGE, "LICENSE-DOCS.md", "src/content/blog/x.md", "src/content/learn/x.png"]
    packed = archive(tmp_path, [member(f"./{name}") for name in names])
    for name in names:
        (tmp_path / "react" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "react" / name).write_text("text", "utf-8")
    expected = [(PAGE, b"text"), ("src/content/learn/b.md", b"text")]
    assert list(read(packed)) == expected
    assert list(read(Location(SOURCES["react"], tmp_path / "react"))) == expected


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (member("../x.md"), "leads out of it"),
        (member("/etc/x.md"), "leads out of it"),
        (member("src/content/learn/../../../../x.md"), "leads out of it"),
        (member(PAGE, kind=tarfile.SYMTYPE, target="/etc/passwd"), "is a link or a device"),
        (member(PAGE, kind=tarfile.LNKTYPE, target="other"), "is a link or a device"),
        (member(PAGE, kind=tarfile.FIFOTYPE), "is a link or a device"),
    ],
)
def test_an_archive_that_could_do_harm_is_refused(tmp_path: Path, bad: tarfile.TarInfo, why: str) -> None:
    """Paths that lead out of it, links and devices: said with the way out."""
    with pytest.raises(SourceError, match=why):
        list(read(archive(tmp_path, [member("src/content/learn/z.md"), bad])))


def test_what_is_too_large_for_documentation_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page, and an archive that unpacks to more than it should, whatever is in it."""
    monkeypatch.setattr(files, "PAGE_BYTES", 3)
    with pytest.raises(SourceError, match="this is no page"):
        list(read(archive(tmp_path, [member(PAGE)])))
    monkeypatch.undo()
    monkeypatch.setattr(files, "ARCHIVE_BYTES", 100_000)
    with pytest.raises(SourceError, match="unpacks to more than 100,000 bytes"):
        list(read(archive(tmp_path, [member("video.bin", 1_000_000)], b"0" * 1_000_000)))


def test_a_broken_archive_says_so(tmp_path: Path) -> None:
    """Cut off in the middle, or no archive at all."""
    whole = archive(tmp_path, [member(PAGE, 4000)], bytes(range(250)) * 16)
    whole.path.write_bytes(whole.path.read_bytes()[:-200])
    with pytest.raises(SourceError, match="no whole archive"):
        list(read(whole))
    whole.path.write_bytes(b"no archive")
    with pytest.raises(SourceError, match="no whole archive"):
        list(read(whole))


def test_links_in_a_folder_are_not_followed(tmp_path: Path) -> None:
    """A page that is a link could be any file of the machine."""
    secret = tmp_path / "secret.txt"
    secret.write_text("secret", "utf-8")
    link = tmp_path / "react" / PAGE
    link.parent.mkdir(parents=True)
    link.symlink_to(secret)
    with pytest.raises(SourceError, match="links are not followed"):
        list(read(Location(SOURCES["react"], tmp_path / "react")))


def test_a_folder_without_a_source_says_what_it_should_hold(tmp_path: Path) -> None:
    """With the names of the archives."""
    with pytest.raises(SourceError, match=r"mdn\.tar\.gz, nextjs\.tar\.gz"):
        locate(tmp_path)


def test_a_manifest_names_the_commits_of_single_files(tmp_path: Path) -> None:
    """Corpus, path and commit in its first columns; without one nothing is named."""
    assert commits(tmp_path) == {}
    (tmp_path / "manifest.tsv").write_text("corpus\tpath\tcommit\tbytes\nmdn\ta.md\tabc\t3\n\n", "utf-8")
    assert commits(tmp_path)["mdn", "a.md"] == "abc"
