"""What callers of the Python client do, on a running platform; prints what each part has seen as JSON."""

import asyncio
import json
import os
import sys
from pathlib import Path

from render_platform import (
    AsyncRenderClient,
    RenderApiError,
    RenderClient,
    RenderTimeoutError,
    WebhookVerificationError,
    verify_webhook,
)

scene = Path("examples/room-console.jpg")
products = [{"title": "Lamp", "images": [Path("examples/pendant-lamp.jpg").read_bytes()]}]


def blocking() -> object:
    stages = []
    with RenderClient() as client, open("examples/pendant-lamp.jpg", "rb") as lamp:
        result = client.visualize(
            scene,
            [{"title": "Lamp", "images": [lamp]}],
            on_progress=lambda progress: stages.append(progress.stage),
        )
        uploaded = client.files.upload(scene)
        started = client.renders.create(uploaded["id"], products)
        events = [event.event for event in client.renders.events(started["id"])]
        waited = client.renders.wait(started["id"])
        webp = client.renders.image(waited.id, type="image/webp")
        listed = [render["id"] for render in client.renders.iterate(limit=1)]
        ledger = [entry["kind"] for entry in client.credits.iterate_ledger(limit=1)]
        return {
            "png": result.image[:4].hex(),
            "usage": result.usage,
            "request": result.request_id is not None,
            "stages": stages,
            "last": events[-1],
            "webp": webp[8:12].decode(),
            "listed": listed == [started["id"], result.id],
            "ledger": ledger,
            "deleted": "imageDeletedAt" in client.renders.delete(result.id),
            "available": client.credits.get()["available"],
        }


def refused() -> object:
    with RenderClient(api_key=os.environ["EMPTY_KEY"]) as client:
        try:
            client.visualize(scene, products)
        except RenderApiError as error:
            return [error.status, error.code, error.remaining_credits, error.request_id is not None]


def mistaken() -> object:
    with RenderClient() as client:
        try:
            client.visualize(scene, [])
        except RenderApiError as error:
            return [error.status, error.field]


async def asynchronous() -> object:
    async with AsyncRenderClient(max_concurrent=1) as client:
        results = await asyncio.gather(*(client.visualize(scene, products) for _ in range(2)))
        started = await client.renders.create(scene, products)
        events = [event.event async for event in client.renders.events(started["id"])]
        await client.renders.wait(started["id"])
        return [[result.usage["credits"] for result in results], events[-1]]


async def cancelled() -> object:
    """The model is held, so that only the cancellation ends these renders."""
    async with AsyncRenderClient() as client:
        running = asyncio.Event()
        call = client.visualize(scene, products, on_progress=lambda progress: progress.stage and running.set())
        task = asyncio.create_task(call)
        await running.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        newest = (await client.renders.list(limit=1))["renders"][0]
        try:
            await client.visualize(scene, products, timeout=2)
        except RenderTimeoutError as error:
            assert error.render
            return [newest["state"], task.cancelled(), error.render["state"], error.render["usage"]["credits"]]


def webhook() -> object:
    call = json.loads(os.environ["WEBHOOK_CALL"])
    event = verify_webhook(call["body"], call["headers"], call["secret"])
    try:
        verify_webhook(call["body"] + " ", call["headers"], call["secret"])
    except WebhookVerificationError:
        return [event["type"], "refused"]


parts = {
    "blocking": blocking,
    "refused": refused,
    "mistaken": mistaken,
    "asynchronous": lambda: asyncio.run(asynchronous()),
    "cancelled": lambda: asyncio.run(cancelled()),
    "webhook": webhook,
}
print(json.dumps(parts[sys.argv[1]]()))
