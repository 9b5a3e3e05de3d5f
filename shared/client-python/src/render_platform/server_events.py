"""Reads server-sent events from the lines of a response (WHATWG HTML, "Parsing an event stream")."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple


class ServerEvent(NamedTuple):
    event: str
    data: Any
    #: Its own id, not that of an event before it.
    id: str | None


async def read_events(lines: AsyncIterator[str]) -> AsyncIterator[ServerEvent | None]:
    """Yields each event, and None for each comment: the connection is alive."""
    fields: dict[str, str] = {}
    async for line in lines:
        if line.startswith(":"):
            yield None
        elif line:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            fields[name] = f"{fields[name]}\n{value}" if name == "data" and "data" in fields else value
        elif fields:
            if "data" in fields:
                yield ServerEvent(fields.get("event", "message"), json.loads(fields["data"]), fields.get("id"))
            fields = {}
