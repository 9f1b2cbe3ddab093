"""The production set-up, checked as far as a machine without docker can; with docker compose, by it too."""

import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from agent.llm_config import read_config
from agent.troubles import PROVIDER_KEYS
from bot.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
PINNED = re.compile(r"[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?")
OURS = ("gateway", "worker", "catalogue")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """docker-compose.yml, read."""
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())


@pytest.fixture(scope="module")
def services(compose: dict[str, Any]) -> dict[str, Any]:
    """Its services by name."""
    return compose["services"]


@pytest.fixture(scope="module")
def example() -> dict[str, str]:
    """.env.example as pairs."""
    lines = (ROOT / ".env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


@pytest.fixture(scope="module")
def dockerfile() -> str:
    """The Dockerfile, continued lines joined."""
    return (ROOT / "Dockerfile").read_text().replace("\\\n", " ")


def test_every_part_is_there(services: dict[str, Any]):
    """Production is these parts, and no other."""
    assert set(services) == {"gateway", "worker", "catalogue", "postgres", "redis", "qdrant", "litellm", "ollama"}


def test_every_service_is_watched_and_confined(services: dict[str, Any]):
    """Each has a health check, comes back after a crash, runs as an ordinary user and can gain no privilege."""
    for name, service in services.items():
        assert service["healthcheck"]["test"][0] in {"CMD", "CMD-SHELL"}, name
        assert service["restart"] in {"unless-stopped", "on-failure:3"}, name
        assert str(service["user"]).split(":")[0] not in {"", "0", "root"}, name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["cap_drop"] == ["ALL"], name
        assert "privileged" not in service, name


def test_every_image_is_pinned(services: dict[str, Any], dockerfile: str):
    """No tag floats: neither in the compose file nor under our own images."""
    bases = [base for base in re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE) if ":" in base]

    assert len(bases) == 3
    for image in [service["image"] for service in services.values()] + bases:
        assert PINNED.fullmatch(image), image


def test_nothing_is_published(services: dict[str, Any]):
    """No service opens a port on the host; Ollama above all, which asks for no key."""
    for name, service in services.items():
        assert "ports" not in service, name
        assert service.get("network_mode") is None, name


def test_stores_cannot_reach_out(compose: dict[str, Any], services: dict[str, Any]):
    """The three stores are on the internal network alone."""
    assert compose["networks"]["inside"] == {"internal": True}
    for name in ("postgres", "redis", "qdrant"):
        assert services[name]["networks"] == ["inside"], name


def test_every_volume_is_named(compose: dict[str, Any], services: dict[str, Any]):
    """State lies in named volumes, all of them declared; the one file from the host is read-only."""
    for name, service in services.items():
        for volume in service["volumes"]:
            source, _, target = volume.partition(":")
            if source.startswith("."):
                assert target.endswith(":ro"), name
                assert (ROOT / source).is_file(), name
            else:
                assert source in compose["volumes"], name


def test_redis_keeps_everything(services: dict[str, Any]):
    """The log of writes is on and nothing is evicted."""
    command = " ".join(services["redis"]["command"])

    assert "--appendonly yes" in command
    assert "--maxmemory-policy noeviction" in command


def test_every_dependency_exists(services: dict[str, Any]):
    """A service waits only for services that are there, and for health only where it is checked."""
    for name, service in services.items():
        for other, how in service.get("depends_on", {}).items():
            assert other in services, name
            assert how["condition"] in {"service_healthy", "service_started", "service_completed_successfully"}, name


def test_ours_are_given_settings_that_exist(services: dict[str, Any]):
    """Every variable that gateway, worker and catalogue get is one that Matinee reads."""
    known = {field.validation_alias for field in Settings.model_fields.values()}

    for name in OURS:
        assert set(services[name]["environment"]) <= known, name


def test_ours_run_commands_that_exist(services: dict[str, Any]):
    """The containers' commands are commands of `matinee`."""
    from typer.main import get_command

    from bot.cli import app

    commands = get_command(app).commands

    assert {services[name]["command"][0] for name in OURS} <= set(commands)


def test_health_checks_ask_the_port_that_is_set(services: dict[str, Any]):
    """Gateway and worker are asked on the port that their environment sets."""
    for name in ("gateway", "worker"):
        port = services[name]["environment"]["MATINEE_HEALTH_PORT"]
        assert f"http://127.0.0.1:{port}/readyz" in services[name]["healthcheck"]["test"][-1]


def test_the_proxy_gets_keys_and_no_secret_of_the_bot(services: dict[str, Any]):
    """LiteLLM is given the key of every provider that Matinee knows by name, and no token or password of the bot's."""
    given = services["litellm"]["environment"]

    assert set(PROVIDER_KEYS.values()) - {"LITELLM_API_KEY"} <= set(given)  # the proxy has that one by another name
    assert "env_file" not in services["litellm"]
    assert not {name for name in given if re.match(r"DISCORD|SLACK|POSTGRES|DATABASE|REDIS", name)}


def test_what_compose_reads_is_in_the_example(example: dict[str, str]):
    """Every variable that the compose file takes from .env is explained in .env.example."""
    text = re.sub(r"\$\$\w+", "", (ROOT / "docker-compose.yml").read_text())

    assert set(re.findall(r"\$\{(\w+)", text)) <= set(example)


def test_the_example_names_every_setting(example: dict[str, str]):
    """.env.example has all that Matinee reads, and besides only providers' keys and compose's own."""
    known = {field.validation_alias for field in Settings.model_fields.values()}

    assert known <= set(example)
    others = set(example) - known
    assert {name for name in others if not name.endswith("_API_KEY")} == {"POSTGRES_PASSWORD", "OLLAMA_MODELS_TO_PULL"}


def test_the_example_is_a_valid_env_file(monkeypatch: pytest.MonkeyPatch):
    """Copied as it is, .env.example gives the defaults."""
    for field in Settings.model_fields.values():
        monkeypatch.delenv(field.validation_alias, raising=False)

    copied = Settings(_env_file=ROOT / ".env.example")

    assert copied == Settings(_env_file=None)


def test_the_example_explains_each_line():
    """Above every variable, or the group that it begins, stands what it is."""
    lines = (ROOT / ".env.example").read_text().splitlines()
    for above, line in zip(["", *lines], lines, strict=False):
        if "=" in line and not line.startswith("#"):
            assert above.startswith("# ") or "_API_KEY=" in above, line


@pytest.fixture
def router_names(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Any]], set[str]]:
    """The model names that LiteLLM's own router, the proxy's heart, makes of a configuration. No provider is asked."""
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    monkeypatch.setenv("LITELLM_OFFLINE_MODE", "true")
    monkeypatch.setenv("LITELLM_MODE", "PRODUCTION")
    monkeypatch.setenv("VLLM_API_BASE", "http://127.0.0.1:8000/v1")
    import litellm

    return lambda config: set(litellm.Router(**config).registry().names(team_id=None))


def test_models_are_taken_by_litellm(router_names: Callable[[dict[str, Any]], set[str]]):
    """litellm.yaml gives both tiers, and settings, in the form that the proxy's own router takes."""
    config = yaml.safe_load((ROOT / "litellm.yaml").read_text())

    assert router_names({"model_list": config["model_list"], **config["router_settings"]}) == {"primary", "secondary"}


def test_commented_examples_are_taken_too(router_names: Callable[[dict[str, Any]], set[str]]):
    """Every provider's example in litellm.yaml, its comment signs taken away, is again a whole pair of tiers."""
    examples = commented_examples()

    assert len(examples) == 3
    for example in examples:
        assert router_names({"model_list": yaml.safe_load(example)}) == {"primary", "secondary"}


def test_matinee_itself_reads_the_same_file(tmp_path: Path):
    """Without a proxy, the same file and the same examples give the same two tiers in process."""
    environment = {"VLLM_API_BASE": "http://127.0.0.1:8000/v1"}

    tiers = read_config(ROOT / "litellm.yaml", environment)

    assert {name: call.model for name, call in tiers.items()} == {
        "primary": "ollama_chat/qwen2.5:7b",
        "secondary": "ollama_chat/qwen2.5:1.5b",
    }
    for example in commented_examples():
        (tmp_path / "litellm.yaml").write_text("model_list:\n" + example)
        assert set(read_config(tmp_path / "litellm.yaml", environment)) == {"primary", "secondary"}


def commented_examples() -> list[str]:
    """The model lists that stand commented out in litellm.yaml, their comment signs taken away."""
    blocks = (ROOT / "litellm.yaml").read_text().split("\n\n")
    lines = [[line.removeprefix("  # ") for line in block.splitlines() if re.match(r"  # ( |-)", line)] for block in blocks]
    return ["\n".join(block) for block in lines if block]


def test_ollama_fetches_what_is_asked_for(services: dict[str, Any], example: dict[str, str]):
    """The models that Ollama fetches by default are those that litellm.yaml names."""
    config = yaml.safe_load((ROOT / "litellm.yaml").read_text())
    named = {entry["litellm_params"]["model"].removeprefix("ollama_chat/") for entry in config["model_list"]}
    fetched = re.fullmatch(r"\$\{OLLAMA_MODELS_TO_PULL:-(.*)\}", services["ollama"]["environment"]["MODELS"])[1]

    assert set(fetched.split()) == named
    assert set(example["OLLAMA_MODELS_TO_PULL"].split()) == named


def test_the_image_installs_by_the_lock(dockerfile: str):
    """Packages come by hash from the lock; what is copied in exists and passes .dockerignore; the last user is not root."""
    assert dockerfile.count("--require-hashes") == 2
    allowed = {line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = [name for line in re.findall(r"^COPY (?!--from)(.+)$", dockerfile, re.MULTILINE) for name in line.split()[:-1]]

    assert set(copied) == allowed
    assert all((ROOT / name).exists() for name in copied)
    assert re.findall(r"^USER (\S+)", dockerfile, re.MULTILINE)[-1] == "10001:10001"


def test_the_image_holds_every_package(dockerfile: str):
    """What the wheel is built of is what the image copies."""
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]

    for package in packages:
        assert f"COPY {package} {package}\n" in dockerfile


def test_the_image_knows_the_locked_uv(dockerfile: str):
    """The image's own way of taking uv out of the lock finds it with its hashes."""
    script = re.search(r"sed -n ('[^']+') requirements.lock", dockerfile)[1].strip("'")

    found = subprocess.run(["sed", "-n", script, ROOT / "requirements.lock"], capture_output=True, text=True, check=True).stdout

    assert re.match(r"uv==[\d.]+ \\\n", found)
    assert found.count("--hash=sha256:") > 1
    assert len(re.findall(r"^\S+==", found, re.MULTILINE)) == 1


def test_tools_left_out_are_in_the_lock(dockerfile: str):
    """What the image takes out again is what the lock put in."""
    lock = (ROOT / "requirements.lock").read_text()
    removed = re.search(r"pip uninstall ([\w\s-]+)", dockerfile)[1].split()

    assert [name for name in removed if not re.search(rf"^{name}==", lock, re.MULTILINE)] == []


def test_the_build_step_is_a_module_that_exists(dockerfile: str):
    """The module that builds the encoder in the image is the one that `make setup` runs."""
    module = re.search(r'python" -m (agent\.\S+)', dockerfile)[1]

    assert (ROOT / module.replace(".", "/")).with_suffix(".py").exists()
    assert f"-m {module}" in (ROOT / "Makefile").read_text()


def test_docker_compose_agrees(tmp_path: Path):
    """Where docker compose is installed, it reads the file without a complaint."""
    if (
        not shutil.which("docker")
        or subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode
    ):
        pytest.skip("docker compose is not installed: docker-compose.yml is checked by the tests above only")
    environment = tmp_path / "env"
    environment.write_text("POSTGRES_PASSWORD=x\nLITELLM_API_KEY=sk-x\n")

    done = subprocess.run(
        ["docker", "compose", "--env-file", environment, "-f", ROOT / "docker-compose.yml", "config", "--quiet"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
