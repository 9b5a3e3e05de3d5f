"""The verbs of the API, written once over a `Wire`."""

from __future__ import annotations

import base64
import json
import os
import uuid
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, TypedDict
from urllib.parse import quote

import httpx

from .errors import (
    STATUSES,
    RenderApiError,
    RenderConnectionError,
    RenderError,
    RenderTimeoutError,
    read_error,
    to_render_error,
    unexpected,
)
from .images import ImageSource, read_image, to_image_text
from .progress import ProgressReport, RenderProgress
from .retries import Deadline, Retries, is_retryable
from .server_events import ServerEvent, read_events
from .types import ProductResult, Render, RenderResponse, Usage
from .wire import Wire

#: Within which every render is decided.
RENDER_SECONDS = 300.0
CALL_SECONDS = 120.0
REQUEST_SECONDS = 30.0
#: The API accepts 120 s for a body of images, and then fetches those that are URLs.
SUBMIT_SECONDS = 150.0
#: A picture of 10 MB takes this long at 1 Mbit/s.
IMAGE_SECONDS = 120.0
#: The API sends a comment every 15 s; a stream that is silent for longer has been lost without notice.
SILENT_SECONDS = 40.0
#: After an interruption: to learn the id of a render that is being accepted, and to cancel it.
GRACE_SECONDS = 5.0
#: Between two polls; the last one repeats.
POLL_PAUSES = (1.0, 2.0, 4.0, 8.0, 10.0)
#: Polls before the stream is tried again.
POLLS_PER_STREAM = 3

END_STATES = frozenset({"succeeded", "failed", "cancelled", "expired"})


class Product(TypedDict, total=False):
    """A product of a request: as `ProductItem`, whose images may be files."""

    title: str
    category: str
    color: str
    tags: Sequence[str]
    dimensions: Mapping[str, Any]
    images: Sequence[ImageSource]
    productUrl: str
    storeSlug: str
    productId: str | int
    variantId: str | int


@dataclass(frozen=True)
class RenderResult:
    """A picture, with what it cost."""

    id: str
    #: The PNG file.
    image: bytes = field(repr=False)
    products: list[ProductResult]
    usage: Usage
    #: The id under which the API's logs have the request that returned the picture.
    request_id: str | None

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the picture to a file."""
        written = Path(path)
        written.write_bytes(self.image)
        return written


class Api:
    def __init__(self, wire: Wire, *, max_retries: int) -> None:
        self.wire = wire
        self.max_retries = max_retries

    async def visualize(
        self,
        scene_image: ImageSource,
        products: Sequence[Product],
        *,
        timeout: float = RENDER_SECONDS,
        on_progress: Callable[[RenderProgress], object] | None = None,
        idempotency_key: str | None = None,
    ) -> RenderResult:
        async with self.wire.turn():
            submission = Submission(self, scene_image, products, idempotency_key)
            deadline = Deadline(timeout)
            retries = self._retries(deadline)
            try:
                while True:
                    done = await retries.run(lambda: submission.send(deadline))
                    if isinstance(done, RenderResult):
                        return done
                    ended = await self._follow(done["id"], deadline, on_progress)
                    if ended["state"] == "succeeded":
                        return await retries.run(lambda: self._read_result(ended["id"], deadline))
                    submission.render_id = None
                    await retries.pause_after(to_render_error(ended))
            except RenderTimeoutError as error:
                raise await self._explain(error, submission.render_id) from None
            except BaseException as error:
                await self._withdraw(submission.render_id or accepted_before(error))
                raise

    async def create(
        self,
        scene_image: ImageSource,
        products: Sequence[Product],
        *,
        timeout: float = RENDER_SECONDS,
        idempotency_key: str | None = None,
        webhook_url: str | None = None,
    ) -> Render:
        submission = Submission(self, scene_image, products, idempotency_key, webhook_url)
        deadline = Deadline(timeout)
        retries = self._retries(deadline)
        done = await retries.run(lambda: submission.send(deadline))
        if isinstance(done, dict):
            return done
        return await retries.run(lambda: self._read(done.id, deadline, image="none"))

    async def wait(
        self,
        render_id: str,
        *,
        timeout: float = RENDER_SECONDS,
        on_progress: Callable[[RenderProgress], object] | None = None,
    ) -> RenderResult:
        deadline = Deadline(timeout)
        ended = await self._follow(render_id, deadline, on_progress)
        if ended["state"] != "succeeded":
            raise to_render_error(ended)
        return await self._retries(deadline).run(lambda: self._read_result(render_id, deadline))

    async def events(self, render_id: str, *, timeout: float = RENDER_SECONDS) -> AsyncIterator[ServerEvent]:
        """Yields `queued`, `progress` and finally `done`; a lost connection is opened again."""
        deadline = Deadline(timeout)
        retries = self._retries(deadline)
        last_id: str | None = None
        while True:
            try:
                async for event in self._stream(render_id, deadline, last_id):
                    if event:
                        last_id = event.id or last_id
                        yield event
                        if event.event == "done":
                            return
                lost = RenderConnectionError("The event stream ended before the render.")
            except (RenderApiError, RenderConnectionError) as error:
                lost = error  # type: ignore[assignment]
            await retries.pause_after(lost)

    async def get(self, render_id: str, *, image: str = "data", timeout: float = CALL_SECONDS) -> Render:
        deadline = Deadline(timeout)
        return await self._retries(deadline).run(lambda: self._read(render_id, deadline, image=image))

    async def image(
        self, render_id: str, *, type: str = "image/png", timeout: float = CALL_SECONDS  # noqa: A002
    ) -> bytes:
        path = f"{path_of(render_id)}/image"
        response = await self._call("GET", path, timeout, limit=IMAGE_SECONDS, headers={"Accept": type})
        return response.content

    async def cancel(self, render_id: str, *, timeout: float = CALL_SECONDS) -> Render:
        deadline = Deadline(timeout)
        return await self._retries(deadline).run(lambda: self._cancel_open(render_id, deadline))

    async def delete(self, render_id: str, *, timeout: float = CALL_SECONDS) -> Render:
        return to_object(await self._call("DELETE", path_of(render_id), timeout))

    async def read(self, path: str, *, timeout: float = CALL_SECONDS, **query: Any) -> Any:
        return to_object(await self._call("GET", path, timeout, params=to_query(query)))

    async def iterate(self, path: str, items: str, *, timeout: float = CALL_SECONDS, **query: Any) -> AsyncIterator[Any]:
        """Yields the entries of all pages of a list."""
        while True:
            page = await self.read(path, timeout=timeout, **query)
            for item in page[items]:
                yield item
            if page["nextCursor"] is None:
                return
            query["cursor"] = page["nextCursor"]

    async def upload(self, file: bytes | Path | Any, *, timeout: float = CALL_SECONDS) -> Any:
        headers = {"Content-Type": "application/octet-stream"}
        content = read_image(file, "file")
        return to_object(
            await self._call("POST", "/files", timeout, limit=SUBMIT_SECONDS, content=content, headers=headers)
        )

    async def send(self, method: str, path: str, deadline: Deadline, *, limit: float = REQUEST_SECONDS, **options: Any) -> httpx.Response:
        """Sends one request, without retries. Raises RenderApiError, RenderConnectionError, RenderTimeoutError."""
        async with self._open(method, path, deadline, limit, options) as request:
            response = await self.wire.send(request)
            if not response.is_success:
                raise read_error(response, response.text)
            return response

    def _retries(self, deadline: Deadline) -> Retries:
        return Retries(self.max_retries, deadline, self.wire)

    async def _call(self, method: str, path: str, timeout: float, **options: Any) -> httpx.Response:
        deadline = Deadline(timeout)
        return await self._retries(deadline).run(lambda: self.send(method, path, deadline, **options))

    @asynccontextmanager
    async def _open(
        self, method: str, path: str, deadline: Deadline, limit: float, options: Mapping[str, Any]
    ) -> AsyncIterator[httpx.Request]:
        deadline.check()
        request = self.wire.build(method, path, timeout=min(limit, deadline.left()), **options)
        try:
            yield request
        except httpx.TransportError as error:
            deadline.check()
            origin = f"{request.url.scheme}://{request.url.netloc.decode()}"
            raise RenderConnectionError(
                f"No complete response of {origin}; check base_url and the network."
            ) from error

    async def _stream(
        self, render_id: str, deadline: Deadline, last_id: str | None
    ) -> AsyncIterator[ServerEvent | None]:
        last = {"Last-Event-ID": last_id} if last_id else {}
        headers = {"Accept": "text/event-stream", **last}
        path = f"{path_of(render_id)}/events"
        async with self._open("GET", path, deadline, SILENT_SECONDS, {"headers": headers}) as request:
            response = await self.wire.send(request, stream=True)
            try:
                if not response.is_success:
                    text = "".join([line async for line in self.wire.lines(response)])
                    raise read_error(response, text)
                async for event in read_events(self.wire.lines(response)):
                    yield event
                    deadline.check()
            finally:
                await self.wire.end(response)

    async def _follow(
        self, render_id: str, deadline: Deadline, on_progress: Callable[[RenderProgress], object] | None
    ) -> Render:
        """Waits until a render has ended: by server-sent events, and by polling while those do not arrive."""
        follower = Follower(self, render_id, ProgressReport(render_id, on_progress))
        quiet = 0
        while True:
            if quiet % (POLLS_PER_STREAM + 1) == 0:
                ended = await follower.stream(deadline)
                if ended:
                    return ended
            polled = await follower.poll(deadline)
            if polled and polled["state"] in END_STATES:
                return polled
            await self.wire.sleep(min(POLL_PAUSES[min(quiet, len(POLL_PAUSES) - 1)], deadline.left()))
            quiet = 0 if follower.delivered else quiet + 1

    async def _read(self, render_id: str, deadline: Deadline, *, image: str = "data") -> Render:
        limit = IMAGE_SECONDS if image == "data" else REQUEST_SECONDS
        path = f"{path_of(render_id)}?image={image}"
        return to_object(await self.send("GET", path, deadline, limit=limit))

    async def _read_result(self, render_id: str, deadline: Deadline) -> RenderResult:
        response = await self.send("GET", path_of(render_id), deadline, limit=IMAGE_SECONDS)
        body = to_object(response)
        if "image" in body:
            return to_result(render_id, body, response)
        message = "The image of this render was deleted; render it again with another idempotency_key."
        raise RenderApiError(message, status=STATUSES["EXPIRED"], code="EXPIRED", render_id=render_id)

    async def _cancel_open(self, render_id: str, deadline: Deadline) -> Render:
        """Cancels a render unless it has ended; a picture that was paid for stays."""
        render = await self._read(render_id, deadline, image="none")
        if render["state"] in END_STATES:
            return render
        return to_object(await self.send("DELETE", path_of(render_id), deadline))

    async def _withdraw(self, render_id: str | None) -> Render | None:
        """Cancels what a call leaves behind, so that no render is charged without its result."""
        if render_id is None:
            return None
        try:
            cancelling = self._cancel_open(render_id, Deadline(GRACE_SECONDS))
            return await self.wire.complete(cancelling, GRACE_SECONDS)
        except RenderError:
            return None

    async def _explain(self, timeout: RenderTimeoutError, render_id: str | None) -> RenderTimeoutError:
        """Withdraws the render of a call that took too long, and says what it cost."""
        if render_id is None:
            return timeout
        render = await self._withdraw(render_id)
        if render is None or render["state"] not in END_STATES:
            cost = f"Render {render_id} could not be cancelled; it may succeed and be charged."
            return RenderTimeoutError(f"{timeout} {cost}")
        charged = render.get("usage", {}).get("credits", 0)
        cost = f"it had ended before; {charged} credit was charged" if charged else "nothing was charged"
        return RenderTimeoutError(f"{timeout} Render {render_id} is {render['state']}: {cost}.", render)


class Follower:
    """What one call hears of one render."""

    def __init__(self, api: Api, render_id: str, report: ProgressReport) -> None:
        self._api = api
        self._id = render_id
        self._report = report
        self._last_event_id: str | None = None
        #: Whether the last connection brought an event.
        self.delivered = False

    async def stream(self, deadline: Deadline) -> Render | None:
        """Returns the ended render, or None when the stream ended before it."""
        self.delivered = False
        try:
            async for event in self._api._stream(self._id, deadline, self._last_event_id):
                if event is None:
                    continue
                self.delivered = True
                self._last_event_id = event.id or self._last_event_id
                if event.event == "done":
                    return event.data
                if event.event == "queued":
                    self._report.queued(event.data)
                if event.event == "progress":
                    self._report.running(event.data)
        except (RenderApiError, RenderConnectionError):
            # Polling finds out whether the render cannot be read at all.
            return None
        return None

    async def poll(self, deadline: Deadline) -> Render | None:
        try:
            render = await self._api._read(self._id, deadline, image="none")
        except (RenderApiError, RenderConnectionError) as error:
            if is_retryable(error):
                return None
            raise
        self._report.polled(render)
        return render


class Submission:
    """One order, which all attempts send with the same key: one credit for a picture, however often they fail."""

    def __init__(
        self,
        api: Api,
        scene_image: ImageSource,
        products: Sequence[Product],
        idempotency_key: str | None,
        webhook_url: str | None = None,
    ) -> None:
        self._api = api
        self._body = json.dumps(to_request(scene_image, products)).encode()
        self._headers = {
            "Content-Type": "application/json",
            "Prefer": "respond-async",
            "Idempotency-Key": idempotency_key or str(uuid.uuid4()),
            **({"X-Webhook-Url": webhook_url} if webhook_url else {}),
        }
        #: Of the accepted render.
        self.render_id: str | None = None

    async def send(self, deadline: Deadline) -> Render | RenderResult:
        """Has the render accepted; a repeat of an idempotency key may return its result at once."""
        return await self._api.wire.complete(self._send(deadline), GRACE_SECONDS)

    async def _send(self, deadline: Deadline) -> Render | RenderResult:
        response = await self._api.send(
            "POST", "/visualize", deadline, limit=SUBMIT_SECONDS, content=self._body, headers=self._headers
        )
        body = to_object(response)
        self.render_id = response.headers.get("x-render-id")
        return body if response.status_code == 202 else to_result(self.render_id or "", body, response)


def accepted_before(error: BaseException) -> str | None:
    """Returns the render of a 503 that leaves its outcome open: it was accepted, and may still succeed."""
    return error.render_id if isinstance(error, RenderApiError) and error.status == 503 else None


def to_request(scene_image: ImageSource, products: Sequence[Product]) -> dict[str, Any]:
    scene = to_image_text(scene_image, "scene_image")
    return {
        "sceneImage": scene,
        "products": [to_product(product, f"products[{index}]") for index, product in enumerate(products)],
    }


def to_product(product: Product, name: str) -> dict[str, Any]:
    images = product.get("images")
    if not images:
        return dict(product)
    texts = [to_image_text(image, f"{name}.images[{at}]") for at, image in enumerate(images)]
    return {**product, "images": texts}


def to_result(render_id: str, body: RenderResponse, response: httpx.Response) -> RenderResult:
    data = body["image"].partition(",")[2]
    request_id = response.headers.get("x-request-id")
    return RenderResult(render_id, base64.b64decode(data), body["products"], body["usage"], request_id)


def to_object(response: httpx.Response) -> Any:
    """Returns the JSON object of a response; raises RenderApiError when it is none."""
    try:
        body = response.json()
    except ValueError:
        body = None
    if isinstance(body, dict):
        return body
    error = unexpected(response.status_code)
    raise RenderApiError(error["message"], status=response.status_code, code=error["code"])


def to_query(query: Mapping[str, Any]) -> dict[str, str]:
    given = {name: value for name, value in query.items() if value is not None}
    return {name: value.isoformat() if isinstance(value, datetime) else str(value) for name, value in given.items()}


def path_of(render_id: str) -> str:
    return f"/visualize/{quote(render_id, safe='')}"
