"""Where the servers' programs are: a folder that the settings name, the wheel's, the system's."""

import importlib.util
import platform
import shutil
from pathlib import Path

from bot.embedded.errors import ServiceError


def find_programs(names: tuple[str, ...], *, named: Path | None, wheel: Path | None, title: str, setting: str) -> Path:
    """The first folder that holds all the programs `names`.

    A folder that the settings name is taken or refused, never passed over. Raises ServiceError when there is none.
    """
    if named is not None:
        if _holds(named, names):
            return named
        raise ServiceError(f"{named} does not hold {' and '.join(names)}: name the folder of {title}'s programs, or none.")
    if wheel is not None and _holds(wheel, names):
        return wheel
    for name in names[:1]:
        found = shutil.which(name)
        folder = Path(found).resolve().parent if found else None
        if folder is not None and _holds(folder, names):
            return folder
    raise ServiceError(
        f"There is no {title} for {platform.system()} {platform.machine()} here: "
        f"install it, or set {setting} to a server of your own."
    )


def wheel_folder(package: str) -> Path | None:
    """The folder of an installed package. It is not imported: only its binaries are of use."""
    spec = importlib.util.find_spec(package)
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def _holds(folder: Path, names: tuple[str, ...]) -> bool:
    return all(shutil.which(str(folder / name)) for name in names)
