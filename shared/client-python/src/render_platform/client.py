"""The clients: blocking (`RenderClient`) and for asyncio (`AsyncRenderClient`), with the same verbs."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Literal, Self, TypedDict, Unpack

import httpx

from .api import Api, Product, RenderResult
from .images import ImageSource
from .progress import RenderProgress
from .server_events import ServerEvent
from .types import Credits, Ledger, LedgerEntry, Render, RenderList, UploadedFile
from .wire import AsyncWire, BlockingWire, iterate, run

MAX_RETRIES = 4

ImageForm = Literal["data", "url", "none"]
ImageType = Literal["image/png", "image/jpeg", "image/webp"]


class CallOptions(TypedDict, total=False):
    #: Maximum duration of the call with all retries, in seconds; 120.
    timeout: float


class CreateOptions(TypedDict, total=False):
    #: Maximum duration of the call with all retries, in seconds; 300, within which every render is decided.
    timeout: float
    #: By default a random one. With your own, a later call with the same request returns the same render for 24 hours.
    idempotency_key: str
    #: Called when the render has ended, in place of the account's.
    webhook_url: str


class WaitOptions(TypedDict, total=False):
    #: Maximum duration of the call with all retries, in seconds; 300.
    timeout: float
    #: Called whenever position, stage or share have changed. An error that it raises ends the call.
    on_progress: Callable[[RenderProgress], object]


class VisualizeOptions(WaitOptions, total=False):
    #: By default a random one. With your own, a later call with the same request returns the same render for 24 hours.
    idempotency_key: str


class PageQuery(TypedDict, total=False):
    timeout: float
    #: 1 to 100.
    limit: int
    #: The `nextCursor` of the page before.
    cursor: str
    #: Time of creation, included; not a keyword of Python, so pass `**{"from": moment}`.
    to: datetime


class RendersQuery(PageQuery, total=False):
    state: str


class RenderClient:
    """Every method retries a request that failed in passing, and raises one of the errors of this package.

    Threads may share a client.

    :param api_key: `service_live_…` or `service_test_…`; by default the environment's RENDER_API_KEY.
    :param base_url: Origin of the API; by default the environment's RENDER_BASE_URL.
    :param max_retries: Failed requests of one call that are retried. A refusal by a limit is retried within its time.
    :param max_concurrent: Renders at once of this client; further calls of `visualize` wait for their turn.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        max_retries: int = MAX_RETRIES,
        max_concurrent: int | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        http = httpx.Client(**to_settings(api_key, base_url), transport=transport)
        self._api = Api(BlockingWire(http, max_concurrent), max_retries=max_retries)
        self.renders = Renders(self._api)
        self.credits = CreditAccount(self._api)
        self.files = Files(self._api)

    def visualize(
        self, scene_image: ImageSource, products: Sequence[Product], **options: Unpack[VisualizeOptions]
    ) -> RenderResult:
        """Renders products into a scene: one credit if it succeeds, none otherwise.

        A call that raises cancels its render.
        """
        return run(self._api.visualize(scene_image, products, **options))

    def close(self) -> None:
        run(self._api.wire.close())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()


class Renders:
    def __init__(self, api: Api) -> None:
        self._api = api

    def create(
        self, scene_image: ImageSource, products: Sequence[Product], **options: Unpack[CreateOptions]
    ) -> Render:
        """Starts a render without waiting for it."""
        return run(self._api.create(scene_image, products, **options))

    def wait(self, render_id: str, **options: Unpack[WaitOptions]) -> RenderResult:
        """Waits for a render. A call that raises leaves it as it is."""
        return run(self._api.wait(render_id, **options))

    def events(self, render_id: str, **options: Unpack[CallOptions]) -> Iterator[ServerEvent]:
        """Yields `queued`, `progress` and finally `done`."""
        return iterate(self._api.events(render_id, **options))

    def get(self, render_id: str, *, image: ImageForm = "data", **options: Unpack[CallOptions]) -> Render:
        return run(self._api.get(render_id, image=image, **options))

    def list(self, **query: Unpack[RendersQuery]) -> RenderList:
        """Returns a page of the renders of the account in the mode of the key, newest first."""
        return run(self._api.read("/visualize", **query))

    def iterate(self, **query: Unpack[RendersQuery]) -> Iterator[Render]:
        """Yields the renders of all pages."""
        return iterate(self._api.iterate("/visualize", "renders", **query))

    def image(self, render_id: str, *, type: ImageType = "image/png", **options: Unpack[CallOptions]) -> bytes:
        """Returns the picture as a file."""
        return run(self._api.image(render_id, type=type, **options))

    def cancel(self, render_id: str, **options: Unpack[CallOptions]) -> Render:
        """Cancels a render at no charge unless it has ended; returns it."""
        return run(self._api.cancel(render_id, **options))

    def delete(self, render_id: str, **options: Unpack[CallOptions]) -> Render:
        """Cancels an open render; of one that has ended, deletes the images."""
        return run(self._api.delete(render_id, **options))


class CreditAccount:
    def __init__(self, api: Api) -> None:
        self._api = api

    def get(self, **options: Unpack[CallOptions]) -> Credits:
        return run(self._api.read("/credits", **options))

    def ledger(self, **query: Unpack[PageQuery]) -> Ledger:
        """Returns a page of the movements of the account's credits, newest first."""
        return run(self._api.read("/credits/ledger", **query))

    def iterate_ledger(self, **query: Unpack[PageQuery]) -> Iterator[LedgerEntry]:
        """Yields the movements of all pages."""
        return iterate(self._api.iterate("/credits/ledger", "entries", **query))


class Files:
    def __init__(self, api: Api) -> None:
        self._api = api

    def upload(self, file: bytes | Path | BinaryIO, **options: Unpack[CallOptions]) -> UploadedFile:
        """Uploads an image, whose `id` is then an image of requests for 24 hours."""
        return run(self._api.upload(file, **options))


class AsyncRenderClient:
    """`RenderClient` for asyncio. Cancelling the task of a `visualize` cancels its render."""

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        max_retries: int = MAX_RETRIES,
        max_concurrent: int | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        http = httpx.AsyncClient(**to_settings(api_key, base_url), transport=transport)
        self._api = Api(AsyncWire(http, max_concurrent), max_retries=max_retries)
        self.renders = AsyncRenders(self._api)
        self.credits = AsyncCreditAccount(self._api)
        self.files = AsyncFiles(self._api)

    async def visualize(
        self, scene_image: ImageSource, products: Sequence[Product], **options: Unpack[VisualizeOptions]
    ) -> RenderResult:
        """Renders products into a scene: one credit if it succeeds, none otherwise.

        A call that raises, or is cancelled, cancels its render.
        """
        return await self._api.visualize(scene_image, products, **options)

    async def close(self) -> None:
        await self._api.wire.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        await self.close()


class AsyncRenders:
    def __init__(self, api: Api) -> None:
        self._api = api

    async def create(
        self, scene_image: ImageSource, products: Sequence[Product], **options: Unpack[CreateOptions]
    ) -> Render:
        """Starts a render without waiting for it."""
        return await self._api.create(scene_image, products, **options)

    async def wait(self, render_id: str, **options: Unpack[WaitOptions]) -> RenderResult:
        """Waits for a render. A call that raises, or is cancelled, leaves it as it is."""
        return await self._api.wait(render_id, **options)

    def events(self, render_id: str, **options: Unpack[CallOptions]) -> AsyncIterator[ServerEvent]:
        """Yields `queued`, `progress` and finally `done`."""
        return self._api.events(render_id, **options)

    async def get(self, render_id: str, *, image: ImageForm = "data", **options: Unpack[CallOptions]) -> Render:
        return await self._api.get(render_id, image=image, **options)

    async def list(self, **query: Unpack[RendersQuery]) -> RenderList:
        """Returns a page of the renders of the account in the mode of the key, newest first."""
        return await self._api.read("/visualize", **query)

    def iterate(self, **query: Unpack[RendersQuery]) -> AsyncIterator[Render]:
        """Yields the renders of all pages."""
        return self._api.iterate("/visualize", "renders", **query)

    async def image(self, render_id: str, *, type: ImageType = "image/png", **options: Unpack[CallOptions]) -> bytes:
        """Returns the picture as a file."""
        return await self._api.image(render_id, type=type, **options)

    async def cancel(self, render_id: str, **options: Unpack[CallOptions]) -> Render:
        """Cancels a render at no charge unless it has ended; returns it."""
        return await self._api.cancel(render_id, **options)

    async def delete(self, render_id: str, **options: Unpack[CallOptions]) -> Render:
        """Cancels an open render; of one that has ended, deletes the images."""
        return await self._api.delete(render_id, **options)


class AsyncCreditAccount:
    def __init__(self, api: Api) -> None:
        self._api = api

    async def get(self, **options: Unpack[CallOptions]) -> Credits:
        return await self._api.read("/credits", **options)

    async def ledger(self, **query: Unpack[PageQuery]) -> Ledger:
        """Returns a page of the movements of the account's credits, newest first."""
        return await self._api.read("/credits/ledger", **query)

    def iterate_ledger(self, **query: Unpack[PageQuery]) -> AsyncIterator[LedgerEntry]:
        """Yields the movements of all pages."""
        return self._api.iterate("/credits/ledger", "entries", **query)


class AsyncFiles:
    def __init__(self, api: Api) -> None:
        self._api = api

    async def upload(self, file: bytes | Path | BinaryIO, **options: Unpack[CallOptions]) -> UploadedFile:
        """Uploads an image, whose `id` is then an image of requests for 24 hours."""
        return await self._api.upload(file, **options)


def to_settings(api_key: str | None, base_url: str | None) -> dict[str, object]:
    """Returns the settings of httpx. Raises ValueError when the key or the address cannot be one."""
    key = api_key or os.environ.get("RENDER_API_KEY", "")
    if not key.isascii() or not key.isprintable() or " " in key or not key:
        raise ValueError("api_key must be an API key such as service_live_…; pass it, or set RENDER_API_KEY.")
    url = base_url or os.environ.get("RENDER_BASE_URL", "")
    if not url.startswith(("https://", "http://")):
        raise ValueError("base_url must be an https URL such as https://api.example; pass it, or set RENDER_BASE_URL.")
    return {"base_url": url, "headers": {"Authorization": f"Bearer {key}"}, "follow_redirects": False}
