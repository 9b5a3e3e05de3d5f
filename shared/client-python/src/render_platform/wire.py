"""How bytes are exchanged: blocking, or with asyncio.

The verbs of the API are written once, as coroutines over a `Wire`. Those of `BlockingWire` never suspend, so that
`run` and `iterate` can drive the same coroutines without an event loop.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from typing import Any, AsyncContextManager, Protocol, TypeVar

import httpx

Result = TypeVar("Result")


class Wire(Protocol):
    async def send(self, request: httpx.Request, *, stream: bool = False) -> httpx.Response: ...

    def build(self, method: str, path: str, **options: Any) -> httpx.Request: ...

    def lines(self, response: httpx.Response) -> AsyncIterator[str]: ...

    async def end(self, response: httpx.Response) -> None: ...

    async def sleep(self, seconds: float) -> None: ...

    def turn(self) -> AsyncContextManager[None]:
        """Waits for a place among the renders at once of this client."""
        ...

    async def complete(self, work: Coroutine[Any, Any, Result], grace: float) -> Result:
        """Lets work that decides about a charge end within `grace` seconds after its caller was cancelled."""
        ...

    async def close(self) -> None: ...


class BlockingWire:
    def __init__(self, client: httpx.Client, max_concurrent: int | None) -> None:
        self._client = client
        self._places = threading.Semaphore(max_concurrent) if max_concurrent else None

    def build(self, method: str, path: str, **options: Any) -> httpx.Request:
        return self._client.build_request(method, path, **options)

    async def send(self, request: httpx.Request, *, stream: bool = False) -> httpx.Response:
        return self._client.send(request, stream=stream)

    async def lines(self, response: httpx.Response) -> AsyncIterator[str]:
        for line in response.iter_lines():
            yield line

    async def end(self, response: httpx.Response) -> None:
        response.close()

    async def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        if self._places is None:
            yield
            return
        with self._places:
            yield

    async def complete(self, work: Coroutine[Any, Any, Result], grace: float) -> Result:
        return await work

    async def close(self) -> None:
        self._client.close()


class AsyncWire:
    def __init__(self, client: httpx.AsyncClient, max_concurrent: int | None) -> None:
        self._client = client
        self._places = asyncio.Semaphore(max_concurrent) if max_concurrent else None

    def build(self, method: str, path: str, **options: Any) -> httpx.Request:
        return self._client.build_request(method, path, **options)

    async def send(self, request: httpx.Request, *, stream: bool = False) -> httpx.Response:
        return await self._client.send(request, stream=stream)

    async def lines(self, response: httpx.Response) -> AsyncIterator[str]:
        async for line in response.aiter_lines():
            yield line

    async def end(self, response: httpx.Response) -> None:
        await response.aclose()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        if self._places is None:
            yield
            return
        async with self._places:
            yield

    async def complete(self, work: Coroutine[Any, Any, Result], grace: float) -> Result:
        task = asyncio.ensure_future(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait({task}, timeout=grace)
            task.cancel()
            raise

    async def close(self) -> None:
        await self._client.aclose()


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs a coroutine over a `BlockingWire` to its end."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    raise RuntimeError("A blocking call has suspended.")


def iterate(items: AsyncIterator[Result]) -> Iterator[Result]:
    """Iterates over an asynchronous generator over a `BlockingWire`."""
    try:
        while True:
            try:
                yield run(items.__anext__())  # type: ignore[arg-type]
            except StopAsyncIteration:
                return
    finally:
        run(items.aclose())  # type: ignore[attr-defined]
