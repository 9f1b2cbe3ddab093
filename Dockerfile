# syntax=docker/dockerfile:1

# --- packages and our code, in a virtual environment
FROM python:3.11.14-slim-bookworm AS build
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    UV_COMPILE_BYTECODE=1 \
    UV_LINK_MODE=copy \
    UV_PYTHON_DOWNLOADS=never \
    VIRTUAL_ENV=/opt/matinee
WORKDIR /src
COPY requirements.lock .
# uv itself comes by the lock too, so that its hash is checked as every other's.
RUN python -m venv "$VIRTUAL_ENV" \
 && sed -n '/^uv==/,/[^\\]$/p' requirements.lock > /tmp/uv.lock \
 && "$VIRTUAL_ENV/bin/python" -m pip install --no-cache-dir --require-hashes --no-deps -r /tmp/uv.lock
RUN --mount=type=cache,target=/root/.cache/uv \
    "$VIRTUAL_ENV/bin/uv" pip sync --require-hashes requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY adapters adapters
COPY agent agent
COPY bot bot
COPY etl etl
# The lock holds the tools of development too, one lock for all; they stay out of the image.
RUN "$VIRTUAL_ENV/bin/uv" pip install --no-deps --no-build-isolation . \
 && "$VIRTUAL_ENV/bin/uv" pip uninstall editables hatchling hypothesis import-linter mypy playwright pytest pytest-asyncio \
      pytest-cov pytest-timeout pytest-xdist ruff uv
# Built here, so that a container starts in seconds and needs no network for it. It lies in /data, and a new named volume is
# filled from there; on an older volume it is built again when a new version needs another one.
RUN MATINEE_DATA_DIR=/data "$VIRTUAL_ENV/bin/python" -m agent.retrieval.local_encoder

# --- Ollama, as an ordinary user: the image itself has only root
FROM ollama/ollama:0.35.1 AS ollama
RUN mkdir -p /models && chown 10001:10001 /models
ENV HOME=/tmp \
    OLLAMA_HOST=0.0.0.0:11434 \
    OLLAMA_MODELS=/models
USER 10001:10001
VOLUME /models

# --- Matinee
FROM python:3.11.14-slim-bookworm AS matinee
# A name in /etc/passwd: PostgreSQL's initdb wants one, where the embedded service is used in a container.
RUN groupadd --gid 10001 matinee && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin matinee
COPY --from=build /opt/matinee /opt/matinee
COPY --from=build --chown=10001:10001 /data /data
ENV PATH=/opt/matinee/bin:$PATH \
    HF_HUB_OFFLINE=1 \
    MATINEE_DATA_DIR=/data \
    MATINEE_LOG=json \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 10001:10001
WORKDIR /data
VOLUME /data
ENTRYPOINT ["matinee"]
CMD ["up"]
