"""An OpenAI-compatible server on loopback with Ollama's endpoints beside it, as well-behaved or as broken as a test wants."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web


@dataclass(slots=True)
class Reply:
    """How one call is answered. `hang_before` and `hang_after` (chunks) wait until the server is released.

    `error` is what a `status` other than 200 says.
    """

    text: str = ""
    reasoning: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    hang_before: bool = False
    hang_after: int | None = None
    dies_after: int | None = None
    garbage: bool = False
    error: str = "as told"


class ModelServer:
    """Answers calls with `replies` in turn, the last one for ever. `calls` holds the bodies received, by path."""

    def __init__(self, *replies: Reply) -> None:
        self._replies: list[Reply] = list(replies) or [Reply("Hello.")]
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.installed: Sequence[Mapping[str, Any]] = ()
        self.released = asyncio.Event()
        self.called = asyncio.Event()
        self.base = ""
        self.headers_seen: list[Mapping[str, str]] = []

    @asynccontextmanager
    async def running(self) -> AsyncIterator["ModelServer"]:
        """Serve on a free loopback port."""
        app = web.Application()
        for prefix in ("", "/v1"):
            app.router.add_post(f"{prefix}/chat/completions", self._chat)
        app.router.add_get("/api/tags", self._tags)
        app.router.add_post("/api/show", self._show)
        app.router.add_post("/api/chat", self._ollama_chat)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        self.base = f"http://127.0.0.1:{port}"
        try:
            yield self
        finally:
            self.released.set()
            await runner.cleanup()

    async def _take(self, request: web.Request) -> tuple[dict[str, Any], Reply]:
        body = await request.json()
        self.calls.append((request.path, body))
        self.called.set()
        self.headers_seen.append(dict(request.headers))
        return body, self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        body, reply = await self._take(request)
        if reply.hang_before:
            await self.released.wait()
        if reply.status != 200:
            return web.json_response(
                {"error": {"message": reply.error, "type": "error", "code": str(reply.status)}},
                status=reply.status,
                headers=reply.headers,
            )
        if body.get("stream"):
            return await self._stream(request, body, reply)
        message = {"role": "assistant", "content": reply.text}
        return web.json_response(
            {**_head(body, "chat.completion"), "choices": [_choice("message", message, "stop")], "usage": _USAGE}
        )

    async def _stream(self, request: web.Request, body: dict[str, Any], reply: Reply) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        head = _head(body, "chat.completion.chunk")
        deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
        deltas += [{"reasoning_content": word + " "} for word in reply.reasoning.split()]
        deltas += [{"content": word} for word in _words(reply.text)]
        for count, delta in enumerate(deltas):
            if reply.dies_after == count:
                assert request.transport is not None
                request.transport.abort()
                return response
            if reply.hang_after == count:
                await self.released.wait()
            await _event(response, {**head, "choices": [_choice("delta", delta, None)]})
            if reply.garbage and count:
                await response.write(b"data: {not json\n\n")
        await _event(response, {**head, "choices": [_choice("delta", {}, "stop")]})
        if (body.get("stream_options") or {}).get("include_usage"):
            await _event(response, {**head, "choices": [], "usage": _USAGE})
        await response.write(b"data: [DONE]\n\n")
        return response

    async def _tags(self, _request: web.Request) -> web.Response:
        return web.json_response({"models": list(self.installed)})

    async def _show(self, request: web.Request) -> web.Response:
        self.calls.append((request.path, await request.json()))
        return web.json_response({"model_info": {}, "template": "{{ .Prompt }}"})

    async def _ollama_chat(self, request: web.Request) -> web.StreamResponse:
        body, reply = await self._take(request)
        if reply.status != 200:
            return web.json_response({"error": reply.error}, status=reply.status)
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        await response.prepare(request)
        pieces = _words(reply.text) if body.get("stream") else [reply.text]
        for piece in pieces:
            line = {
                "model": body["model"],
                "created_at": "2026-01-01T00:00:00Z",
                "message": {"role": "assistant", "content": piece},
            }
            done = {} if body.get("stream") else _OLLAMA_DONE
            await response.write(json.dumps({**line, "done": False, **done}).encode() + b"\n")
        if body.get("stream"):
            last = {
                "model": body["model"],
                "created_at": "2026-01-01T00:00:00Z",
                "message": {"role": "assistant", "content": ""},
            }
            await response.write(json.dumps({**last, **_OLLAMA_DONE}).encode() + b"\n")
        return response


_USAGE = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
_OLLAMA_DONE = {"done": True, "done_reason": "stop", "prompt_eval_count": 11, "eval_count": 7}


def _words(text: str) -> list[str]:
    words = text.split(" ")
    return [word if index == len(words) - 1 else f"{word} " for index, word in enumerate(words)]


def _head(body: dict[str, Any], kind: str) -> dict[str, Any]:
    return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": body["model"]}


def _choice(key: str, value: dict[str, Any], finish: str | None) -> dict[str, Any]:
    return {"index": 0, key: value, "finish_reason": finish}


async def _event(response: web.StreamResponse, payload: dict[str, Any]) -> None:
    await response.write(f"data: {json.dumps(payload)}\n\n".encode())
