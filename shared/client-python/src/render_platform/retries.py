"""When a request is sent again, and how long that may take."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from .errors import RenderApiError, RenderConnectionError, RenderTimeoutError
from .wire import Wire

Result = TypeVar("Result")

#: Worth a retry: the API did nothing that was charged, and the same call may succeed.
RETRYABLE = frozenset({408, 429, 502, 503, 504})
FIRST_PAUSE = 0.5
MAX_PAUSE = 8.0
#: A random part of each pause keeps callers that failed together from returning together.
JITTER = 0.25


class Deadline:
    """The end of one call."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._now = now
        self._at = now() + seconds

    def left(self) -> float:
        return max(0.0, self._at - self._now())

    def check(self) -> None:
        if self.left() <= 0:
            raise RenderTimeoutError(f"The call took longer than {self.seconds:g} s.")


def is_retryable(error: Exception) -> bool:
    if isinstance(error, RenderApiError):
        return error.status in RETRYABLE or error.code == "IDEMPOTENCY_CONFLICT"
    return isinstance(error, RenderConnectionError)


def is_limited(error: Exception) -> bool:
    """Says whether a limit refused the call: nothing has failed, so that only its time bounds the retries."""
    return isinstance(error, RenderApiError) and error.status == 429


def pause_after(error: Exception, attempt: int, rand: Callable[[], float] = random.random) -> float:
    """Returns the seconds before attempt number `attempt` is retried."""
    named = error.retry_after if isinstance(error, RenderApiError) else None
    if named is not None:
        return named * (1 + rand() * JITTER)
    return min(MAX_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1)) * (0.5 + rand() / 2)


class Retries:
    """The retries of one call, counted over all of its requests."""

    def __init__(self, max_retries: int, deadline: Deadline, wire: Wire) -> None:
        self._max = max_retries
        self._deadline = deadline
        self._wire = wire
        self._failed = 0
        self._limited = 0

    async def run(self, request: Callable[[], Awaitable[Result]]) -> Result:
        """Sends the request until it succeeds or may not be retried; raises its last error."""
        while True:
            self._deadline.check()
            try:
                return await request()
            except (RenderApiError, RenderConnectionError) as error:
                await self.pause_after(error)

    async def pause_after(self, error: Exception) -> None:
        """Waits before a retry; raises `error` when there is none, or none is left in time."""
        if is_limited(error):
            self._limited += 1
        else:
            self._failed += 1
        attempt = self._limited if is_limited(error) else self._failed
        seconds = pause_after(error, attempt)
        if not is_retryable(error) or self._failed > self._max or seconds >= self._deadline.left():
            raise error
        await self._wire.sleep(seconds)
